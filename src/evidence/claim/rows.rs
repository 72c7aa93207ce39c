//! Rows of tables: the cell that names a row, and those that a source can support.

use crate::text::Span;
use crate::text::list_heading;

/// Cells that say yes or no.
const FLAGS: &[&str] =
    &["yes", "no", "true", "false", "ok", "pass", "passed", "fail", "failed", "n/a"];

/// True for the sign of a unit.
fn is_unit(c: char) -> bool {
    matches!(c, '%' | '‰' | '°' | '$' | '€' | '£' | '¥')
}

/// Returns the first cell of a row of `text`, if it is a name.
pub(super) fn name(text: &str, row: Span) -> Option<Span> {
    let said = row.slice(text)?;
    let cell = said.split('|').find(|cell| cell.contains(char::is_alphanumeric))?.trim();
    let at = said.find(cell).filter(|_| cell.contains(char::is_alphabetic))?;
    Some(Span::new(row.start + at, row.start + at + cell.len()))
}

/// False for a cell that holds a count, an id or a yes or no, which no source can support.
pub(super) fn says_something(cell: &str) -> bool {
    let words = cell.trim();
    let is_id = !words.contains(' ') && words.contains(|c: char| c == '_' || c.is_ascii_digit());
    let is_count = !words.contains(char::is_alphabetic) && !words.contains(is_unit);
    let is_flag = FLAGS.iter().any(|flag| words.eq_ignore_ascii_case(flag));
    !is_flag && !is_count && (!is_id || words.contains(is_unit))
}

/// Returns the words of a row of `text` before `marks`, the citations that are alone in their cell; those
/// after them if there are none.
pub(super) fn around(text: &str, row: Span, marks: Span) -> Option<Span> {
    let before = Span::new(row.start.min(marks.start), marks.start);
    let after = Span::new(marks.end, row.end.max(marks.end));
    cells(text, before).or_else(|| cells(text, after))
}

/// Returns the cells in a part of a row from the first to the last that says something.
fn cells(text: &str, part: Span) -> Option<Span> {
    let mut at = part.start;
    let mut said: Option<Span> = None;
    for cell in part.slice(text)?.split('|') {
        let words = cell.trim();
        let start = at + cell.len() - cell.trim_start().len();
        at += cell.len() + 1;
        if words.contains(char::is_alphanumeric) && says_something(words) {
            said = Some(Span::new(said.map_or(start, |it| it.start), start + words.len()));
        }
    }
    said
}

/// The signs at the edges of a row.
const EDGES: [char; 3] = ['|', ' ', '\t'];

/// True if a cell of `text` is a word for sources.
fn is_label(text: &str, cell: Span) -> bool {
    cell.slice(text).is_some_and(list_heading::is_label)
}

/// The rows of a table, as far as they are read.
#[derive(Default)]
pub(super) struct Table {
    /// The last row, and those above it.
    last: Option<Span>,
    above: Option<Span>,
}

impl Table {
    /// Adds `row`, unless it is the last one, and returns the rows above it if it names their sources:
    /// `| **Source** | [3] |`.
    pub(super) fn sourced_by(&mut self, text: &str, row: Span) -> Option<Span> {
        if self.last != Some(row) {
            let is_next = |last: &Span| {
                text.get(last.end..row.start)
                    .is_some_and(|between| between.trim_matches(['|', ' ', '\r']) == "\n")
            };
            let last = self.last.filter(is_next);
            let above = self.above.filter(|_| last.is_some());
            self.above =
                last.map(|last| Span::new(above.map_or(last.start, |it| it.start), last.end));
            self.last = Some(row);
        }
        let above =
            self.above.filter(|_| name(text, row).is_some_and(|cell| is_label(text, cell)))?;
        let said = above.slice(text)?;
        let start = above.start + said.len() - said.trim_start_matches(EDGES).len();
        Some(Span::new(start, start + said.trim_matches(EDGES).len()))
    }
}
