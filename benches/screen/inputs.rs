//! The input of the inspector: a response with many citations, and sources of several sizes.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// The last line of every source.
pub(crate) const LAST: &str = "END-OF-SOURCE";

/// Citations in the response.
const CITATIONS: usize = 200;

/// A source on disk.
pub(crate) struct Source {
    /// Its size in words: `1 MB`.
    pub(crate) name: &'static str,
    /// Its file's name.
    pub(crate) file: String,
    /// Its lines.
    pub(crate) lines: usize,
}

/// The sizes that can be asked for.
const SIZES: [(&str, usize); 4] =
    [("1 KB", 1_000), ("1 MB", 1_000_000), ("100 MB", 100_000_000), ("1 GB", 1_000_000_000)];

/// Writes a response and the sources wanted: all up to 100 MB, or those that `PINCITE_BENCH_SIZES`
/// names (`1KB,1GB`).
pub(crate) fn write(folder: &Path) -> io::Result<Vec<Source>> {
    let wanted = std::env::var("PINCITE_BENCH_SIZES");
    let wanted = wanted.as_deref().unwrap_or("1KB,1MB,100MB");
    let mut sources = Vec::new();
    for (name, size) in SIZES {
        let short = name.replace(' ', "");
        if wanted.split(',').any(|word| word.trim() == short) {
            let file = format!("source_{short}.txt");
            let lines = write_source(&folder.join(&file), size)?;
            sources.push(Source { name, file, lines });
        }
    }
    fs::write(folder.join("response.md"), response())?;
    Ok(sources)
}

fn response() -> String {
    let mut text = String::from("# What the source says\n\n");
    for number in 1..=CITATIONS {
        let _infallible = write!(
            text,
            "Point {number} is *worth* a sentence of its own, because it is cited at its end.\
             \u{e200}filecite\u{e202}turn0file0\u{e202}L{}-L{}\u{e201} ",
            number % 9 + 1,
            number % 9 + 2
        );
        if number % 3 == 0 {
            text.push_str("\n\n");
        }
    }
    text
}

/// Writes lines of prose up to `size` bytes; how many they are.
fn write_source(path: &Path, size: usize) -> io::Result<usize> {
    const WORDS: [&str; 16] = [
        "parcel", "carrier", "refund", "within", "days", "the", "customer", "of", "a", "warranty",
        "inspects", "and", "returns", "delivery", "order", "is",
    ];
    let mut file = io::BufWriter::new(File::create(path)?);
    let (mut written, mut lines, mut state) = (0, 1, 1_usize);
    let mut line = String::new();
    while written < size.saturating_sub(LAST.len() + 1) {
        line.clear();
        for _ in 0..6 + state % 9 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            line.push_str(WORDS[(state >> 33) % WORDS.len()]);
            line.push(' ');
        }
        line.push('\n');
        file.write_all(line.as_bytes())?;
        written += line.len();
        lines += 1;
    }
    writeln!(file, "{LAST}")?;
    file.flush()?;
    Ok(lines)
}
