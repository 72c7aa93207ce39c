//! The speed of reading the text of documents, compared with the usual tool for it.
//!
//! PDFs against `pdftotext` of poppler, process against process: each is started, reads a file and
//! hands all its text over. The two take turns; a ratio is the median of the rounds' ratios. The
//! PDFs are those of `PINCITE_CORPUS` and one that is made here.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/it/pdf_writer.rs"]
mod pdf_writer;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pdf_writer::{Page, Pdf};
use pincite::model::{Document, DocumentData};
use pincite::sources::documents::{Extractor, Limits, extract};

const PAGES: usize = 500;
const LINES: usize = 45;
const ROUNDS: usize = 7;

fn main() {
    if Command::new("pdftotext").arg("-v").stderr(Stdio::null()).status().is_err() {
        println!("pdftotext is not here (poppler-utils): nothing to compare with");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made.pdf");
    std::fs::write(&made, Pdf::of((0..PAGES).map(page)).bytes()).unwrap();
    println!("{:<24} {:>6} {:>11} {:>11} {:>6}", "PDF", "pages", "pincite", "pdftotext", "ratio");
    for path in corpus().into_iter().chain([made]) {
        compare(&path);
    }
}

/// Returns the PDFs of the corpus; none if it is not available.
fn corpus() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("PINCITE_CORPUS").map(PathBuf::from) else {
        println!("PINCITE_CORPUS is not set: only the PDF made here is read");
        return Vec::new();
    };
    let entries = std::fs::read_dir(folder.join("sources")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
    paths.sort();
    paths
}

/// Returns a full page of prose, no two the same.
fn page(number: usize) -> Page {
    let words = ["the", "oven", "is", "lit", "at", "three", "and", "dough", "rests", "overnight"];
    let word = |at: usize| words.get(at * (number + 3) % words.len()).copied().unwrap();
    let line = |line: usize| (0..12).map(|at| word(line + at)).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = (0..LINES).map(|at| format!("{number}.{at} {}", line(at))).collect();
    Page::text(&lines.join("\n"))
}

fn compare(path: &Path) {
    let extractor = Extractor::process(env!("CARGO_BIN_EXE_pincite"));
    let (mut ours, mut theirs, mut pages) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let document = Document::new("pdf", DocumentData::File(path.to_owned()));
        let text = extract(&document, &extractor, Limits::default(), &mut |_| true);
        ours.push(begun.elapsed());
        assert!(text.failed.is_none(), "{}: {:?}", path.display(), text.failed);
        pages = text.divisions.len();
        let begun = Instant::now();
        let output = Command::new("pdftotext").arg(path).arg("-").output().unwrap();
        theirs.push(begun.elapsed());
        assert!(output.status.success(), "{}", path.display());
    }
    let mut ratios: Vec<f64> =
        ours.iter().zip(&theirs).map(|(one, other)| one.div_duration_f64(*other)).collect();
    ratios.sort_by(f64::total_cmp);
    let name = path.file_name().unwrap().to_string_lossy();
    let ratio = ratios.get(ROUNDS / 2).copied().unwrap_or_default();
    let (ours, theirs) = (millis(&ours), millis(&theirs));
    println!("{name:<24} {pages:>6} {ours:>8.1} ms {theirs:>8.1} ms {ratio:>6.2}");
}

/// Returns the shortest of some times, in milliseconds.
fn millis(times: &[Duration]) -> f64 {
    times.iter().min().unwrap().as_secs_f64() * 1000.0
}
