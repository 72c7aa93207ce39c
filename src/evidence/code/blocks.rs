//! The definitions of a file of code, each with the lines that belong to it.

use super::outline::{Line, LineKind};
use super::tokens::{self, Key};

/// Maximum number of blocks around a line that are looked at.
const MAX_DEPTH: usize = 64;

/// A definition with the lines that belong to it; lines count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Block {
    /// The name, in lower case.
    pub(super) name: Key,
    /// The line that defines it.
    pub(super) line: usize,
    /// The first line of the comments and attributes directly above.
    pub(super) from: usize,
    /// The last line of its content.
    pub(super) end: usize,
    /// The last line before the next definition beside it or around it: texts over several lines may
    /// are left of the content.
    pub(super) reach: usize,
}

/// The definitions of a file, and what each line is in.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Sorted by name and line.
    all: Vec<Block>,
    /// For each line the nearest one above it that is less deep.
    outer: Vec<Option<usize>>,
}

impl Blocks {
    /// Reads the definitions of the lines of a file, whose content is `slices`.
    pub(super) fn new(slices: &[&str], lines: &[Line]) -> Self {
        let is_definition: Vec<bool> =
            slices.iter().zip(lines).map(|(slice, line)| is_definition(slice, line)).collect();
        let mut all: Vec<Block> = Vec::new();
        // Definitions whose lines may go on.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let Some(indent) = line.indent.filter(|_| is_definition.get(at) == Some(&true)) else {
                continue;
            };
            while let Some((_, block)) = open.pop_if(|(other, _)| *other >= indent) {
                if let Some(block) = all.get_mut(block) {
                    block.reach = at.saturating_sub(1);
                }
            }
            let Some(name) = line.defines.or(line.assigns) else { continue };
            let end = line.block_end.or(line.statement_end).unwrap_or(at);
            let reach = if line.holds { lines.len().saturating_sub(1) } else { end };
            let from = first_above(slices, lines, &is_definition, at);
            if line.holds {
                open.push((indent, all.len()));
            }
            all.push(Block { name, line: at, from, end, reach });
        }
        all.sort_unstable();
        Self { all, outer: outer(lines) }
    }

    /// Returns the definitions of a name, in order.
    pub(super) fn of(&self, name: Key) -> &[Block] {
        let from = self.all.partition_point(|block| block.name < name);
        let to = self.all.partition_point(|block| block.name <= name);
        self.all.get(from..to).unwrap_or_default()
    }

    /// Returns the lines that a line is in, the innermost first.
    pub(super) fn around(&self, line: usize) -> impl Iterator<Item = usize> {
        let outer = |line: &usize| self.outer.get(*line).copied().flatten();
        std::iter::successors(outer(&line), outer).take(MAX_DEPTH)
    }
}

/// Returns true if a line defines a name for the rest of the file: not a variable of a function.
fn is_definition(slice: &str, line: &Line) -> bool {
    let is_function = || slice.contains("=>") || slice.contains("function");
    match (line.defines, line.assigns) {
        _ if line.kind != LineKind::Code => false,
        (Some(_), _) => line.holds || line.indent == Some(0) || is_function(),
        (None, Some(_)) => line.indent == Some(0) && slice.contains('='),
        (None, None) => false,
    }
}

/// Returns the first of the lines directly above a definition that belong to it: comments, attributes and
/// decorators, and the beginning of its statement.
fn first_above(slices: &[&str], lines: &[Line], is_definition: &[bool], at: usize) -> usize {
    let belongs = |above: &usize| {
        let (Some(line), Some(slice)) = (lines.get(*above), slices.get(*above)) else {
            return false;
        };
        let closes_block = || slice.trim_start().starts_with('}') || slice.trim() == "end";
        line.kind != LineKind::Blank && is_definition.get(*above) == Some(&false) && !closes_block()
    };
    (0..at).rev().take_while(belongs).last().unwrap_or(at)
}

/// Returns, for each line, the nearest one above it that is less deep. A blank line is as deep as the
/// line before it.
fn outer(lines: &[Line]) -> Vec<Option<usize>> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut outer = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        if let Some(indent) = line.indent {
            while open.pop_if(|(other, _)| *other >= indent).is_some() {}
            outer.push(open.last().map(|(_, line)| *line));
            open.push((indent, at));
        } else {
            outer.push(open.last().map(|(_, line)| *line));
        }
    }
    outer
}

/// Returns true if a line has a name as it is written.
pub(super) fn has_name(line: &str, name: &str) -> bool {
    tokens::tokens(line).any(|(_, word)| word == name)
}
