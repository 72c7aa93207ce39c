//! Office files as sources: what `show` prints of them, and their pane.

use crate::cli::{run, show_samples};
use crate::session::Session;

const ANSWER: &str = "office/answer.md";

const FILES: &[&str] =
    &["office/transit.docx", "office/hours.odt", "office/briefing.pptx", "office/carrier.epub"];

#[test]
fn office_files_are_cited_by_line_and_slide() {
    insta::assert_snapshot!(show_samples(ANSWER, FILES));
}

#[test]
fn a_word_document_is_shown_by_paragraph() {
    let session = Session::samples(ANSWER, FILES).size(120, 30).press("n");
    insta::assert_snapshot!(session.picture());
}

#[test]
fn what_cannot_be_read_is_said_where_the_text_would_be() {
    let dir = tempfile::tempdir().unwrap();
    let whole = std::fs::read("samples/office/transit.docx").unwrap();
    std::fs::write(dir.path().join("transit.docx"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(dir.path().join("old.docx"), b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 rest").unwrap();
    std::fs::write(dir.path().join("r.md"), "Fine.").unwrap();
    let args = ["show", "r.md", "transit.docx", "old.docx"].map(str::to_owned);
    let output = run(dir.path(), &args, "").stdout;
    assert!(output.contains("transit.docx, no text: its archive cannot be read: "), "{output}");
    let old = "old.docx, no text: it is encrypted, or of an older format than its name says";
    assert!(output.contains(old), "{output}");
}
