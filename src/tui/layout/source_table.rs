//! A table in a source: lines of cells between bars, as in Markdown and in the text of documents,
//! with aligned columns.
//!
//! Only adjacent lines are looked at, up to a limit: in a longer table, the widths of columns are
//! those of the surrounding lines.

use std::ops::Range;

use unicode_width::UnicodeWidthStr as _;

use super::row::Row;
use super::table::{Grid, card};
use crate::sources::Store;
use crate::text::Span;

/// The most lines above and below the one laid out that belong to its table.
const MAX_LINES: usize = 100;

/// The maximum length of a line of a table, in bytes.
const MAX_LINE: usize = 4096;

/// A table, or a part of a long one.
#[derive(Debug)]
pub(super) struct SourceTable {
    /// The starts of its lines, in order.
    items: Vec<usize>,
    /// The widest cell of each column.
    widths: Vec<usize>,
    /// The words of its first line.
    heads: Vec<String>,
    /// For each column, true if the line under the head aligns it to the right: `---:`.
    right: Vec<bool>,
}

impl SourceTable {
    /// Returns the table around the line at `item`; `None` if there is none. In a text that is not
    /// a document, bars form a table only as in Markdown: with a line under the head.
    pub(super) fn around(store: &Store, item: usize, is_document: bool) -> Option<Self> {
        let own = SourceLine::at(store, item)?;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut at = item;
        while let Some(row) = store.row_before(at).filter(|_| before.len() < MAX_LINES) {
            at = row.span.start;
            match SourceLine::at(store, at).filter(|line| line.goes_with(&own)) {
                Some(line) => before.push((at, line)),
                None => break,
            }
        }
        let mut next = store.row_at(item)?.next;
        while let Some(row) = store.row_at(next).filter(|_| after.len() < MAX_LINES) {
            match SourceLine::at(store, next).filter(|line| line.goes_with(&own)) {
                Some(line) => after.push((row.span.start, line)),
                None => break,
            }
            next = row.next;
        }
        before.reverse();
        let lines: Vec<(usize, SourceLine)> =
            before.into_iter().chain([(item, own)]).chain(after).collect();
        let is_marked = lines.iter().any(|(_, line)| line.is_rule());
        if lines.len() < 2 || !is_document && !is_marked {
            return None;
        }
        let mut widths: Vec<usize> = Vec::new();
        for (_, line) in lines.iter().filter(|(_, line)| !line.is_rule()) {
            for (column, cell) in line.cells().enumerate() {
                match widths.get_mut(column) {
                    Some(width) => *width = cell.width().max(*width),
                    None => widths.push(cell.width()),
                }
            }
        }
        let heads = lines.first().map(|(_, line)| line.cells().map(str::to_owned).collect());
        let rule = lines.iter().find(|(_, line)| line.is_rule());
        let is_right = |cell: &str| cell.ends_with(':') && !cell.starts_with(':');
        let right = rule.map(|(_, line)| line.cells().map(is_right).collect());
        let items = lines.into_iter().map(|(at, _)| at).collect();
        let (heads, right) = (heads.unwrap_or_default(), right.unwrap_or_default());
        Some(Self { items, widths, heads, right })
    }

    /// True if a line belongs to it.
    pub(super) fn contains(&self, item: usize) -> bool {
        self.items.binary_search(&item).is_ok()
    }

    /// Returns the rows of one of its lines, given as one row.
    pub(super) fn rows(&self, item: usize, line: &Row, width: usize) -> Vec<Row> {
        let text: String = line.glyphs().map(|(text, _)| text).collect();
        let grid = Grid { right: self.right.clone(), ..Grid::new(&self.widths, width) };
        let Some(own) = SourceLine::read(text) else {
            return line.wrap(&Row::default(), &Row::default(), width);
        };
        let none = Row::default();
        if own.is_rule() {
            let rule = if grid.is_cards { Row::default() } else { grid.rule(&none) };
            return vec![rule.cut(0, width.min(rule.width().max(1)))];
        }
        let cells: Vec<Row> = own.ranges.iter().map(|range| part(line, range)).collect();
        let is_head = self.items.first() == Some(&item);
        if grid.is_cards && !is_head {
            return card(&self.heads, &cells, width, &none, &none);
        }
        if grid.is_cards {
            return line.wrap(&none, &none, width);
        }
        grid.rows(&cells, &none, &none)
    }
}

/// Returns the glyphs of a row in a range of its text.
fn part(row: &Row, range: &Range<usize>) -> Row {
    let mut part = Row::default();
    let mut at = 0;
    for (text, glyph) in row.glyphs() {
        if range.contains(&at) {
            part.push_glyph(text, glyph);
        }
        at += text.len();
    }
    part
}

/// A line of cells.
struct SourceLine {
    text: String,
    ranges: Vec<Range<usize>>,
    is_framed: bool,
}

impl SourceLine {
    fn at(store: &Store, item: usize) -> Option<Self> {
        let row = store.row_at(item).filter(|row| row.span.start == item && !row.continued)?;
        if row.span.len() > MAX_LINE {
            return None;
        }
        Self::read(row.text)
    }

    /// Reads `| a | b |` or `a | b`.
    fn read(text: String) -> Option<Self> {
        let inner = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let shown = inner.slice(&text)?;
        let is_framed = shown.starts_with('|');
        if !is_framed && !shown.contains(" | ") {
            return None;
        }
        let mut bars: Vec<usize> = Vec::new();
        let mut escaped = false;
        for (at, c) in shown.char_indices() {
            if c == '|' && !escaped {
                bars.push(inner.start + at);
            }
            escaped = c == '\\' && !escaped;
        }
        let mut ranges = Vec::new();
        let mut from = if is_framed { inner.start + 1 } else { inner.start };
        for bar in bars.into_iter().skip(usize::from(is_framed)).chain([inner.end]) {
            let cell = text.get(from..bar).unwrap_or_default();
            let is_behind_frame = bar == inner.end && cell.is_empty() && is_framed;
            if !is_behind_frame {
                let start = from + (cell.len() - cell.trim_start().len());
                ranges.push(start..(from + cell.trim_end().len()).max(start));
            }
            from = bar + 1;
        }
        (ranges.len() > 1).then_some(Self { text, ranges, is_framed })
    }

    fn cells(&self) -> impl Iterator<Item = &str> {
        self.ranges.iter().map(|range| self.text.get(range.clone()).unwrap_or_default())
    }

    /// True for the line under a head: `|---|:--:|`.
    fn is_rule(&self) -> bool {
        self.is_framed
            && self.cells().all(|cell| {
                cell.contains('-') && cell.chars().all(|c| matches!(c, '-' | ':' | ' '))
            })
    }

    /// True if two lines may belong to one table.
    fn goes_with(&self, other: &Self) -> bool {
        self.is_framed == other.is_framed
            && (self.is_framed || self.ranges.len() == other.ranges.len())
    }
}
