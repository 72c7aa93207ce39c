//! The store at real sizes, over real files, and over something that is not a text file.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use pincite::model::SourceText;
use pincite::sources::Change;
use pincite::sources::Store;
use pincite::sources::store::{LineStart, ROW_BYTES};
use pincite::text::{LineIndex, Span};

const LONG_LINE: usize = 3 * 1024 * 1024;

/// About 20 MB: short lines with all three line ends, one line of 3 MB in the middle.
fn large_text() -> String {
    let mut text = String::new();
    while text.len() < 20_000_000 {
        let number = text.len();
        let end = ["\n", "\n", "\r\n", "\r"][number % 4];
        let at = number.to_string();
        text.extend(["At ", &at, " the valve was closed — für höchstens 30 Tage.", end]);
        if number < 10_000_000 && text.len() >= 10_000_000 {
            text.extend(std::iter::repeat_n("überlang ", LONG_LINE / 10));
            text.push('\n');
        }
    }
    text
}

fn open(path: &Path) -> pincite::error::Result<Option<Store>> {
    Store::open(&SourceText::File(path.to_owned()))
}

#[test]
fn twenty_megabytes_with_a_long_line() {
    let text = large_text();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    let store = open(file.path()).unwrap().unwrap();
    let lines = LineIndex::new(&text);

    assert_eq!(store.line_start(8), LineStart::At(lines.span(8).unwrap().start));
    assert!(store.counted() < 0.01, "the first screen reads the first block only");
    assert_eq!(store.line_start(lines.count()), LineStart::NotCounted);
    let end = store.row_holding(usize::MAX).unwrap();
    assert_eq!((end.line, end.next), (None, text.len()), "the end is shown before it is numbered");

    store.count_lines(&|| true);
    assert_eq!(store.line_count(), Some(lines.count()));
    assert_eq!(store.line_start(lines.count() + 1), LineStart::PastEnd(lines.count()));
    for number in (1..=lines.count()).step_by(997).chain([lines.count()]) {
        let start = lines.span(number).unwrap().start;
        assert_eq!(store.line_start(number), LineStart::At(start));
        assert_eq!(store.line_at(start), Some(number));
    }

    let inside = store.row_holding(10_500_000).unwrap();
    assert!(inside.continued && inside.span.len() <= ROW_BYTES);
    let mut at = 9_990_000;
    let mut row = store.row_holding(at).unwrap();
    while row.span.start < 10_000_000 + LONG_LINE {
        assert_eq!(row.span.slice(&text), Some(row.text.as_str()));
        assert_eq!(row.line, Some(lines.number(row.span.start)));
        let next = store.row_at(row.next).unwrap();
        assert_eq!(store.row_before(next.span.start), Some(row));
        (at, row) = (next.span.start, next);
    }
    assert!(at > 10_000_000);
}

#[test]
fn a_file_cut_short_while_open_gives_less_and_says_so() {
    let text = large_text();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    let store = open(file.path()).unwrap().unwrap();
    assert_eq!(store.changed(), None);
    OpenOptions::new().write(true).open(file.path()).unwrap().set_len(5_000_001).unwrap();
    assert_eq!(store.changed(), Some(Change::Content));
    store.count_lines(&|| true);
    assert_eq!(store.counted().to_string(), "1");
    assert!(store.row_at(4_000_000).is_some());
    assert!(store.row_at(6_000_000).is_none());
    assert!(store.row_holding(usize::MAX).is_none());
    assert!(store.row_before(text.len()).is_none());
    assert_eq!(store.read(Span::new(6_000_000, 6_000_100), 100), "");
    assert_eq!(store.read(Span::new(usize::MAX - 4, usize::MAX), 100), "");
    let pattern = regex::bytes::Regex::new("valve").unwrap();
    let found: Vec<Span> = store.matches(&pattern, &|| true).collect();
    assert!(!found.is_empty() && found.iter().all(|found| found.end <= 5_000_001));
    fs::remove_file(file.path()).unwrap();
    assert_eq!(store.changed(), Some(Change::Gone));
}

#[test]
fn readers_go_on_while_a_worker_counts() {
    let text = large_text();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    let store = open(file.path()).unwrap().unwrap();
    let lines = LineIndex::new(&text);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            store.count_lines(&|| true);
            done.store(true, Ordering::Release);
        });
        while !done.load(Ordering::Acquire) {
            for offset in [0, 700_000, 5_000_000, 19_999_000] {
                let row = store.row_holding(offset).unwrap();
                assert!(row.line.is_none_or(|line| line == lines.number(row.span.start)));
            }
        }
    });
    assert_eq!(store.line_count(), Some(lines.count()));
}

#[test]
fn a_replaced_file_counts_as_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("handbook.txt");
    fs::write(&path, "one\n").unwrap();
    let store = open(&path).unwrap().unwrap();
    let other = folder.path().join("other");
    fs::write(&other, "two\n").unwrap();
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    OpenOptions::new().write(true).open(&other).unwrap().set_modified(modified).unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(store.changed(), Some(Change::Content));
    assert_eq!(store.row_at(0).unwrap().text, "one");
}

#[test]
fn a_match_over_a_border_is_found() {
    let mut text = "x".repeat(1024 * 1024 - 3);
    text.push_str("needle and more");
    text.push_str(&"y".repeat(1024 * 1024));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    let store = open(file.path()).unwrap().unwrap();
    let pattern = regex::bytes::Regex::new("needle|q*").unwrap();
    let found: Vec<Span> = store.matches(&pattern, &|| true).collect();
    assert_eq!(found, [Span::new(1024 * 1024 - 3, 1024 * 1024 + 3)]);
    assert_eq!(store.matches(&pattern, &|| false).next(), None);
}

#[test]
fn reading_is_capped_on_a_character() {
    let store = Store::open(&SourceText::Inline("für alle".into())).unwrap().unwrap();
    assert_eq!(store.read(Span::new(0, 9), 2), "f");
    assert_eq!(store.read(Span::new(0, 9), 3), "fü");
    assert_eq!(store.read(Span::new(2, 5), 9), "\u{fffd}r ");
    assert_eq!(store.read(Span::new(7, 3), 9), "");
}

#[test]
fn what_is_no_text_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let why = |path: &Path| open(path).unwrap_err().to_string();

    assert!(why(&folder.path().join("missing")).ends_with("no such file"));
    assert!(why(folder.path()).ends_with("it is a folder"));
    assert!(why(Path::new("/dev/zero")).ends_with("it is a pipe, device or socket"));

    let pipe = folder.path().join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    let kind = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).unwrap();
    assert!(why(&pipe).ends_with("it is a pipe, device or socket"));

    let binary = folder.path().join("picture");
    let mut file = fs::File::create(&binary).unwrap();
    file.write_all(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    assert!(why(&binary).ends_with("it is a binary file"));
}

#[test]
fn no_text_and_empty_text() {
    assert!(Store::open(&SourceText::Absent("gone".into())).unwrap().is_none());
    let store = Store::open(&SourceText::Inline("".into())).unwrap().unwrap();
    assert!(store.is_empty());
    assert_eq!(store.line_count(), Some(0));
    assert_eq!(store.line_start(1), LineStart::PastEnd(0));
    assert_eq!(store.line_at(0), Some(0));
    assert!(store.row_at(0).is_none() && store.row_holding(0).is_none());
}
