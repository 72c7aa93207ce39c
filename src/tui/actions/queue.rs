//! The queue: the cases in the order in which they are reviewed, and what is known about each.

use std::rc::Rc;
use std::sync::Arc;

use crate::tui::actions::lists::{list_of, renewed};
use crate::tui::actions::select::select;
use crate::tui::state::case_rows::{MAX_NAMED, Order, differing};
use crate::tui::state::case_summary::CaseSummary;
use crate::tui::state::list::{List, ListKind};
use crate::tui::state::{CaseName, Mode, State};

/// Returns the list of cases under the queue's order and filter.
pub fn queue_list(state: &State) -> List {
    let mut list = list_of(ListKind::Cases, state);
    list.set_filter(state.queue.filter.clone());
    list
}

/// Keeps the filter of the list of cases that is left by going to one of them.
pub fn set_queue_filter(state: &mut State, filter: String) {
    state.queue.filter = filter;
    renew_queue(state);
}

/// Takes the next order.
pub fn next_order(state: &mut State) {
    state.queue.order = state.queue.order.next(state.review.settles());
    renew_queue(state);
}

/// Updates the queue after more is known about the cases or the verdicts.
pub fn renew_queue(state: &mut State) {
    let plain = state.queue.order == Order::Given && state.queue.filter.trim().is_empty();
    state.queue.list = (!plain).then(|| queue_list(state));
}

/// Updates the queue after more is known about the cases. A queue with its own order or a filter
/// has to be recomputed as a whole, so this happens each time an eighth more is known, and at the
/// end: in total that costs as much as a few passes.
pub fn refresh_case_lists(state: &mut State, is_last: bool) {
    let filtered = matches!(&state.mode, Mode::List(list) if !list.filter.trim().is_empty());
    let known = state.queue.named + state.queue.summarized;
    let is_dear = filtered || state.queue.list.is_some();
    if !is_dear || is_last || known >= state.queue.renewed + state.queue.renewed / 8 {
        state.queue.renewed = known;
        renew_lists(state);
    }
}

/// Returns the case `steps` further in the queue, or the nearest end; `None` for an empty queue.
pub fn case_at(state: &State, steps: isize) -> Option<usize> {
    let Some(list) = &state.queue.list else {
        let last = state.batch.count.checked_sub(1)?;
        return Some(state.batch.index.saturating_add_signed(steps).min(last));
    };
    let last = list.len().checked_sub(1)?;
    let place = match list.place(state.batch.index) {
        Some(place) => place.saturating_add_signed(steps).min(last),
        None if steps > 0 => 0,
        None => last,
    };
    list.index(place)
}

/// Returns the next case of the queue, wrapping around, that is not known to be fully judged. From
/// now on, cases are inspected to find out.
pub fn next_unjudged_case(state: &mut State) -> Option<usize> {
    state.queue.summaries = true;
    let (count, shown) = (state.batch.count, state.batch.index);
    let list = state.queue.list.as_ref();
    let place = list.map_or(Some(shown), |list| list.place(shown));
    let (after, len) = (place.map_or(0, |place| place + 1), list.map_or(count, List::len));
    let mut places = (after..len).chain(0..after.min(len));
    places.find_map(|place| {
        let index = list.map_or(Some(place), |list| list.index(place))?;
        (index != shown && !is_judged_case(state, index)).then_some(index)
    })
}

/// Returns true if everything in a case is known to be judged.
pub fn is_judged_case(state: &State, index: usize) -> bool {
    let Some(name) = state.batch.names.get(&index) else { return false };
    let judged = |summary: &Arc<CaseSummary>| {
        if state.review.settles() {
            return differing(summary, &state.review.contested) == 0;
        }
        summary.subjects.iter().all(|it| it.verdict(&state.review.verdicts).is_some())
    };
    match &name.summary {
        Some(summary) => judged(summary),
        None => !state.review.settles() && state.review.is_done_case(&name.id),
    }
}

/// Stores the current position in the case shown.
pub fn keep_place(state: &mut State) {
    if let Some(selected) = state.selected {
        state.queue.places.insert(state.batch.index, (selected, state.target));
    }
}

/// Returns to the stored position in the case shown.
pub fn return_to_place(state: &mut State) {
    let place = state.queue.places.get(&state.batch.index).copied();
    let known = |place: &(usize, usize)| place.0 < state.inspection.inspected.len();
    if let Some((citation, target)) = place.filter(known) {
        select(state, citation, target);
    }
}

/// Applies the names of cases.
pub fn add_case_names(state: &mut State, names: Vec<(usize, CaseName)>) {
    let known = Rc::make_mut(&mut state.batch.names);
    for (index, name) in names {
        known.entry(index).or_insert(name);
    }
    while known.contains_key(&state.queue.named) {
        state.queue.named += 1;
    }
    refresh_case_lists(state, state.queue.named >= state.batch.count.min(MAX_NAMED));
}

/// Drops everything known about the cases, because they were read again.
pub fn forget_cases(state: &mut State) {
    state.batch.names = Rc::default();
    (state.queue.named, state.queue.summarized, state.queue.renewed) = (0, 0, 0);
}

/// Applies the results of inspecting cases.
pub fn add_summaries(state: &mut State, from: usize, summaries: Vec<(usize, CaseName)>) {
    if from != state.queue.summarized {
        return;
    }
    state.queue.summarized = from + summaries.len();
    Rc::make_mut(&mut state.batch.names).extend(summaries);
    refresh_case_lists(state, state.queue.summarized >= state.batch.count.min(MAX_NAMED));
}

/// Opens the list of cases; from now on they are inspected for it.
pub fn open_queue(state: &mut State) {
    state.queue.summaries = true;
    state.queue.order_before = state.queue.order;
    let mut list = queue_list(state);
    list.cursor = list.place(state.batch.index).unwrap_or(0);
    state.mode = Mode::List(list);
}

/// Closes the open list without going anywhere; the cases keep the order that they had before.
pub fn close_list(state: &mut State) {
    let Mode::List(list) = std::mem::take(&mut state.mode) else { return };
    state.review.reasons_for = None;
    if list.kind == ListKind::Cases && state.queue.order != state.queue.order_before {
        state.queue.order = state.queue.order_before;
        renew_queue(state);
    }
}

/// Rebuilds the lists that show verdicts or cases.
pub fn renew_lists(state: &mut State) {
    if state.queue.list.is_some() {
        renew_queue(state);
    }
    let Mode::List(list) = &state.mode else { return };
    let made = match (list.kind, &state.queue.list) {
        (ListKind::Cases, Some(queued)) if queued.filter == list.filter => {
            list.over(queued.clone())
        }
        (ListKind::Cases | ListKind::Reasons | ListKind::Citations, _) => renewed(list, state),
        _ => return,
    };
    state.mode = Mode::List(made);
}

/// Reverses the order of the open list of citations, and of later ones.
pub fn sort_list(state: &mut State) {
    let Mode::List(list) = &state.mode else { return };
    if !matches!(list.kind, ListKind::Citations | ListKind::Cases) {
        return;
    }
    if state.conceals_any() {
        return state.notify("blind review: the order would show evidence");
    }
    let list = list.clone();
    if list.kind == ListKind::Cases {
        next_order(state);
        let mut sorted = renewed(&list, state);
        sorted.cursor = 0;
        state.mode = Mode::List(sorted);
        return;
    }
    let chosen = list.chosen().map(|row| row.index);
    state.worst_first = !state.worst_first;
    let mut sorted = renewed(&list, state);
    sorted.cursor = if state.worst_first {
        0
    } else {
        chosen.and_then(|chosen| sorted.place(chosen)).unwrap_or(0)
    };
    state.mode = Mode::List(sorted);
}
