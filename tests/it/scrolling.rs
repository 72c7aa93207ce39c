//! The cost of keys on a slow line: the bytes that a frame sends.

use std::fmt::Write as _;

use pincite::tui::palette::Palette;
use pincite::tui::theme::Theme;
use pincite::tui::wire::ScreenContent;

use crate::cli::cite;
use crate::session::Session;

/// Bytes of each of `times` presses of a key.
fn sent(mut session: Session, key: &str, times: usize) -> Vec<usize> {
    let mut shown = ScreenContent::default();
    shown.update(&mut Vec::new(), session.buffer(), Vec::new()).unwrap();
    let mut sent = Vec::new();
    for _ in 0..times {
        session = session.press(key);
        let mut out = Vec::new();
        shown.update(&mut out, session.buffer(), Vec::new()).unwrap();
        sent.push(out.len());
    }
    sent
}

fn mean(sent: &[usize]) -> usize {
    sent.iter().sum::<usize>() / sent.len()
}

/// Returns a response and a source of prose that both fill their pane.
fn prose(size: (u16, u16)) -> Session {
    let words =
        ["parcel", "carrier", "refund", "within", "days", "the", "customer", "of", "warranty"];
    let mut state = 1_u64;
    let mut line = |count: usize| {
        let mut text = String::new();
        for _ in 0..count {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let index = usize::try_from(state >> 33).unwrap() % words.len();
            write!(text, "{} ", words[index]).unwrap();
        }
        text
    };
    let response: Vec<String> =
        (1..200).map(|n| format!("{}{}\n\n", line(20), cite(&format!("a L{n}")))).collect();
    let response = response.concat();
    let source: Vec<String> = (1..400).map(|n| format!("{}\n", line(6 + n % 9))).collect();
    let source = source.concat();
    Session::open(("r.md", &response), &[("a.txt", &source)]).size(size.0, size.1)
}

#[test]
fn a_step_of_one_line_costs_at_most_a_thousand_bytes() {
    let dark = || Theme::new(Palette::built_in("dark").unwrap());
    let themes = [
        ("terminal", Theme::COLOUR),
        ("dark", dark()),
        ("dark ground", dark().on_terminal_ground()),
    ];
    for (name, theme) in themes {
        for (size, prepare) in
            [((120, 40), "<tab>"), ((120, 40), ""), ((80, 24), "<tab>"), ((80, 24), "")]
        {
            let mut session = prose(size).themed(theme);
            if !prepare.is_empty() {
                session = session.press(prepare);
            }
            let sent = sent(session, "j", 50);
            let what = format!(
                "{name} {size:?} {prepare}: mean {}, most {:?}",
                mean(&sent),
                sent.iter().max()
            );
            assert!(mean(&sent) <= 1000, "{what}");
        }
    }
}

#[test]
fn what_changes_nothing_sends_nothing() {
    let sent = sent(prose((120, 40)), "<ctrl-l>", 2);
    assert_eq!(sent, [0, 0]);
}
