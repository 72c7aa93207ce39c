//! A folder of files that were made to break readers, each through every command and through the
//! inspector. `hostile_small.rs` has a few of them in every run.
//!
//! Not part of every run. `PINCITE_HOSTILE` names the folder; its `manifest.jsonl` has a line
//! `{"path": …}` for each file. Files beneath `sources/` are sources of a small answer, those beneath
//! `root/` and `outside/` are looked up by their paths from `root/`, the others are answers themselves. `PINCITE_HOSTILE_ONLY` keeps the paths that hold it, `PINCITE_PROGRAM` names
//! another program than the one built beside the tests:
//!
//! ```text
//! PINCITE_HOSTILE=DIR cargo test --test it hostile_corpus -- --ignored --nocapture
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::cite;
use crate::pty::{Terminal, command};
use crate::sequences::take_apart;

/// Longer is a hang.
const LIMIT: Duration = Duration::from_secs(12);

/// Stands only in what `root/` must not lead to.
const CANARY: &str = "CANARY-4d1f-OUTSIDE-THE-ROOT";

/// The commands that take a response with its sources.
const COMMANDS: &[&[&str]] = &[
    &["show", "--strict"],
    &["show", "--format", "json"],
    &["check"],
    &["check", "--format", "json"],
    &["report"],
    &["convert", "--to", "footnotes"],
];

/// The commands that take a response alone; `diff` compares it with the small answer.
const ALONE: &[&[&str]] = &[&["extract", "--malformed"], &["strip"], &["diff", "answer.md"]];

/// The program that is tried.
fn program() -> String {
    std::env::var("PINCITE_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_pincite").to_owned())
}

/// The failures, each with the file's path.
type Failures = Mutex<Vec<String>>;

#[test]
#[ignore = "takes minutes and needs PINCITE_HOSTILE"]
fn nothing_breaks_the_commands_or_the_inspector() {
    let Some(corpus) = std::env::var_os("PINCITE_HOSTILE").map(PathBuf::from) else {
        eprintln!("skipped: PINCITE_HOSTILE is not set");
        return;
    };
    let only = std::env::var("PINCITE_HOSTILE_ONLY").unwrap_or_default();
    let manifest = fs::read_to_string(corpus.join("manifest.jsonl")).unwrap();
    let path = |line: &str| {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        entry["path"].as_str().unwrap().to_owned()
    };
    let mut paths: Vec<String> = manifest.lines().map(path).collect();
    paths.retain(|path| path.contains(&only));
    let (next, failures) = (AtomicUsize::new(0), Failures::default());
    let begun = Instant::now();
    let threads = thread::available_parallelism().map_or(2, usize::from) * 2;
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let folder = tempfile::tempdir().unwrap();
                let answer = format!("So it is.{} And.{}", cite("s L1"), cite("turn0file0 L2"));
                fs::write(folder.path().join("answer.md"), answer).unwrap();
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    try_one(folder.path(), &corpus, path, &failures);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    for failure in &failures {
        eprintln!("{failure}");
    }
    let time = begun.elapsed().as_secs();
    eprintln!("{} files, {} failures, {time} s", paths.len(), failures.len());
    assert!(!paths.is_empty() && failures.is_empty());
}

fn try_one(folder: &Path, corpus: &Path, path: &str, failures: &Failures) {
    let file = corpus.join(path).to_string_lossy().into_owned();
    let root = corpus.join("root").to_string_lossy().into_owned();
    let from_root = match path.strip_prefix("root/") {
        Some(within) => Some(within.to_owned()),
        None => path.strip_prefix("outside/").map(|_| format!("../{path}")),
    };
    let mut arguments = if path.starts_with("sources/") {
        vec!["answer.md".to_owned(), file]
    } else if let Some(cited) = from_root {
        fs::write(folder.join("looked-up.md"), format!("So it is.【F:{cited}†L1】")).unwrap();
        vec!["looked-up.md".to_owned()]
    } else {
        vec![file]
    };
    arguments.extend(["--root".to_owned(), root]);
    let fail = |what: String| failures.lock().unwrap().push(format!("{path}: {what}"));
    for command in COMMANDS {
        run(folder, command, &arguments, &fail);
    }
    // These take a response alone.
    let response = arguments.get(..1).unwrap_or_default();
    for command in ALONE {
        run(folder, command, response, &fail);
    }
    // Where there is nothing to inspect, no screen opens.
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let inspected = std::panic::catch_unwind(|| inspect(folder, &arguments));
    match inspected {
        Ok(problems) => problems.into_iter().for_each(fail),
        Err(_) => fail("the terminal could not be followed".to_owned()),
    }
}

/// Runs a command, whose first word names it in a failure.
fn run(folder: &Path, command: &[&str], arguments: &[String], fail: &dyn Fn(String)) {
    let name = command.join(" ");
    let (out, err) = (folder.join("out"), folder.join("err"));
    let mut child = Command::new(program())
        .args(command)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begun.elapsed() > LIMIT => {
                child.kill().unwrap();
                child.wait().unwrap();
                return fail(format!("{name} hangs for more than {LIMIT:?}"));
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    if !matches!(status.code(), Some(0..=2)) {
        fail(format!("{name} ended with {status}"));
    }
    let output = [fs::read(&out).unwrap(), fs::read(&err).unwrap()].concat();
    // These print the text as it is, for other programs.
    if matches!(command.first(), Some(&("strip" | "extract" | "convert"))) {
        return;
    }
    check_output(&name, &output, fail);
    if output.contains(&0x1b) {
        fail(format!("{name} printed ESC"));
    }
}

fn check_output(what: &str, raw: &[u8], fail: &dyn Fn(String)) {
    // The flags of England, Scotland and Wales are made of what else must not be shown as it is.
    let flags = regex::Regex::new(r"\x{1F3F4}[\x{E0061}-\x{E007A}]{5}\x{E007F}").unwrap();
    let text = str::from_utf8(raw).unwrap_or("\u{0}");
    let found = take_apart(flags.replace_all(text, "").as_bytes());
    if !found.leaks.is_empty() {
        fail(format!("{what} let through {:?}", found.leaks));
    }
    let plain: String = found.text.split_whitespace().collect();
    if plain.contains(CANARY) {
        fail(format!("{what} shows what lies outside the root"));
    }
}

/// Opens the inspector, types some keys, leaves it.
fn inspect(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut terminal = Terminal::start(command(&program(), arguments, folder), (80, 24));
    let begun = Instant::now();
    while begun.elapsed() < LIMIT && !terminal.screen().alternate_screen() {
        if terminal.has_ended() {
            break;
        }
        terminal.take(Duration::from_millis(50));
    }
    let keys = ["n", "n", "\t", "G", "s"];
    for key in keys {
        if terminal.has_ended() {
            break;
        }
        terminal.press(key);
        terminal.take(Duration::from_millis(30));
    }
    let begun = Instant::now();
    while !terminal.has_ended() {
        // Apart from one another: together they would be another key.
        for key in ["\x1b", "q"] {
            terminal.press(key);
            let pressed = Instant::now();
            while pressed.elapsed() < Duration::from_millis(250) && !terminal.has_ended() {
                terminal.take(Duration::from_millis(20));
            }
        }
        if begun.elapsed() > LIMIT {
            problems.push(format!("the inspector hangs for more than {LIMIT:?}"));
            return problems;
        }
    }
    let status = terminal.wait_for_end(LIMIT);
    if status > 2 {
        problems.push(format!("the inspector ended with {status}"));
    }
    let screen = terminal.screen();
    if screen.alternate_screen() || screen.hide_cursor() || terminal.modes_now() != terminal.modes {
        problems.push("the terminal is not given back".to_owned());
    }
    let raw = terminal.raw();
    let output = std::cell::RefCell::new(Vec::new());
    check_output("the inspector", &raw, &|what| output.borrow_mut().push(what));
    problems.extend(output.into_inner());
    problems
}
