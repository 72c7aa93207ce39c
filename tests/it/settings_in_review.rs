//! Settings that change what a verdict does, and how text is laid out.

use crate::cli::cite;
use crate::session::Session;

fn session(journal: &std::path::Path) -> Session {
    let answer = format!("One.{} Two.{}", cite("a L1"), cite("a L2"));
    Session::open(("r.md", &answer), &[("a.txt", "one\ntwo\n")]).reviewing(journal)
}

#[test]
fn a_verdict_stays_and_asks_nothing_where_the_settings_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let moved = session(&folder.path().join("a.jsonl")).press("x");
    assert_eq!(moved.state.selected, Some(1));
    let mut stays = session(&folder.path().join("b.jsonl"));
    (stays.state.review.stays, stays.state.review.skips_reasons) = (true, true);
    let stays = stays.press("x");
    assert_eq!(stays.state.selected, Some(0));
    assert!(matches!(stays.state.mode, pincite::tui::state::Mode::Browse));
}

#[test]
fn tab_stops_are_as_wide_as_set() {
    let answer = format!("One.{}", cite("a L1"));
    let mut session = Session::open(("r.md", &answer), &[("a.txt", "a\tb\n")]).size(100, 24);
    assert!(session.row_with("a   b").contains("a   b"));
    session.state.tab_width = 8;
    let session = session.press("<ctrl-l>");
    assert!(session.row_with("a       b").contains("a       b"));
}
