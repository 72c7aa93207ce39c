//! Blocks cut into the stretches that a claim never leaves.

use crate::text::Span;
use crate::text::markdown::{Block, BlockKind, RunText};

/// A stretch of a block that an inferred claim seldom leaves: a paragraph, a cell, a line of code.
pub(in crate::evidence) struct Segment {
    pub(in crate::evidence) start: usize,
    pub(in crate::evidence) parts: Vec<SegmentPart>,
    /// True if a citation alone in the next block may support this one.
    pub(in crate::evidence) carries: bool,
    /// True if a citation alone in it may support the block above: not in code, where it is part of
    /// an example.
    pub(in crate::evidence) takes: bool,
    /// True for the cell of a table.
    pub(in crate::evidence) is_cell: bool,
    /// The number of lists it is in.
    pub(in crate::evidence) list_depth: usize,
}

/// A piece of shown text: the bytes of `span`, or `instead` of them.
pub(in crate::evidence) struct SegmentPart {
    pub(in crate::evidence) span: Span,
    pub(in crate::evidence) instead: Option<&'static str>,
}

pub(in crate::evidence) fn segments(block: &Block) -> Vec<Segment> {
    let code = matches!(block.kind, BlockKind::Code { .. });
    let carries = code || matches!(block.kind, BlockKind::Paragraph | BlockKind::TableRow { .. });
    let takes = !code;
    let is_cell = matches!(block.kind, BlockKind::TableRow { .. });
    let list_depth = block.list_depth;
    let new = |start| Segment { start, parts: Vec::new(), carries, takes, is_cell, list_depth };
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
