//! The subjects of a review, from one open subject to the next.

use crate::inspect::Inspection;
use crate::review::{Drafts, Entry, Judgement, Ledger, SourceHashes, Subject, done_cases};
use crate::tui::actions::detail::renew_detail;
use crate::tui::actions::queue::renew_lists;
use crate::tui::actions::select::select_subject;
use crate::tui::actions::settle::settle;
use crate::tui::state::State;
use crate::tui::state::review::Seeking;

/// Returns the subjects of a case, each with a judgement to fill in.
pub fn drafted(inspection: &Inspection) -> Vec<(Subject, Judgement)> {
    let drafts = Drafts::new(inspection, &mut SourceHashes::default());
    let drafted = |it: &Subject| (it.clone(), drafts.judgement(it));
    drafts.subjects().iter().map(drafted).collect()
}

/// Applies the subjects of the case shown.
pub fn apply_subjects(state: &mut State, drafted: Vec<(Subject, Judgement)>) {
    let (subjects, drafts) = drafted.into_iter().unzip();
    (state.review.subjects, state.review.drafts) = (Some(subjects), drafts);
    refresh_verdicts(state);
    // A search in the case that is being opened is not about this one.
    if state.review.seeking != Seeking::No && state.batch.opening.is_none() {
        seek(state);
    }
}

/// Continues an earlier review: selects the first open subject as soon as the subjects are known, of a
/// later case if nothing is open in this one.
pub fn resume(state: &mut State) {
    state.review.seeking = if state.review.settles() || state.review.has_done_cases() {
        Seeking::HereOrFrom(state.batch.index + 1)
    } else {
        Seeking::Here
    };
    if state.review.is_ready() {
        seek(state);
    }
}

fn seek(state: &mut State) {
    let (seeking, found) = (state.review.seeking, first_open(state));
    state.review.seeking = match seeking {
        Seeking::HereOrFrom(from) if !found => Seeking::HereOrFrom(from.max(state.batch.index + 1)),
        _ => Seeking::No,
    };
}

/// Applies all saved entries, as read from the journal.
pub fn apply_ledger(state: &mut State, ledger: Ledger) {
    state.review.ledger = ledger;
    state.review.done = done_cases(&state.review.ledger, &state.review.reviewer);
    refresh_verdicts(state);
}

/// Applies entries that others added to the journal, or that came from another file.
pub fn apply_entries(state: &mut State, entries: Vec<Entry>) {
    if entries.is_empty() {
        return;
    }
    for entry in entries {
        state.review.ledger.add(entry);
    }
    state.review.done = done_cases(&state.review.ledger, &state.review.reviewer);
    refresh_verdicts(state);
    settle(state);
}

pub(in crate::tui) fn refresh_verdicts(state: &mut State) {
    let case = state.inspection.case.id.clone();
    state.review.ledger.set_one_case(state.batch.count <= 1);
    state.review.refresh_verdicts(&case);
    state.response.set_signs(&state.review.signs);
    renew_lists(state);
    renew_detail(state);
}

/// Selects the first subject without a valid verdict; `false` if there is none.
pub fn first_open(state: &mut State) -> bool {
    let count = state.review.subjects().len();
    let open = (0..count).find(|&index| !state.review.is_judged(index));
    if let Some(index) = open {
        select_subject(state, index);
    }
    open.is_some()
}

/// Selects the next subject without a valid verdict; `around` reports if the search wraps. `false`
/// if there is none.
pub fn next_open(state: &mut State, around: bool) -> bool {
    let count = state.review.subjects().len();
    let from = state.subject().map_or(0, |subject| subject + 1).min(count);
    let open = |index: &usize| !state.review.is_judged(*index);
    let after = (from..count).find(open);
    let found = after.or_else(|| (0..from).find(open));
    if let Some(index) = found {
        if around && index < from {
            state.notify("continues from the first citation");
        }
        let message = state.message.take();
        select_subject(state, index);
        state.message = message.or(state.message.take());
        return true;
    }
    let done = state.message.take().map(|done| format!("{} · ", done.text));
    let done = done.unwrap_or_default();
    let more = if state.batch.count > 1 {
        format!(": {} goes to the next case", state.key("next-unreviewed"))
    } else {
        String::new()
    };
    state.notify(match count {
        0 => "nothing to judge here".to_owned(),
        _ if state.review.settles() => format!("{done}nothing is left to settle here{more}"),
        _ => format!("{done}all {count} judged{more}"),
    });
    false
}

/// Makes the next case open at its first open subject.
pub fn seek_in_next_case(state: &mut State) {
    state.review.seeking = Seeking::Here;
}
