//! From case to case.

use super::{Command, Effect, open_case};
use crate::tui::state::State;

pub(super) const NEXT_CASE: Command = Command {
    name: "next-case",
    summary: "next case",
    available: |state| state.batch.count > 1,
    run: |state| step(state, 1),
};

pub(super) const PREVIOUS_CASE: Command = Command {
    name: "previous-case",
    summary: "previous case",
    available: |state| state.batch.count > 1,
    run: |state| step(state, -1),
};

fn step(state: &mut State, sign: isize) -> Vec<Effect> {
    let Some(last) = state.batch.count.checked_sub(1).filter(|last| *last > 0) else {
        state.say("there is one case");
        return Vec::new();
    };
    let to = state.batch.index.saturating_add_signed(sign).min(last);
    if to == state.batch.index {
        state.say(match (sign > 0, state.batch.counting) {
            (true, Some(_)) => "the cases behind are still being counted",
            (true, None) => "this is the last case",
            (false, _) => "this is the first case",
        });
        return Vec::new();
    }
    open_case(state, to)
}
