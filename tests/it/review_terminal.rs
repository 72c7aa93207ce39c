//! A review in a real terminal: what was ticked off is there again, however the program ended.

use std::fs;
use std::path::{Path, PathBuf};

use pincite::review::Event;
use pincite::review::journal::Journal;
use rustix::process::{Pid, Signal, kill_process};

use crate::pty::{Terminal, command};

fn open(folder: &Path) -> Terminal {
    let journal = "cases.jsonl.review.jsonl";
    let arguments = ["cases.jsonl", "--reviewer", "ann", "--review", journal];
    Terminal::start(command(env!("CARGO_BIN_EXE_pincite"), &arguments, folder), (120, 40))
}

#[test]
fn what_was_judged_is_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.path().join("cases.jsonl")).unwrap();
    let mut terminal = open(folder.path());
    terminal.wait_for("? keys");
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
    // It goes on in the first case that has something open.
    terminal.wait_for("1 of 3 judged");
    terminal.press("{");
    terminal.wait_for("2 of 2 judged");
    assert!(terminal.screen().contents().contains("[1 ✓ L1]"));
    terminal.press("}");
    terminal.wait_for("1 of 3 judged");
    terminal.press("r");
    terminal.wait_for("undone: 1: ◐ supports partly");
    let journal = fs::read_to_string(folder.path().join("cases.jsonl.review.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 3 + 1);
}

#[test]
fn a_reviewer_named_on_the_command_line_is_not_asked_whether_to_review() {
    let folder = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.path().join("cases.jsonl")).unwrap();
    let arguments = ["cases.jsonl", "--reviewer", "ann"];
    let program = command(env!("CARGO_BIN_EXE_pincite"), &arguments, folder.path());
    let mut terminal = Terminal::start(program, (120, 40));
    terminal.wait_for("? keys");
    let journal = folder.path().join("cases.jsonl.review.jsonl");
    assert!(!journal.exists(), "opening an answer writes nothing");
    terminal.press("a");
    terminal.wait_for("1 of 2 judged");
    assert!(fs::read_to_string(journal).unwrap().contains("\"reviewer\":\"ann\""));
}

/// Returns the evidence sample with a journal that cannot be made.
fn without_a_place(folder: &Path) -> Terminal {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.join("cases.jsonl")).unwrap();
    let journal = folder.join("none/x.jsonl");
    let arguments = ["cases.jsonl", "--review", journal.to_str().unwrap()];
    Terminal::start(command(env!("CARGO_BIN_EXE_pincite"), &arguments, folder), (120, 40))
}

#[test]
fn unsaved_verdicts_are_asked_about_and_reported_after_a_forced_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = without_a_place(folder.path());
    terminal.wait_for("cannot save verdicts in");
    terminal.press("a");
    terminal.wait_for("1 NOT SAVED");
    terminal.press("q");
    terminal.wait_for("1 verdict not saved:");
    let process = terminal.id().try_into().unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::TERM).unwrap();
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 2);
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(raw.contains("citation 1: ✓ supports"), "{raw}");
}

/// The journal that the reviewer knows, not the one that would be tried next.
#[test]
fn a_journal_without_a_folder_is_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = without_a_place(folder.path());
    terminal.wait_for("cannot save verdicts in");
    terminal.press("a");
    terminal.wait_for("1 NOT SAVED");
    assert!(
        terminal.screen().contents().contains("its folder does not exist"),
        "{}",
        terminal.screen().contents()
    );
    terminal.press("S");
    terminal.wait_for("save verdicts in:");
    let shown = terminal.screen().contents();
    assert!(!shown.contains("jsonl-2"), "{shown}");
    assert!(shown.contains("its folder does not exist"), "{shown}");
}

#[test]
fn discarded_verdicts_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = without_a_place(folder.path());
    terminal.wait_for("cannot save verdicts in");
    terminal.press("a");
    terminal.wait_for("1 NOT SAVED");
    terminal.press("qd");
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 2);
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(raw.contains("they were discarded"), "{raw}");
    assert!(raw.contains("not saved: "), "{raw}");
    assert!(raw.contains("citation 1: ✓ supports"), "{raw}");
}

/// Two verdicts on the first case, saved in the returned journal.
fn with_two_verdicts(folder: &Path) -> (Terminal, PathBuf) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.join("cases.jsonl")).unwrap();
    let mut terminal = open(folder);
    terminal.wait_for("? keys");
    terminal.press("a");
    terminal.wait_for("1: ✓ supports");
    terminal.press("x");
    terminal.wait_for("2 of 2 judged");
    (terminal, folder.join("cases.jsonl.review.jsonl"))
}

fn verdicts(journal: &Path) -> usize {
    let (entries, _) = Journal::read(journal).unwrap();
    entries.iter().filter(|entry| matches!(entry.event, Event::Judged(_))).count()
}

#[test]
fn verdicts_that_a_truncation_took_are_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, journal) = with_two_verdicts(folder.path());
    fs::File::options().write(true).open(&journal).unwrap().set_len(0).unwrap();
    terminal.wait_for("another program removed 2 verdicts from");
    assert_eq!(verdicts(&journal), 2);
    // The same at once before the program ends.
    fs::File::options().write(true).open(&journal).unwrap().set_len(200).unwrap();
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 0);
    assert_eq!(verdicts(&journal), 2);
}

#[test]
fn a_verdict_that_was_overwritten_in_place_is_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, journal) = with_two_verdicts(folder.path());
    let overwrite = || {
        let mut bytes = fs::read(&journal).unwrap();
        let at = memchr::memmem::find(&bytes, b"\"supports\"").unwrap();
        bytes[at + 1..at + 9].copy_from_slice(b"contradi");
        let file = fs::File::options().write(true).open(&journal).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, &bytes, 0).unwrap();
    };
    overwrite();
    terminal.wait_for("another program removed 1 verdict from");
    assert_eq!(verdicts(&journal), 2);
    // The same at once before the program ends.
    overwrite();
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 0);
    assert_eq!(verdicts(&journal), 2);
}

#[test]
fn verdicts_of_a_removed_journal_are_unsaved_until_they_are_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, journal) = with_two_verdicts(folder.path());
    fs::remove_file(&journal).unwrap();
    terminal.wait_for("NOT SAVED");
    terminal.press("q");
    terminal.wait_for("not saved:");
    terminal.press("\u{1b}");
    terminal.wait_until_gone("not saved:");
    terminal.press("S");
    terminal.wait_for("saved in");
    assert_eq!(verdicts(&journal), 2);
    fs::remove_file(&journal).unwrap();
    let process = terminal.id().try_into().unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::TERM).unwrap();
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 2);
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(raw.contains("citation 1: ✓ supports"), "{raw}");
}

#[test]
fn a_second_reviewer_is_warned_before_the_first_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.path().join("cases.jsonl")).unwrap();
    let mut one = open(folder.path());
    one.wait_for("? keys");
    let mut other = open(folder.path());
    other.wait_for("is also open by ann (process");
    one.press("q");
    assert_eq!(one.wait_for_end(crate::pty::LIMIT), 0);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_verdict_acts_on_an_item_that_was_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/case/cases.jsonl");
    fs::copy(samples, folder.path().join("cases.jsonl")).unwrap();
    let mut terminal = open(folder.path());
    terminal.wait_for("? keys");
    let journal = folder.path().join("cases.jsonl.review.jsonl");
    // In one write, and in two without a gap: the second citation or case was never drawn.
    terminal.press("nx");
    terminal.wait_for("the screen has changed; the key was not used");
    terminal.press("}");
    terminal.wait_for("[2 of 4]");
    terminal.press_blindly("}");
    terminal.press_blindly("x");
    terminal.wait_for("[3 of 4]");
    terminal.wait_for("the key was not used");
    assert_eq!(if journal.exists() { verdicts(&journal) } else { 0 }, 0);
    // A person who has seen it is heard.
    terminal.press("{");
    terminal.wait_for("[2 of 4]");
    for _ in 0..3 {
        terminal.press("n");
        terminal.wait_for("citation 2 of 2");
        terminal.press("p");
        terminal.wait_for("citation 1 of 2");
    }
    terminal.press("x");
    terminal.wait_for("1 of 3 judged");
    assert_eq!(verdicts(&journal), 1);
}

/// Types a note and leaves it open.
fn begin_note(terminal: &mut Terminal, words: &str) {
    terminal.press("C");
    terminal.wait_for("Note on");
    terminal.press(words);
    terminal.wait_for(words);
}

/// Returns the notes in a journal, in order.
fn notes(journal: &Path) -> Vec<String> {
    let (entries, _) = Journal::read(journal).unwrap();
    let note = |event: Event| match event {
        Event::Judged(judgement) => Some(judgement.note),
        _ => None,
    };
    entries.into_iter().filter_map(|entry| note(entry.event)).filter(|it| !it.is_empty()).collect()
}

#[test]
fn a_forced_end_saves_what_was_typed_into_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, journal) = with_two_verdicts(folder.path());
    // A closed draft, and one in another case that is still being written.
    begin_note(&mut terminal, "It says nine");
    terminal.press("\u{1b}");
    terminal.wait_for("draft kept");
    terminal.press(" ");
    terminal.wait_for("two-sources [2 of 4]");
    begin_note(&mut terminal, "Unfinished");
    let process = terminal.id().try_into().unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::HUP).unwrap();
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 128 + 1);
    let mut kept = notes(&journal);
    kept.sort();
    assert_eq!(kept, ["It says nine", "Unfinished"]);
    // The next session has both, and the verdicts.
    let mut terminal = open(folder.path());
    terminal.wait_for("two-sources [2 of 4]");
    terminal.press("C");
    terminal.wait_for("Unfinished");
    terminal.press("\u{1b}");
    terminal.wait_until_gone("Note on");
    terminal.press("{");
    terminal.wait_for("2 of 2 judged");
    terminal.press("n");
    terminal.wait_for("It says nine");
}

#[test]
fn a_closed_window_saves_a_draft() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, journal) = with_two_verdicts(folder.path());
    begin_note(&mut terminal, "It says nine");
    terminal.press("\u{1b}");
    terminal.wait_for("draft kept");
    terminal.hang_up("n");
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 128 + 1);
    assert_eq!(notes(&journal), ["It says nine"]);
}

#[test]
fn a_draft_that_no_file_takes_is_printed_after_a_forced_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = without_a_place(folder.path());
    terminal.wait_for("cannot save verdicts in");
    begin_note(&mut terminal, "It says nine");
    let process = terminal.id().try_into().unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::TERM).unwrap();
    assert_eq!(terminal.wait_for_end(crate::pty::LIMIT), 2);
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(raw.contains("citation 1: \u{201c}It says nine\u{201d}"), "{raw}");
}
