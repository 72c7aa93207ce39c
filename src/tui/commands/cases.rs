//! From case to case.

use crate::tui::actions::next_case::open_case;
use crate::tui::actions::queue::case_at;
use crate::tui::commands::shared::{Command, Group};
use crate::tui::state::State;

pub(super) const NEXT_CASE: Command = Command::new(Group::Cases, "next-case", "next case")
    .when(|state| state.batch.count > 1)
    .run(|state| step(state, 1));

pub(super) const PREVIOUS_CASE: Command =
    Command::new(Group::Cases, "previous-case", "previous case")
        .when(|state| state.batch.count > 1)
        .run(|state| step(state, -1));

pub(super) fn step(state: &mut State, sign: isize) {
    if state.batch.count < 2 {
        state.notify("there is only one case");
        return;
    }
    let Some(to) = case_at(state, sign) else {
        state.notify(format!(
            "no case is in the queue: `{}` changes its filter",
            state.key("cases")
        ));
        return;
    };
    if to == state.batch.index {
        state.notify(match (sign > 0, state.batch.counting) {
            (true, Some(_)) => "later cases are still being counted",
            (true, None) => "this is the last case",
            (false, _) => "this is the first case",
        });
        return;
    }
    open_case(state, to);
}
