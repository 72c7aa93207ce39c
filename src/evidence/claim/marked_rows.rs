//! Rows that begin with a citation each, as a list of what sources say:
//!
//! ```text
//! Evidence:
//! [1] The ferry leaves at noon every day.
//! [2] The bus follows ten minutes later.
//! ```
//!
//! Each supports its own row, and not the one above.

use std::collections::BTreeMap;

use super::items::short_before;
use crate::model::{AnchorKind, Response};
use crate::text::Span;

/// The minimum number of rows.
const MIN_ROWS: usize = 2;

/// The minimum number of words in a row.
const MIN_WORDS: usize = 4;

/// Returns the words of each such row by the index of the citation that begins it.
pub(super) fn of(response: &Response) -> BTreeMap<usize, Span> {
    let text = response.text.as_str();
    let mut found = BTreeMap::new();
    let mut run: Vec<(usize, Span)> = Vec::new();
    for (index, citation) in response.citations.iter().enumerate() {
        let mark = citation.anchor.span;
        let is_mark = citation.anchor.kind == AnchorKind::Marker && citation.raw.starts_with('[');
        let Some(start) = is_mark.then(|| line_start(text, mark.start)).flatten() else { continue };
        let row = row(text, mark.end);
        let is_next = run.last().is_some_and(|(_, last)| {
            let between = text.get(last.end..start);
            between.is_some_and(|it| it.trim_matches([' ', '\t', '\r']) == "\n")
        });
        if !is_next {
            keep(&mut run, &mut found);
            if row.is_none() || !is_announced(text, start) {
                continue;
            }
        }
        match row {
            Some(row) => run.push((index, row)),
            // A last mark without words closes the row above: the marks are after their sentences.
            None => run.clear(),
        }
    }
    keep(&mut run, &mut found);
    found
}

/// Adds a run of enough rows, and empties it.
fn keep(run: &mut Vec<(usize, Span)>, found: &mut BTreeMap<usize, Span>) {
    if run.len() >= MIN_ROWS {
        found.extend(run.iter().copied());
    }
    run.clear();
}

/// Returns the beginning of the line that a citation opens, after a bullet or nothing.
fn line_start(text: &str, at: usize) -> Option<usize> {
    let line = short_before(text, at)?;
    line.chars().all(|c| matches!(c, ' ' | '\t' | '-' | '*' | '•')).then_some(at - line.len())
}

/// Returns the words of a line after its mark, if they say something.
fn row(text: &str, from: usize) -> Option<Span> {
    let rest = text.get(from..)?.split('\n').next()?;
    let is_word = |word: &&str| word.contains(char::is_alphabetic);
    let says = rest.split_whitespace().filter(is_word).nth(MIN_WORDS - 1).is_some();
    let is_own = rest.starts_with([' ', '\t']) && !rest.trim_start().starts_with('[');
    let start = from + rest.len() - rest.trim_start().len();
    (says && is_own).then(|| Span::new(start, start + rest.trim().len()))
}

/// True if a line is the first, or the one above it is blank, a heading or ends with a colon.
fn is_announced(text: &str, start: usize) -> bool {
    let above = text.get(..start).unwrap_or_default();
    let Some(above) = above.strip_suffix('\n') else { return above.is_empty() };
    let near = above.ceil_char_boundary(above.len().saturating_sub(super::MAX_LINE));
    let line = above.get(near..).unwrap_or_default();
    let line = line.rsplit('\n').next().unwrap_or_default().trim();
    line.is_empty()
        || line.starts_with('#')
        || line.trim_end_matches('*').ends_with([':', '\u{ff1a}'])
}
