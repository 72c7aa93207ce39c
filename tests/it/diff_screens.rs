//! Two responses side by side, without a terminal: keys in, screens out.

use std::path::{Path, PathBuf};

use crossterm::event::{Event, KeyEvent};
use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::review::Ledger;
use pincite::review::compare::{Side, compare};
use pincite::sources;
use pincite::tui::compare::{Compare, draw};
use pincite::tui::keymap::{Key, Keymap};
use pincite::tui::state::Effect;
use pincite::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The inspection of a sample with the sources beside it.
fn inspection(name: &str) -> Inspection {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/diff");
    let bytes = std::fs::read(samples.join(name)).unwrap();
    let mut loaded = sources::load(&[samples.join("sources")], &[]).unwrap();
    for origin in loaded.sources.iter_mut().filter_map(|source| source.origin.as_mut()) {
        // Where the files lie differs from run to run; screens must not.
        origin.path = PathBuf::from(origin.path.file_name().unwrap());
    }
    let cases = cases::open(Input::new(name, bytes), None, &Families::default()).unwrap();
    let cases = cases.with_sources(loaded.sources, loaded.notes);
    inspect(cases.read(0).unwrap())
}

struct Screen(Compare);

impl Screen {
    fn open(before: &str, after: &str, size: (u16, u16)) -> Self {
        let (before, after) = (inspection(before), inspection(after));
        let ledger = &Ledger::default();
        let side = |inspection| Side { inspection, ledger };
        let comparison = compare(&side(&before), &side(&after));
        Self(Compare::new((before, after), comparison, &Keymap::built_in().unwrap(), size))
    }

    fn press(mut self, keys: &str) -> Self {
        for key in Key::sequence(keys).unwrap() {
            let event = Event::Key(KeyEvent::new(key.code, key.modifiers));
            assert!(self.0.update(&event).is_none(), "{keys}");
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

    /// The rows below the halves.
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
    let told =
        " moved: [9] harbour L3 → [7] harbour L33 · passage: found → unresolved (out-of-range)";
    assert_eq!(screen.below()[1], told);
    let screen = screen.press("nnnnnn");
    assert_eq!(screen.below()[..2], [" 8 of 8 · reworded", ""]);
    assert!(screen.shown().contains("The claim has other words"), "{}", screen.shown());
    assert_eq!(screen.press("n").below()[3], " this is the last change");
}

#[test]
fn the_citations_of_a_change_are_stepped_through() {
    let screen = Screen::open("monday.md", "wednesday.json", (120, 30));
    let (before, after) = (screen.0.sides[0].selected, screen.0.sides[1].selected);
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
    assert!(matches!(effect, Some(Effect::Quit)));
}
