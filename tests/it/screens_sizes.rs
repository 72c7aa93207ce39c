//! Every screen at four sizes, with text and styles; and a review of 200 citations with its keys
//! counted.

use pincite::review::{Entry, Event, Journal, Verdict};
use pincite::tui::palette::Palette;
use pincite::tui::theme::Theme;

use crate::session::Session;

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 50), (40, 10)];

/// Returns the screen after some keys in a review of the sample.
fn screen((width, height): (u16, u16), keys: &str) -> Session {
    let folder = tempfile::tempdir().unwrap();
    Session::samples("evidence/answer.md", &["evidence/sources"])
        .size(width, height)
        .reviewing(&folder.path().join("j.jsonl"))
        .press(keys)
}

/// Returns that screen at each size.
fn at_all_sizes(keys: &str) -> String {
    let picture = |(width, height)| {
        format!("{width}x{height}\n{}\n", screen((width, height), keys).picture())
    };
    SIZES.map(picture).concat()
}

/// Every screen, by the keys that lead to it.
const SCREENS: [&str; 11] =
    ["nn", "nn<tab>", "nb", "c", "n*", "/the", "nnD", "?", "nnx", "nVj", "nCNot quite."];

#[test]
fn every_screen_at_every_size() {
    insta::assert_snapshot!("panes", at_all_sizes("nn"));
    insta::assert_snapshot!("source", at_all_sizes("nn<tab>"));
    insta::assert_snapshot!("better", at_all_sizes("nb"));
    insta::assert_snapshot!("list", at_all_sizes("c"));
    insta::assert_snapshot!("hits", at_all_sizes("n*"));
    insta::assert_snapshot!("search", at_all_sizes("/the"));
    insta::assert_snapshot!("detail", at_all_sizes("nnD"));
    insta::assert_snapshot!("commands", at_all_sizes("?"));
    insta::assert_snapshot!("why", at_all_sizes("nn<tab>x"));
    insta::assert_snapshot!("range", at_all_sizes("nVj"));
    insta::assert_snapshot!("note", at_all_sizes("nCNot quite."));
}

/// Returns the styles of every screen in a theme; its words are those of every other theme.
fn styles_in(theme: Theme) -> String {
    let mut styles = String::new();
    for keys in SCREENS {
        for size in SIZES {
            let plain = screen(size, keys);
            let words = plain.rows();
            let themed = plain.themed(theme);
            assert_eq!(themed.rows(), words, "{keys} at {size:?}");
            if size == (80, 24) {
                styles.push_str(&[keys, "\n", &themed.styles()].concat());
            }
        }
    }
    styles
}

#[test]
fn every_screen_in_every_theme() {
    let built_in = |name| Theme::new(Palette::built_in(name).unwrap());
    insta::assert_snapshot!("in_dark", styles_in(built_in("dark")));
    insta::assert_snapshot!("in_light", styles_in(built_in("light")));
    insta::assert_snapshot!("without_colour", styles_in(Theme::PLAIN));
}

/// An answer with 200 citations; every tenth names a line ten above the one it means.
fn many() -> Session {
    const NAMES: [&str; 10] = [
        "harbour", "orchard", "library", "quarry", "viaduct", "museum", "bakery", "chapel",
        "foundry", "nursery",
    ];
    let fact = |n: usize| {
        let (place, street) = (NAMES[n % 10], NAMES[(n / 10) % 10]);
        format!(
            "The {place} near the {street} bridge number {n} opened to visitors in {}.",
            1700 + n
        )
    };
    let lines: Vec<String> = (1..=220).map(fact).collect();
    let claims: Vec<String> = (11..=210)
        .map(|n| {
            let cited = if n % 10 == 0 { n - 10 } else { n };
            format!("{}{}", fact(n), crate::cli::cite(&format!("log.txt L{cited}")))
        })
        .collect();
    Session::open(("a.md", &claims.join("\n\n")), &[("log.txt", &lines.join("\n"))]).size(120, 40)
}

#[test]
fn a_review_of_two_hundred_citations_costs_few_keys() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let mut session = many().reviewing(&journal);
    let mut keys = 0;
    for number in 1..=200_usize {
        assert_eq!(session.state.selected, Some(number - 1), "a verdict moves on");
        // A drifted one is repaired, every seventh gets a reason, the others are right.
        let pressed = match number {
            n if n % 10 == 0 && n < 190 => "bo",
            n if n % 7 == 0 => "x1",
            _ => "a",
        };
        keys += pressed.len();
        session = session.press(pressed);
    }
    session.row_with("200 judged");
    let (entries, damaged) = Journal::read(&journal).unwrap();
    assert!(damaged.is_empty());
    let judged = |entry: Entry| match entry.event {
        Event::Judged(judgement) => Some(*judgement),
        _ => None,
    };
    let judgements: Vec<_> = entries.into_iter().filter_map(judged).collect();
    let with = |verdict: Verdict| {
        let own = judgements.iter().filter(|it| it.verdict == Some(verdict));
        own.map(|it| it.citation).collect::<std::collections::BTreeSet<_>>().len()
    };
    let (repaired, reasoned) = (18, 26);
    assert_eq!(with(Verdict::WrongPlace), repaired);
    assert_eq!(with(Verdict::DoesNotSupport), reasoned);
    assert_eq!(with(Verdict::Supports), 200 - repaired - reasoned);
    let reasons = judgements.iter().filter(|it| it.reasons == ["number"]).count();
    assert_eq!(reasons, reasoned);
    let places = judgements.iter().filter_map(|it| Some((it.citation?, it.place.as_ref()?)));
    for (citation, place) in places {
        assert_eq!(place.first_line, Some(citation as u64 + 10), "citation {citation}");
    }
    assert_eq!(keys, 200 + repaired + reasoned, "one key a verdict, two with a reason or a repair");
}

#[test]
fn the_same_verdict_twice_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = many().reviewing(&journal).press("apa");
    session.row_with("already 1: ✓ supports");
    assert_eq!(session.state.selected, Some(1), "it moves on all the same");
    let (entries, _) = Journal::read(&journal).unwrap();
    let judged = entries.iter().filter(|entry| matches!(entry.event, Event::Judged(_)));
    assert_eq!(judged.count(), 1);
}

#[test]
fn a_review_goes_on_at_the_first_open_citation() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    drop(many().reviewing(&journal).press("aaana"));
    let session = many().reviewing(&journal);
    assert_eq!(session.state.selected, Some(3));
}

#[test]
fn the_demo_says_once_that_verdicts_are_not_saved() {
    let session = Session::samples("evidence/answer.md", &["evidence/sources"])
        .size(120, 40)
        .demonstrating()
        .press("a");
    session.row_with("start a review with “supports”?");
    let session = session.press("y");
    session.row_with("1: ✓ supports · demo: verdicts are not saved");
    let session = session.press("a");
    assert!(!session.rows().concat().contains("not saved"));
}
