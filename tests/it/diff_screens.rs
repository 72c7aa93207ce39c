//! Two responses side by side, without a terminal: keys in, screens out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::{Event, KeyEvent};
use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::review::compare::{Side, compare};
use pincite::review::{self, Entry, Journal, Ledger, Verdict};
use pincite::sources;
use pincite::tui::compare::{Compare, Compared, draw};
use pincite::tui::keymap::{Key, Keymap};
use pincite::tui::state::Effect;
use pincite::tui::theme::Theme;
use pincite::tui::verdict_saver::{Reviewing, SaveTarget};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Returns a sample with the sources beside it, and a journal for verdicts on it.
fn compared(name: &str, journal: &Path) -> Compared {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/diff");
    let bytes = std::fs::read(samples.join(name)).unwrap();
    let mut loaded = sources::load(&[samples.join("sources")], &[]).unwrap();
    for origin in loaded.sources.iter_mut().filter_map(|source| source.origin.as_mut()) {
        // The files' folder differs from run to run; screens must not.
        origin.path = PathBuf::from(origin.path.file_name().unwrap());
    }
    let cases = cases::open(Input::new(name, bytes), None, &Families::default()).unwrap();
    let cases = cases.with_sources(loaded.sources, loaded.notes);
    let inspection = inspect(cases.read(0).unwrap());
    let reviewing = Reviewing {
        reviewer: "ann".to_owned(),
        save_to: SaveTarget::File(journal.to_owned()),
        input: name.to_owned(),
        begins: true,
        ..Reviewing::default()
    };
    Compared { inspection, cases: Arc::new(cases), reviewing }
}

struct Screen(Compare, tempfile::TempDir);

impl Screen {
    fn open(before: &str, after: &str, size: (u16, u16)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journal = |name: &str| folder.path().join(format!("{name}.review.jsonl"));
        let (before, after) = (compared(before, &journal("a")), compared(after, &journal("b")));
        let ledger = Ledger::default();
        let side = |compared: &Compared| compared.inspection.clone();
        let (one, other) = (side(&before), side(&after));
        let comparison = compare(
            &Side { inspection: &one, ledger: &ledger },
            &Side { inspection: &other, ledger: &ledger },
        );
        let keymap = Keymap::built_in().unwrap();
        Self(Compare::new((before, after), comparison, &keymap, size), folder)
    }

    /// Returns the verdicts in a journal, `a` or `b`.
    fn verdicts(&self, name: &str) -> Vec<Verdict> {
        let path = self.1.path().join(format!("{name}.review.jsonl"));
        if !path.exists() {
            return Vec::new();
        }
        let (entries, _) = Journal::read(&path).unwrap();
        let verdict = |entry: Entry| match entry.event {
            review::Event::Judged(judgement) => judgement.verdict,
            _ => None,
        };
        entries.into_iter().filter_map(verdict).collect()
    }

    fn press(mut self, keys: &str) -> Self {
        for key in Key::sequence(keys).unwrap() {
            let event = Event::Key(KeyEvent::new(key.code, key.modifiers));
            assert!(self.0.update(&event).is_empty(), "{keys}");
        }
        self
    }

    fn shown(&self) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.0.size.0, self.0.size.1));
        draw(&self.0, Theme::PLAIN, &mut buffer);
        let row = |y: u16| -> String {
            let cells = (0..buffer.area().width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..buffer.area().height).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Returns the rows below the halves.
    fn below(&self) -> Vec<String> {
        let rows: Vec<String> = self.shown().lines().map(str::to_owned).collect();
        rows[rows.len() - 4..].to_vec()
    }
}

#[test]
fn a_lost_citation_comes_first() {
    insta::assert_snapshot!(Screen::open("monday.md", "tuesday.md", (120, 30)).shown());
}

#[test]
fn two_dialects_side_by_side() {
    let screen = Screen::open("monday.md", "wednesday.json", (80, 24)).press("n");
    insta::assert_snapshot!(screen.shown());
}

#[test]
fn changes_are_stepped_through_to_both_ends() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30));
    let screen = screen.press("p");
    assert_eq!(screen.below()[3], " this is the first change");
    let screen = screen.press("n");
    assert_eq!(screen.below()[0], " 2 of 8 · fell, moved");
    let expected =
        " moved: [9] harbour L3 → [7] harbour L33 · passage: found → unresolved (out-of-range)";
    assert_eq!(screen.below()[1], expected);
    let screen = screen.press("nnnnnn");
    assert_eq!(screen.below()[..2], [" 8 of 8 · reworded", ""]);
    assert!(screen.shown().contains("the claim has other words"), "{}", screen.shown());
    assert_eq!(screen.press("n").below()[3], " this is the last change");
}

#[test]
fn the_citations_of_a_change_are_stepped_through() {
    let screen = Screen::open("monday.md", "wednesday.json", (120, 30));
    let (before, after) = (screen.0.halves[0].state.selected, screen.0.halves[1].state.selected);
    assert_eq!((before, after), (Some(2), None));
    let screen = screen.press("]");
    assert_eq!(screen.below()[3], " no further citation of this claim changed");
    assert_eq!(screen.press("ä").below()[3], " `ä` is not bound");
}

#[test]
fn views_move_together() {
    let screen = Screen::open("monday.md", "tuesday.md", (80, 20)).press("G");
    let text = screen.shown();
    let row = text.lines().find(|row| row.contains("end")).unwrap();
    assert_eq!(row.matches("end").count(), 2, "{text}");
    let screen = screen.press("<tab>");
    assert_eq!(screen.shown().matches('▸').count(), 2);
    assert!(screen.shown().contains("▸ Source"), "{}", screen.shown());
}

#[test]
fn the_same_response_shows_that_nothing_changed() {
    let screen = Screen::open("monday.md", "monday.md", (80, 24));
    assert_eq!(screen.below()[0], " no difference; 9 citations unchanged");
    assert_eq!(screen.press("n").below()[3], " nothing changed");
}

#[test]
fn any_size_is_drawn() {
    let mut screen = Screen::open("monday.md", "wednesday.json", (80, 24)).press("n");
    for (width, height) in [(1, 1), (39, 30), (40, 10), (41, 11), (60, 16), (300, 4), (300, 90)] {
        screen.0.update(&Event::Resize(width, height));
        let text = screen.shown();
        let fits = width >= 40 && height >= 10;
        assert_eq!(text.contains(" 2 of "), fits, "{width}x{height}\n{text}");
    }
}

#[test]
fn q_leaves() {
    let mut screen = Screen::open("monday.md", "tuesday.md", (80, 24));
    let key = Key::sequence("q").unwrap().remove(0);
    let effect = screen.0.update(&Event::Key(KeyEvent::new(key.code, key.modifiers)));
    assert!(matches!(effect.as_slice(), [Effect::Quit]));
}

#[test]
fn a_verdict_is_about_the_second_response_and_shows_the_next_change() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30)).press("nx");
    assert_eq!(screen.verdicts("b"), [Verdict::DoesNotSupport]);
    assert!(screen.verdicts("a").is_empty());
    let foot = screen.below()[2..].join(" ");
    assert!(foot.contains("does not support · why?"), "{:?}", screen.below());
    assert!(foot.contains("1 number") && foot.contains("C note"), "{:?}", screen.below());
    assert!(screen.below()[0].contains("3 of 8"), "{:?}", screen.below());
    let screen = screen.press("1<esc>");
    assert_eq!(screen.verdicts("b").len(), 2, "the reason goes to the same citation");
    let screen = screen.press("ppx");
    assert!(screen.verdicts("a").len() + screen.verdicts("b").len() >= 3);
}

#[test]
fn a_claim_that_only_the_first_response_cites_is_judged_there() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30)).press("a");
    assert_eq!((screen.verdicts("a").len(), screen.verdicts("b").len()), (1, 0));
}

#[test]
fn both_halves_are_searched_together() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30)).press("/the");
    assert!(screen.below()[3].contains("/the▏"), "{:?}", screen.below());
    let screen = screen.press("<enter>n");
    assert!(screen.0.halves.iter().all(|half| half.state.search().is_some()));
    assert_eq!(screen.0.at, 0, "`n` goes through the matches");
    let screen = screen.press("<esc>n");
    assert_eq!(screen.0.at, 1);
}

#[test]
fn the_commands_of_the_comparison_are_listed_and_run() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30)).press("?");
    insta::assert_snapshot!("commands", screen.shown());
    let screen = screen.press("raw<enter>");
    assert!(screen.0.list.is_none());
    assert!(screen.0.halves.iter().all(|half| half.state.response.is_raw()));
    assert!(!screen.press("?").shown().contains("list of cases"), "it has no cases to list");
}

#[test]
fn the_foot_and_the_list_of_commands_are_those_of_the_comparison() {
    let screen = Screen::open("monday.md", "tuesday.md", (120, 30)).press("/days<enter>");
    let foot = screen.below().pop().unwrap();
    assert!(foot.starts_with(" /days · ") && foot.contains("n next match"), "{foot}");
    assert!(foot.contains("esc end search") && !foot.contains("next change"), "{foot}");
    let screen = screen.press("<esc>");
    assert!(screen.below().pop().unwrap().contains("n next change"));
    let screen = screen.press("/zzz<enter>");
    let foot = screen.below().pop().unwrap();
    assert!(foot.contains("not found") && !foot.contains("next match"), "{foot}");
    let screen = screen.press("<esc>c");
    let foot = screen.below().pop().unwrap();
    assert!(foot.contains("not in a comparison: list of citations; `?` lists"), "{foot}");
    let list = screen.press("?").shown();
    assert!(list.contains("next change; next match") && list.contains("previous change"), "{list}");
    assert!(!list.contains("next citation;"), "{list}");
    let foot = list.lines().last().unwrap();
    assert!(foot.contains("enter run  esc back") && !foot.contains("next change"), "{foot}");
}

#[test]
fn the_detail_of_a_half_follows_its_selection() {
    let mut screen = Screen::open("monday.md", "tuesday.md", (120, 40));
    for keys in ["nD", "x", "<esc>x", "<esc>x", "<esc>a"] {
        screen = screen.press(keys);
        for half in &screen.0.halves {
            let number = half.state.selected.map(|selected| format!("Citation {} ", selected + 1));
            if let pincite::tui::state::Mode::Detail(detail) = &half.state.mode {
                assert!(number.is_some_and(|it| detail.title.starts_with(&it)), "{}", detail.title);
            }
        }
    }
}
