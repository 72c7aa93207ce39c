//! The numbered lines of a passage, one after the other, for reports that print them.

use crate::inspect::Inspection;
use crate::model::{Division, DivisionKind};
use crate::resolve::Passage;
use crate::sources::Store;
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
    let mut start = cited.start;
    for _ in 0..extent.context {
        start = store.row_before(start).map_or(start, |row| row.span.start);
    }
    let mut shown = 0;
    let mut behind = extent.context;
    let mut row = store.row_at(start);
    while let Some(here) = row {
        let number = here.line.filter(|_| !here.continued);
        let at = here.span.start;
        let is_cited = at == cited.start || (cited.start < at && at < cited.end);
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
        each(Line { number, cited: is_cited, text: here.text })?;
        row = store.row_at(here.next);
    }
    Ok(0)
}
