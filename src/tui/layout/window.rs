//! The visible part of a flow, and the cursor row.
//!
//! Places are (item, row of that item), never counts from the start, so the cost of a move depends
//! only on its length. Within a pane the cursor moves first; at the edge, the caller chooses the
//! step with [`Window::follow`].

use std::rc::Rc;

use super::Flow;
use super::row::Row;

/// A row of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPlace {
    /// The item.
    pub item: usize,
    /// The row inside it, from 0.
    pub row: usize,
}

/// A row in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visible {
    /// Its place in the flow.
    pub place: RowPlace,
    rows: Rc<Vec<Row>>,
}

impl Visible {
    /// Returns the row.
    pub fn row(&self) -> Option<&Row> {
        self.rows.get(self.place.row)
    }
}

/// The view on a flow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// First row in view.
    pub top: RowPlace,
    /// The row the cursor is on.
    pub cursor: RowPlace,
    /// Rows that fit.
    pub height: usize,
    /// Columns scrolled to the right, if lines are not wrapped.
    pub left: usize,
    /// The rows in view, from the last [`Window::settle`].
    pub visible: Vec<Visible>,
}

impl Window {
    /// Returns the place `count` rows further down, or the last one.
    pub fn down(flow: &dyn Flow, from: RowPlace, count: usize) -> RowPlace {
        let mut place = from;
        let mut left = count;
        loop {
            let after = flow.rows(place.item).len().saturating_sub(place.row + 1);
            if left <= after {
                return RowPlace { row: place.row + left, ..place };
            }
            let Some(item) = flow.next(place.item) else {
                return RowPlace { row: place.row + after, ..place };
            };
            left -= after + 1;
            place = RowPlace { item, row: 0 };
        }
    }

    /// Returns the place `count` rows further up, or the first one.
    pub fn up(flow: &dyn Flow, from: RowPlace, count: usize) -> RowPlace {
        let mut place = from;
        let mut left = count;
        loop {
            if left <= place.row {
                return RowPlace { row: place.row - left, ..place };
            }
            let Some(item) = flow.previous(place.item) else {
                return RowPlace { row: 0, ..place };
            };
            left -= place.row + 1;
            place = RowPlace { item, row: flow.rows(item).len().saturating_sub(1) };
        }
    }

    /// Returns the number of rows that `to` is below `from`, counted up to `limit`.
    pub fn distance(flow: &dyn Flow, from: RowPlace, to: RowPlace, limit: usize) -> usize {
        let mut place = from;
        for count in 0..limit {
            if place >= to {
                return count;
            }
            place = Self::down(flow, place, 1);
        }
        limit
    }

    /// Puts the cursor on `place` and brings it into view with `above` rows before it.
    pub fn show(&mut self, flow: &dyn Flow, place: RowPlace, above: usize) {
        self.cursor = place;
        self.top = Self::up(flow, place, above);
    }

    /// Puts the cursor on `place`; the view moves only when it is out of view.
    pub fn reveal(&mut self, flow: &dyn Flow, place: RowPlace) {
        self.cursor = place;
        let below = Self::distance(flow, self.top, place, self.height);
        if place < self.top || below >= self.height {
            self.top = Self::up(flow, place, self.height / 3);
        }
    }

    /// Moves the cursor by `rows` (negative: up); at the edge the view moves by `step` rows.
    pub fn follow(&mut self, flow: &dyn Flow, rows: isize, step: usize) {
        let count = rows.unsigned_abs();
        if rows < 0 {
            self.cursor = Self::up(flow, self.cursor, count);
            if self.cursor < self.top {
                let to = Self::up(flow, self.top, step.max(1));
                self.top = to.min(self.cursor);
            }
        } else {
            self.cursor = Self::down(flow, self.cursor, count);
            let below = Self::distance(flow, self.top, self.cursor, self.height + count);
            if below >= self.height {
                let over = below + 1 - self.height;
                self.top = Self::down(flow, self.top, over.max(step).min(below));
            }
        }
    }

    /// Moves the view by `rows` (negative: up) and keeps the cursor inside it.
    pub fn scroll(&mut self, flow: &dyn Flow, rows: isize) {
        let count = rows.unsigned_abs();
        self.top = if rows < 0 {
            Self::up(flow, self.top, count)
        } else {
            Self::down(flow, self.top, count)
        };
        let last = Self::down(flow, self.top, self.height.saturating_sub(1));
        self.cursor = self.cursor.clamp(self.top, last);
    }

    /// Lays out the visible part: never past the end of the flow while there is something above.
    pub fn settle(&mut self, flow: &dyn Flow, height: usize) {
        self.height = height;
        self.visible.clear();
        if flow.first().is_none() || height == 0 {
            return;
        }
        self.fill(flow);
        if self.visible.len() < height {
            let missing = height - self.visible.len();
            let top = Self::up(flow, self.top, missing);
            if top != self.top {
                self.top = top;
                self.visible.clear();
                self.fill(flow);
            }
        }
        if let (Some(first), Some(last)) = (self.visible.first(), self.visible.last()) {
            self.cursor = self.cursor.clamp(first.place, last.place);
        }
    }

    fn fill(&mut self, flow: &dyn Flow) {
        let mut item = Some(self.top.item);
        let mut row = self.top.row;
        while let Some(here) = item {
            let rows = flow.rows(here);
            row = row.min(rows.len().saturating_sub(1));
            if self.visible.is_empty() {
                self.top = RowPlace { item: here, row };
            }
            while row < rows.len() {
                if self.visible.len() == self.height {
                    return;
                }
                let place = RowPlace { item: here, row };
                self.visible.push(Visible { place, rows: Rc::clone(&rows) });
                row += 1;
            }
            row = 0;
            item = flow.next(here);
        }
    }

    /// Returns the place shown on the `y`-th row of the view.
    pub fn at(&self, y: usize) -> Option<&Visible> {
        self.visible.get(y)
    }
}
