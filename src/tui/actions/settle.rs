//! Lays out what is in view.

use crate::tui::panel::notice::notice;
use crate::tui::panel::strip::strip;
use crate::tui::state::areas::Areas;
use crate::tui::state::screen::State;

/// Lays out what is in view for the present size and settings.
pub fn settle(state: &mut State) {
    let outline = Areas::outline(state.size, state.split, state.focus);
    let width = outline.source.width;
    let areas = outline.with_rows(notice(state, width).len(), strip(state, width).len());
    state.areas = areas;
    let width = usize::from(areas.response.width);
    state.response.set(width, state.wrap, state.selected);
    state.response_window.settle(&state.response, usize::from(areas.response.height));
    if let Some(flow) = &mut state.source.flow {
        flow.set(usize::from(areas.source.width), state.wrap);
        state.source.window.settle(flow, usize::from(areas.source.height));
    }
}
