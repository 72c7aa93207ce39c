//! Brings a passage, or a source, into view.

use std::rc::Rc;

use crate::resolve::Resolution;
use crate::sources::change_of;
use crate::tui::actions::inside::{best_stop, show_inside};
use crate::tui::actions::settle::{settle, show_bytes};
use crate::tui::layout::SourceFlow;
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::panel::titles::source_name;
use crate::tui::state::{Awaited, Focus, SourcePane, State};

/// Shows the passage of the selected target, or the nearest place to it.
pub fn show_target(state: &mut State) {
    state.source.browsing = false;
    (state.source.better, state.source.range, state.source.inside) = (None, None, None);
    // The passage may begin with a row that has no cell to scroll to.
    state.source.window.left = 0;
    match state.resolution().cloned() {
        Some(Resolution::Found(passage)) => {
            open_source(state, passage.source);
            show_bytes(state, passage.span);
            show_best_inside(state);
        }
        Some(Resolution::Missing(missing)) => match missing.candidates.first() {
            Some(&source) => {
                open_source(state, source);
                settle(state);
                show_near(state);
            }
            None => close_source(state),
        },
        Some(Resolution::Pending(source)) => {
            open_source(state, source);
            state.awaited = Some(Awaited::Passage);
        }
        None => close_source(state),
    }
}

/// Goes to the part of a long passage that has most of the claim.
pub fn show_best_inside(state: &mut State) {
    if let Some(best) = best_stop(state) {
        show_inside(state, best);
    }
    state.source.shown_at = Some(state.source.window.top);
}

/// Gives a pane the keys, and the screen if there is room for one only.
pub fn focus_pane(state: &mut State, pane: Focus) {
    let was_hidden = state.areas().source.is_empty();
    state.focus = pane;
    if was_hidden {
        show_again(state);
    }
    settle(state);
}

/// Shows the place in view in a pane that had no room before.
pub fn show_again(state: &mut State) {
    settle(state);
    if state.source.better.is_none() {
        state.source.inside = None;
    }
    if let Some(span) = state.span_in_view() {
        show_bytes(state, span);
        show_best_inside(state);
    }
}

/// Shows the passage once more is known about it, unless the user has moved since.
pub fn show_what_is_known(state: &mut State) {
    let is_where_shown = state.source.shown_at == Some(state.source.window.top);
    if is_where_shown && state.source.inside.is_none() {
        show_best_inside(state);
    }
}

/// Shows the text near an unresolved place: the end of the source, if it is known.
pub fn show_near(state: &mut State) {
    let Some(flow) = &state.source.flow else { return };
    if let Some(item) = flow.last().filter(|_| flow.store.line_count().is_some()) {
        let place = RowPlace { item, row: 0 };
        state.source.window.show(flow, place, state.source.window.height.saturating_sub(2));
    }
}

/// Shows a source from its beginning, unless it is the one shown.
pub fn open_source(state: &mut State, source: usize) {
    if state.source.source == Some(source) && state.source.flow.is_some() {
        return;
    }
    state.source.source = Some(source);
    (state.source.change, state.source.range, state.source.inside) = (None, None, None);
    state.source.window = Window::default();
    state.source.flow = SourceFlow::new(&state.inspection, source);
    *state.searches.place(Focus::Source) = None;
    if let (Some(flow), Some(colours)) = (&mut state.source.flow, state.colours.get(&Some(source)))
    {
        flow.set_colours(Rc::clone(colours));
    }
    if let Some(first) = state.source.flow.as_ref().and_then(Flow::first) {
        let place = RowPlace { item: first, row: 0 };
        (state.source.window.top, state.source.window.cursor) = (place, place);
    }
}

pub(in crate::tui) fn close_source(state: &mut State) {
    state.source = SourcePane::default();
    *state.searches.place(Focus::Source) = None;
}

/// Checks that the file shown is still the one that was read, and says so if it is not. Returns
/// true if the screen changed.
pub fn notice_change(state: &mut State) -> bool {
    if state.watching.looks_itself() && state.source.change.is_none() {
        return false;
    }
    let index = state.source.source.unwrap_or_default();
    let store = state.source.flow.as_ref().map(|flow| flow.store.as_ref());
    let change = state.shown_source().and_then(|source| change_of(source, store));
    if change == state.source.change {
        return false;
    }
    state.source.change = change;
    match change {
        Some(change) => {
            state.warn(format!("{} {}", source_name(state, index), change.describe()));
        }
        // The file has its earlier content again.
        None => state.message = None,
    }
    settle(state);
    true
}
