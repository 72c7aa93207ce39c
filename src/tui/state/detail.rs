//! Everything known of the selected citation, as entries to scroll through and copy.

use std::rc::Rc;

use crate::text::Span;
use crate::tui::layout::Row;
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::role::Role;
use crate::tui::state::Question;

/// A labelled entry, unabridged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailEntry {
    /// Its label; empty if it continues the entry above.
    pub label: String,
    /// Its text, as foreign text of one or more lines.
    pub text: String,
    /// Its look.
    pub role: Role,
    /// A line then and now instead of a text.
    pub pair: Option<Box<CodePair>>,
}

/// A line of code at an earlier time, and the one in its place now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodePair {
    /// The line then.
    pub then: Option<CodeSide>,
    /// The line now.
    pub now: Option<CodeSide>,
}

/// One of two lines side by side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeSide {
    /// Its number; `None` for a heading.
    pub number: Option<u64>,
    /// Its text, as foreign text of one line.
    pub text: String,
    /// The words that the other one has otherwise.
    pub differing: Vec<Span>,
    /// True if the other one is not the same.
    pub is_edited: bool,
}

/// The topic of the popup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Topic {
    /// Everything about the citation.
    #[default]
    Citation,
    /// The cited lines then and now.
    Past,
}

/// The entries laid out at one width.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    all: Vec<DetailEntry>,
    rows: Vec<Rc<Vec<Row>>>,
    width: usize,
}

/// The popup.
#[derive(Debug, Clone, Default)]
pub struct Detail {
    /// Its topic.
    pub topic: Topic,
    /// Its title.
    pub title: String,
    /// Its entries.
    pub entries: Entries,
    /// The view on them.
    pub window: Window,
    /// The question in the foot below it.
    pub question: Option<Question>,
}

/// The widest column of labels, in cells.
const MAX_LABEL: usize = 16;

/// From this width on, in cells, the lines of then and now stand side by side.
const SIDE_BY_SIDE: usize = 80;

/// Between the lines of then and now.
const RULE: &str = " │ ";

impl Entries {
    /// Entries that are not laid out yet.
    pub fn new(entries: Vec<DetailEntry>) -> Self {
        Self { all: entries, ..Self::default() }
    }

    /// Returns the entries.
    pub fn all(&self) -> &[DetailEntry] {
        &self.all
    }

    /// Sets the width; lays out again if that changes it.
    pub fn set(&mut self, width: usize) {
        if self.width == width && self.rows.len() == self.all.len() {
            return;
        }
        self.width = width;
        let labels = self.all.iter().filter(|entry| !entry.text.is_empty());
        let label = labels.map(|entry| entry.label.chars().count()).max().unwrap_or_default();
        let label = if width < 3 * MAX_LABEL { 0 } else { label.min(MAX_LABEL) };
        let digits = self.all.iter().filter_map(|entry| entry.pair.as_deref()).flat_map(|pair| {
            [&pair.then, &pair.now].into_iter().flatten().filter_map(|side| side.number)
        });
        let digits = digits.map(|number| number.to_string().len()).max().unwrap_or_default();
        let rows = self.all.iter().map(|entry| match &entry.pair {
            Some(pair) if width < SIDE_BY_SIDE => stacked(pair, digits, width),
            Some(pair) => side_by_side(pair, digits, width),
            None => lay_out(entry, label, width),
        });
        self.rows = rows.map(Rc::new).collect();
    }
}

impl CodePair {
    /// True if both lines are the same.
    fn is_equal(&self) -> bool {
        let is_edited = |side: &Option<CodeSide>| side.as_ref().is_none_or(|side| side.is_edited);
        !is_edited(&self.then) && !is_edited(&self.now)
    }
}

/// The rows of a line of code, with its number and sign before it.
fn code(side: &CodeSide, (sign, mark): (&str, Role), digits: usize, width: usize) -> Vec<Row> {
    let (mut lead, mut rest) = (Row::default(), Row::default());
    let sign = if side.is_edited { sign } else { " " };
    if let Some(number) = side.number {
        lead.decorate(&format!("{number:>digits$} "), Role::Muted);
        rest.decorate(&" ".repeat(digits + 1), Role::Text);
    }
    lead.decorate(&format!("{sign} "), Role::Text);
    rest.decorate("  ", Role::Text);
    let look = if side.number.is_some() { Role::Text } else { Role::Heading };
    let mut row = Row::default();
    let mut at = 0;
    for span in &side.differing {
        for (end, role) in [(span.start, look), (span.end, mark)] {
            row.text(side.text.get(at..end).unwrap_or_default(), at, role.into());
            at = end;
        }
    }
    row.text(side.text.get(at..).unwrap_or_default(), at, look.into());
    row.wrap(&lead, &rest, width)
}

const THEN: (&str, Role) = ("-", Role::Clash);
const NOW: (&str, Role) = ("+", Role::BetterMatched);

fn stacked(pair: &CodePair, digits: usize, width: usize) -> Vec<Row> {
    let then = pair.then.as_ref().filter(|_| !pair.is_equal());
    let rows = |side: Option<&CodeSide>, sign| {
        side.map(|side| code(side, sign, digits, width)).unwrap_or_default()
    };
    [rows(then, THEN), rows(pair.now.as_ref(), NOW)].concat()
}

fn side_by_side(pair: &CodePair, digits: usize, width: usize) -> Vec<Row> {
    let column = (width - RULE.chars().count()) / 2;
    let rows = |side: &Option<CodeSide>, sign| {
        side.as_ref().map(|side| code(side, sign, digits, column)).unwrap_or_default()
    };
    let (left, right) = (rows(&pair.then, THEN), rows(&pair.now, NOW));
    let beside = |index: usize| {
        let mut row = left.get(index).cloned().unwrap_or_default();
        row.decorate(&" ".repeat(column.saturating_sub(row.width())), Role::Text);
        row.decorate(RULE, Role::Muted);
        right.get(index).iter().for_each(|other| row.append(other));
        row
    };
    (0..left.len().max(right.len())).map(beside).collect()
}

fn lay_out(entry: &DetailEntry, label_width: usize, width: usize) -> Vec<Row> {
    let (mut first, mut rest) = (Row::default(), Row::default());
    if entry.text.is_empty() && !entry.label.is_empty() {
        let mut heading = Row::default();
        heading.decorate(&entry.label, Role::Heading);
        return vec![Row::default(), heading.cut(0, width)];
    }
    let mut rows = Vec::new();
    if label_width == 0 {
        let mut label = Row::default();
        label.decorate(&entry.label, Role::Muted);
        if !label.is_empty() {
            rows.push(label.cut(0, width));
        }
        first.decorate("  ", Role::Text);
        rest.decorate("  ", Role::Text);
    } else {
        first.decorate(&entry.label, Role::Muted);
        first = first.cut(0, label_width);
        first.decorate(&" ".repeat(label_width + 2 - first.width()), Role::Text);
        rest.decorate(&" ".repeat(label_width + 2), Role::Text);
    }
    let mut lead = &first;
    for line in entry.text.lines() {
        let mut row = Row::default();
        row.text(line, 0, entry.role.into());
        rows.extend(row.wrap(lead, &rest, width));
        lead = &rest;
    }
    if rows.is_empty() { vec![Row::default()] } else { rows }
}

impl Flow for Entries {
    fn first(&self) -> Option<usize> {
        (!self.rows.is_empty()).then_some(0)
    }

    fn last(&self) -> Option<usize> {
        self.rows.len().checked_sub(1)
    }

    fn next(&self, item: usize) -> Option<usize> {
        (item + 1 < self.rows.len()).then_some(item + 1)
    }

    fn previous(&self, item: usize) -> Option<usize> {
        item.checked_sub(1)
    }

    fn rows(&self, item: usize) -> Rc<Vec<Row>> {
        self.rows.get(item).map(Rc::clone).unwrap_or_default()
    }
}

impl Detail {
    /// Lays out the visible part.
    pub fn settle(&mut self, width: usize, height: usize) {
        self.entries.set(width.max(1));
        self.window.settle(&self.entries, height);
    }

    /// Moves the cursor by rows (negative: up).
    pub fn step(&mut self, rows: isize) {
        self.window.follow(&self.entries, rows, 1);
    }

    /// Goes to the first row or the last one.
    pub fn go_to_end(&mut self, is_last: bool) {
        let height = self.window.height;
        let item = if is_last { self.entries.last() } else { self.entries.first() };
        let Some(item) = item else { return };
        let row = if is_last { self.entries.rows(item).len().saturating_sub(1) } else { 0 };
        let above = if is_last { height.saturating_sub(1) } else { 0 };
        self.window.show(&self.entries, RowPlace { item, row }, above);
    }

    /// The label and the text of the entry under the cursor, to be copied; of a line then and now the
    /// line as it is now, if it is still there.
    pub fn chosen(&self) -> Option<(&str, &str)> {
        let entry = self.entries.all().get(self.window.cursor.item)?;
        let Some(pair) = &entry.pair else {
            return (!entry.text.is_empty()).then_some((&entry.label, &entry.text));
        };
        let (label, side) = match (&pair.now, &pair.then) {
            (Some(now), _) => ("line now", now),
            (None, Some(then)) => ("line then", then),
            (None, None) => return None,
        };
        Some((label, &side.text))
    }

    /// Returns the position of the view, as `12 of 40`.
    pub fn place(&self) -> String {
        let all: usize =
            (0..self.entries.rows.len()).map(|item| self.entries.rows(item).len()).sum();
        if all <= self.window.height {
            return String::new();
        }
        let before = |place: RowPlace| {
            let rows = (0..place.item).map(|item| self.entries.rows(item).len());
            rows.sum::<usize>() + place.row + 1
        };
        format!("{} of {all}", before(self.window.cursor))
    }
}
