//! The smallest units of a source: its lines, and the sentences of prose.

use crate::model::{DivisionKind, Source};
use crate::text::Span;
use crate::text::lines::{LineIndex, without_line_end};
use crate::text::sentences::starts;

/// A longer line is divided into sentences; bytes.
const LONG_LINE: usize = 120;

/// A line of at least this many bytes that ends in the middle of a sentence continues in the next.
const FULL_LINE: usize = 48;

/// The maximum number of lines that are read together as prose.
const MAX_LINES: usize = 12;

/// A line, or a sentence on part of one or more lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Index into the case's sources.
    pub(super) source: usize,
    /// Bytes of the source's text.
    pub(super) span: Span,
    /// The number of its first line, as locators count.
    pub(super) line: u64,
    /// The number of its last line.
    pub(super) last_line: u64,
}

/// Returns the segments of a source, in order: by its printed line labels if it has them, else
/// by physical lines. Prose that is broken into lines is taken sentence by sentence.
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
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (block, after) = rest.split_at(block(rest, text).min(rest.len()));
        rest = after;
        if let [(line, span)] = block
            && span.len() <= LONG_LINE
        {
            segments.push(Segment { source: index, span: *span, line: *line, last_line: *line });
        } else {
            sentences(index, block, text, &mut segments);
        }
    }
    segments
}

/// Returns the number of lines that belong together: those that end in the middle of a sentence,
/// and the next one.
fn block(lines: &[(u64, Span)], text: &str) -> usize {
    let goes_on = |pair: &&[(u64, Span)]| {
        let [(_, this), (_, next)] = pair else { return false };
        let line = this.slice(text).unwrap_or_default().trim_end();
        let next = next.slice(text).unwrap_or_default();
        line.len() >= FULL_LINE
            && !line.starts_with(['#', '|', '>'])
            && line.chars().next_back().is_some_and(|c| {
                c.is_alphanumeric() || matches!(c, ',' | '-' | '(' | ')' | '%' | '\u{2019}' | '`')
            })
            && next.chars().next().is_some_and(|c| {
                c.is_alphanumeric() || matches!(c, '(' | '"' | '`' | '\u{201c}' | '\u{201e}')
            })
    };
    1 + lines.windows(2).take(MAX_LINES - 1).take_while(goes_on).count()
}

fn sentences(index: usize, block: &[(u64, Span)], text: &str, segments: &mut Vec<Segment>) {
    let (Some((_, first)), Some((_, last))) = (block.first(), block.last()) else { return };
    let whole = Span::new(first.start, last.end.max(first.start));
    let prose = whole.slice(text).unwrap_or_default();
    // The end of a line would end a sentence.
    let mut starts = match block {
        [_] => starts(prose),
        _ => starts(&prose.replace(['\n', '\r'], " ")),
    };
    starts.push(prose.len());
    let line_at = |offset: usize| {
        let after = block.partition_point(|(_, span)| span.start <= offset);
        block.get(after.saturating_sub(1)).map_or(0, |(number, _)| *number)
    };
    for (from, to) in starts.windows(2).filter_map(|pair| pair.first().zip(pair.get(1))) {
        let sentence = prose.get(*from..*to).unwrap_or_default();
        let end = from + sentence.trim_end().len();
        let span = Span::new(whole.start + from, whole.start + end.max(*from));
        if span.is_empty() {
            continue;
        }
        segments.push(Segment {
            source: index,
            span,
            line: line_at(span.start),
            last_line: line_at(span.end - 1),
        });
    }
}
