//! A verdict is about what was on the screen when its key was pressed, or it is not recorded.

use std::path::Path;

use pincite::review::{Event, Journal, Judgement, Verdict};
use pincite::tui::state::Mode;

use crate::cli::cite;
use crate::session::Session;

fn story() -> Session {
    Session::samples("story/answer.md", &["story/sources"]).size(80, 24)
}

fn handbook() -> Session {
    Session::samples("handbook/answer.md", &["handbook/sources"]).size(80, 24)
}

fn decisions(path: &Path) -> Vec<Judgement> {
    if !path.exists() {
        return Vec::new();
    }
    let entries = Journal::read(path).unwrap().0.into_iter();
    let judged = entries.filter_map(|entry| match entry.event {
        Event::Judged(judgement) => Some(*judgement),
        _ => None,
    });
    judged.collect()
}

fn cited(path: &Path) -> Vec<(Option<usize>, &'static str)> {
    let verdict = |it: Judgement| (it.citation, it.verdict.map_or("", Verdict::name));
    decisions(path).into_iter().map(verdict).collect()
}

#[test]
fn the_detail_follows_the_selection_after_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = story().reviewing(&journal).press("Dx");
    session.row_with("Citation 2 of 3");
    session.row_with("The warranty covers the motor for five years.");
    session.row_with("1: ✗ does not support");
    let session = session.press("1");
    assert_eq!(decisions(&journal).pop().unwrap().reasons, ["number"]);
    session.row_with("Citation 2 of 3");
    let session = session.press("jx");
    session.row_with("Citation 3 of 3");
    let no = "does-not-support";
    assert_eq!(cited(&journal), [(Some(1), no), (Some(1), no), (Some(2), no)]);
    let session = session.press("rr");
    session.row_with("Citation 1 of 3");
    assert!(matches!(session.press("<esc><esc>").state.mode, Mode::Browse));
}

#[test]
fn a_review_is_begun_without_closing_the_detail() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = story().browsing(&journal).press("Da");
    session.row_with("Citation 1 of 3");
    session.row_with("start a review with “supports”?");
    let session = session.press("y");
    session.row_with("Citation 2 of 3");
    assert_eq!(cited(&journal), [(Some(1), "supports")]);
}

#[test]
fn a_click_cancels_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = handbook().reviewing(&journal).press("u");
    let asked = session.state.selected;
    let session = session.press("a");
    session.row_with("supports anyway?");
    let session = session.click_on("L16-L17]");
    assert_ne!(session.state.selected, asked);
    assert!(!session.rows().concat().contains("anyway?"));
    let session = session.press("y");
    assert!(cited(&journal).is_empty(), "{:?}", cited(&journal));
    drop(session);
    let session = handbook().browsing(&journal).press("a");
    session.row_with("start a review with");
    drop(session.click_on("[2").press("y"));
    assert!(cited(&journal).is_empty());
    let session = handbook().reviewing(&journal).press("x");
    session.row_with("1: ✗ does not support · why?");
    drop(session.click_on("[2").press("1"));
    assert!(decisions(&journal).pop().unwrap().reasons.is_empty(), "the row is gone");
}

#[test]
fn a_verdict_waits_until_the_passage_is_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = handbook().size(120, 40).reviewing(&journal).press("n");
    for elsewhere in ["spolicy<enter>", "Fgoodwill<enter><enter>"] {
        let there = Session::samples("handbook/answer.md", &["handbook/sources"]);
        let there = there.size(120, 40).reviewing(&journal).press("n").press(elsewhere);
        assert!(there.state.source.browsing, "{elsewhere}");
        let there = there.press("a");
        there.row_with("`enter` shows the cited passage first");
        assert!(cited(&journal).is_empty());
        drop(there);
    }
    let session = session.press("spolicy<enter>a<esc>a");
    assert_eq!(cited(&journal), [(Some(2), "supports")]);
    // Lines of another source are the right place, which was selected there.
    drop(session.press("spolicy<enter>Vjo"));
    assert_eq!(decisions(&journal).pop().unwrap().verdict, Some(Verdict::WrongPlace));
}

#[test]
fn on_a_small_screen_both_claim_and_passage_are_shown_before_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = story().size(40, 10).reviewing(&journal).press("a");
    assert!(cited(&journal).is_empty());
    session.row_with("the passage first: `a` again");
    session.row_with("30 days");
    let session = session.press("a");
    assert_eq!(cited(&journal), [(Some(1), "supports")]);
    let session = session.press("a");
    assert_eq!(cited(&journal).len(), 1);
    session.row_with("the claim first: `a` again");
    session.row_with("five years");
    let session = session.press("a<tab>");
    assert_eq!(cited(&journal).len(), 2);
    drop(session.press("<tab>a"));
    assert_eq!(cited(&journal).len(), 3, "both were shown");
}

#[test]
fn a_question_about_a_citation_ends_when_the_files_change() {
    let answer = |more: &str| format!("{more}Calm.{} Cold.{}", cite("nowhere L1"), cite("a L1"));
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = Session::watched(("r.md", &answer("")), &[("a.txt", "Cold.")]);
    let session = session.size(80, 24).reviewing(&journal).press("a");
    session.row_with("supports anyway?");
    let session = session.save("r.md", &answer(&format!("New.{} ", cite("a L1"))));
    assert!(!session.rows().concat().contains("anyway?"));
    drop(session.press("y"));
    assert!(cited(&journal).is_empty());
}
