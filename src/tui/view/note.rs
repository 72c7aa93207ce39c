//! The editor for a note, over the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::clear;
use super::frame::{self, Frame};
use crate::tui::review::NoteEditor;
use crate::tui::state::State;
use crate::tui::theme::{Role, Theme};

/// Rows of the editor with its border, where the screen has them.
const ROWS: u16 = 9;

/// Draws the editor above the foot, so that claim and passage stay in view as far as they can.
pub fn draw(state: &State, editor: &NoteEditor, theme: Theme, buffer: &mut Buffer) {
    let (width, height) = state.size;
    let rows = ROWS.min(height.saturating_sub(2).max(3).min(height));
    let margin = if width > 60 { 4 } else { 0 };
    let y = height.saturating_sub(rows + u16::from(height >= 6));
    let area = Rect { x: margin, y, width: width - 2 * margin, height: rows };
    clear(buffer, area);
    let about = state.review.subjects().get(editor.subject);
    let title = match about.map(|subject| subject.cited.as_str()) {
        Some("") | None => "Note".to_owned(),
        Some(cited) => format!("Note on {cited}"),
    };
    frame::draw(&Frame { title: &title, note: "", focus: true }, area, theme, buffer);
    let inside = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: rows.saturating_sub(if rows > 4 { 2 } else { 1 }),
    };
    let mut text = editor.area().clone();
    text.set_style(theme.style(Role::Text));
    text.set_cursor_line_style(theme.style(Role::Text));
    text.set_cursor_style(theme.style(Role::ChipSelected));
    (&text).render(inside, buffer);
}
