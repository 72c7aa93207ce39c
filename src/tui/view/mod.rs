//! Drawing: takes a `State` and writes cells; it changes nothing and requests nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::layout::Row;
use crate::tui::role::Role;
use crate::tui::state::areas::MIN_SIZE;
use crate::tui::state::{Mode, State};
use crate::tui::theme::Theme;
use crate::tui::view::paint::put;

pub mod detail;
pub mod frame;
pub mod head;
pub mod lines;
pub mod links;
pub mod note;
pub mod paint;
pub mod popup;
pub mod response;
pub mod selection;
pub mod source;
/// Draws the whole screen.
pub fn draw(state: &State, theme: Theme, buffer: &mut Buffer) {
    if state.size.0 < MIN_SIZE.0 || state.size.1 < MIN_SIZE.1 {
        too_small(buffer);
        return;
    }
    let areas = state.areas();
    head::draw(state, theme, areas.head, buffer);
    response::draw(state, theme, &areas, buffer);
    source::draw(state, theme, &areas, buffer);
    selection::draw(state, theme, buffer);
    draw_over(state, theme, buffer);
    lines::foot(state, theme, areas.foot, buffer);
    theme.paint_ground(buffer);
}

/// Draws the popups over the panes: a list, a note, or the details of a citation.
pub fn draw_over(state: &State, theme: Theme, buffer: &mut Buffer) {
    match &state.mode {
        Mode::List(list) => popup::draw(state, state.size, list, theme, buffer),
        Mode::Note(editor) => note::draw(state, editor, theme, buffer),
        Mode::Detail(popup) => detail::draw(state, popup, theme, buffer),
        Mode::Browse | Mode::Prompt(_) | Mode::Ask(_) | Mode::SaveAs(_) => {}
    }
}

pub(in crate::tui) fn too_small(buffer: &mut Buffer) {
    let mut row = Row::default();
    row.decorate("pincite needs 10x3 cells", Role::Text);
    let area = *buffer.area();
    let rows = row.wrap(&Row::default(), &Row::default(), usize::from(area.width.max(1)));
    for (y, row) in (area.y..area.bottom()).zip(&rows) {
        put(buffer, Rect { y, height: 1, ..area }, row, |_| None, Theme::PLAIN);
    }
}
