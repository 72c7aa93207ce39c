//! Blocks cut into the stretches that a claim never leaves.

use crate::text::Span;
use crate::text::markdown::{Block, BlockKind, RunText};

/// A stretch of a block that an inferred claim seldom leaves: a paragraph, a cell, a line of code.
pub(in crate::evidence) struct Segment {
    pub(in crate::evidence) start: usize,
    pub(in crate::evidence) parts: Vec<SegmentPart>,
    pub(in crate::evidence) kind: SegmentKind,
    /// The number of lists it is in.
    pub(in crate::evidence) list_depth: usize,
    /// The row of a cell below the head of its table.
    pub(in crate::evidence) row: Option<Span>,
}

/// The kind of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evidence) enum SegmentKind {
    /// Running text.
    Text,
    /// A heading.
    Heading,
    /// Code: a citation alone in it is part of an example and supports no block above.
    Code,
    /// The cell of a table.
    Cell,
    /// Raw HTML, or a thematic break.
    Other,
}

impl SegmentKind {
    /// True if a citation alone in the next block may support such a segment.
    pub(in crate::evidence) const fn carries(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Cell)
    }
}

/// A piece of shown text: the bytes of `span`, or `instead` of them.
pub(in crate::evidence) struct SegmentPart {
    pub(in crate::evidence) span: Span,
    pub(in crate::evidence) instead: Option<&'static str>,
}

pub(in crate::evidence) fn segments(block: &Block) -> Vec<Segment> {
    let kind = match block.kind {
        BlockKind::Paragraph => SegmentKind::Text,
        BlockKind::Heading(_) => SegmentKind::Heading,
        BlockKind::Code { .. } => SegmentKind::Code,
        BlockKind::TableRow { .. } => SegmentKind::Cell,
        BlockKind::Rule | BlockKind::Html => SegmentKind::Other,
    };
    let list_depth = block.list_depth;
    let is_body = matches!(block.kind, BlockKind::TableRow { head: false, .. });
    let row = Some(block.span).filter(|_| is_body);
    let new = |start| Segment { start, parts: Vec::new(), kind, list_depth, row };
    let mut segments = vec![new(block.span.start)];
    for run in &block.runs {
        let instead = match run.text {
            RunText::Cell => {
                segments.push(new(run.span.end));
                continue;
            }
            RunText::Source => None,
            // One letter stands for the text that is shown: only sentences are searched for.
            RunText::Replaced(_) => Some("x"),
            RunText::SoftBreak => Some(" "),
            RunText::HardBreak => Some("\n"),
        };
        if let Some(segment) = segments.last_mut() {
            segment.parts.push(SegmentPart { span: run.span, instead });
        }
    }
    segments
}

/// Returns `span` with the mark-up next to it that has its other half inside, as in
/// `**Goal**: to see`. Mark-up around the whole claim is not part of it.
pub(super) fn with_its_marks(text: &str, span: Span) -> Span {
    const MARKS: [&str; 6] = ["***", "**", "__", "~~", "*", "`"];
    let inside = span.slice(text).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let open = |mark: &str| inside.matches(mark).count() % 2 == 1;
    let opening = MARKS.into_iter().find(|mark| before.ends_with(mark)).filter(|mark| open(mark));
    let closing = MARKS.into_iter().find(|mark| after.starts_with(mark)).filter(|mark| open(mark));
    Span::new(
        span.start - opening.map_or(0, str::len),
        span.end + closing.filter(|_| opening.is_none()).map_or(0, str::len),
    )
}
