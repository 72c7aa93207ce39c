//! Moves through the text of a pane.

use crate::resolve::Resolution;
use crate::sources::store::LineStart;
use crate::text::Span;
use crate::tui::actions::claim::reveal_claim;
use crate::tui::actions::inside::words_in;
use crate::tui::actions::passage::show_target;
use crate::tui::actions::settle::{is_in_view, reveal_sideways, settle, show_bytes};
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::state::areas::clamp;
use crate::tui::state::{Awaited, Focus, State};

/// Runs `act` on the window of a pane and its flow; does nothing if the pane is empty.
pub fn on_pane(state: &mut State, pane: Focus, act: impl FnOnce(&mut Window, &dyn Flow)) {
    match (pane, &state.source.flow) {
        (Focus::Response, _) if state.response.first().is_some() => {
            act(&mut state.response_window, &state.response);
        }
        (Focus::Source, Some(flow)) if flow.first().is_some() => {
            act(&mut state.source.window, flow);
        }
        _ => {}
    }
}

/// Moves the view of a pane, as the wheel does.
pub fn wheel(state: &mut State, pane: Focus, rows: isize) {
    on_pane(state, pane, |window, flow| window.scroll(flow, rows));
}

/// Moves to a line of the source by the number that its locators count. The end is shown at once
/// even if its number is not known yet.
pub fn to_source_line(state: &mut State, number: u64) {
    let Some(flow) = &state.source.flow else { return };
    let store = std::sync::Arc::clone(&flow.store);
    let end = flow.last();
    let divisions = state.shown_source().map_or(&[][..], |source| &source.divisions);
    let labelled = divisions.iter().find(|division| division.number == number);
    let item = match labelled.map(|division| division.span.start) {
        _ if number == u64::MAX => end,
        Some(offset) => Some(offset),
        None => match store.line_start(number) {
            LineStart::At(offset) => Some(offset),
            LineStart::PastEnd(last) => {
                state.warn(format!("the last line is {last}"));
                end
            }
            LineStart::NotCounted => {
                state.awaited = Some(Awaited::Line(number));
                state.notify("counting lines …");
                None
            }
        },
    };
    if let (Some(flow), Some(item)) = (&mut state.source.flow, item.filter(|_| item != end)) {
        flow.unfold_for(Span::at(item));
    }
    on_pane(state, Focus::Source, |window, flow| match item {
        Some(item) if Some(item) == end => {
            let row = flow.rows(item).len().saturating_sub(1);
            window.show(flow, RowPlace { item, row }, window.height.saturating_sub(1));
        }
        Some(item) => window.show(flow, RowPlace { item, row: 0 }, window.height / 3),
        None => {}
    });
}

/// Moves to the place that was requested before the lines were counted.
pub fn arrive(state: &mut State) {
    match state.awaited.take() {
        Some(Awaited::Passage) => {
            if matches!(state.resolution(), Some(Resolution::Pending(_))) {
                state.awaited = Some(Awaited::Passage);
            } else {
                show_target(state);
            }
        }
        Some(Awaited::Line(number)) => to_source_line(state, number),
        None => {}
    }
}

/// Keeps the selected citation and its passage in view after a change of width.
pub fn keep_places(state: &mut State) {
    let top = state.response_window.visible.first().and_then(|visible| visible.row()?.span());
    let source_top = state.source.window.visible.first().and_then(|visible| visible.row()?.span());
    settle(state);
    if let Some(place) = top.and_then(|span| state.response.place_of(span.start)) {
        state.response_window.top = place;
    }
    if let (Some(flow), Some(span)) = (&state.source.flow, source_top)
        && let Some(place) = flow.place_of(span.start)
    {
        state.source.window.top = place;
    }
    settle(state);
    reveal_claim(state);
    if let Some(span) = state.span_in_view() {
        if is_in_view(state, span) {
            let words = words_in(state, span);
            reveal_sideways(state, Focus::Source, words);
        } else {
            show_bytes(state, span);
        }
    }
    settle(state);
}

/// Adapts to a new size of the screen.
pub fn resize(state: &mut State, size: (u16, u16)) {
    state.size = clamp(size);
    keep_places(state);
}
