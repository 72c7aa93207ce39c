//! Lays out the part in view.

use crate::text::Span;
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::panel::notice::notice;
use crate::tui::panel::strip::strip;
use crate::tui::state::areas::detail_areas;
use crate::tui::state::{Areas, Focus, Mode, State};

/// Lays out the part in view for the current size and settings. If that changes the room for the
/// source, the place in view stays in view.
pub fn settle(state: &mut State) {
    let before = state.areas.source;
    let in_view = state.span_in_view().filter(|span| is_in_view(state, *span));
    lay_out(state);
    if let Some(span) = in_view
        && state.areas.source != before
        && !is_in_view(state, span)
    {
        place_span(state, span);
        lay_out(state);
    }
}

/// True if the row that shows the beginning of `span` of the source is in view.
pub fn is_in_view(state: &State, span: Span) -> bool {
    let Some(place) = state.source.flow.as_ref().and_then(|flow| flow.place_of(span.start)) else {
        return false;
    };
    state.source.window.visible.iter().any(|visible| visible.place == place)
}

/// Puts the window of the source on bytes of it: whole when they fit, a third from the top.
pub fn place_span(state: &mut State, span: Span) {
    let height = state.source.window.height;
    let Some(flow) = &mut state.source.flow else { return };
    flow.unfold_for(span);
    let Some(first) = flow.place_of(span.start) else { return };
    let last = flow.place_of(span.end.saturating_sub(1).max(span.start)).unwrap_or(first);
    let rows = Window::distance(flow, first, last, height) + 1;
    let above = (height / 3).min(height.saturating_sub(rows));
    state.source.window.show(flow, first, above);
}

/// Puts bytes of the source shown into view: whole when they fit, a third from the top.
pub fn show_bytes(state: &mut State, span: Span) {
    settle(state);
    place_span(state, span);
    settle(state);
    if !is_in_view(state, span) {
        // The texts around the passage now take a different number of rows.
        place_span(state, span);
        settle(state);
    }
    reveal_sideways(state, Focus::Source, span);
}

/// Scrolls a pane sideways so that the beginning of `span` is in view; folded rows never move.
pub fn reveal_sideways(state: &mut State, pane: Focus, span: Span) {
    let (cells, width) = match (pane, &state.source.flow) {
        (Focus::Response, _) => (
            cells_of(&state.response, state.response.place_of(span.start), span),
            state.areas.response.width,
        ),
        (Focus::Source, Some(flow)) => {
            let gutter = u16::try_from(flow.gutter()).unwrap_or_default();
            let width = state.areas.source.width.saturating_sub(gutter);
            (cells_of(flow, flow.place_of(span.start), span), width)
        }
        (Focus::Source, None) => return,
    };
    let (wrap, width) = (state.wrap, usize::from(width));
    let window = match pane {
        Focus::Response => &mut state.response_window,
        Focus::Source => &mut state.source.window,
    };
    if wrap {
        window.left = 0;
        return;
    }
    let Some((start, end)) = cells.filter(|_| width > 0) else { return };
    // A row cut at an edge has a mark there.
    let end = end.min(start + width / 2) + 1;
    if start <= window.left || end > window.left + width {
        window.left = if end <= width { 0 } else { start.saturating_sub(width / 4) };
    }
}

fn cells_of(flow: &dyn Flow, place: Option<RowPlace>, span: Span) -> Option<(usize, usize)> {
    let place = place?;
    flow.rows(place.item).get(place.row)?.cells_of(span)
}

fn lay_out(state: &mut State) {
    let outline = Areas::outline(state.size, state.split, state.focus);
    let width = outline.source.width;
    let strip_rows = strip(state, width).len().min(usize::from(state.split.strip));
    let areas = outline.with_rows(notice(state, width).len(), strip_rows);
    state.areas = areas;
    state.review.seen.response |= !areas.response.is_empty();
    state.review.seen.source |= !areas.source.is_empty();
    if let Mode::Detail(detail) = &mut state.mode {
        let (_, inside) = detail_areas(state.size);
        detail.settle(usize::from(inside.width), usize::from(inside.height));
    }
    let width = usize::from(areas.response.width);
    state.response.set_tab_width(state.tab_width);
    state.response.set(width, state.wrap, state.selected);
    state.response_window.settle(&state.response, usize::from(areas.response.height));
    if let Some(flow) = &mut state.source.flow {
        flow.set_tab_width(state.tab_width);
        flow.set(usize::from(areas.source.width), state.wrap);
        state.source.window.settle(flow, usize::from(areas.source.height));
    }
}
