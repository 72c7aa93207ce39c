//! Parting blocks that are too long to be laid out whole.

use super::{BLOCK_LIMIT, Block, BlockKind, Run, RunText};
use crate::text::Span;

/// A part this long ends at the next line break.
const LINE_BREAK_WELCOME: usize = BLOCK_LIMIT / 2;

/// A part this long ends at the next blank.
const BLANK_WELCOME: usize = BLOCK_LIMIT / 4 * 3;

/// Returns `blocks` with the long ones split, see [`BLOCK_LIMIT`].
pub(super) fn part_long_blocks(blocks: Vec<Block>, copy: &str, masked: &[Span]) -> Vec<Block> {
    let mut parted = Vec::with_capacity(blocks.len());
    for block in blocks {
        if shown_bytes(&block) > BLOCK_LIMIT {
            Parting { copy, masked, kind: part_kind(&block), parted: &mut parted }.part(block);
        } else {
            parted.push(block);
        }
    }
    parted
}

fn shown_bytes(block: &Block) -> usize {
    block.runs.iter().map(|run| run.span.len()).sum()
}

/// Returns the kind of a block's parts. Cells of a split row would not align, so they are
/// paragraphs.
fn part_kind(block: &Block) -> BlockKind {
    match &block.kind {
        BlockKind::TableRow { .. } => BlockKind::Paragraph,
        kind => kind.clone(),
    }
}

struct Parting<'t> {
    copy: &'t str,
    masked: &'t [Span],
    kind: BlockKind,
    parted: &'t mut Vec<Block>,
}

impl Parting<'_> {
    fn part(&mut self, block: Block) {
        let end = block.span.end;
        let mut part = Block { kind: self.kind.clone(), runs: Vec::new(), ..block };
        let mut size = 0;
        for run in block.runs {
            if size >= BLOCK_LIMIT {
                part = self.finish(part);
                size = 0;
            }
            let mut rest = self.outside_table(run);
            while let Some(cut) = self.cut(&rest, size) {
                let (head, tail) = parted_at(&rest, cut);
                part.runs.extend(Some(head).filter(|head| !head.span.is_empty()));
                part = self.finish(part);
                size = 0;
                rest = tail;
            }
            if rest.span.is_empty() && rest.text == RunText::Source {
                continue;
            }
            size += rest.span.len();
            let break_here = self.ends_line(&rest) && size > LINE_BREAK_WELCOME;
            part.runs.push(rest);
            if break_here {
                part = self.finish(part);
                size = 0;
            }
        }
        part.span.end = end;
        if !part.runs.is_empty() {
            self.parted.push(part);
        } else if let Some(last) = self.parted.last_mut() {
            last.span.end = end;
        }
    }

    /// Stores `part` and returns the empty one after it.
    fn finish(&mut self, mut part: Block) -> Block {
        part.span.end = part.runs.last().map_or(part.span.end, |run| run.span.end);
        let next = Block {
            kind: self.kind.clone(),
            span: Span::new(part.span.end, part.span.end),
            quote_depth: part.quote_depth,
            list_depth: part.list_depth,
            bullet: None,
            gap_above: false,
            runs: Vec::new(),
        };
        self.parted.push(part);
        next
    }

    fn outside_table(&self, run: Run) -> Run {
        if run.text == RunText::Cell && self.kind == BlockKind::Paragraph {
            Run { text: RunText::Replaced(" | ".to_owned()), ..run }
        } else {
            run
        }
    }

    fn ends_line(&self, run: &Run) -> bool {
        match run.text {
            RunText::SoftBreak | RunText::HardBreak => true,
            RunText::Source => run.span.slice(self.copy).is_some_and(|s| s.ends_with('\n')),
            RunText::Replaced(_) | RunText::Cell => false,
        }
    }

    /// Returns the place to cut a run in a part that already has `size` bytes; `None` if it fits.
    fn cut(&self, run: &Run, size: usize) -> Option<usize> {
        if run.text != RunText::Source || size + run.span.len() <= BLOCK_LIMIT {
            return None;
        }
        let text = run.span.slice(self.copy)?;
        let from = char_boundary(text, BLANK_WELCOME.saturating_sub(size));
        let most = char_boundary(text, BLOCK_LIMIT.saturating_sub(size));
        let blank = text.get(from..most).and_then(|window| window.find([' ', '\t', '\n']));
        let cut = run.span.start + blank.map_or(most, |blank| from + blank + 1);
        let cut = self.outside_masked(cut);
        (cut < run.span.end).then_some(cut)
    }

    /// Returns `cut`, or the end of the masked span that it would split.
    fn outside_masked(&self, cut: usize) -> usize {
        let next = self.masked.partition_point(|span| span.end <= cut);
        match self.masked.get(next) {
            Some(span) if span.start < cut => span.end,
            _ => cut,
        }
    }
}

/// Returns the first character boundary at or after byte `at`.
fn char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

fn parted_at(run: &Run, cut: usize) -> (Run, Run) {
    let head =
        Run { span: Span::new(run.span.start, cut), text: RunText::Source, style: run.style };
    let tail = Run { span: Span::new(cut, run.span.end), text: RunText::Source, style: run.style };
    (head, tail)
}
