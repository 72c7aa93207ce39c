//! Moving through the text of a pane.
//!
//! Side by side, a step over the edge moves the view by half a pane: moving every row of one
//! column costs a terminal line as much as drawing it anew, and at the far end of a slow
//! connection one jump reads better than twenty. Where a pane has the full width the terminal
//! itself can scroll, and a step moves the view by one row.

use crate::tui::actions::moves::{on_pane, to_source_line};
use crate::tui::commands::shared::{Command, Group, count};
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::state::{Focus, State};

pub(super) const DOWN: Command =
    Command::new(Group::Moving, "down", "one row down").run(|state| by_rows(state, 1));

pub(super) const UP: Command =
    Command::new(Group::Moving, "up", "one row up").run(|state| by_rows(state, -1));

pub(super) const HALF_PAGE_DOWN: Command =
    Command::new(Group::Moving, "half-page-down", "half a pane down")
        .run(|state| by_part(state, 1, 2));

pub(super) const HALF_PAGE_UP: Command =
    Command::new(Group::Moving, "half-page-up", "half a pane up")
        .run(|state| by_part(state, -1, 2));

pub(super) const PAGE_DOWN: Command =
    Command::new(Group::Moving, "page-down", "a pane down").run(|state| by_part(state, 1, 1));

pub(super) const PAGE_UP: Command =
    Command::new(Group::Moving, "page-up", "a pane up").run(|state| by_part(state, -1, 1));

pub(super) const TOP: Command =
    Command::new(Group::Moving, "top", "to the top; with a number before it, to that line")
        .run(|state| to_line(state, 1));

pub(super) const BOTTOM: Command =
    Command::new(Group::Moving, "bottom", "to the end; with a number before it, to that line")
        .run(|state| to_line(state, u64::MAX));

pub(super) const LEFT: Command =
    Command::new(Group::Moving, "left", "to the left, where lines are not folded")
        .when(|state| !state.wrap)
        .run(|state| sideways(state, -8));

pub(super) const RIGHT: Command =
    Command::new(Group::Moving, "right", "to the right, where lines are not folded")
        .when(|state| !state.wrap)
        .run(|state| sideways(state, 8));

pub(super) fn by_rows(state: &mut State, sign: isize) {
    let rows = isize::try_from(count(state)).unwrap_or(isize::MAX).min(1_000_000) * sign;
    let full_width = state.areas().stacked;
    let by_lines = state.source.range.is_some() && state.focus == Focus::Source;
    on_pane(state, state.focus, |window, flow| {
        let rows = if by_lines { rows_of_lines(window.cursor, flow, rows) } else { rows };
        let step = if full_width { 1 } else { window.height / 2 };
        window.follow(flow, rows, step);
    });
}

/// Returns the rows from `from` to the line that many lines away, or to the last line before it: a
/// selection consists of whole lines.
fn rows_of_lines(from: RowPlace, flow: &dyn Flow, lines: isize) -> isize {
    let (mut item, mut rows) = (from.item, 0);
    for _ in 0..lines.unsigned_abs() {
        let next = if lines > 0 { flow.next(item) } else { flow.previous(item) };
        let Some(next) = next else { break };
        rows += flow.rows(if lines > 0 { item } else { next }).len();
        item = next;
    }
    let rows = isize::try_from(rows).unwrap_or(isize::MAX);
    let within = isize::try_from(from.row).unwrap_or(isize::MAX);
    // The place is that of the first row of the line.
    if item == from.item { 0 } else { rows * lines.signum() - within }
}

pub(super) fn by_part(state: &mut State, sign: isize, parts: usize) {
    let times = count(state);
    on_pane(state, state.focus, |window, flow| {
        let rows = (window.height / parts).max(1).saturating_mul(times);
        let rows = isize::try_from(rows).unwrap_or(isize::MAX) * sign;
        window.scroll(flow, rows);
        window.cursor = Window::down(flow, window.top, window.height / 3);
    });
}

pub(super) fn sideways(state: &mut State, cells: isize) {
    if state.wrap {
        state.notify(format!("lines are folded: `{}` unfolds them", state.key("toggle-wrap")));
        return;
    }
    on_pane(state, state.focus, |window, _| {
        window.left = window.left.saturating_add_signed(cells);
    });
}

pub(super) fn to_line(state: &mut State, default: u64) {
    let number = state.count.take().map_or(default, |count| count as u64);
    if state.focus == Focus::Source {
        to_source_line(state, number);
        return;
    }
    on_pane(state, Focus::Response, |window, flow| {
        let item = if number == 1 { flow.first() } else { flow.last() };
        if let Some(item) = item {
            let row = if number == 1 { 0 } else { flow.rows(item).len().saturating_sub(1) };
            window.show(flow, RowPlace { item, row }, window.height.saturating_sub(1));
        }
    });
}
