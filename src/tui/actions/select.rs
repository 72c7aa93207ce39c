//! Selects a citation, a sentence or nothing; both panes follow.

use std::time::Instant;

use crate::review::SubjectPart;
use crate::tui::actions::claim::reveal_claim;
use crate::tui::actions::detail::renew_detail;
use crate::tui::actions::passage::{close_source, notice_change, show_target};
use crate::tui::actions::settle::settle;
use crate::tui::state::review::Seeking;
use crate::tui::state::{Aside, Question, SeenPanes, State};

/// Selects a citation and one of its targets; both panes follow.
pub fn select(state: &mut State, citation: usize, target: usize) {
    state.aside = None;
    state.selected = Some(citation);
    state.target = target;
    begin_look(state, None);
    state.awaited = None;
    settle(state);
    reveal_claim(state);
    show_target(state);
    notice_change(state);
    settle(state);
    renew_detail(state);
}

/// Looks at words that have no citation, or at nothing.
pub fn select_aside(state: &mut State, aside: Aside) {
    select_nothing(state);
    state.aside = Some(aside);
    settle(state);
    reveal_claim(state);
    settle(state);
    renew_detail(state);
}

/// Clears the selected citation, to show a sentence without one.
pub fn select_nothing(state: &mut State) {
    (state.selected, state.target, state.awaited) = (None, 0, None);
    close_source(state);
}

/// Records that another item is shown from now on.
pub fn begin_look(state: &mut State, sentence: Option<usize>) {
    if state.question().is_some_and(Question::is_about_selection) {
        state.end_question();
    }
    (state.review.sentence, state.review.seeking) = (sentence, Seeking::No);
    state.review.since = Some(Instant::now());
    state.review.seen = SeenPanes::default();
}

/// Selects the subject at `index`.
pub fn select_subject(state: &mut State, index: usize) {
    let Some(subject) = state.review.subjects().get(index) else { return };
    match subject.what {
        SubjectPart::Cited { citation, target } => select(state, citation, target),
        SubjectPart::Uncited(_) => {
            select_nothing(state);
            begin_look(state, Some(index));
            settle(state);
            reveal_claim(state);
            settle(state);
            renew_detail(state);
        }
    }
}

/// Brings a marker that is not a citation into view.
pub fn show_card(state: &mut State, card: usize) {
    let Some(card) = state.inspection.case.response.cards.get(card) else { return };
    if let Some(place) = state.response.place_of(card.span.start) {
        state.response_window.reveal(&state.response, place);
    }
}

/// Moves to the subject of a finding: its citation, or its place in the response.
pub fn show_finding(state: &mut State, index: usize) {
    let Some(finding) = state.inspection.findings.get(index).cloned() else { return };
    match finding.citation {
        Some(citation) => select(state, citation, finding.target.unwrap_or(0)),
        None => {
            if let Some(place) = state.response.place_of(finding.span.start) {
                state.response_window.reveal(&state.response, place);
            }
        }
    }
    state.notify(format!("{}: {}", finding.rule.name, finding.message));
}
