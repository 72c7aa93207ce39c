//! The numbered lines of a passage, one after the other, for reports that print them.

use crate::evidence::Window;
use crate::inspect::Inspection;
use crate::model::{Division, DivisionKind};
use crate::resolve::Passage;
use crate::sources::Store;
use crate::sources::store::Row;
use crate::text::Span;

/// Maximum number of bytes read of a labelled line.
const MAX_BYTES: usize = 4096;

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PassageLine {
    /// The page that begins with it, or the page of the first line shown.
    pub(super) page: Option<u64>,
    /// As counted by the locator, on the page if there are pages; `None` for the rest of an
    /// over-long line.
    pub(super) number: Option<u64>,
    /// True if it is cited; false for context.
    pub(super) cited: bool,
    pub(super) text: String,
}

/// Limits on the lines of a passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Lines shown before and after it.
    pub(super) context: usize,
    /// Maximum number of cited lines; further ones are omitted.
    pub(super) most: usize,
}

/// The lines of an inspection's sources.
pub(super) struct PassageLines<'i> {
    inspection: &'i Inspection,
    /// The labelled lines of each source in the order of their spans: a source of a million lines
    /// may be cited thousands of times.
    labels: Vec<Vec<&'i Division>>,
}

impl<'i> PassageLines<'i> {
    pub(super) fn new(inspection: &'i Inspection) -> Self {
        let is_line = |division: &&Division| division.kind == DivisionKind::Line;
        let sources = inspection.case.sources.iter();
        let labels =
            sources.map(|source| source.divisions.iter().filter(is_line).collect()).collect();
        Self { inspection, labels }
    }

    /// Hands the lines of `passage` to `each` until that fails; the number of cited lines left out.
    pub(super) fn each<E>(
        &self,
        passage: &Passage,
        extent: Extent,
        mut each: impl FnMut(PassageLine) -> Result<(), E>,
    ) -> Result<u64, E> {
        let Some(store) = self.inspection.store(passage.source) else { return Ok(0) };
        match self.labels.get(passage.source) {
            Some(labels) if !labels.is_empty() => {
                labelled(store, labels, passage.span, extent, each)
            }
            _ => {
                let source = self.inspection.case.sources.get(passage.source);
                let mut page = None;
                physical(store, passage, extent, |at, line| {
                    let on = source.and_then(|source| source.page_at(at));
                    let begun = on.map(|on| on.number).filter(|number| page != Some(*number));
                    page = begun.or(page);
                    let above = on.and_then(|on| store.line_at(on.span.start)).unwrap_or(1);
                    let number = line.number.map(|number| number.saturating_sub(above) + 1);
                    each(PassageLine { page: begun, number, ..line })
                })
            }
        }
    }
}

/// Returns the part of a passage that begins shortly before the lines with most of the claim, and the
/// number of lines above it; all of it if its first `most` lines have them.
pub(super) fn part_with(
    inspection: &Inspection,
    passage: &Passage,
    window: Option<&Window>,
    most: usize,
) -> (Passage, u64) {
    let whole = || (passage.clone(), 0);
    let first = passage.first_line.unwrap_or(1);
    let Some(window) = window.filter(|window| window.source == passage.source) else {
        return whole();
    };
    let is_in_view = window.last_line < first.saturating_add(most as u64);
    let Some(store) = inspection.store(passage.source).filter(|_| !is_in_view) else {
        return whole();
    };
    let lines =
        usize::try_from(window.last_line.saturating_sub(window.first_line)).unwrap_or(usize::MAX);
    let (mut start, mut line) = (window.span.start, window.first_line);
    for _ in 0..most.saturating_sub(lines) / 2 {
        let Some(row) = store.row_before(start).filter(|_| line > first) else { break };
        start = row.span.start;
        line -= 1;
    }
    let span = Span::new(start.max(passage.span.start), passage.span.end);
    (Passage { span, first_line: Some(line), ..passage.clone() }, line.saturating_sub(first))
}

/// Returns the labels around the passage, which are sorted by their spans.
fn labelled<E>(
    store: &Store,
    labels: &[&Division],
    cited: Span,
    extent: Extent,
    mut each: impl FnMut(PassageLine) -> Result<(), E>,
) -> Result<u64, E> {
    let mut hand_out = |label: &Division, cited: bool| {
        let text = store.read(label.span, MAX_BYTES);
        each(PassageLine { page: None, number: Some(label.number), cited, text })
    };
    let from = labels.partition_point(|label| label.span.start < cited.start);
    let to = labels.partition_point(|label| label.span.start < cited.end.max(cited.start + 1));
    let shown_to = to.min(from.saturating_add(extent.most));
    let between = |from: usize, to: usize| labels.get(from..to).unwrap_or_default();
    for label in between(from.saturating_sub(extent.context), from) {
        hand_out(label, false)?;
    }
    for label in between(from, shown_to) {
        hand_out(label, true)?;
    }
    if shown_to == to {
        for label in between(to, to.saturating_add(extent.context).min(labels.len())) {
            hand_out(label, false)?;
        }
    }
    Ok((to - shown_to) as u64)
}

/// Hands over each line with the byte at which it begins, numbered through the whole source.
fn physical<E>(
    store: &Store,
    passage: &Passage,
    extent: Extent,
    mut each: impl FnMut(usize, PassageLine) -> Result<(), E>,
) -> Result<u64, E> {
    let cited = passage.span;
    // The row that holds the first byte; a passage may begin within it.
    let mut start = store
        .row_before(cited.start + 1)
        .map_or(cited.start, |row| row.span.start.min(cited.start));
    for _ in 0..extent.context {
        start = store.row_before(start).map_or(start, |row| row.span.start);
    }
    let mut shown = 0;
    let mut after = extent.context;
    let mut row = store.row_at(start);
    while let Some(here) = row {
        let number = here.line.filter(|_| !here.continued);
        let at = here.span.start;
        let here_too = here.span.overlaps(cited) || at == cited.start;
        let is_cited = here_too && (at < cited.end || cited.is_empty());
        if is_cited {
            if shown == extent.most {
                let lines = passage.first_line.zip(passage.last_line);
                let all = lines.map_or(0, |(first, last)| last.saturating_sub(first) + 1);
                return Ok(all.saturating_sub(shown as u64));
            }
            shown += 1;
        } else if at > cited.start {
            if after == 0 {
                break;
            }
            after -= 1;
        }
        let next = here.next;
        let text = if is_cited { cut_to(store, &here, cited) } else { here.text };
        each(at, PassageLine { page: None, number, cited: is_cited, text })?;
        row = store.row_at(next);
    }
    Ok(0)
}

/// Returns a row without the text before and after the passage, which may be only a part of it.
fn cut_to(store: &Store, row: &Row, cited: Span) -> String {
    let Some(part) = row.span.intersect(cited).filter(|part| !part.is_empty()) else {
        return row.text.clone();
    };
    let blank = |from, to| store.read(Span::new(from, to), MAX_BYTES).trim().is_empty();
    let before = !blank(row.span.start, part.start);
    let after = !blank(part.end, row.span.end);
    if !before && !after {
        return row.text.clone();
    }
    let words = store.read(part, MAX_BYTES);
    let mark = |is_cut| if is_cut { "\u{2026} " } else { "" };
    let end = if after { " \u{2026}" } else { "" };
    format!("{}{}{end}", mark(before), words.trim())
}
