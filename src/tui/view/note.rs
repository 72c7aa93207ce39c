//! The editor for a note, over the panes.

use ratatui::buffer::Buffer;
use ratatui::widgets::Widget as _;

use crate::tui::note_editor::widget;
use crate::tui::role::Role;
use crate::tui::state::areas::note_areas;
use crate::tui::state::{NoteDraft, State};
use crate::tui::theme::Theme;
use crate::tui::view::frame;
use crate::tui::view::frame::Frame;
use crate::tui::view::paint::clear;

/// Draws the editor above the foot, so that claim and passage stay in view as far as they can.
pub fn draw(state: &State, draft: &NoteDraft, theme: Theme, buffer: &mut Buffer) {
    let (area, inside) = note_areas(state.size);
    clear(buffer, area);
    let about = state.review.subjects().get(draft.subject);
    let title = match about.map(|subject| subject.cited.as_str()) {
        Some("") | None => "Note".to_owned(),
        Some(cited) => format!("Note on {cited}"),
    };
    frame::draw(&Frame { title: &title, note: "", focus: true }, area, theme, buffer);
    let mut text = widget(&draft.text);
    text.set_style(theme.style(Role::Text));
    text.set_cursor_line_style(theme.style(Role::Text));
    text.set_cursor_style(theme.style(Role::ChipSelected));
    (&text).render(inside, buffer);
}
