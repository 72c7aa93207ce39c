//! Batches in files: read record by record, whatever their size.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use pincite::cases;
use pincite::cases::Cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::sources::Store;

fn batch(path: &Path) -> Option<Input> {
    cases::batch_in_file(&path.file_name().unwrap().to_string_lossy(), Store::file(path).unwrap())
}

fn open(path: &Path) -> Cases {
    cases::open(batch(path).unwrap(), None, &Families::default()).unwrap()
}

fn line(id: usize) -> String {
    format!("{{\"id\":\"{id}\",\"response\":\"r\",\"sources\":[]}}\n")
}

#[test]
fn a_batch_in_a_file_reads_as_one_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.jsonl");
    let text = format!(
        "\u{feff}{}\r\n \n{{\"id\": oops}}\n  {}{{\"id\":\"last\",\"response\":\"\"}}",
        line(1),
        line(2)
    );
    std::fs::write(&path, &text).unwrap();
    let summaries = |cases: Cases| -> Vec<String> {
        (0..cases.len())
            .map(|index| format!("{:?} {:?}", cases.line(index), cases.read(index)))
            .collect()
    };
    let file = summaries(open(&path));
    assert_eq!(file.len(), 4);
    assert!(file[1].contains("Some(4) Err"), "{}", file[1]);
    let memory = Input::new("b.jsonl", text.into_bytes());
    assert_eq!(file, summaries(cases::open(memory, None, &Families::default()).unwrap()));
}

#[test]
fn the_first_case_is_there_before_the_last_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.jsonl");
    let mut file = File::create(&path).unwrap();
    file.write_all((0..1000).map(line).collect::<String>().as_bytes()).unwrap();
    // A hole of 1 TiB, which no reader gets through in a test, and a record after it.
    file.seek(SeekFrom::Start(1 << 40)).unwrap();
    file.write_all(("\n".to_owned() + &line(2)).as_bytes()).unwrap();
    let cases = open(&path);
    assert_eq!(cases.read(1).unwrap().id, "1");
    assert!(!cases.counted().all);
}

#[test]
fn bad_bytes_are_reported_for_their_record() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.jsonl");
    let bad = [line(0).as_bytes(), b"{\"id\":\"1\",\"response\":\"\xff\"}\n"].concat();
    std::fs::write(&path, bad).unwrap();
    let cases = open(&path);
    assert_eq!(cases.read(0).unwrap().notes, ["no citation found"]);
    let notes = cases.read(1).unwrap().notes;
    assert_eq!(notes, ["no citation found", "1 byte sequence is not UTF-8 and shown as U+FFFD"]);
}

#[test]
fn a_record_that_is_too_large_costs_only_itself() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.jsonl");
    let mut file = File::create(&path).unwrap();
    file.write_all(((0..1000).map(line).collect::<String>() + "{").as_bytes()).unwrap();
    let from = file.stream_position().unwrap();
    file.seek(SeekFrom::Start(from + (256 << 20))).unwrap();
    file.write_all(("\n".to_owned() + &line(4)).as_bytes()).unwrap();
    let cases = open(&path);
    assert_eq!(cases.len(), 1002);
    assert_eq!(
        cases.read(1000).unwrap_err().to_string(),
        "cannot read b.jsonl, at line 1001: it is larger than 256 MiB"
    );
    assert_eq!(cases.read(1001).unwrap().id, "4");
}

#[test]
fn what_is_no_batch_is_left_to_be_read_whole() {
    let dir = tempfile::tempdir().unwrap();
    let utf16: Vec<u8> = "\u{feff}{}\n{}\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let events = "{\"type\":\"response.created\"}\n{\"type\":\"response.completed\"}\n";
    let files: [(&str, &[u8]); 5] = [
        ("a.json", b"{\n\"id\": \"a\",\n\"response\": \"x\"\n}\n"),
        ("a.md", b"{curly}\n{words}\n"),
        ("a.jsonl", &utf16),
        ("b.jsonl", b"\x1f\x8b\x08 packed"),
        ("c.jsonl", events.as_bytes()),
    ];
    for (name, bytes) in files {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        assert!(batch(&path).is_none(), "{name}");
    }
}

#[test]
fn threads_may_read_a_batch_together() {
    const CASES: usize = 3_000;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.jsonl");
    std::fs::write(&path, (0..CASES).map(line).collect::<String>()).unwrap();
    let cases = open(&path);
    let (next, right) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if !cases.has(index) {
                        break;
                    }
                    let id = cases.read(index).unwrap().id;
                    right.fetch_add(usize::from(id == index.to_string()), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(right.into_inner(), CASES);
}
