//! Everything about the citation selected, as entries that are scrolled through and copied.

use std::rc::Rc;

use crate::tui::layout::row::Row;
use crate::tui::layout::{Flow, Place, Window};
use crate::tui::role::Role;

/// A labelled entry, unabridged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its label; empty if it continues the entry above.
    pub label: String,
    /// Its text, as foreign text of one or more lines.
    pub text: String,
    /// Its look.
    pub role: Role,
}

/// The entries laid out at one width.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    all: Vec<Entry>,
    rows: Vec<Rc<Vec<Row>>>,
    width: usize,
}

/// The popup.
#[derive(Debug, Clone, Default)]
pub struct Detail {
    /// Its title.
    pub title: String,
    /// Its entries.
    pub entries: Entries,
    /// The view on them.
    pub window: Window,
}

/// The widest column of labels, in cells.
const MAX_LABEL: usize = 16;

impl Entries {
    /// Entries that are not laid out yet.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { all: entries, ..Self::default() }
    }

    /// Returns the entries.
    pub fn all(&self) -> &[Entry] {
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
        self.rows = self.all.iter().map(|entry| Rc::new(lay_out(entry, label, width))).collect();
    }
}

fn lay_out(entry: &Entry, label_width: usize, width: usize) -> Vec<Row> {
    let (mut first, mut rest) = (Row::default(), Row::default());
    if entry.text.is_empty() {
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
    rows
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
        self.window.show(&self.entries, Place { item, row }, above);
    }

    /// Returns the entry under the cursor.
    pub fn chosen(&self) -> Option<&Entry> {
        self.entries.all().get(self.window.cursor.item)
    }

    /// Returns the position of the view, as `12 of 40`.
    pub fn place(&self) -> String {
        let all: usize =
            (0..self.entries.rows.len()).map(|item| self.entries.rows(item).len()).sum();
        if all <= self.window.height {
            return String::new();
        }
        let before = |place: Place| {
            let rows = (0..place.item).map(|item| self.entries.rows(item).len());
            rows.sum::<usize>() + place.row + 1
        };
        format!("{} of {all}", before(self.window.cursor))
    }
}
