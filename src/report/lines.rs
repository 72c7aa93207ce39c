//! The numbered lines of a passage, one after the other, for reports that print them.

use crate::inspect::Inspection;
use crate::model::{Division, DivisionKind};
use crate::resolve::Passage;
use crate::sources::Store;
use crate::sources::store::Row;
use crate::text::Span;

/// The most bytes of a labelled line that are read.
const MOST_BYTES: usize = 4096;

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// By what the locator counts; `None` for the rest of an over-long line.
    pub(super) number: Option<u64>,
    /// Whether it is cited; else it is shown around what is.
    pub(super) cited: bool,
    /// Its text.
    pub(super) text: String,
}

/// How many lines of a passage to hand out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Lines shown before and behind it.
    pub(super) context: usize,
    /// The most cited lines; what stands behind them is left out then.
    pub(super) most: usize,
}

/// Hands the lines of `passage` to `each` until that fails; the number of cited lines left out.
pub(super) fn each_line<E>(
    inspection: &Inspection,
    passage: &Passage,
    extent: Extent,
    each: impl FnMut(Line) -> Result<(), E>,
) -> Result<u64, E> {
    let Some(Ok(store)) = inspection.stores.get(passage.source) else { return Ok(0) };
    let source = inspection.case.sources.get(passage.source);
    let divisions = source.map(|source| source.divisions.as_slice()).unwrap_or_default();
    if divisions.iter().any(is_line) {
        labelled(store, divisions, passage.span, extent, each)
    } else {
        physical(store, passage, extent, each)
    }
}

fn is_line(division: &Division) -> bool {
    division.kind == DivisionKind::Line
}

/// Divisions stand in the order of their spans: only those around the passage are looked at.
fn labelled<E>(
    store: &Store,
    divisions: &[Division],
    cited: Span,
    extent: Extent,
    mut each: impl FnMut(Line) -> Result<(), E>,
) -> Result<u64, E> {
    let mut hand_out = |division: &Division, cited: bool| {
        let text = store.read(division.span, MOST_BYTES);
        each(Line { number: Some(division.number), cited, text })
    };
    let split = |at: usize| {
        let index = divisions.partition_point(|division| division.span.start < at);
        divisions.split_at_checked(index).unwrap_or((divisions, &[]))
    };
    let (before, rest) = split(cited.start);
    let (_, behind) = split(cited.end.max(cited.start + 1));
    let inside = rest.get(..rest.len() - behind.len()).unwrap_or_default();
    let above: Vec<&Division> =
        before.iter().rev().filter(|division| is_line(division)).take(extent.context).collect();
    for division in above.into_iter().rev() {
        hand_out(division, false)?;
    }
    let mut lines = inside.iter().filter(|division| is_line(division));
    for division in lines.by_ref().take(extent.most) {
        hand_out(division, true)?;
    }
    let left_out = lines.count();
    if left_out == 0 {
        for division in behind.iter().filter(|division| is_line(division)).take(extent.context) {
            hand_out(division, false)?;
        }
    }
    Ok(left_out as u64)
}

fn physical<E>(
    store: &Store,
    passage: &Passage,
    extent: Extent,
    mut each: impl FnMut(Line) -> Result<(), E>,
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
    let mut behind = extent.context;
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
            if behind == 0 {
                break;
            }
            behind -= 1;
        }
        let next = here.next;
        let text = if is_cited { cut_to(store, &here, cited) } else { here.text };
        each(Line { number, cited: is_cited, text })?;
        row = store.row_at(next);
    }
    Ok(0)
}

/// A row without what stands before and behind the passage, which may be but a part of it.
fn cut_to(store: &Store, row: &Row, cited: Span) -> String {
    let Some(part) = row.span.intersect(cited).filter(|part| !part.is_empty()) else {
        return row.text.clone();
    };
    let blank = |from, to| store.read(Span::new(from, to), MOST_BYTES).trim().is_empty();
    let before = !blank(row.span.start, part.start);
    let behind = !blank(part.end, row.span.end);
    if !before && !behind {
        return row.text.clone();
    }
    let words = store.read(part, MOST_BYTES);
    let mark = |is_cut| if is_cut { "\u{2026} " } else { "" };
    let end = if behind { " \u{2026}" } else { "" };
    format!("{}{}{end}", mark(before), words.trim())
}
