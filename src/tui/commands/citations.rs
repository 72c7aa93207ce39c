//! From citation to citation, and through the targets of one.

use crate::report::standing::resolved;
use crate::resolve::Resolution;
use crate::tui::actions::detail::open_detail;
use crate::tui::actions::inside::{has_stops, step_inside};
use crate::tui::actions::search::step_match;
use crate::tui::actions::select::select;
use crate::tui::chip::Standing;
use crate::tui::commands::shared::{Command, Group, count};
use crate::tui::panel::past::past_shown;
use crate::tui::state::{State, Topic};

pub(super) const NEXT: Command =
    Command::new(Group::Citations, "next", "next citation; next match while a search is on")
        .when(|state| total(state) > 0 || state.search().is_some())
        .run(|state| step(state, 1));

pub(super) const PREVIOUS: Command =
    Command::new(Group::Citations, "previous", "previous citation")
        .when(|state| total(state) > 0)
        .run(|state| move_by(state, -1));

pub(super) const NEXT_UNRESOLVED: Command = Command::new(
    Group::Citations,
    "next-unresolved",
    "next unresolved or malformed citation, else one without text",
)
.when(|state| state.digest.unresolved + state.digest.without_text > 0)
.run(next_unresolved);

pub(super) const NEXT_TARGET: Command =
    Command::new(Group::Citations, "next-target", "next source of the same citation")
        .when(|state| targets(state) > 1)
        .run(|state| step_target(state, 1));

pub(super) const PREVIOUS_TARGET: Command =
    Command::new(Group::Citations, "previous-target", "previous source of the same citation")
        .when(|state| targets(state) > 1)
        .run(|state| step_target(state, -1));

pub(super) const SHOW_PASSAGE: Command =
    Command::new(Group::Citations, "show-passage", "back to the selected citation and its passage")
        .when(|state| state.selected.is_some())
        .run(|state| {
            if let Some(selected) = state.selected {
                select(state, selected, state.target);
            }
        });

pub(super) const DETAIL: Command =
    Command::new(Group::Citations, "detail", "all details of the citation; each row can be copied")
        .when(|state| state.subject().is_some() || state.selected.is_some())
        .run(|state| open_detail(state, Topic::Citation));

pub(super) const SHOW_EARLIER: Command = Command::new(
    Group::Citations,
    "show-earlier",
    "cited code that moved or was edited: its lines then and now",
)
.when(|state| past_shown(state).is_some())
.run(|state| {
    if past_shown(state).is_some() {
        open_detail(state, Topic::Past);
    } else if state.conceals() {
        state.notify("blind review: it is shown after your verdict");
    } else {
        state.notify("no earlier version of this passage is known, or it is unchanged");
    }
});

pub(super) const NEXT_MATCH_INSIDE: Command =
    Command::new(Group::Citations, "next-match-inside", "next matched sentence of a long passage")
        .when(has_stops)
        .run(|state| step_inside(state, 1));

pub(super) const PREVIOUS_MATCH_INSIDE: Command = Command::new(
    Group::Citations,
    "previous-match-inside",
    "previous matched sentence of a long passage",
)
.when(has_stops)
.run(|state| step_inside(state, -1));

pub(super) fn total(state: &State) -> usize {
    state.inspection.case.response.citations.len()
}

pub(super) fn targets(state: &State) -> usize {
    state.citation().map_or(0, |citation| citation.targets.len())
}

/// Returns the standing of the next unresolved citation to go to: citations without text come last.
pub fn standing_of_next_unresolved(state: &State) -> Standing {
    match (state.digest.unresolved, state.digest.without_text) {
        (0, 1..) => Standing::NoText,
        _ => Standing::Trouble,
    }
}

pub(super) fn step(state: &mut State, steps: isize) {
    if state.search().is_some() {
        step_match(state, steps);
        return;
    }
    move_by(state, steps);
}

pub(super) fn move_by(state: &mut State, sign: isize) {
    let steps = isize::try_from(count(state)).unwrap_or(isize::MAX);
    let Some(last) = total(state).checked_sub(1) else {
        state.notify("no citation in this response");
        return;
    };
    let Some(from) = state.selected else {
        select(state, 0, 0);
        return;
    };
    let to = if state.review.hides_reviewed {
        past_judged(state, from, sign, steps)
    } else {
        from.saturating_add_signed(sign.saturating_mul(steps)).min(last)
    };
    if to == from {
        let key = state.key("hide-reviewed");
        state.notify(match (sign > 0, state.review.hides_reviewed) {
            (true, false) => "this is the last citation".to_owned(),
            (false, false) => "this is the first citation".to_owned(),
            (true, true) => format!("no citation after this one is open: `{key}` shows all again"),
            (false, true) => {
                format!("no citation before this one is open: `{key}` shows all again")
            }
        });
    }
    select(state, to, 0);
}

/// Returns the citation `steps` further that is not skipped, or the last such one.
pub(super) fn past_judged(state: &State, from: usize, sign: isize, steps: isize) -> usize {
    let open = |index: &usize| !state.passes_over(*index);
    let steps = steps.unsigned_abs();
    let found = if sign > 0 {
        (from + 1..total(state)).filter(open).take(steps).last()
    } else {
        (0..from).rev().filter(open).take(steps).last()
    };
    found.unwrap_or(from)
}

pub(super) fn next_unresolved(state: &mut State) {
    let total = total(state);
    let from = state.selected.map_or(0, |selected| selected + 1);
    let around = (from..total).chain(0..from.min(total));
    let standing = standing_of_next_unresolved(state);
    let found = around
        .into_iter()
        .find(|&index| resolved(&state.inspection, index) == standing && !state.passes_over(index));
    match found {
        Some(index) => {
            if index < from {
                state.notify("continues from the first citation");
            }
            let missing = |target: &Resolution| match standing {
                Standing::NoText => target.has_no_text(),
                _ => target.is_unresolved(),
            };
            let found = state.inspection.inspected.get(index);
            let target = found.and_then(|found| found.targets.iter().position(missing));
            select(state, index, target.unwrap_or(0));
        }
        None if state.review.hides_reviewed => state.notify("every open citation resolves"),
        None => state.notify("every citation resolves"),
    }
}

pub(super) fn step_target(state: &mut State, sign: isize) {
    let count = targets(state);
    let Some(selected) = state.selected.filter(|_| count > 1) else {
        state.notify("this citation has one source");
        return;
    };
    let (Ok(at), Ok(all)) = (isize::try_from(state.target), isize::try_from(count)) else {
        return;
    };
    let to = usize::try_from((at + sign).rem_euclid(all)).unwrap_or(0);
    select(state, selected, to);
}
