//! Moving through the text of a pane.
//!
//! Side by side, a step over the edge moves the view by half a pane: moving every row of one
//! column costs a terminal line as much as drawing it anew, and at the far end of a slow
//! connection one jump reads better than twenty. Where a pane has the full width the terminal
//! itself can scroll, and a step moves the view by one row.

use super::{Command, Effect, always, count};
use crate::resolve::Resolution;
use crate::sources::store::LineStart;
use crate::text::Span;
use crate::tui::layout::{Flow, Place, Window};
use crate::tui::state::{Awaited, Focus, State};

pub(super) const DOWN: Command = Command {
    name: "down",
    summary: "one row down",
    available: always,
    run: |state| by_rows(state, 1),
};

pub(super) const UP: Command = Command {
    name: "up",
    summary: "one row up",
    available: always,
    run: |state| by_rows(state, -1),
};

pub(super) const HALF_PAGE_DOWN: Command = Command {
    name: "half-page-down",
    summary: "half a pane down",
    available: always,
    run: |state| by_part(state, 1, 2),
};

pub(super) const HALF_PAGE_UP: Command = Command {
    name: "half-page-up",
    summary: "half a pane up",
    available: always,
    run: |state| by_part(state, -1, 2),
};

pub(super) const PAGE_DOWN: Command = Command {
    name: "page-down",
    summary: "a pane down",
    available: always,
    run: |state| by_part(state, 1, 1),
};

pub(super) const PAGE_UP: Command = Command {
    name: "page-up",
    summary: "a pane up",
    available: always,
    run: |state| by_part(state, -1, 1),
};

pub(super) const TOP: Command = Command {
    name: "top",
    summary: "to the top; with a number before it, to that line",
    available: always,
    run: |state| to_line(state, 1),
};

pub(super) const BOTTOM: Command = Command {
    name: "bottom",
    summary: "to the end; with a number before it, to that line",
    available: always,
    run: |state| to_line(state, u64::MAX),
};

pub(super) const LEFT: Command = Command {
    name: "left",
    summary: "to the left, where lines are not folded",
    available: |state| !state.wrap,
    run: |state| sideways(state, -8),
};

pub(super) const RIGHT: Command = Command {
    name: "right",
    summary: "to the right, where lines are not folded",
    available: |state| !state.wrap,
    run: |state| sideways(state, 8),
};

/// Runs `act` on the window of a pane and its flow; nothing where the pane is empty.
pub(super) fn on_pane(state: &mut State, pane: Focus, act: impl FnOnce(&mut Window, &dyn Flow)) {
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
pub(crate) fn wheel(state: &mut State, pane: Focus, rows: isize) {
    on_pane(state, pane, |window, flow| window.scroll(flow, rows));
}

fn by_rows(state: &mut State, sign: isize) -> Vec<Effect> {
    let rows = isize::try_from(count(state)).unwrap_or(isize::MAX).min(1_000_000) * sign;
    let full_width = state.areas().stacked;
    on_pane(state, state.focus, |window, flow| {
        let step = if full_width { 1 } else { window.height / 2 };
        window.follow(flow, rows, step);
    });
    Vec::new()
}

fn by_part(state: &mut State, sign: isize, parts: usize) -> Vec<Effect> {
    let times = count(state);
    on_pane(state, state.focus, |window, flow| {
        let rows = (window.height / parts).max(1).saturating_mul(times);
        let rows = isize::try_from(rows).unwrap_or(isize::MAX) * sign;
        window.scroll(flow, rows);
        window.cursor = Window::down(flow, window.top, window.height / 3);
    });
    Vec::new()
}

fn sideways(state: &mut State, cells: isize) -> Vec<Effect> {
    if state.wrap {
        state.say("lines are folded: `w` unfolds them");
        return Vec::new();
    }
    on_pane(state, state.focus, |window, _| {
        window.left = window.left.saturating_add_signed(cells);
    });
    Vec::new()
}

fn to_line(state: &mut State, default: u64) -> Vec<Effect> {
    let number = state.count.take().map_or(default, |count| count as u64);
    if state.focus == Focus::Source {
        to_source_line(state, number);
        return Vec::new();
    }
    on_pane(state, Focus::Response, |window, flow| {
        let item = if number == 1 { flow.first() } else { flow.last() };
        if let Some(item) = item {
            let row = if number == 1 { 0 } else { flow.rows(item).len().saturating_sub(1) };
            window.show(flow, Place { item, row }, window.height.saturating_sub(1));
        }
    });
    Vec::new()
}

/// Goes to a line of the source by the number its locators count; the end is shown at once even
/// where its number is not known yet.
fn to_source_line(state: &mut State, number: u64) {
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
                state.complain(format!("the last line is {last}"));
                end
            }
            LineStart::NotCounted => {
                state.awaited = Some(Awaited::Line(number));
                state.say("counting lines …");
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
            window.show(flow, Place { item, row }, window.height.saturating_sub(1));
        }
        Some(item) => window.show(flow, Place { item, row: 0 }, window.height / 3),
        None => {}
    });
}

/// Goes where was asked for before the lines were counted.
pub(crate) fn arrive(state: &mut State) {
    match state.awaited.take() {
        Some(Awaited::Passage) => {
            if matches!(state.resolution(), Some(Resolution::Pending(_))) {
                state.awaited = Some(Awaited::Passage);
            } else {
                state.show_target();
            }
        }
        Some(Awaited::Line(number)) => to_source_line(state, number),
        None => {}
    }
}
