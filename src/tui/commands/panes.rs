//! The panes: which has the keys, how they share the screen, how they show their text.

use crate::tui::actions::claim::reveal_claim;
use crate::tui::actions::moves::keep_places;
use crate::tui::actions::passage::focus_pane;
use crate::tui::actions::settle::settle;
use crate::tui::commands::shared::{Command, Group};
use crate::tui::layout::SourceFlow;
use crate::tui::layout::{RowPlace, Window};
use crate::tui::state::{Focus, State};

pub(super) const SWITCH_PANE: Command =
    Command::new(Group::Panes, "switch-pane", "to the other pane").run(|state| {
        let other = match state.focus {
            Focus::Response => Focus::Source,
            Focus::Source => Focus::Response,
        };
        focus_pane(state, other);
    });

pub(super) const TOGGLE_STACKED: Command =
    Command::new(Group::Panes, "toggle-stacked", "panes one above the other, or side by side").run(
        |state| {
            state.split.stacked = Some(!state.areas().stacked);
            keep_places(state);
        },
    );

pub(super) const NARROWER: Command =
    Command::new(Group::Panes, "narrower", "less room for the response")
        .run(|state| resize(state, -4));

pub(super) const WIDER: Command =
    Command::new(Group::Panes, "wider", "more room for the response").run(|state| resize(state, 4));

pub(super) const TOGGLE_WRAP: Command =
    Command::new(Group::Panes, "toggle-wrap", "wrap long lines, or scroll sideways").run(|state| {
        state.wrap = !state.wrap;
        state.response_window.left = 0;
        state.source.window.left = 0;
        keep_places(state);
        state.notify(if state.wrap {
            "long lines are folded"
        } else {
            "long lines run on: ← →"
        });
    });

pub(super) const TOGGLE_REST: Command = Command::new(
    Group::Panes,
    "toggle-rest",
    "show or fold what a page has besides its main content",
)
.when(|state| state.source.flow.as_ref().is_some_and(SourceFlow::has_rest))
.run(|state| {
    let Some(flow) = state.source.flow.as_mut().filter(|flow| flow.has_rest()) else {
        state.notify("nothing is folded here");
        return;
    };
    let folded = flow.fold();
    flow.set_folded(folded.is_none());
    let window = &mut state.source.window;
    if let Some(item) = folded {
        window.show(flow, RowPlace { item, row: 0 }, window.height / 3);
    } else if let Some(item) = flow.fold() {
        let fold = RowPlace { item, row: 0 };
        (window.top, window.cursor) = (window.top.min(fold), window.cursor.min(fold));
    }
    settle(state);
});

pub(super) const TOGGLE_RAW: Command =
    Command::new(Group::Panes, "toggle-raw", "show the raw response with its markers").run(
        |state| {
            state.response.set_raw(!state.response.is_raw());
            state.response_window = Window::default();
            settle(state);
            reveal_claim(state);
        },
    );

pub(super) fn resize(state: &mut State, hundredths: i16) {
    let share = |value: u16| value.saturating_add_signed(hundredths).clamp(16, 84);
    if state.areas().stacked {
        state.split.rows = share(state.split.rows);
    } else {
        state.split.columns = share(state.split.columns);
    }
    keep_places(state);
}
