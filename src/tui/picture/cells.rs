//! The cells of a drawn screen, row by row.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use unicode_width::UnicodeWidthStr as _;

/// Returns the cells of a row that hold something, each with its column and its width in columns: a
/// wide character has its second cell to itself.
pub(super) fn cells(buffer: &Buffer, y: u16) -> impl Iterator<Item = (u16, u16, &Cell)> {
    let mut x = 0;
    std::iter::from_fn(move || {
        let cell = buffer.cell(Position::new(x, y))?;
        let width = u16::try_from(cell.symbol().width()).unwrap_or(1).max(1);
        let at = x;
        x += width;
        Some((at, width, cell))
    })
}
