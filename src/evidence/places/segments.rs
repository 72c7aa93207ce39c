//! The smallest places of a source: its lines, and the sentences of long lines.

use crate::model::{DivisionKind, Source};
use crate::text::Span;
use crate::text::lines::{LineIndex, without_line_end};
use crate::text::sentences::starts;

/// A line of more bytes is taken sentence by sentence.
const LONG_LINE: usize = 320;

/// A line, or a sentence of a long one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Index into the case's sources.
    pub(super) source: usize,
    /// Bytes of the source's text.
    pub(super) span: Span,
    /// The line's number, as locators count.
    pub(super) line: u64,
}

/// The segments of a source, in order: by its printed line labels where it has them, else by
/// physical lines.
pub(super) fn segments(index: usize, source: &Source, text: &str) -> Vec<Segment> {
    let labels = source.divisions.iter().filter(|division| division.kind == DivisionKind::Line);
    let mut lines: Vec<(u64, Span)> = labels.map(|label| (label.number, label.span)).collect();
    if lines.is_empty() {
        let physical = LineIndex::new(text);
        lines = (1..=physical.count())
            .filter_map(|number| Some((number, without_line_end(text, physical.span(number)?))))
            .collect();
    }
    let mut segments = Vec::with_capacity(lines.len());
    for (line, span) in lines {
        if span.len() <= LONG_LINE {
            segments.push(Segment { source: index, span, line });
            continue;
        }
        let mut starts = starts(span.slice(text).unwrap_or_default());
        starts.push(span.len());
        let sentences = starts.windows(2).filter_map(|pair| pair.first().zip(pair.get(1)));
        segments.extend(sentences.map(|(from, to)| Segment {
            source: index,
            span: Span::new(span.start + from, span.start + to),
            line,
        }));
    }
    segments
}
