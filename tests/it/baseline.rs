//! Known findings and bad lines: each report counts them, and no baseline takes in a new finding by itself.

use crate::check::Folder;
use crate::cli::cite;

/// A folder with two unknown ids, which are known findings.
fn folder() -> Folder {
    let answer = format!("Days.{}\n\nMore.{}\n", cite("b"), cite("c"));
    let folder = Folder::new(&[("answer.md", &answer), ("a.txt", "Take five days.\n")]);
    folder.check("--select P001 --write-baseline known.json answer.md a.txt");
    folder
}

const KNOWN: &str = "--select P001 --baseline known.json answer.md a.txt";

#[test]
fn known_findings_are_counted_in_every_format() {
    let folder = folder();
    let message = "2 known findings of known.json left out";
    let text = folder.check(KNOWN);
    assert_eq!(text.status, 0);
    assert!(text.stderr.contains(&format!("no findings in 1 case; {message}")), "{}", text.stderr);
    for (format, part) in [
        ("markdown", message),
        ("github", message),
        ("sarif", message),
        ("sarif", "\"knownFindings\": 2"),
        ("junit", "<property name=\"known-findings\" value=\"2\"/>"),
        ("csv", ",known,,,,,P001 unknown-source"),
        ("jsonl-citations", "\"status\":\"known\""),
        (
            "json",
            "\"known\":[{\"rule\":\"unknown-source\",\"code\":\"P001\",\"line\":1,\"citation\":1}",
        ),
    ] {
        let output = folder.check(&format!("--format {format} {KNOWN}"));
        assert!(output.stdout.contains(part), "{format}: {}", output.stdout);
    }
    folder.check(&format!("--metrics now.json {KNOWN}"));
    assert!(folder.read("now.json").contains("\"known_findings\":2"));
}

#[test]
fn removing_old_findings_never_accepts_new_ones() {
    let folder = folder();
    let before = folder.read("known.json");
    folder.write("answer.md", &format!("Days.{}\n\nMore.{}\n", cite("b"), cite("d")));
    let refused = folder.check("--select P001 --write-baseline known.json answer.md a.txt");
    let why = "cannot replace known.json: it does not have 1 of 2 findings";
    assert!(refused.stderr.contains(why), "{}", refused.stderr);
    assert_eq!((refused.status, folder.read("known.json")), (2, before));

    folder.write("answer.md", &format!("Days.{}\n", cite("b")));
    let shrunk = folder.check("--select P001 --write-baseline known.json answer.md a.txt");
    assert_eq!(
        (shrunk.stderr.as_str(), shrunk.status),
        ("pincite: 1 known finding written to known.json\n", 0)
    );
}

#[test]
fn a_bad_line_of_a_batch_is_told_as_such() {
    let good = "{\"id\":\"a\",\"response\":\"x\",\"sources\":[]}";
    let folder = Folder::new(&[("batch.jsonl", &format!("{good}\nnot json\n"))]);
    let output = folder.check("--select P001 batch.jsonl");
    assert!(
        output.stderr.contains("hint: each line of a batch is a JSON object"),
        "{}",
        output.stderr
    );
    assert!(output.stderr.contains("no findings in 1 case; 1 of 2 cases"), "{}", output.stderr);
}
