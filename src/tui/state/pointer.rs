//! The state of the mouse.

use std::time::Instant;

use ratatui::layout::Position;

use crate::tui::layout::RowPlace;
use crate::tui::state::Focus;

/// The button that is held, and the click before.
#[derive(Debug, Default)]
pub struct Pointer {
    /// The item being dragged.
    pub drag: Option<Drag>,
    /// The last click, for the second of a double click.
    pub last_click: Option<(Position, Instant)>,
}

/// Something that is dragged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drag {
    /// The border between the panes.
    Border,
    /// The end of a selection of text.
    Text(Selection),
}

/// A cell of a pane's text: its row, and its column from the left edge of the text.
pub type TextCell = (RowPlace, usize);

/// Text of one pane, from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// The pane.
    pub pane: Focus,
    /// The cell where the button was pressed.
    pub from: TextCell,
    /// The current cell of the pointer.
    pub to: TextCell,
}

impl Selection {
    /// Its two ends in the order of the text; the last cell belongs to it.
    pub fn ordered(&self) -> (TextCell, TextCell) {
        (self.from.min(self.to), self.from.max(self.to))
    }

    /// Returns the columns that it covers in a row: the first, and the one after the last.
    pub fn columns(&self, row: RowPlace) -> Option<(usize, usize)> {
        let ((first, from), (last, to)) = self.ordered();
        if self.from == self.to || row < first || row > last {
            return None;
        }
        let start = if row == first { from } else { 0 };
        let end = if row == last { to + 1 } else { usize::MAX };
        Some((start, end))
    }
}
