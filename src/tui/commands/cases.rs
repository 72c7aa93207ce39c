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
    if state.batch.count < 2 {
        state.say("there is one case");
        return Vec::new();
    }
    let Some(to) = state.case_at(sign) else {
        state.say("no case is in the queue: `l` changes its filter");
        return Vec::new();
    };
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

/// Opens the next case of the queue with something to judge in it; when there is none, all is as
/// before.
pub(super) fn open_unjudged(state: &mut State) -> Vec<Effect> {
    if let Some(next) = state.next_unjudged_case() {
        state.go_on_in_next_case();
        return open_case(state, next);
    }
    if !state.queue.filter.trim().is_empty() {
        state.say("all is judged that fits the filter of the cases: `l` changes it");
    } else if state.batch.count > 1 {
        state.say("every case is judged");
    }
    Vec::new()
}
