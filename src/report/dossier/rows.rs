//! The lines of a source as a report shows them: numbered as locators count, long ones cut.

use super::pieces::{MarkedText, Marks, line, pieces};
use crate::inspect::Inspection;
use crate::model::{Division, DivisionKind, Source};
use crate::sources::Store;
use crate::sources::store::Row;
use crate::text::prose::{count, one_line};
use crate::text::{SafeText, Span};

/// Maximum number of bytes of a line.
const MAX_LINE: usize = 1200;
/// Number of these bytes before the cited part.
const BEFORE_CITED: usize = 200;

/// A line of a source.
#[derive(Debug, Clone)]
pub struct LineEntry {
    /// Byte of the source at which it begins.
    pub start: usize,
    /// The page that begins with it, or the page of the first line shown.
    pub page: Option<SafeText>,
    /// Number as locators count; `None` for a line without one.
    pub number: Option<u64>,
    /// True if a citation points at it.
    pub cited: bool,
    /// Its text; brackets show the part of a long line that was left out.
    pub pieces: Vec<MarkedText>,
    /// The numbers and names of the citations that point at it, for sources shown by themselves.
    pub by: Vec<(usize, String)>,
}

impl LineEntry {
    /// Its pieces, those together that a citation points at or does not.
    pub fn stretches(&self) -> impl Iterator<Item = &[MarkedText]> {
        self.pieces.chunk_by(|one, other| one.cited == other.cited)
    }
}

/// The lines of one source.
pub(super) struct Rows<'i> {
    pub(super) store: &'i Store,
    source: &'i Source,
    /// Its labelled lines in the order of their spans; empty if lines have no labels.
    labels: Vec<&'i Division>,
}

impl<'i> Rows<'i> {
    /// Returns the lines of the source at `index`; `None` if there is no text.
    pub(super) fn new(inspection: &'i Inspection, index: usize) -> Option<Self> {
        let store = inspection.store(index)?;
        let source = inspection.case.sources.get(index)?;
        let is_line = |division: &&Division| division.kind == DivisionKind::Line;
        let labels = source.divisions.iter().filter(is_line).collect();
        Some(Self { store, source, labels })
    }

    /// Returns the line at `offset`; `None` at the end.
    pub(super) fn at(&self, offset: usize) -> Option<Row> {
        self.store.row_at(offset)
    }

    /// Returns the start of the line `back` lines before the one that contains `offset`.
    pub(super) fn before(&self, offset: usize, back: usize) -> usize {
        let holding = self.store.row_before(offset.saturating_add(1));
        let mut start = holding.map_or(offset, |row| row.span.start.min(offset));
        for _ in 0..back {
            let Some(row) = self.store.row_before(start) else { break };
            start = row.span.start;
        }
        start
    }

    /// Returns the number of a line, as counted by locators.
    pub(super) fn number(&self, row: &Row) -> Option<u64> {
        if !self.labels.is_empty() {
            let at = self.labels.partition_point(|label| label.span.start < row.span.start);
            let label = self.labels.get(at)?;
            let end = row.span.end.max(row.span.start + 1);
            return (label.span.start < end).then_some(label.number);
        }
        let number = row.line.filter(|_| !row.continued)?;
        match self.source.page_at(row.span.start) {
            Some(page) => {
                let above = self.store.line_at(page.span.start).unwrap_or(1);
                Some(number.saturating_sub(above) + 1)
            }
            None => Some(number),
        }
    }

    /// Returns the page of `row`, in words, unless it is `known`.
    pub(super) fn page(&self, row: &Row, known: &mut Option<u64>) -> Option<SafeText> {
        let page = self.source.page_at(row.span.start)?.number;
        if *known == Some(page) {
            return None;
        }
        *known = Some(page);
        let remarks = self.source.page_remarks(page).into_iter().map(one_line);
        let words: Vec<String> = std::iter::once(format!("p. {page}")).chain(remarks).collect();
        Some(line(&words.join(" \u{b7} ")))
    }

    /// Returns the text of a line with its marks; a long one is cut around the cited part.
    pub(super) fn pieces(row: &Row, marks: Marks<'_>) -> Vec<MarkedText> {
        let Row { span, text, .. } = row;
        if text.len() != span.len() {
            // Invalid UTF-8 was replaced, so the marks' offsets do not apply.
            let end = text.floor_char_boundary(MAX_LINE);
            let mut piece = MarkedText::plain(text.get(..end).unwrap_or_default());
            piece.cited = marks.cited.is_some_and(|cited| cited.overlaps(*span));
            return vec![piece];
        }
        if text.len() <= MAX_LINE {
            return pieces(text, *span, marks);
        }
        let cited = marks.cited.and_then(|cited| cited.intersect(*span));
        let wanted = cited.map_or(0, |cited| cited.start - span.start).saturating_sub(BEFORE_CITED);
        let from = text.floor_char_boundary(wanted);
        let to = text.floor_char_boundary(from + MAX_LINE);
        let left_out = |part: Option<&str>| {
            let left = part.map_or(0, |part| part.chars().count());
            (left > 0).then(|| {
                let what = count(left, "character");
                MarkedText::plain(&format!(" [\u{2026} {what} omitted] "))
            })
        };
        let part = text.get(from..to).unwrap_or_default();
        let shown = pieces(part, Span::new(span.start + from, span.start + to), marks);
        let before = left_out(text.get(..from));
        before.into_iter().chain(shown).chain(left_out(text.get(to..))).collect()
    }
}

/// True if a citation of `cited` covers part of a line.
pub(super) fn is_cited(row: &Row, cited: Span) -> bool {
    let Span { start, end } = row.span;
    if cited.is_empty() || row.span.is_empty() {
        return (start..=end).contains(&cited.start) || cited.contains(start);
    }
    row.span.overlaps(cited)
}
