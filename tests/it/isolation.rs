//! Documents that break their parsers: what a child process may do wrong, and what it cannot get at.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pincite::model::{Document, DocumentData, DocumentText};
use pincite::sources::documents::child::Fault;
use pincite::sources::documents::{Limits, extract};
use rustix::process::{Pid, Signal, kill_process};

use crate::cli::cite;
use crate::pty::{LIMIT, Terminal, command};
use crate::session::extractor;

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// Returns a PDF of those objects, numbered from 1; the first is its catalogue.
fn pdf(objects: &[String]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    let table = bytes.len();
    let count = objects.len() + 1;
    bytes.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    let trailer = format!("trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
    bytes.extend(trailer.bytes());
    bytes
}

/// Returns a PDF with a line of text on each page.
pub(crate) fn pages(texts: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..texts.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", texts.len(), kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (page, text) in texts.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * page
        ));
        let content = format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET");
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    pdf(&objects)
}

/// Returns a PDF whose tree of pages never ends: what a page inherits is searched for in itself.
pub(crate) fn endless() -> Vec<u8> {
    let content = "BT /F1 12 Tf 72 700 Td (round and round) Tj ET";
    pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
    ])
}

fn document(kind: &'static str, bytes: Vec<u8>) -> Document {
    Document::new(kind, DocumentData::Bytes(bytes.into()))
}

fn read(kind: &'static str, bytes: Vec<u8>, limits: Limits) -> DocumentText {
    extract(&document(kind, bytes), &extractor(), limits, &mut |_| true).clone()
}

fn with(fault: Fault, time: Duration) -> Limits {
    Limits { time, fault: Some(fault), text: 1024 * 1024, ..Limits::default() }
}

/// Seconds that are never waited for: the fault ends the child before.
const UNHURRIED: Duration = Duration::from_secs(8);

/// Waited for to the end.
const SHORT: Duration = Duration::from_millis(1500);

/// A fault, how long its child is waited for, and what is said of it.
const FAULTS: [(Fault, Duration, &str); 9] = [
    (Fault::Panic, UNHURRIED, "its parser crashed on it"),
    (Fault::Stack, UNHURRIED, "its parser ran out of memory (512 MiB) or nested too deeply"),
    (Fault::Memory, UNHURRIED, "its parser ran out of memory (512 MiB) or nested too deeply"),
    (Fault::Spin, SHORT, "its parser gave nothing more for"),
    (Fault::Kill, UNHURRIED, "its parser was killed"),
    (Fault::Stop, SHORT, "its parser gave nothing more for"),
    (Fault::Stay, UNHURRIED, "its parser stopped without ending"),
    (Fault::Flood, UNHURRIED, "more than 1 MiB come out of it"),
    (Fault::Forge, UNHURRIED, "its parser gave nonsense"),
];

/// Asserts that what came before the fault is there, and what is said of the rest.
fn survived(index: usize) {
    let (fault, time, said) = FAULTS[index];
    let begun = Instant::now();
    let text = read("pdf", pages(&["the first page", "the second page"]), with(fault, time));
    assert!(text.text.contains("the first page"), "{fault:?}: {text:?}");
    assert!(text.text.contains("the second page"), "{fault:?}: {text:?}");
    assert_eq!(text.divisions.len(), 2, "{fault:?}");
    assert_eq!(text.failed, None, "{fault:?}");
    let note = text.notes.last().map(String::as_str).unwrap_or_default();
    assert!(note.starts_with(&format!("the rest is missing: {said}")), "{fault:?}: {note}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{fault:?} took {:?}", begun.elapsed());
}

#[test]
fn a_hundred_faults_of_parsers_are_survived() {
    let next = AtomicUsize::new(0);
    let work = || {
        while let fault @ ..100 = next.fetch_add(1, Ordering::Relaxed) {
            survived(fault % 5);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
}

#[test]
fn a_child_that_stops_stays_floods_or_forges_is_survived() {
    (5..FAULTS.len()).for_each(survived);
}

#[test]
fn a_document_that_gives_nothing_says_why() {
    let text = read("html", b"<p></p>".to_vec(), with(Fault::Panic, UNHURRIED));
    assert_eq!(text.failed.as_deref(), Some("its parser crashed on it"));
    let text = read("pdf", b"%PDF-1.4\nnothing".to_vec(), Limits::default());
    assert!(text.failed.is_some(), "{text:?}");
}

/// Fails where the kernel lacks a wall; there the text has to say so.
#[test]
fn the_child_can_get_at_nothing_but_its_document() {
    let text = read("pdf", pages(&["one"]), with(Fault::Reach, UNHURRIED));
    let lacks = text.notes.iter().find(|note| note.contains("less confined"));
    assert_eq!(lacks, None, "this kernel cannot show it");
    let attempts: Vec<_> = text.notes.iter().filter_map(|note| note.split_once(": ")).collect();
    let got: Vec<_> = attempts.iter().filter(|(_, outcome)| *outcome != "refused").collect();
    assert!(got.is_empty(), "{got:?}");
    assert_eq!(attempts.len(), 42, "{attempts:?}");
}

/// The kernel's information on a child that reads a document.
#[test]
fn the_child_has_no_descriptor_environment_folder_or_way_to_privileges() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("round.pdf"), endless()).unwrap();
    fs::write(folder.path().join("answer.md"), format!("So.{}", cite("round L1"))).unwrap();
    // As if left open by the program that started us: what is made so is inherited.
    let leaked = rustix::io::dup(fs::File::open("/dev/null").unwrap()).unwrap();
    let mut program = std::process::Command::new(PINCITE)
        .args(["show", "answer.md", "round.pdf"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(leaked);
    let end = Instant::now() + LIMIT;
    let child = loop {
        let of = |child: &i32| fs::read_to_string(format!("/proc/{child}/status"));
        let is_locked = |child: &i32| of(child).is_ok_and(|it| it.contains("Seccomp:\t2"));
        if let Some(child) = children_of(program.id()).into_iter().find(is_locked) {
            break child;
        }
        assert!(Instant::now() < end, "no child is confined");
        std::thread::sleep(Duration::from_millis(5));
    };
    let at = PathBuf::from(format!("/proc/{child}"));
    let mut open: Vec<_> = fs::read_dir(at.join("fd")).unwrap().map(|it| it.unwrap()).collect();
    open.sort_by_key(fs::DirEntry::file_name);
    let open: Vec<_> = open.iter().map(|it| (it.file_name(), fs::read_link(it.path()))).collect();
    let status = fs::read_to_string(at.join("status")).unwrap();
    let (folder, environment) = (fs::read_link(at.join("cwd")), fs::read(at.join("environ")));
    program.kill().unwrap();
    program.wait().unwrap();
    let names: Vec<_> = open.iter().map(|(name, _)| name.to_str().unwrap()).collect();
    assert_eq!(names, ["0", "1", "2", "3"], "{open:?}");
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    assert_eq!(folder.unwrap(), Path::new("/"));
    assert_eq!(environment.unwrap(), b"");
}

#[test]
fn a_document_is_taken_apart_once_however_many_ask() {
    let document = document("pdf", pages(&["shared"; 30]));
    let counted = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let (document, counted) = (document.clone(), &counted);
            scope.spawn(move || {
                let mut asked = false;
                let text = extract(&document, &extractor(), Limits::default(), &mut |_| {
                    asked = true;
                    true
                });
                assert_eq!(text.divisions.len(), 30);
                counted.fetch_add(usize::from(asked), Ordering::Relaxed);
            });
        }
    });
    assert_eq!(counted.load(Ordering::Relaxed), 1);
}

#[test]
fn what_does_not_come_costs_its_time_once() {
    let begun = Instant::now();
    let text = read("pdf", endless(), Limits { time: SHORT, ..Limits::default() });
    let why = text.failed.clone().unwrap_or_else(|| panic!("{text:?}"));
    assert!(why.contains("gave nothing more for"), "{why}");
    assert!(begun.elapsed() < 2 * SHORT, "{:?}", begun.elapsed());
}

/// Returns the processes that `process` started to read documents and that still run.
fn children_of(process: u32) -> Vec<i32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    let listed = tasks
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let listed: Vec<String> = listed.collect();
    let ids = listed.iter().flat_map(|line| line.split_whitespace());
    // The process that gives the terminal back is there as long as the program; and until it has its
    // own arguments, a new process has those of the program.
    let reads_documents = |id: &i32| {
        let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.contains("document-text")
    };
    let ids = ids.filter_map(|id| id.parse().ok()).filter(|&id| runs(id));
    ids.filter(reads_documents).collect()
}

/// True if a process exists and has not ended.
fn runs(process: i32) -> bool {
    let counted = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    counted.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Returns the inspector while it reads a document that never ends.
fn reading_for_ever(folder: &Path) -> Terminal {
    fs::write(folder.join("round.pdf"), endless()).unwrap();
    let answer = format!("So it is.{} And so on.{}", cite("round L1"), cite("b L2"));
    fs::write(folder.join("answer.md"), answer).unwrap();
    fs::write(folder.join("b.txt"), "one\nthe second line\nthree\n").unwrap();
    let arguments = ["answer.md", "round.pdf", "b.txt"];
    let mut terminal = Terminal::start(command(PINCITE, &arguments, folder), (80, 24));
    terminal.wait_for("1 of 2");
    terminal
}

fn wait_for_child(terminal: &Terminal) -> i32 {
    let end = Instant::now() + LIMIT;
    loop {
        if let Some(child) = children_of(terminal.id()).first() {
            return *child;
        }
        assert!(Instant::now() < end, "no child was started");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn keys_are_answered_while_a_document_never_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = reading_for_ever(folder.path());
    wait_for_child(&terminal);
    let mut waits = Vec::new();
    for (key, shown) in [("n", "2 of 2"), ("p", "1 of 2")].repeat(5) {
        let pressed = Instant::now();
        terminal.press(key);
        terminal.wait_for(shown);
        waits.push(pressed.elapsed());
    }
    waits.sort();
    assert!(waits[waits.len() / 2] < Duration::from_millis(100), "{waits:?}");
    terminal.wait_for("gave nothing");
    terminal.press("n");
    terminal.wait_for("the second line");
    let end = Instant::now() + LIMIT;
    while !children_of(terminal.id()).is_empty() {
        assert!(Instant::now() < end, "the child goes on: {:?}", children_of(terminal.id()));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn no_child_outlives_the_program() {
    type End = fn(&mut Terminal);
    let ends: [End; 3] = [
        |terminal| terminal.press("q"),
        |terminal| signal(terminal, Signal::TERM),
        |terminal| signal(terminal, Signal::KILL),
    ];
    for end in ends {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = reading_for_ever(folder.path());
        let child = wait_for_child(&terminal);
        end(&mut terminal);
        terminal.wait_for_end(LIMIT);
        let gone = Instant::now() + Duration::from_secs(2);
        while runs(child) {
            assert!(Instant::now() < gone, "the child is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn signal(terminal: &Terminal, signal: Signal) {
    let id = i32::try_from(terminal.id()).unwrap();
    kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
}

/// The program is started from a copy that is removed while it runs.
#[test]
fn a_program_whose_file_is_gone_still_reads_documents() {
    let folder = tempfile::tempdir().unwrap();
    let copy: PathBuf = folder.path().join("pincite");
    fs::copy(PINCITE, &copy).unwrap();
    fs::write(folder.path().join("a.pdf"), pages(&["the only page"])).unwrap();
    let script = "(sleep 0.4; printf 'So.\\356\\210\\200filecite\\356\\210\\202a\\356\\210\\202L1\\356\\210\\201') \
                  | ./pincite show - a.pdf & sleep 0.2; rm pincite; wait";
    let run = std::process::Command::new("/bin/sh")
        .args(["-c", script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.contains("the only page"), "{shown}\n{}", String::from_utf8_lossy(&run.stderr));
}

/// The content of a forged label is shown and never sent to the terminal.
#[test]
fn the_texts_of_documents_are_shown_safely() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<title>\u{1b}]0;owned\u{7}</title><h1>a\u{202e}b\u{9b}2J</h1>";
    fs::write(folder.path().join("a.html"), format!("<!doctype html>{page}")).unwrap();
    fs::write(folder.path().join("answer.md"), format!("So.{}", cite("a L1"))).unwrap();
    let run = std::process::Command::new(PINCITE)
        .args(["show", "--full", "answer.md", "a.html"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.contains("⟨RLO⟩"), "{shown}");
    let raw = shown.chars().find(|&c| c != '\n' && (c.is_control() || c == '\u{202e}'));
    assert_eq!(raw, None, "{shown}");
}
