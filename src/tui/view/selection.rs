//! The text that is being selected with the mouse.

use ratatui::buffer::Buffer;

use crate::tui::actions::pointer::text_area;
use crate::tui::layout::Row;
use crate::tui::role::Role;
use crate::tui::state::{Drag, State};
use crate::tui::theme::Theme;

/// Draws the selection over its pane.
pub fn draw(state: &State, theme: Theme, buffer: &mut Buffer) {
    let Some(Drag::Text(selection)) = state.pointer.drag else { return };
    let area = text_area(state, selection.pane);
    let window = state.window(selection.pane);
    for (y, visible) in (area.y..area.bottom()).zip(&window.visible) {
        let Some((start, end)) = selection.columns(visible.place) else { continue };
        let width = visible.row().map_or(0, Row::width);
        for column in start.max(window.left)..end.min(width) {
            let x = u16::try_from(column - window.left).unwrap_or(u16::MAX);
            let x = area.x.saturating_add(x);
            if let Some(cell) = buffer.cell_mut((x, y)).filter(|_| x < area.right()) {
                let style = theme.over(cell.style(), Role::Chosen);
                cell.set_style(style);
            }
        }
    }
}
