//! Folders of sources of several kinds, and what is said while they are looked at and read.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli::cite;
use crate::isolation::{endless, pages};
use crate::pty::{LIMIT, Terminal, command};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// A checkout with a file of each kind, and with what is left out.
fn checkout(folder: &Path) {
    let docs = folder.join("docs");
    fs::create_dir_all(docs.join("sub")).unwrap();
    fs::create_dir(docs.join(".git")).unwrap();
    fs::write(docs.join(".gitignore"), "ignored.pdf\n").unwrap();
    fs::write(docs.join("ignored.pdf"), pages(&["ignored"])).unwrap();
    fs::write(docs.join(".hidden.txt"), "hidden\n").unwrap();
    fs::write(docs.join("picture.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0").unwrap();
    fs::write(docs.join("handbook.pdf"), pages(&["the words of the handbook"])).unwrap();
    fs::write(docs.join("page.html"), "<!doctype html><p>the words of the page").unwrap();
    fs::write(docs.join("sub/notes.md"), "the words of the notes\n").unwrap();
    let answer = ["handbook L1", "page L1", "notes L1"]
        .map(|fields| format!("So it is.{}\n\n", cite(fields)));
    fs::write(folder.join("answer.md"), answer.concat()).unwrap();
}

#[test]
fn a_folder_gives_its_documents_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    checkout(folder.path());
    let run = Command::new(PINCITE)
        .args(["show", "--full", "answer.md", "docs"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(run.stdout).unwrap();
    for words in [
        "the words of the handbook",
        "the words of the page",
        "the words of the notes",
        "1 binary file in docs left out",
        "left out of docs: `ignored.pdf` (ignored), `.hidden.txt` (hidden)",
        "3 sources",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let sources = shown.split("notes:").next().unwrap();
    assert!(!sources.contains("hidden") && !sources.contains("ignored"), "{shown}");
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "");
}

#[test]
fn a_document_of_a_batch_is_the_same_for_every_case() {
    let folder = tempfile::tempdir().unwrap();
    checkout(folder.path());
    let line = serde_json::json!({"response": format!("So it is.{}", cite("handbook L1"))});
    fs::write(folder.path().join("docs/round.pdf"), endless()).unwrap();
    let duration = |cases: usize| {
        fs::write(folder.path().join("batch.jsonl"), format!("{line}\n").repeat(cases)).unwrap();
        let begun = std::time::Instant::now();
        let run = Command::new(PINCITE)
            .args(["check", "--format", "json", "batch.jsonl", "docs"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap().lines().count(), cases);
        begun.elapsed()
    };
    // A child for each case would take that many times as long.
    let (one, many) = (duration(1), duration(200));
    assert!(many < one * 20, "{one:?}, {many:?}");
}

#[test]
fn what_takes_long_says_so_on_a_terminal_only() {
    let folder = tempfile::tempdir().unwrap();
    checkout(folder.path());
    fs::write(folder.path().join("round.pdf"), endless()).unwrap();
    let script = "\"$0\" show answer.md round.pdf docs > shown";
    let start = |script: &str| {
        let shell = command("/bin/sh", &["-c", script, PINCITE], folder.path());
        let mut terminal = Terminal::start(shell, (80, 24));
        terminal.wait_for_end(LIMIT);
        String::from_utf8(terminal.raw()).unwrap()
    };
    let progress = start(script);
    assert!(progress.contains("\r\x1b[Kreading round.pdf"), "{progress:?}");
    assert!(progress.ends_with("\r\x1b[K"), "it is taken off again: {progress:?}");
    assert_eq!(start(&format!("{script} 2> progress; cat progress")), "");
    // What is quick says nothing.
    assert_eq!(start("\"$0\" show answer.md docs > shown"), "");
}

const POLICY: &str = "# Policy\n\nTravel costs are refunded within 30 days.\n";
const NAMING: &str = "Travel costs are refunded within 90 days. [policy.md L3]\n";

/// Returns the ids of the cases that `check` finds, each with its number of citations, and its errors.
fn cases(files: &[(&str, &str)], paths: &str) -> (Vec<String>, String) {
    let folder = crate::check::Folder::new(files);
    let output = folder.check(&format!("--format json {paths}"));
    let cases = output.stdout.lines().map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        format!("{} {}", case["id"].as_str().unwrap(), case["citations"]["total"])
    });
    (cases.collect(), output.stderr)
}

#[test]
fn answers_that_name_files_are_cases_of_a_folder() {
    let numbered = "Travel costs are refunded. [1]\n";
    let own = [("runs/q1.md", NAMING), ("runs/q2.md", numbered), ("runs/docs/policy.md", POLICY)];
    assert_eq!(cases(&own, "runs").0, ["q1.md 1", "q2.md 1"]);
    // Only such answers, with the sources given beside the folder, and next to them.
    let given = [("runs/q1.md", NAMING), ("docs/policy.md", POLICY)];
    assert_eq!(cases(&given, "runs docs").0, ["q1.md 1"]);
    let flat = [("runs/q1.md", NAMING), ("runs/policy.md", POLICY)];
    assert_eq!(cases(&flat, "runs").0, ["q1.md 1"]);
}

#[test]
fn sources_that_name_sources_are_no_cases_of_a_folder() {
    let index = "All rules: [[policy]], [[policy.md]] and [the policy](policy.md#L3).\n";
    let linked = "# Leave\n\nSee [policy.md L3].\n";
    let files = [
        (
            "runs/q1.md",
            "Costs are refunded within 90 days. [policy.md L3] Leave is long. [leave.md]\n",
        ),
        ("runs/docs/policy.md", POLICY),
        ("runs/docs/index.md", index),
        ("runs/docs/leave.md", linked),
    ];
    assert_eq!(cases(&files, "runs").0, ["q1.md 2"]);
}

#[test]
fn a_folder_that_the_configuration_names_as_source_is_refused_with_the_reason() {
    let files = [("docs/policy.md", "Cards work.\n"), ("pincite.toml", "sources = [\"docs/\"]\n")];
    let folder = crate::check::Folder::new(&files);
    let output = folder.check("docs/");
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("it is named as a source, not as answers"), "{}", output.stderr);
    assert!(output.stderr.contains("`--no-config`"), "{}", output.stderr);
}
