//! The editor for a note, over the panes.

use ratatui::buffer::Buffer;
use ratatui::widgets::Widget as _;

use crate::tui::note_editor::widget;
use crate::tui::panel::review::citation_label;
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
    let cited = about.map(|subject| subject.cited.as_str()).filter(|cited| !cited.is_empty());
    let title = match (citation_label(state, draft.subject), cited) {
        (Some(number), Some(cited)) => format!("Note on citation {number} · {cited}"),
        (Some(number), None) => format!("Note on citation {number}"),
        (None, _) => "Note on the sentence".to_owned(),
    };
    frame::draw(&Frame { title: &title, note: "", focus: true }, area, theme, buffer);
    let mut text = widget(&draft.text);
    text.set_style(theme.style(Role::Text));
    text.set_cursor_line_style(theme.style(Role::Text));
    text.set_cursor_style(theme.style(Role::ChipSelected));
    (&text).render(inside, buffer);
}
