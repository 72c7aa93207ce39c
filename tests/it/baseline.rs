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

/// Returns a line of a batch with an unknown id.
fn line(id: &str) -> String {
    format!("{{\"id\":\"{id}\",\"response\":\"Fees {id}.{}\",\"sources\":[]}}\n", cite(id))
}

/// Returns the fingerprints of the known findings.
fn prints(folder: &Folder) -> Vec<String> {
    let known: serde_json::Value = serde_json::from_str(&folder.read("known.json")).unwrap();
    let findings = known["findings"].as_array().unwrap().iter();
    findings.map(|known| known["fingerprint"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn known_findings_of_what_was_not_checked_are_kept() {
    let batch = format!("{}{}", line("a"), line("b"));
    let files = [("batch.jsonl", batch.as_str()), ("gone.md", "No."), ("a.txt", "Days.\n")];
    for (write, now, kept) in [
        // A line that cannot be read, alone and with new findings.
        ("--select P001", format!("{}not json\n", line("a")), 1),
        ("--select P001 --force", format!("{}not json\n", line("c")), 2),
        // A rule that does not run.
        ("--select I001", batch.clone(), 2),
    ] {
        let folder = Folder::new(&files);
        folder.check("--select P001 --write-baseline known.json batch.jsonl");
        let before = prints(&folder);
        assert_eq!(before.len(), 2);
        folder.write("batch.jsonl", &now);
        let known = format!("{write} --write-baseline known.json batch.jsonl");
        let output = folder.check(&known);
        let words = format!("written to known.json ({kept} kept: not checked)");
        assert!(output.stderr.contains(&words), "{write}: {}", output.stderr);
        assert_eq!(output.status, if write.contains("P001") { 2 } else { 0 }, "{write}");
        let known = prints(&folder);
        assert!(before.iter().all(|print| known.contains(print)), "{write}: {known:?}");
        // The line is mended: nothing is new.
        folder.write("batch.jsonl", &batch);
        let checked = folder.check("--select P001 --baseline known.json batch.jsonl");
        assert_eq!(checked.status, 0, "{write}: {}", checked.stderr);
    }
}

#[test]
fn known_findings_of_what_was_not_checked_are_not_called_old() {
    let folder = Folder::new(&[("batch.jsonl", &format!("{}{}", line("a"), line("b")))]);
    folder.check("--select P001 --write-baseline known.json batch.jsonl");
    folder.write("batch.jsonl", &format!("{}not json\n", line("a")));
    let output = folder.check("--select P001 --baseline known.json batch.jsonl");
    assert!(!output.stderr.contains("no longer found"), "{}", output.stderr);
    // A file that is read again, without them.
    folder.write("batch.jsonl", &line("a"));
    let output = folder.check("--select P001 --baseline known.json batch.jsonl");
    assert!(output.stderr.contains("1 known finding of known.json no longer found"));
    let shrunk = folder.check("--select P001 --write-baseline known.json batch.jsonl");
    assert!(shrunk.stderr.contains("1 known finding written to known.json\n"), "{}", shrunk.stderr);
}
