//! The panes: which has the keys, how they share the screen, how they show their text.

use crate::tui::actions::moves::keep_places;
use crate::tui::actions::passage::{reveal_chip, show_again};
use crate::tui::actions::settle::settle;
use crate::tui::commands::shared::{Command, Group, always};
use crate::tui::layout::source::SourceFlow;
use crate::tui::layout::{Place, Window};
use crate::tui::state::effect::Effect;
use crate::tui::state::focus::Focus;
use crate::tui::state::screen::State;

pub(super) const SWITCH_PANE: Command = Command {
    group: Group::Panes,
    name: "switch-pane",
    summary: "to the other pane",
    available: always,
    run: |state| {
        let was_hidden = state.areas().source.is_empty();
        state.focus = match state.focus {
            Focus::Response => Focus::Source,
            Focus::Source => Focus::Response,
        };
        if was_hidden {
            show_again(state);
        }
        Vec::new()
    },
};

pub(super) const TOGGLE_STACKED: Command = Command {
    group: Group::Panes,
    name: "toggle-stacked",
    summary: "panes one above the other, or side by side",
    available: always,
    run: |state| {
        state.split.stacked = Some(!state.areas().stacked);
        keep_places(state);
        Vec::new()
    },
};

pub(super) const NARROWER: Command = Command {
    group: Group::Panes,
    name: "narrower",
    summary: "less room for the response",
    available: always,
    run: |state| resize(state, -4),
};

pub(super) const WIDER: Command = Command {
    group: Group::Panes,
    name: "wider",
    summary: "more room for the response",
    available: always,
    run: |state| resize(state, 4),
};

pub(super) const TOGGLE_WRAP: Command = Command {
    group: Group::Panes,
    name: "toggle-wrap",
    summary: "wrap long lines, or scroll sideways",
    available: always,
    run: |state| {
        state.wrap = !state.wrap;
        state.response_window.left = 0;
        state.source.window.left = 0;
        keep_places(state);
        state.say(if state.wrap { "long lines are folded" } else { "long lines run on: ← →" });
        Vec::new()
    },
};

pub(super) const TOGGLE_REST: Command = Command {
    group: Group::Panes,
    name: "toggle-rest",
    summary: "show or fold what a page has besides its main content",
    available: |state| state.source.flow.as_ref().is_some_and(SourceFlow::has_rest),
    run: |state| {
        let Some(flow) = state.source.flow.as_mut().filter(|flow| flow.has_rest()) else {
            state.say("nothing is folded here");
            return Vec::new();
        };
        let folded = flow.fold();
        flow.set_folded(folded.is_none());
        let window = &mut state.source.window;
        if let Some(item) = folded {
            window.show(flow, Place { item, row: 0 }, window.height / 3);
        } else if let Some(item) = flow.fold() {
            let fold = Place { item, row: 0 };
            (window.top, window.cursor) = (window.top.min(fold), window.cursor.min(fold));
        }
        settle(state);
        Vec::new()
    },
};

pub(super) const TOGGLE_RAW: Command = Command {
    group: Group::Panes,
    name: "toggle-raw",
    summary: "show the raw response with its markers",
    available: always,
    run: |state| {
        state.response.set_raw(!state.response.is_raw());
        state.response_window = Window::default();
        settle(state);
        reveal_chip(state);
        Vec::new()
    },
};

pub(super) fn resize(state: &mut State, hundredths: i16) -> Vec<Effect> {
    let share = |value: u16| value.saturating_add_signed(hundredths).clamp(16, 84);
    if state.areas().stacked {
        state.split.rows = share(state.split.rows);
    } else {
        state.split.columns = share(state.split.columns);
    }
    keep_places(state);
    Vec::new()
}
