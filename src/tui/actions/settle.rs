//! Lays out the part in view.

use crate::resolve::Resolution;
use crate::text::Span;
use crate::tui::actions::claim::{is_claim_in_view, reveal_claim};
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::panel::notice::notice;
use crate::tui::panel::strip::strip;
use crate::tui::state::areas::detail_areas;
use crate::tui::state::{Areas, Focus, Mode, State};

/// Lays out the part in view for the current size and settings. If that changes the room for a
/// pane, its claim or its place in view stays in view. A response that was hidden while another
/// citation was selected shows the new claim.
pub fn settle(state: &mut State) {
    let before = state.areas;
    if let Some(flow) = &mut state.source.flow {
        let outline = Areas::outline(state.size, state.split, state.focus);
        flow.set(usize::from(outline.source.width), state.wrap);
    }
    let in_view = state.span_in_view().filter(|span| is_in_view(state, *span));
    let areas = areas_of(state);
    let width = usize::from(areas.response.width);
    let keeps_claim = areas.response != before.response
        && !areas.response.is_empty()
        && if before.response.is_empty() {
            !state.response.is_laid_out_for(width, state.wrap, state.selected)
        } else {
            is_claim_in_view(state)
        };
    lay_out(state, areas);
    if keeps_claim && !is_claim_in_view(state) {
        reveal_claim(state);
        lay_out(state, areas);
    }
    if let Some(span) = in_view
        && state.areas.source != before.source
        && !is_in_view(state, span)
    {
        place_span(state, span);
        let areas = areas_of(state);
        lay_out(state, areas);
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

/// Returns the areas for the current size, settings and texts.
fn areas_of(state: &State) -> Areas {
    let mut outline = Areas::outline(state.size, state.split, state.focus);
    let width = outline.source.width;
    let notice_rows = notice(state, width).len();
    let strip_rows = strip(state, width).len().min(usize::from(state.split.strip));
    let has_text = state.split.is_fixed || !lacks_text(state);
    if !has_text {
        outline = outline.without_text(notice_rows + strip_rows);
    }
    let text = has_text.then(|| text_rows(state, usize::from(outline.source.height)));
    outline.with_rows(notice_rows, strip_rows, text)
}

/// Returns the number of rows that the text of the source takes, or more than `height`.
fn text_rows(state: &State, height: usize) -> usize {
    let Some(flow) = &state.source.flow else { return height + 1 };
    let mut rows = 0;
    let mut item = flow.first();
    while let Some(this) = item.filter(|_| rows <= height) {
        rows += flow.rows(this).len();
        item = flow.next(this);
    }
    rows
}

/// Returns true if the source pane has no text to show, now or as soon as it is read.
fn lacks_text(state: &State) -> bool {
    let is_pending = || matches!(state.resolution(), Some(Resolution::Pending(_)));
    let is_unread = || state.source.source.is_some_and(|source| state.is_unread(source));
    match &state.source.flow {
        Some(flow) => flow.first().is_none(),
        None => !state.loading && !is_pending() && !is_unread(),
    }
}

fn lay_out(state: &mut State, areas: Areas) {
    state.areas = areas;
    state.review.seen.response |= !areas.response.is_empty();
    state.review.seen.source |= !areas.source.is_empty();
    if let Mode::Detail(detail) = &mut state.mode {
        let (_, inside) = detail_areas(state.size);
        detail.settle(usize::from(inside.width), usize::from(inside.height));
    }
    if !areas.response.is_empty() {
        let width = usize::from(areas.response.width);
        state.response.set_tab_width(state.tab_width);
        state.response.set(width, state.wrap, state.selected);
    }
    state.response_window.settle(&state.response, usize::from(areas.response.height));
    if let Some(flow) = &mut state.source.flow {
        flow.set_tab_width(state.tab_width);
        flow.set(usize::from(areas.source.width), state.wrap);
        state.source.window.settle(flow, usize::from(areas.source.height));
    }
}
