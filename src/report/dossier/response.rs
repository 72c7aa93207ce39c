//! The response as a tree of blocks, with a chip in the place of each citation.

use std::collections::BTreeSet;

use super::Subject;
use super::pieces::line;
use crate::report::cut::InlineKind;
use crate::report::outcome::Outcome;
use crate::report::standing::{self, Standing};
use crate::text::markdown::{Block, BlockKind, Run, RunStyle, RunText};
use crate::text::{SafeText, Span};

/// Maximum nesting of quotes and lists; deeper ones are shown at that level.
const MAX_DEEP: usize = 5;

/// The heading level of a report below which the response's own headings begin.
const HEADINGS_ABOVE: u8 = 3;

/// A block of the response.
#[derive(Debug)]
pub enum Node {
    /// A block quote.
    Quote(Vec<Self>),
    /// A list and its items.
    List {
        /// The number of the first item of an ordered list.
        first: Option<u64>,
        /// The blocks of each item.
        items: Vec<Vec<Self>>,
    },
    /// A table.
    Table {
        /// The cells of the head row; empty if it has none.
        head: Vec<Vec<Inline>>,
        /// The cells of each further row.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A heading of a level of the report, 4 to 6, that skips none.
    Heading(u8, Vec<Inline>),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Code, or raw HTML shown literally; line ends are kept.
    Code(Vec<Inline>),
    /// A thematic break.
    Rule,
}

/// An element of a line of text.
#[derive(Debug)]
pub enum Inline {
    /// Text in one style.
    Text(SafeText, RunStyle),
    /// A line break.
    Break,
    /// A citation, by its index in the case.
    Chip(usize),
}

/// The chip of a citation.
#[derive(Debug)]
pub struct Chip {
    /// The citation's number, from 1.
    pub number: usize,
    /// Its name in links, which does not change if other citations are added or removed.
    pub anchor: String,
    /// The result of checking it.
    pub outcome: Outcome,
    /// The cited place.
    pub place: SafeText,
    /// Its standing.
    pub standing: Standing,
    /// The sign and title of the reviewers' verdict.
    pub verdict: Option<(&'static str, &'static str)>,
}

/// Returns the blocks of the response. A citation that no text is shown for has its chip at the
/// end.
pub(super) fn nodes(subject: &Subject<'_>) -> Vec<Node> {
    let mut drawing = Drawing { subject, shown: BTreeSet::new(), heading: HEADINGS_ABOVE };
    let mut nodes = drawing.nodes(&subject.cut.blocks, 0, 0);
    let citations = 0..subject.inspection.case.response.citations.len();
    let hidden: Vec<Inline> = citations
        .filter(|index| !drawing.shown.contains(index))
        .flat_map(|index| [Inline::Chip(index), blank()])
        .collect();
    if !hidden.is_empty() {
        nodes.push(Node::Paragraph(hidden));
    }
    nodes
}

fn blank() -> Inline {
    Inline::Text(SafeText::new(" "), RunStyle::default())
}

/// Returns the chip of the citation at `index`.
pub(super) fn chip(subject: &Subject<'_>, index: usize) -> Chip {
    let citation = subject.inspection.case.response.citations.get(index);
    Chip {
        number: subject.number(index),
        anchor: subject.anchor(index),
        outcome: subject.outcome(index),
        place: line(&citation.map(standing::place).unwrap_or_default()),
        standing: subject.standing(index),
        verdict: subject.verdicts.of_citation(index),
    }
}

struct Drawing<'s> {
    subject: &'s Subject<'s>,
    /// The citations whose chip has been placed.
    shown: BTreeSet<usize>,
    /// The level of the last heading.
    heading: u8,
}

impl Drawing<'_> {
    /// Returns the blocks inside `quotes` quotes and `lists` lists as a tree.
    fn nodes(&mut self, blocks: &[Block], quotes: usize, lists: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let is_list = depth(first.list_depth) > lists;
            let is_quote = depth(first.quote_depth) > quotes;
            let taken = if is_quote && (!is_list || lists == 0) {
                let taken = leading(rest, |block| depth(block.quote_depth) > quotes);
                nodes.push(Node::Quote(self.nodes(taken, quotes + 1, lists)));
                taken
            } else if is_list {
                let taken = leading(rest, |block| {
                    depth(block.list_depth) > lists && depth(block.quote_depth) >= quotes
                });
                nodes.extend(self.lists(taken, quotes, lists + 1));
                taken
            } else if matches!(first.kind, BlockKind::TableRow { .. }) {
                let is_row = |block: &Block| {
                    matches!(block.kind, BlockKind::TableRow { .. })
                        && depth(block.list_depth) == lists
                        && depth(block.quote_depth) == quotes
                };
                let rows = leading(rest, is_row);
                // The next head row begins another table.
                let is_head =
                    |block: &Block| matches!(block.kind, BlockKind::TableRow { head: true, .. });
                let end = rows.iter().skip(1).position(is_head).map_or(rows.len(), |at| at + 1);
                let taken = rows.get(..end).unwrap_or(rows);
                nodes.push(self.table(taken));
                taken
            } else {
                nodes.push(self.leaf(first));
                rest.get(..1).unwrap_or_default()
            };
            rest = rest.get(taken.len().max(1)..).unwrap_or_default();
        }
        nodes
    }

    /// Adds blocks as lists of one depth: a list ends where one of another kind begins.
    fn lists(&mut self, blocks: &[Block], quotes: usize, lists: usize) -> Vec<Node> {
        let begins = |block: &Block| depth(block.list_depth) == lists && block.bullet.is_some();
        let number = |block: &Block| -> Option<u64> {
            block.bullet.as_deref()?.strip_suffix('.')?.parse().ok()
        };
        let mut nodes: Vec<Node> = Vec::new();
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let tail = rest.get(1..).unwrap_or_default();
            let end = 1 + tail.iter().position(begins).unwrap_or(tail.len());
            let item = rest.get(..end).unwrap_or(rest);
            let own = if begins(first) { number(first) } else { None };
            let item = self.nodes(item, quotes, lists);
            match nodes.last_mut() {
                Some(Node::List { first, items }) if first.is_some() == own.is_some() => {
                    items.push(item);
                }
                _ => nodes.push(Node::List { first: own, items: vec![item] }),
            }
            rest = rest.get(end..).unwrap_or_default();
        }
        nodes
    }

    fn table(&mut self, rows: &[Block]) -> Node {
        let mut head = Vec::new();
        let mut body = Vec::new();
        for row in rows {
            let mut cells: Vec<Vec<Inline>> = Vec::new();
            for cell in row.runs.split(|run| run.text == RunText::Cell) {
                let mut inlines = Vec::new();
                for run in cell {
                    self.run(run, &mut inlines);
                }
                cells.push(inlines);
            }
            if matches!(row.kind, BlockKind::TableRow { head: true, .. }) {
                head = cells;
            } else {
                body.push(cells);
            }
        }
        Node::Table { head, rows: body }
    }

    fn leaf(&mut self, block: &Block) -> Node {
        let mut inlines = Vec::new();
        let is_code = matches!(block.kind, BlockKind::Code { .. } | BlockKind::Html);
        for run in &block.runs {
            self.run(run, &mut inlines);
            if is_code {
                inlines.push(Inline::Break);
            }
        }
        match block.kind {
            BlockKind::Rule => Node::Rule,
            BlockKind::Heading(level) => {
                let level = (level + HEADINGS_ABOVE).min(self.heading + 1).min(6);
                self.heading = level;
                Node::Heading(level, inlines)
            }
            BlockKind::Code { .. } | BlockKind::Html => {
                inlines.pop();
                Node::Code(inlines)
            }
            BlockKind::Paragraph | BlockKind::TableRow { .. } => Node::Paragraph(inlines),
        }
    }

    fn run(&mut self, run: &Run, out: &mut Vec<Inline>) {
        match &run.text {
            RunText::Source => self.source(run.span, run.style, out),
            RunText::Replaced(text) => out.push(Inline::Text(SafeText::new(text), run.style)),
            RunText::SoftBreak => out.push(Inline::Text(SafeText::new(" "), run.style)),
            RunText::HardBreak => out.push(Inline::Break),
            RunText::Cell => {}
        }
    }

    /// Adds text with chips in place of markers.
    fn source(&mut self, span: Span, style: RunStyle, out: &mut Vec<Inline>) {
        let response = &self.subject.inspection.case.response;
        for (part, inline) in self.subject.cut.parts(span) {
            let text = part.slice(&response.text).unwrap_or_default();
            let shown = |text: &str| {
                Inline::Text(SafeText::new(text.trim_end_matches(['\r', '\n'])), style)
            };
            match inline.map(|inline| (inline.what, inline.span)) {
                None => out.push(shown(text)),
                Some((_, whole)) if part.start != whole.start => {}
                Some((InlineKind::Citation(index), _)) => {
                    let citation = response.citations.get(index);
                    if citation.is_some_and(|citation| citation.in_code) {
                        out.push(shown(text));
                    } else if let Some(label) = citation.and_then(|one| one.label.as_deref()) {
                        out.push(shown(label));
                    }
                    self.shown.insert(index);
                    out.push(Inline::Chip(index));
                }
                Some((InlineKind::Card(index), whole)) => {
                    let card = response.cards.get(index);
                    let label = card.and_then(|card| card.label.as_deref());
                    let is_known = card.is_some_and(|card| card.known);
                    let raw = || whole.slice(&response.text).unwrap_or_default();
                    out.extend(label.or_else(|| (!is_known).then(raw)).map(shown));
                }
            }
        }
    }
}

fn depth(depth: usize) -> usize {
    depth.min(MAX_DEEP)
}

/// Returns the first blocks that are `wanted`.
fn leading(blocks: &[Block], wanted: impl Fn(&Block) -> bool) -> &[Block] {
    let end = blocks.iter().position(|block| !wanted(block)).unwrap_or(blocks.len());
    blocks.get(..end).unwrap_or(blocks)
}
