//! Labels before a citation that name a place, and words that announce what is quoted below: the claim
//! is then somewhere else.

use super::segment::SegmentKind;
use super::{Segment, Words};
use crate::dialects::marks::code_references::FAMILY;
use crate::model::{Anchor, AnchorKind, Citation};
use crate::text::Span;
use crate::text::list_heading::is_label;

/// Last words of labels that say where something is, in lower case.
const PLACES: &[&str] = &[
    "location",
    "locations",
    "file",
    "files",
    "where",
    "line",
    "lines",
    "path",
    "paths",
    "place",
    "places",
    "position",
    "pointer",
    "code",
    "datei",
    "dateien",
    "ort",
    "fundort",
    "stelle",
    "fichier",
    "fichiers",
    "emplacement",
    "archivo",
    "archivos",
    "ubicación",
    "posizione",
    "arquivo",
    "файл",
    "文件",
    "位置",
    "ファイル",
    "場所",
    "파일",
    "위치",
];

/// Maximum number of words of such a label.
const MAX_LABEL_WORDS: usize = 4;

/// Minimum number of words that say something about a place: fewer are the value of another label, such
/// as `Severity: high`.
pub(super) const MIN_WORDS: usize = 5;

/// Maximum number of words that announce what is quoted below: `similarly states that:`.
const MAX_ANNOUNCING: usize = 5;

/// Maximum number of segments that a citation waits for.
const MAX_WAIT: usize = 3;

/// True if the words before a citation only name its source: `Source:`, `**Source:** Post | **Link:**`.
pub(super) fn names_source(before: &str) -> bool {
    let fields = || before.split_once('|').and_then(|(first, _)| first.split_once(':'));
    before.trim_end().ends_with(':')
        && (is_label(before) || fields().is_some_and(|(label, _)| is_label(label)))
}

/// True if the words before a citation are such a label with numbers that are no citations because the answer
/// cites them elsewhere: `Sources: [1], `.
pub(super) fn tallies(before: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "[],;".contains(c);
    before.trim_end().ends_with([']', ',']) && names_source(before.trim_end_matches(is_number))
}

/// True if the words before a citation are the label of a place: `Location:`, `**File**:`.
pub(super) fn names_place(before: &str) -> bool {
    let label = before.trim_end_matches([' ', '\n', '(', '[', '`', '*', '_']);
    let Some(label) = label.strip_suffix([':', '\u{ff1a}']) else { return false };
    // After another value, the label is the last of its line.
    let label = label.rsplit(['\n', '.', '|', ';']).next().unwrap_or(label);
    let last = label.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let is_place = last.is_some_and(|last| PLACES.contains(&last.to_lowercase().as_str()));
    is_place && label.split_whitespace().count() <= MAX_LABEL_WORDS
}

/// True if the words after a place say something about it, and are not the values of other labels.
pub(super) fn says_something(after: &str) -> bool {
    // More than its beginning does not matter, and may be very long.
    let after = after.get(..after.floor_char_boundary(MAX_LABEL)).unwrap_or_default();
    let said = after.split(['\n']).next().unwrap_or_default();
    let is_label = said.find([':', '\u{ff1a}']).is_some_and(|at| {
        said.get(..at).unwrap_or_default().split_whitespace().count() <= MAX_LABEL_WORDS
    });
    !is_label && count(said) >= MIN_WORDS
}

/// Returns the length of a dash or colon after a place that has only a short name before it, if it leads to
/// words that say something: the ` — ` of `NAME (src/app.rs:42) — It is so.`
pub(super) fn dash_behind(before: &str, after: &str) -> Option<usize> {
    /// Maximum number of words of such a name.
    const MAX_NAME_WORDS: usize = 3;
    let said = after.trim_start_matches([')', ']', '`', ' ', '*']);
    let said = said.strip_prefix(['\u{2014}', '\u{2013}', ':']).or(said.strip_prefix("- "))?;
    let is_name = (1..=MAX_NAME_WORDS).contains(&count(before));
    (is_name && count(said) >= MIN_WORDS).then_some(after.len() - said.len())
}

/// True for a line before a place that holds only words in bold: `- **NAME** (`.
pub(super) fn is_bold(line: &str) -> bool {
    let line = line.trim_end_matches([' ', '(', '[', '`']);
    let bullet = |c: char| !c.is_alphabetic() && !matches!(c, '*' | '_' | '`');
    let line = line.trim_start_matches(bullet);
    let line = line.strip_prefix("* ").unwrap_or(line);
    line.strip_prefix("**").is_some_and(|line| line.find("**") == line.len().checked_sub(2))
}

/// Returns the byte at which a link to code begins whose words are part of their sentence.
pub(super) fn link_start(citation: &Citation) -> Option<usize> {
    let Anchor { kind, span } = citation.anchor;
    let is_link = citation.family == FAMILY && kind == AnchorKind::Point;
    let is_link = is_link && citation.raw.starts_with('[');
    is_link.then(|| span.end.checked_sub(citation.raw.len())).flatten()
}

/// True for words that only announce what is quoted below: `states:`.
pub(super) fn announces(said: &str) -> bool {
    let said = said.trim_end();
    said.ends_with([':', '\u{ff1a}']) && count(said) <= MAX_ANNOUNCING
}

fn count(words: &str) -> usize {
    words.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// Citations that wait for the segment with their claim.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    citations: Vec<usize>,
    /// Minimum number of words of the segment.
    least: usize,
    /// Number of segments that had fewer.
    passed: usize,
}

impl Waiting {
    pub(super) fn add(&mut self, least: usize, citations: impl Iterator<Item = usize>) {
        self.citations.extend(citations);
        (self.least, self.passed) = (least, 0);
    }

    /// Returns the citations whose claim a segment is. A heading or code ends the wait.
    pub(super) fn take(&mut self, segment: &Segment, words: &Words) -> Vec<usize> {
        if self.citations.is_empty() {
            return Vec::new();
        }
        if segment.kind != SegmentKind::Text {
            self.citations.clear();
            return Vec::new();
        }
        let is_next_place =
            words.text.split_once(':').is_some_and(|(label, _)| names_place(&format!("{label}:")));
        if !is_next_place && count(&words.text) >= self.least {
            return std::mem::take(&mut self.citations);
        }
        self.passed += 1;
        if self.passed >= MAX_WAIT {
            self.citations.clear();
        }
        Vec::new()
    }
}

/// The minimum number of words that the colon leads to.
const MIN_SAID: usize = 4;

/// The maximum length of such a label with what is before it in its line, in bytes.
const MAX_LABEL: usize = 400;

/// Returns the line of marks between a short label and a colon: `Adapter soup [2]: combines adapters`.
pub(super) fn line_of(text: &str, marks: Span) -> Option<Span> {
    // Most marks are in long lines without a colon, which must not be read from end to end for each.
    let after = text.get(marks.end..)?;
    let said = after.trim_start_matches(['*', '_']).strip_prefix([':', '\u{ff1a}'])?;
    let near = text.ceil_char_boundary(marks.start.saturating_sub(MAX_LABEL));
    let (before, starts) = match text.get(near..marks.start)?.rsplit_once('\n') {
        Some((_, before)) => (before, true),
        None => (text.get(near..marks.start)?, near == 0),
    };
    let before = before.trim_start();
    let label = before.trim_start_matches(['-', '*', '+', '\u{2022}']).trim_start();
    let label = if before.starts_with("**") { before } else { label };
    let is_label = (1..=MAX_LABEL_WORDS).contains(&label.split_whitespace().count());
    if !starts || !is_label || label.contains(['|', '.']) {
        return None;
    }
    let said = said.split('\n').next()?;
    let is_said = said.split_whitespace().count() >= MIN_SAID && !said.contains('|');
    let after = after.split('\n').next()?;
    let line = Span::new(marks.start - label.len(), marks.end + after.trim_end().len());
    is_said.then_some(line)
}

/// True if these words of a text are those of an image: `![Map of the pier](https://…)`.
pub(super) fn is_image(text: &str, words: Span) -> bool {
    let before = text.get(..words.start).unwrap_or_default();
    before.ends_with("![") && text.get(words.end..).is_some_and(|after| after.starts_with("]("))
}

/// Returns a claim without the image that it begins with.
pub(super) fn after_image(text: &str, claim: Span) -> Span {
    if !text.get(..claim.start).is_some_and(|before| before.ends_with("![")) {
        return claim;
    }
    let words = claim.slice(text).unwrap_or_default();
    let said = words.split_once("](").and_then(|(_, rest)| Some(rest.split_once(')')?.1));
    said.map_or(claim, |said| Span::new(claim.end - said.trim_start().len(), claim.end))
}
