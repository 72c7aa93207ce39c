//! Opens another case: a given one, or the next one to judge.

use crate::tui::actions::queue::next_unjudged_case;
use crate::tui::actions::subjects::go_on_in_next_case;
use crate::tui::state::{Effect, Job, State};

/// Asks for a case, by its index.
pub fn open_case(state: &mut State, index: usize) {
    state.notify(format!("opening case {} …", index + 1));
    state.request(Effect::Work(Job::Open { index }));
}

/// Opens the next case of the queue with an open subject; if there is none, nothing changes.
pub fn open_unjudged(state: &mut State) {
    if let Some(next) = next_unjudged_case(state) {
        go_on_in_next_case(state);
        return open_case(state, next);
    }
    if !state.queue.filter.trim().is_empty() {
        let key = state.key("cases");
        state.notify(format!("every case that fits the filter is judged: `{key}` changes it"));
    } else if state.batch.count > 1 {
        state.notify("every case is judged");
    }
}
