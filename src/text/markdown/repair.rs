//! Text that the parser leaves out of its events although a reviewer has to see it.

use super::{Block, BlockKind, Run, RunStyle, RunText};
use crate::text::Span;

/// Adds the definitions of link references, which are between blocks, as paragraphs.
pub(super) fn show_definitions(blocks: &mut Vec<Block>, copy: &str) {
    let mut added = Vec::new();
    let mut end = 0;
    for block in blocks.iter() {
        definitions(copy, Span::new(end, block.span.start), &mut added);
        end = end.max(block.span.end);
    }
    definitions(copy, Span::new(end, copy.len()), &mut added);
    merge(blocks, added);
}

/// Adds the definitions in one gap between blocks: from a line that starts with `[` to a blank
/// line.
fn definitions(copy: &str, gap: Span, added: &mut Vec<Block>) {
    let text = gap.slice(copy).unwrap_or_default();
    if !text.contains('[') {
        return;
    }
    let mut open: Option<Block> = None;
    let mut start = gap.start;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_start_matches([' ', '\t', '>']);
        let prefix = line.len() - shown.len();
        let shown = shown.trim_end();
        let span = Span::new(start + prefix, start + prefix + shown.len());
        start += line.len();
        if shown.is_empty() {
            added.extend(open.take());
            continue;
        }
        let quote_depth = line.bytes().take(prefix).filter(|&byte| byte == b'>').count();
        match &mut open {
            Some(block) => {
                let line_break = Span::new(block.span.end, span.start);
                block.runs.push(run(line_break, RunText::HardBreak));
                block.runs.push(run(span, RunText::Source));
                block.span.end = span.end;
            }
            None if shown.starts_with('[') => open = Some(paragraph(span, quote_depth)),
            None => {}
        }
    }
    added.extend(open);
}

/// Adds a run for each masked span, or part of one, that no run covers: in its block, or in a
/// paragraph between blocks.
pub(super) fn show_masked(blocks: &mut Vec<Block>, masked: &[Span]) {
    part_from_breaks(blocks, masked);
    let mut added = Vec::new();
    let mut missing = uncovered(blocks, masked).into_iter().peekable();
    let mut next = 0;
    while let Some(&first) = missing.peek() {
        next += blocks
            .get(next..)
            .unwrap_or_default()
            .partition_point(|block| block.span.start <= first.start);
        let home = next.checked_sub(1).and_then(|index| blocks.get_mut(index));
        let Some(block) = home.filter(|block| block.span.contains(first.start)) else {
            // After a closing fence; marks side by side share a row.
            let mut between = paragraph(first, 0);
            missing.next();
            while let Some(span) = missing.next_if(|span| span.start == between.span.end) {
                between.runs.push(run(span, RunText::Source));
                between.span.end = span.end;
            }
            added.push(between);
            continue;
        };
        if let BlockKind::Code { .. } | BlockKind::Html | BlockKind::Rule = block.kind {
            // Every run of such a block is a line, so a marker of the info string goes above it.
            let mut above = paragraph(first, block.quote_depth);
            above.list_depth = block.list_depth;
            above.gap_above = block.gap_above;
            above.bullet = block.bullet.take();
            above.span.start = block.span.start;
            block.gap_above = false;
            block.span.start = first.end;
            next = next.saturating_sub(1);
            added.push(above);
            missing.next();
            continue;
        }
        let end = block.span.end;
        while let Some(span) = missing.next_if(|span| span.start < end) {
            block.runs.push(run(span, RunText::Source));
        }
        block.runs.sort_by_key(|run| run.span.start);
    }
    merge(blocks, added);
}

/// Ends masked spans where a line break begins that took them in: after what looks like a fence, they are
/// blank, and two blanks before a line end make a break of it.
fn part_from_breaks(blocks: &mut [Block], masked: &[Span]) {
    let mut masked = masked.iter().peekable();
    for run in blocks.iter_mut().flat_map(|block| &mut block.runs) {
        while masked.next_if(|span| span.end <= run.span.start).is_some() {}
        if !matches!(run.text, RunText::SoftBreak | RunText::HardBreak) {
            continue;
        }
        while let Some(span) = masked.next_if(|span| span.end <= run.span.end) {
            run.span.start = span.end;
            run.text = RunText::SoftBreak;
        }
    }
}

/// Returns the parts of `masked` that no run covers, in order.
fn uncovered(blocks: &[Block], masked: &[Span]) -> Vec<Span> {
    let mut runs = blocks.iter().flat_map(|block| &block.runs).map(|run| run.span).peekable();
    let mut missing = Vec::new();
    for &span in masked {
        let mut from = span.start;
        while from < span.end {
            while runs.next_if(|run| run.end <= from).is_some() {}
            let covered = runs.peek().copied().filter(|run| run.start < span.end);
            let upto = covered.map_or(span.end, |run| run.start);
            if from < upto {
                missing.push(Span::new(from, upto));
            }
            from = covered.map_or(span.end, |run| run.end);
        }
    }
    missing
}

fn merge(blocks: &mut Vec<Block>, added: Vec<Block>) {
    if added.is_empty() {
        return;
    }
    if let (Some(new), Some(first)) = (added.first(), blocks.first_mut())
        && new.span.start < first.span.start
    {
        first.gap_above |= new.gap_above;
    }
    blocks.extend(added);
    blocks.sort_by_key(|block| (block.span.start, block.span.end));
    if let Some(first) = blocks.first_mut() {
        first.gap_above = false;
    }
}

fn paragraph(span: Span, quote_depth: usize) -> Block {
    Block {
        kind: BlockKind::Paragraph,
        span,
        quote_depth,
        list_depth: 0,
        bullet: None,
        gap_above: true,
        runs: vec![run(span, RunText::Source)],
    }
}

fn run(span: Span, text: RunText) -> Run {
    Run { span, text, style: RunStyle::default() }
}
