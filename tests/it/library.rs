//! The library as its users meet it: cases from files, views of citations, kinds of errors.

use std::fs;
use std::path::Path;

use pincite::{Batch, ErrorKind, Extractor, Inspection};

use crate::session::extractor;

const ANSWER: &str = "The oven is lit at three. \u{e200}cite\u{e202}book\u{e202}L2\u{e201}";

fn handbook() -> Batch {
    let answer = Batch::from_bytes("answer.md", ANSWER.as_bytes().to_vec()).unwrap();
    answer.with_source("book", "samples/pdf/handbook.pdf").unwrap()
}

/// Returns the text that the first target cites, or why there is none.
fn cited(inspection: &Inspection) -> Result<String, String> {
    let citation = inspection.citations().next().unwrap();
    let target = citation.targets().next().unwrap();
    target.text().ok_or_else(|| target.why_missing().unwrap().to_owned())
}

#[test]
fn a_citation_comes_with_all_that_was_found() {
    let answer = pincite::open("samples/handbook/answer.md").unwrap();
    let inspection = answer.with_sources(["samples/handbook/sources"]).unwrap().inspect().unwrap();
    assert_eq!(inspection.citations().len(), inspection.case.response.citations.len());
    let citation = inspection.citations().nth(9).unwrap();
    let target = citation.targets().next().unwrap();
    assert_eq!((citation.number(), target.lines()), (10, Some((16, 17))));
    assert!(target.text().unwrap().starts_with("Refunds go back to the"), "{target:?}");
    assert_eq!(target.source().unwrap().id, "turn0file0");
    assert!(target.evidence.unwrap().support > 0.5, "{target:?}");
    let line = inspection
        .case
        .response
        .text
        .lines()
        .nth(usize::try_from(citation.line()).unwrap() - 1)
        .unwrap();
    assert!(line.contains("within five working days"), "{line}");
    let reported: usize = inspection.citations().map(|it| it.findings().count()).sum();
    let about_citations = inspection.findings.iter().filter(|it| it.citation.is_some()).count();
    assert_eq!(reported, about_citations);
    assert!(reported > 0);
}

#[test]
fn a_document_is_read_only_by_the_extractor_that_was_chosen() {
    let none = cited(&handbook().inspect().unwrap()).unwrap_err();
    assert!(none.contains("no extractor was chosen"), "{none}");
    let process = handbook().with_extractor(extractor()).inspect().unwrap();
    let in_process = handbook().with_extractor(Extractor::in_process()).inspect().unwrap();
    assert_eq!(cited(&in_process), cited(&process));
    assert!(cited(&process).is_ok());
    let text = |inspection: &Inspection| inspection.case.sources[0].text.clone();
    assert_eq!(text(&in_process), text(&process));
}

#[test]
fn a_bad_line_fails_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("batch.jsonl");
    let case = |id: &str| format!("{{\"id\":\"{id}\",\"response\":\"x\",\"sources\":[]}}\n");
    fs::write(&path, [case("a"), "{\"id\":\n".to_owned(), case("b")].concat()).unwrap();
    let batch = pincite::open(&path).unwrap();
    let ids = |inspection: pincite::error::Result<Inspection>| match inspection {
        Ok(inspection) => inspection.case.id,
        Err(error) => format!("{:?}", error.kind()),
    };
    assert_eq!(batch.inspect_all().map(ids).collect::<Vec<_>>(), ["a", "Invalid", "b"]);
    assert_eq!(batch.inspect().unwrap_err().kind(), ErrorKind::SeveralCases);
}

#[test]
fn errors_have_a_kind() {
    let kind = |path: &Path| pincite::open(path).unwrap_err().kind();
    assert_eq!(kind(Path::new("no/such/file.md")), ErrorKind::NotFound);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(kind(folder.path()), ErrorKind::Unrecognized);
    let json = folder.path().join("x.json");
    fs::write(&json, "{\"a\": 1}").unwrap();
    assert_eq!(kind(&json), ErrorKind::Unrecognized);
    let unknown = pincite::open_as(&json, "no-such-dialect").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::UnknownName);
    let answer = pincite::open("samples/handbook/answer.md").unwrap();
    assert_eq!(answer.with_sources(["no/such"]).unwrap_err().kind(), ErrorKind::NotFound);
}
