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
fn bare_addresses_are_noted() {
    let text = "- https://a.example/1 : It rose.\n- https://b.example/2 : It fell.\n- https://c.example/3\n";
    check(text, "3 addresses not read as citations, such as `https://a.example/1`");
}

#[test]
fn entries_of_lists_in_rows_have_no_text() {
    let row = r#"{"question": "When?", "answer": "At noon [2].",
        "citations": ["[1] Piers — https://a.example/p", "[2] Times — https://a.example/t"]}"#;
    let case = read("a.json", row);
    let source = case.sources.iter().find(|source| source.id == "2").unwrap();
    assert_eq!(source.title.as_deref(), Some("Times"));
    assert_eq!(source.url.as_deref(), Some("https://a.example/t"));
    assert!(source.text.why_not().is_some());
}

#[test]
fn parts_of_pages_and_streams_of_apps_are_noted() {
    let page = "<div class=\"message-text-content\"><p class=\"text\">It rose.</p></div>";
    check(page, "the answer is HTML");
    check(")]}'\n\n104\n[[\"wrb.fr\",null,\"It rose [1].\"]]\n", "a stream of a Google app");
    let notes = read("a.md", "It rose<sup>a</sup>.\n<details><summary>b</summary></details>").notes;
    assert!(!notes.iter().any(|note| note.contains("HTML")), "{notes:?}");
}
