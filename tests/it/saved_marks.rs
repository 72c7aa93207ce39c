//! Marks in saved answers that no dialect reads: each is counted by a note.

use crate::saved::read;

#[track_caller]
fn check(text: &str, expected: &str) {
    let notes = read("a.md", text).notes;
    assert!(notes.iter().any(|note| note.contains(expected)), "{text}: {notes:?}");
}

#[test]
fn brackets_of_unknown_kinds_are_noted() {
    check("It rose [NIST, 2025]. It fell.", "1 mark not read that looks like a citation");
    check("It rose [#q0d52]. It fell [#q0d54].", "2 marks not read that look like citations");
    check("需主张权益（【依据：《劳动法》第五条】）。", "such as `【依据：《劳动法》第五条】`");
}

#[test]
fn parts_of_pages_and_streams_of_apps_are_noted() {
    let page = "<div class=\"message-text-content\"><p class=\"text\">It rose.</p></div>";
    check(page, "the answer is HTML");
    check(")]}'\n\n104\n[[\"wrb.fr\",null,\"It rose [1].\"]]\n", "a stream of a Google app");
    let notes = read("a.md", "It rose<sup>a</sup>.\n<details><summary>b</summary></details>").notes;
    assert!(!notes.iter().any(|note| note.contains("HTML")), "{notes:?}");
}
