//! `check` on a real terminal: progress while a batch is checked, and what is shown with tokens.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::cite;
use crate::pty::{LIMIT, Terminal, command};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// Takes the line of progress off the screen.
const CLEARED: &str = "\r\x1b[K";

/// Runs a shell script that finds the program as `$0`; all that came, and the status.
fn run(script: &str, folder: &Path) -> (String, Terminal, u32) {
    let mut terminal =
        Terminal::start(command("/bin/sh", &["-c", script, PINCITE], folder), (80, 24));
    let status = terminal.wait_for_end(LIMIT);
    (String::from_utf8(terminal.raw()).unwrap(), terminal, status)
}

/// More than one block of lines, each with one finding but the last, which is none.
fn batch(cases: usize) -> String {
    let response =
        serde_json::to_string(&format!("{}{}", "Fine. ".repeat(300), cite("b"))).unwrap();
    let mut batch = String::new();
    for id in 0..cases {
        writeln!(batch, r#"{{"id":"{id}","response":{response},"sources":[]}}"#).unwrap();
    }
    batch + "{oops\n"
}

#[test]
fn progress_of_a_batch_is_shown_and_erased() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("batch.jsonl"), batch(250)).unwrap();
    let check = "\"$0\" check --select P --format json batch.jsonl";
    let (raw, terminal, status) = run(&format!("{check} > found.jsonl"), folder.path());
    assert_eq!(status, 2);
    let first = raw.strip_prefix(CLEARED).expect("progress comes first");
    let (printed, _) = first.split_once(CLEARED).expect("and is taken off");
    assert!(printed.contains(" findings (") && printed.chars().count() < 80, "{printed}");
    let last = terminal.screen().contents();
    assert_eq!(last.trim_end(), "1 of 251 cases could not be checked");
    let found = std::fs::read_to_string(folder.path().join("found.jsonl")).unwrap();
    assert_eq!(found.lines().count(), 251);
    assert!(!found.contains('\u{1b}'));
    // Neither in a pipe nor in between results.
    for (script, shown) in [
        (format!("{check} > found.jsonl 2> printed"), ""),
        (format!("{check} 2> printed | tail -c 1"), "\r\n"),
        (format!("{check} 2>&1 | grep -c ^."), "252\r\n"),
    ] {
        assert_eq!(run(&script, folder.path()).0, shown, "{script}");
    }
    let (raw, ..) = run(check, folder.path());
    assert!(!raw.contains(CLEARED));
}

#[test]
fn a_terminal_is_shown_the_tokens_of_a_diff_and_of_a_repaired_text() {
    let folder = tempfile::tempdir().unwrap();
    let answer = format!("\u{1b}[35mFive days{}.\r\n", cite("a"));
    std::fs::write(folder.path().join("answer.md"), answer).unwrap();
    let marker = "⟨U+E200⟩cite⟨U+E202⟩a⟨U+E201⟩";
    for (script, shown) in [
        ("\"$0\" check --select F --diff answer.md", format!("+␛[35mFive days.{marker}␍\r\n")),
        ("\"$0\" check --select F --fix - < answer.md", format!("␛[35mFive days.{marker}␍\r\n")),
    ] {
        let (raw, ..) = run(script, folder.path());
        assert!(raw.contains(&shown) && !raw.contains("\u{1b}[35m"), "{raw}");
    }
}

#[test]
fn a_terminal_without_escape_sequences_gets_plain_text() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.md"), "It is so. [s.md L1]\n").unwrap();
    std::fs::write(folder.path().join("s.md"), "It is so.\n").unwrap();
    std::fs::write(folder.path().join("batch.jsonl"), batch(250)).unwrap();
    for script in [
        "a.md s.md",
        "check batch.jsonl > found 2>&1; \"$0\" check batch.jsonl > found",
        "check a.md",
    ] {
        let script = format!("TERM=dumb \"$0\" {}", script.replace("\"$0\"", "TERM=dumb \"$0\""));
        let (raw, ..) = run(&script, folder.path());
        assert!(!raw.contains('\u{1b}'), "{script}: {raw:?}");
    }
    let (raw, _, status) = run("TERM=dumb \"$0\" a.md s.md", folder.path());
    assert_eq!(status, 0);
    assert!(raw.contains("found by line number"), "{raw}");
}

#[test]
fn a_folder_in_place_of_a_piped_response_names_the_dash() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("docs")).unwrap();
    std::fs::write(folder.path().join("docs/s.md"), "It is so.\n").unwrap();
    let (raw, ..) = run("echo 'It is so. [s.md L1]' | \"$0\" docs", folder.path());
    assert!(raw.contains("put `-` before docs"), "{raw}");
    let (raw, ..) = run("\"$0\" docs < /dev/null", folder.path());
    assert!(raw.contains("list them after the response"), "{raw}");
}
