//! Memory in proportion to the citations: goal 13 of `SECURITY.md`, at a part of its size.
//!
//! An answer with 100,000 citations may take four times its size and 200 MiB. What counts here is the
//! difference to an answer with a few, because a program for tests is larger by itself.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Citations of the large answer, a sixteenth of 100,000: vectors that double in size are as full as then.
const CITATIONS: usize = 6_250;

/// Citations of the small answer: enough to load every word list and pattern.
const FEW: usize = 200;

/// The memory that 100,000 citations may take, in KiB, without what the program takes by itself.
const FOR_100_000: u64 = (200 - 14) * 1024;

const COMMANDS: [&[&str]; 8] = [
    &["check"],
    &["check", "--format", "json"],
    &["report", "-o", "out.html", "--force"],
    &["report", "--format", "markdown", "-o", "out.md", "--force"],
    &["report", "--format", "json", "-o", "out.json", "--force"],
    &["show"],
    &["show", "--format", "json"],
    &["convert", "--to", "footnotes"],
];

/// An answer with a number of citations: a line of a source, and a source that does not exist.
fn markers(count: usize) -> String {
    let one = "So it is.\u{e200}cite\u{e202}a\u{e202}L1\u{e201} ";
    let other = "So it is.\u{e200}cite\u{e202}turn0file7\u{e201} ";
    [one, other].concat().repeat(count / 2)
}

/// An answer whose markers are never closed. Each has a finding, and a doubt about the source that it was
/// matched to.
fn unclosed(count: usize) -> String {
    "So it is.\u{e200}cite\u{e202}turn0file0\u{e202}L1 ".repeat(count)
}

/// An answer with an annotation on each sentence: at most 10,000, of which no more are read from one list.
fn annotations(count: usize) -> String {
    let text = "Refunds take five days. ".repeat(count);
    let annotation = |index: usize| {
        let start = index * 24;
        serde_json::json!({"type": "url_citation", "start_index": start, "end_index": start + 23,
            "url": "https://example.com/a", "title": "A"})
    };
    let annotations: Vec<_> = (0..count).map(annotation).collect();
    let content =
        serde_json::json!([{"type": "output_text", "text": text, "annotations": annotations}]);
    let output = [serde_json::json!({"type": "message", "role": "assistant", "content": content})];
    serde_json::json!({"object": "response", "output": output}).to_string()
}

/// A batch with a finding in each line.
fn batch(count: usize) -> String {
    let response = "So it is.\u{e200}cite\u{e202}turn0file7\u{e201}";
    let case = |id| serde_json::json!({"id": id, "response": response, "sources": []}).to_string();
    (0..count).map(|id| case(id.to_string()) + "\n").collect()
}

/// Returns the most memory that a run had at any time, in KiB, without the pages of the program's file: how
/// many of those are in memory differs from run to run, and not with the size of the answer.
fn peak(folder: &Path, file: &str, arguments: &[&str]) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .args([file, "a.txt"])
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let kibibytes = |name: &str| -> Option<u64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        };
        // The system keeps the maximum, so it is enough to look at it until the end.
        let of_data = kibibytes("VmHWM:").zip(kibibytes("RssFile:"));
        peak = of_data.map_or(0, |(all, of_files)| all.saturating_sub(of_files)).max(peak);
        if let Some(ended) = child.try_wait().unwrap() {
            assert!(ended.code().is_some_and(|code| code < 2), "{arguments:?}: {ended}");
            return peak;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn check(file: &str, text: fn(usize) -> String, commands: &[&[&str]]) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.txt"), "So it is.\nThe second line.\n").unwrap();
    for arguments in commands {
        let measured = |count: usize| {
            let text = text(count);
            fs::write(dir.path().join(file), &text).unwrap();
            (peak(dir.path(), file, arguments), text.len() as u64)
        };
        let (few, _) = measured(FEW);
        let (many, length) = measured(CITATIONS);
        let limit = FOR_100_000 * (CITATIONS - FEW) as u64 / 100_000 + 4 * length / 1024;
        let grown = many.saturating_sub(few);
        assert!(grown <= limit, "{file}, {arguments:?}: {grown} KiB of {limit} ({few}, {many})");
    }
}

#[test]
fn many_markers_take_no_more_memory_than_the_goal() {
    check("r.md", markers, &COMMANDS);
}

#[test]
fn many_markers_that_are_never_closed_take_no_more_memory_than_the_goal() {
    check("r.md", unclosed, &[COMMANDS[0], COMMANDS[1], COMMANDS[4]]);
}

/// SARIF and `JUnit` are written at the end, JSON is not.
#[test]
fn findings_of_a_batch_that_are_held_take_no_more_memory_than_the_goal() {
    let cases = CITATIONS / 3;
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.txt"), "So it is.\n").unwrap();
    let [passed_on, sarif, junit] = ["json", "sarif", "junit"].map(|format| {
        let [few, many] = [FEW, cases].map(|count| {
            fs::write(dir.path().join("b.jsonl"), batch(count)).unwrap();
            peak(dir.path(), "b.jsonl", &["check", "--format", format])
        });
        many.saturating_sub(few)
    });
    let limit = FOR_100_000 * (cases - FEW) as u64 / 100_000;
    for held in [sarif, junit] {
        assert!(held <= passed_on + limit, "{held} KiB ({passed_on} KiB of JSON, {limit})");
    }
}

#[test]
fn many_annotations_take_no_more_memory_than_the_goal() {
    check("r.json", annotations, &COMMANDS[..3]);
}
