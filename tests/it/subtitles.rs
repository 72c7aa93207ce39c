//! Subtitles as sources: times resolve to cues, lines stay lines.

use crate::cli::{cite, run, show_samples};
use crate::session::Session;

const ANSWER: &str = "subtitles/answer.md";

const FILES: &[&str] = &["subtitles/talk.srt", "subtitles/panel.vtt"];

#[test]
fn times_lead_to_cues_or_say_what_is_nearest() {
    insta::assert_snapshot!(show_samples(ANSWER, FILES));
}

#[test]
fn the_cited_cues_are_highlighted_and_chips_say_the_time() {
    let session = Session::samples(ANSWER, FILES).size(120, 30).press("n");
    insta::assert_snapshot!(session.picture());
}

#[test]
fn lines_of_subtitles_are_lines() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy("samples/subtitles/talk.srt", dir.path().join("talk.srt")).unwrap();
    std::fs::write(dir.path().join("r.md"), format!("Welcome.{}", cite("talk L3"))).unwrap();
    let args = ["show", "r.md", "talk.srt"].map(str::to_owned);
    let printed = run(dir.path(), &args, "").stdout;
    assert!(printed.contains("3: Welcome to the claims desk."), "{printed}");
}

#[test]
fn large_subtitles_say_that_they_are_not_searched_by_time() {
    let dir = tempfile::tempdir().unwrap();
    let cue = "1\n00:00:01,000 --> 00:00:02,000\nWords\n\n";
    let path = dir.path().join("talk.srt");
    std::fs::write(&path, cue.repeat(16 * 1024 * 1024 / cue.len() + 1)).unwrap();
    let response = "Words [1, 00:00:01].\n\nSources:\n\n1. talk\n";
    std::fs::write(dir.path().join("r.md"), response).unwrap();
    let args = ["show", "r.md", "talk.srt"].map(str::to_owned);
    let printed = run(dir.path(), &args, "").stdout;
    let note = "larger than 16 MiB, so subtitles are not searched by time";
    assert!(printed.contains("cannot show `00:00:01`: `1` has no times"), "{printed}");
    assert!(printed.contains(note), "{printed}");
    let session = Session::with_paths(("r.md", response), &[path]).size(160, 30);
    assert!(session.row_with(note).contains("? larger"));
}
