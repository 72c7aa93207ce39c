//! The numbered lines of a passage, one after the other, for reports that print them.

use crate::inspect::Inspection;
use crate::model::DivisionKind;
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
    let divisions = inspection.case.sources.get(passage.source).map(|source| &source.divisions);
    let labels: Vec<(u64, Span)> = divisions
        .into_iter()
        .flatten()
        .filter(|division| division.kind == DivisionKind::Line)
        .map(|division| (division.number, division.span))
        .collect();
    if labels.is_empty() {
        physical(store, passage, extent, each)
    } else {
        labelled(store, &labels, passage.span, extent, each)
    }
}

fn labelled<E>(
    store: &Store,
    labels: &[(u64, Span)],
    cited: Span,
    extent: Extent,
    mut each: impl FnMut(Line) -> Result<(), E>,
) -> Result<u64, E> {
    let from = labels.partition_point(|(_, span)| span.start < cited.start);
    let to = labels.partition_point(|(_, span)| span.start < cited.end.max(cited.start + 1));
    let shown = (to - from).min(extent.most);
    let left_out = to - from - shown;
    let end = if left_out > 0 { from + shown } else { labels.len().min(to + extent.context) };
    let start = from.saturating_sub(extent.context);
    for (index, (number, span)) in labels.iter().enumerate().take(end).skip(start) {
        let text = store.read(*span, MOST_BYTES);
        each(Line { number: Some(*number), cited: (from..to).contains(&index), text })?;
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
