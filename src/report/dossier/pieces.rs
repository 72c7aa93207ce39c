//! Text cut at the words that are marked.

use std::collections::BTreeSet;

use crate::report::secrets;
use crate::text::prose::one_line;
use crate::text::{SafeText, Span};

/// A stretch of text with the same marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedText {
    /// The text.
    pub text: SafeText,
    /// True if a citation points at it.
    pub cited: bool,
    /// The result of comparing claim and passage.
    pub word: Word,
}

/// The result of comparing claim and passage for a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Word {
    /// Nothing.
    #[default]
    Plain,
    /// It is in both.
    Matched,
    /// It is in the claim and not in the passage.
    Missing,
}

/// Marks on a text, as spans of that text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks<'m> {
    pub(super) cited: Option<Span>,
    /// The words that are in claim and passage.
    pub(super) matched: &'m [Span],
    /// The words that are only in the claim.
    pub(super) missing: &'m [Span],
}

impl MarkedText {
    /// Text without marks.
    pub(super) fn plain(text: &str) -> Self {
        Self { text: safe(text), cited: false, word: Word::Plain }
    }
}

/// Returns `text`, which is `span` of its whole, cut at the borders of the marks.
pub(super) fn pieces(text: &str, span: Span, marks: Marks<'_>) -> Vec<MarkedText> {
    let inside = |marked: &[Span]| -> Vec<Span> {
        marked.iter().filter_map(|one| one.intersect(span)).filter(|one| !one.is_empty()).collect()
    };
    // A secret stays in one piece with the word around it, by which it is detected.
    let secrets: Vec<Span> =
        secrets::find(text).into_iter().map(|it| word_around(text, it)).collect();
    let apart = |mut spans: Vec<Span>| {
        let own = |one: &Span| Span::new(one.start - span.start, one.end - span.start);
        spans.retain(|one| !secrets.iter().any(|secret| secret.overlaps(own(one))));
        spans
    };
    let (matched, missing) = (apart(inside(marks.matched)), apart(inside(marks.missing)));
    let cited = marks.cited.and_then(|cited| cited.intersect(span));
    let all = matched.iter().chain(&missing).chain(&cited);
    let mut borders: BTreeSet<usize> = all.flat_map(|one| [one.start, one.end]).collect();
    borders.extend([span.start, span.end]);
    let borders: Vec<usize> = borders.into_iter().collect();
    let mut pieces: Vec<MarkedText> = Vec::new();
    for pair in borders.windows(2) {
        let &[start, end] = pair else { continue };
        let here = Span::new(start - span.start, end - span.start);
        let Some(part) = here.slice(text).filter(|part| !part.is_empty()) else { continue };
        let within = |marked: &[Span]| marked.iter().any(|one| one.contains(start));
        let word = if within(&matched) {
            Word::Matched
        } else if within(&missing) {
            Word::Missing
        } else {
            Word::Plain
        };
        let cited = cited.is_some_and(|cited| cited.contains(start));
        pieces.push(MarkedText { text: safe(part), cited, word });
    }
    pieces
}

/// Returns the span widened to the blanks around it.
fn word_around(text: &str, span: Span) -> Span {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let start = before.rfind(char::is_whitespace).map_or(0, |at| {
        at + before.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
    });
    Span::new(start, span.end + after.find(char::is_whitespace).unwrap_or(after.len()))
}

/// Replaces line ends by blanks, and makes unsafe characters visible.
fn safe(text: &str) -> SafeText {
    if text.contains(['\n', '\r', '\t']) {
        SafeText::new(&text.replace(['\n', '\r', '\t'], " "))
    } else {
        SafeText::new(text)
    }
}

/// Returns foreign words on one line.
pub(super) fn line(text: &str) -> SafeText {
    SafeText::new(&one_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_something_is_said_and_nothing_is_lost() {
        let marks = Marks {
            cited: Some(Span::new(14, 19)),
            matched: &[Span::new(12, 16)],
            missing: &[Span::new(18, 40)],
        };
        let cut = pieces("ab cd ef gh", Span::new(10, 21), marks);
        let marked: Vec<(&str, bool, Word)> =
            cut.iter().map(|one| (one.text.as_str(), one.cited, one.word)).collect();
        assert_eq!(
            marked,
            [
                ("ab", false, Word::Plain),
                (" c", false, Word::Matched),
                ("d ", true, Word::Matched),
                ("ef", true, Word::Plain),
                (" ", true, Word::Missing),
                ("gh", false, Word::Missing),
            ]
        );
    }
}
