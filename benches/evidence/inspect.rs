//! The time to inspect a response: `cargo bench --bench evidence -- speed [RUNS]`
//!
//! Responses of 1,000 citations over 1 MiB of sources, and small ones of about 4 KB with their
//! sources; all invented and the same at every run.

use std::time::{Duration, Instant};

use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::read_response;
use pincite::inspect::{Inspection, inspect, resolved};
use pincite::model::{Case, IdFrom, Source, SourceText};

use crate::cases::random::Random;

/// So many different words are used, the first ones far more often than the last.
const VOCABULARY: usize = 6_000;

const LITTLE: [&str; 16] = [
    "the", "of", "and", "to", "in", "a", "is", "for", "that", "with", "as", "by", "on", "are",
    "from", "not",
];

const SYLLABLES: [&str; 20] = [
    "ba", "cor", "den", "fi", "gra", "hul", "jo", "ker", "lam", "min", "nor", "pol", "qui", "ras",
    "sten", "tur", "ul", "vor", "wen", "zet",
];

/// Prints one table; each figure is of that many runs.
pub(crate) fn run(arguments: &[&str]) {
    let runs = arguments.first().and_then(|it| it.parse().ok()).unwrap_or(11);
    println!("\n| response | citations | sources | | min ms | median ms |");
    println!("|---|--:|--:|---|--:|--:|");
    let only = arguments.get(1).copied();
    for size in SIZES.iter().filter(|size| only.is_none_or(|only| only == size.name)) {
        let case = size.case();
        time(size, "resolve", runs, &case, resolved);
        time(size, "inspect", runs, &case, inspect);
    }
}

fn time(size: &Size, what: &str, runs: usize, case: &Case, inspected: fn(Case) -> Inspection) {
    let once = || {
        let case = case.clone();
        let begun = Instant::now();
        let inspection = std::hint::black_box(inspected(case));
        let took = begun.elapsed();
        assert_eq!(inspection.unresolved(), 0);
        took
    };
    let mut took: Vec<Duration> = (0..runs).map(|_| once()).collect();
    took.sort_unstable();
    let millis = |took: Duration| took.as_secs_f64() * 1e3;
    let (least, median) = (millis(took[0]), millis(took[runs / 2]));
    let Size { name, citations, files, bytes } = size;
    let kilobytes = files * bytes / 1024;
    println!("| {name} | {citations} | {kilobytes} KB | {what} | {least:.2} | {median:.2} |");
}

struct Size {
    name: &'static str,
    citations: usize,
    files: usize,
    /// Of each file.
    bytes: usize,
}

const SIZES: [Size; 3] = [
    Size { name: "eight files", citations: 1_000, files: 8, bytes: 128 * 1024 },
    Size { name: "one file", citations: 1_000, files: 1, bytes: 1024 * 1024 },
    Size { name: "small", citations: 6, files: 3, bytes: 1024 },
];

impl Size {
    /// Nine of ten citations name some lines, of which one in ten is not the line the claim was
    /// made from; one of ten names a whole source.
    fn case(&self) -> Case {
        let mut writer = Writer::new();
        let files: Vec<Vec<String>> = (0..self.files).map(|_| writer.lines(self.bytes)).collect();
        let mut text = String::new();
        for number in 0..self.citations {
            let file = writer.random.below(files.len());
            let line = writer.random.below(files[file].len());
            text.push_str(&writer.claim(&files[file][line]));
            let at = match writer.random.below(10) {
                0 => String::new(),
                1 => format!("\u{e202}L{}", 1 + writer.random.below(files[file].len())),
                2 => format!("\u{e202}L{}-L{}", line + 1, (line + 20).min(files[file].len())),
                _ => format!("\u{e202}L{}", line + 1),
            };
            let gap = if number % 4 == 3 { "\n\n" } else { " " };
            let marker = format!("\u{e200}cite\u{e202}file{file}{at}\u{e201}{gap}");
            text.push_str(&marker);
        }
        let source = |(number, lines): (usize, &Vec<String>)| Source {
            id: format!("file{number}"),
            id_from: IdFrom::Text,
            text: SourceText::Inline(lines.concat().into()),
            ..Source::default()
        };
        let sources = files.iter().enumerate().map(source).collect();
        Case { response: read_response(text, &Families::default()), sources, ..Case::default() }
    }
}

struct Writer {
    random: Random,
    vocabulary: Vec<String>,
}

impl Writer {
    fn new() -> Self {
        let mut random = Random::new(1);
        let mut word = || {
            let syllables = random.between(2, 4);
            (0..syllables).map(|_| *random.of::<&str>(&SYLLABLES)).collect()
        };
        let vocabulary = (0..VOCABULARY).map(|_| word()).collect();
        Self { random, vocabulary }
    }

    /// Lines of one sentence each, together of `bytes` bytes or somewhat more.
    fn lines(&mut self, bytes: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut written = 0;
        while written < bytes {
            let words: Vec<String> =
                (0..self.random.between(8, 18)).map(|at| self.word(at == 0)).collect();
            lines.push(format!("{}.\n", words.join(" ")));
            written += lines.last().map_or(0, String::len);
        }
        lines
    }

    fn word(&mut self, opens: bool) -> String {
        let word = match self.random.below(100) {
            0..40 => (*self.random.of::<&str>(&LITTLE)).to_owned(),
            40..44 => self.random.between(2, 4_000).to_string(),
            // The product of two is small far more often than large.
            _ => {
                let many = self.vocabulary.len();
                let at = self.random.below(many) * self.random.below(many) / many;
                self.vocabulary[at].clone()
            }
        };
        if opens || self.random.chance(4) { capital(&word) } else { word }
    }

    /// Returns the line with every fourth word or so another one.
    fn claim(&mut self, line: &str) -> String {
        let words = line.trim_end_matches(".\n").split(' ');
        let other: Vec<String> = words
            .enumerate()
            .map(
                |(at, word)| {
                    if self.random.chance(25) { self.word(at == 0) } else { word.to_owned() }
                },
            )
            .collect();
        format!("{}.", other.join(" "))
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
