//! Opens another case: a given one, or the next one to judge.

use crate::tui::actions::queue::next_unjudged_case;
use crate::tui::actions::subjects::seek_in_next_case;
use crate::tui::state::review::Seeking;
use crate::tui::state::{Effect, Job, State};

/// Asks for a case, by its index. What was to happen in another one ends: the reviewer has chosen.
pub fn open_case(state: &mut State, index: usize) {
    (state.review.seeking, state.review.revisit) = (Seeking::No, None);
    state.batch.opening = Some(index);
    state.notify(format!("opening case {} …", index + 1));
    state.request(Effect::Work(Job::Open { index }));
}

/// Opens the next case of the queue with an open subject; if there is none, nothing changes.
pub fn open_unjudged(state: &mut State) {
    if let Some(next) = next_unjudged_case(state) {
        open_case(state, next);
        return seek_in_next_case(state);
    }
    if !state.queue.filter.trim().is_empty() {
        let key = state.key("cases");
        state.notify(format!("every case that fits the filter is judged: `{key}` changes it"));
    } else if state.batch.count > 1 {
        state.notify("every case is judged");
    }
}
