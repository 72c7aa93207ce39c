//! The widths of table columns.

use unicode_width::UnicodeWidthStr;

use super::{Block, BlockKind, CHIP_CELLS, Run, RunText};
use crate::text::Span;

/// Gives each row the widths of its columns over the whole table.
///
/// A row gets as many widths as it has cells, so that the sum over a table of many columns and
/// many short rows stays in proportion to the text.
pub(super) fn measure(blocks: &mut [Block], text: &str, masked: &[Span]) {
    let mut rest = blocks;
    while let Some(first) = rest.iter().position(|block| row_head(block).is_some()) {
        let (_, table) = rest.split_at_mut(first);
        let body = table.iter().skip(1).take_while(|block| row_head(block) == Some(false)).count();
        let (rows, after) = table.split_at_mut(body + 1);
        let mut widest = Vec::new();
        for row in rows.iter() {
            widen(&mut widest, row, text, masked);
        }
        for row in rows {
            if let BlockKind::TableRow { widths, .. } = &mut row.kind {
                for (width, &most) in widths.iter_mut().zip(&widest) {
                    *width = most;
                }
            }
        }
        rest = after;
    }
}

fn row_head(block: &Block) -> Option<bool> {
    match block.kind {
        BlockKind::TableRow { head, .. } => Some(head),
        _ => None,
    }
}

fn widen(widest: &mut Vec<usize>, row: &Block, text: &str, masked: &[Span]) {
    for (column, cell) in row.runs.split(|run| run.text == RunText::Cell).enumerate() {
        let width: usize = cell.iter().map(|run| run_width(run, text, masked)).sum();
        match widest.get_mut(column) {
            Some(most) => *most = width.max(*most),
            None => widest.push(width),
        }
    }
}

fn run_width(run: &Run, text: &str, masked: &[Span]) -> usize {
    match &run.text {
        RunText::Replaced(shown) => shown.width(),
        RunText::SoftBreak | RunText::HardBreak | RunText::Cell => 1,
        RunText::Source => {
            let first = masked.partition_point(|span| span.end <= run.span.start);
            let chips = masked.iter().skip(first).take_while(|span| span.start < run.span.end);
            let mut width = 0;
            let mut from = run.span.start;
            for chip in chips {
                width += text.get(from..chip.start).map_or(0, UnicodeWidthStr::width) + CHIP_CELLS;
                from = chip.end;
            }
            width + text.get(from..run.span.end).map_or(0, UnicodeWidthStr::width)
        }
    }
}
