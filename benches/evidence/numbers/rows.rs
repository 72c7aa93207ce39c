//! The labelled claims, as pairs of a claim and a passage.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A claim beside a passage.
pub(crate) struct Pair {
    pub(crate) claim: String,
    pub(crate) passage: String,
    pub(crate) kind: Kind,
    pub(crate) half: Half,
}

/// Facts known of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The sentence refutes the claim.
    Refuted,
    /// The sentence supports the claim.
    Supported,
    /// The lines that people marked as supporting the claim.
    Marked,
    /// The same with five lines around.
    Around,
    /// Other lines of the same sources.
    SamePage,
    /// A sentence about something else.
    Stranger,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Refuted,
        Self::Supported,
        Self::Marked,
        Self::Around,
        Self::SamePage,
        Self::Stranger,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Refuted => "refuted by the sentence",
            Self::Supported => "supported by the sentence",
            Self::Marked => "marked lines",
            Self::Around => "marked lines and five around",
            Self::SamePage => "other lines of the sources",
            Self::Stranger => "a sentence about something else",
        }
    }
}

/// The half of the documents that a pair is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// To fit on, and to read errors of.
    Fit,
    /// Only measured.
    Check,
}

impl Half {
    fn of(document: &str) -> Self {
        let hash = document.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        if hash >> 32 & 1 == 0 { Self::Fit } else { Self::Check }
    }
}

/// A claim and a sentence.
#[derive(Deserialize)]
struct Sentence {
    id: String,
    claim: String,
    evidence: String,
    label: String,
}

/// A claim and the pages that it cites.
#[derive(Deserialize)]
struct Page {
    topic: String,
    claim: String,
    sources: Vec<Vec<String>>,
    passages: Vec<(usize, usize, usize)>,
}

/// Maximum number of marked passages that are taken of one claim.
const MAX_PASSAGES: usize = 3;

/// Maximum number of other places that are taken of one source, and their lines.
const MAX_OTHERS: usize = 8;
const OTHER_LINES: usize = 3;

/// Reads the labelled claims in `folder`.
pub(crate) fn read(folder: &Path) -> Vec<Pair> {
    let sentences: Vec<Sentence> = rows(&folder.join("vitaminc-numbers-dev.jsonl"));
    let mut pairs = Vec::new();
    for (index, row) in sentences.iter().enumerate() {
        let half = |row: &Sentence| Half::of(row.id.split('_').next().unwrap());
        let kind = if row.label == "REFUTES" { Kind::Refuted } else { Kind::Supported };
        let pair = |passage: &str, kind| Pair {
            claim: row.claim.clone(),
            passage: passage.to_owned(),
            kind,
            half: half(row),
        };
        pairs.push(pair(&row.evidence, kind));
        let other = &sentences[(index * 7 + sentences.len() / 2) % sentences.len()];
        if half(other) == half(row) {
            pairs.push(pair(&other.evidence, Kind::Stranger));
        }
    }
    for file in ["wice-dev.jsonl", "search-answers-dev.jsonl"] {
        for page in rows::<Page>(&folder.join(file)) {
            pairs.extend(of_page(&page));
        }
    }
    pairs
}

fn of_page(page: &Page) -> Vec<Pair> {
    let pair = |lines: &[String], kind| Pair {
        claim: page.claim.clone(),
        passage: lines.join("\n"),
        kind,
        half: Half::of(&page.topic),
    };
    let mut pairs = Vec::new();
    for (source, first, last) in page.passages.iter().take(MAX_PASSAGES) {
        let lines = &page.sources[*source];
        pairs.push(pair(&lines[*first..=*last], Kind::Marked));
        let to = (last + 6).min(lines.len());
        pairs.push(pair(&lines[first.saturating_sub(5)..to], Kind::Around));
    }
    for lines in &page.sources {
        let step = (lines.len() / (MAX_OTHERS - 2)).max(OTHER_LINES);
        for from in (0..lines.len()).step_by(step).take(MAX_OTHERS) {
            let to = (from + OTHER_LINES).min(lines.len());
            pairs.push(pair(&lines[from..to], Kind::SamePage));
        }
    }
    pairs
}

fn rows<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
