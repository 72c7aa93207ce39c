//! A review in a real terminal: what was ticked off is there again, however the program ended.

use std::fs;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

use crate::pty::{Terminal, command};

fn open(folder: &Path) -> Terminal {
    let arguments = ["cases.jsonl", "--reviewer", "ann"];
    Terminal::start(command(env!("CARGO_BIN_EXE_pincite"), &arguments, folder), (120, 40))
}

#[test]
fn what_was_judged_is_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.path().join("cases.jsonl")).unwrap();
    let mut terminal = open(folder.path());
    terminal.wait_for("n next");
    terminal.press("a");
    terminal.wait_for("1: ✓ supports");
    terminal.press("x");
    terminal.wait_for("2 of 2 judged");
    terminal.press(" ");
    terminal.wait_for("two-sources [2 of 4]");
    terminal.press("h");
    terminal.wait_for("1 of 3 judged");
    let process = terminal.id().try_into().unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::KILL).unwrap();
    drop(terminal);
    let mut terminal = open(folder.path());
    terminal.wait_for("2 of 2 judged");
    assert!(terminal.screen().contents().contains("[1 ✓ L1]"));
    terminal.press(" ");
    terminal.wait_for("1 of 3 judged");
    terminal.press("r");
    terminal.wait_for("taken back: 1: ◐ supports partly");
    let journal = fs::read_to_string(folder.path().join("cases.jsonl.review.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 3 + 1);
}
