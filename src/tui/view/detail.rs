//! Everything about the citation selected, over the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::role::Role;
use crate::tui::state::areas::detail_areas;
use crate::tui::state::{Detail, State};
use crate::tui::theme::Theme;
use crate::tui::view::frame::{self, Frame};
use crate::tui::view::paint::{clear, put};
use crate::tui::view::response::cursor;

/// Draws the popup.
pub fn draw(state: &State, detail: &Detail, theme: Theme, buffer: &mut Buffer) {
    let (area, inside) = detail_areas(state.size);
    clear(buffer, area);
    let frame = Frame { title: &detail.title, note: &detail.place(), focus: true };
    frame::draw(&frame, area, theme, buffer);
    for (y, visible) in (inside.y..inside.bottom()).zip(&detail.window.visible) {
        let Some(row) = visible.row() else { continue };
        let chosen = visible.place.item == detail.window.cursor.item;
        let here = visible.place == detail.window.cursor;
        let role = |_: &_| (chosen && here).then_some(Role::Focus);
        put(buffer, Rect { y, height: 1, ..inside }, row, role, theme);
        if here {
            cursor(inside, y, theme, buffer);
        }
    }
}
