//! Applies the outcome of a job.

use std::rc::Rc;

use crate::error::Result;
use crate::inspect;
use crate::inspect::Inspection;
use crate::report::cut::Cut;
use crate::review::judge::first_faults;
use crate::text::Span;
use crate::tui::actions::case::set_case;
use crate::tui::actions::detail::renew_detail;
use crate::tui::actions::moves::arrive;
use crate::tui::actions::passage::{open_source, show_what_is_known};
use crate::tui::actions::queue::{
    add_case_names, add_summaries, keep_place, renew_lists, return_to_place,
};
use crate::tui::actions::reread::apply_reread;
use crate::tui::actions::results::update_inspection;
use crate::tui::actions::search::{apply_hits, apply_matches, list_due_hits};
use crate::tui::actions::settle::settle;
use crate::tui::actions::subjects::apply_subjects;
use crate::tui::actions::verdicts::show_revisited;
use crate::tui::layout::SourceFlow;
use crate::tui::role::Role;
use crate::tui::state::job::internal_error;
use crate::tui::state::{DocumentReading, Focus, Judged, Outcome, Round, State};

/// The maximum number of faults of a judge that are reported for one case.
const MAX_FAULTS: usize = 5;

/// Applies the outcome of a job that was handed over in `round`, unless it is about a text or about cases
/// that are there no longer.
pub fn receive_late(state: &mut State, round: Round, outcome: Outcome) {
    if round.is_still(state.round, &outcome) {
        receive(state, outcome);
    }
}

/// Applies the outcome of a job.
pub fn receive(state: &mut State, outcome: Outcome) {
    match outcome {
        Outcome::Counted { source } => apply_line_count(state, source),
        Outcome::Found { source, words, matches } => {
            let search = state.searches.of(Focus::Source);
            let is_latest = search.is_some_and(|search| search.words == words);
            if is_latest && state.source.source == Some(source) {
                apply_matches(state, Focus::Source, matches);
            }
        }
        Outcome::Coloured { source, within, spans } => {
            apply_colours(state, source, (within, spans));
        }
        Outcome::Subjects { index, subjects } => {
            if index == state.batch.index && !state.loading {
                // A key may have needed them before.
                if !state.review.is_ready() {
                    apply_subjects(state, subjects);
                }
                show_revisited(state);
            }
        }
        Outcome::Compared { index, place, comparison } => {
            if index == state.batch.index && !state.loading {
                state.comparisons.insert(place, *comparison);
            }
        }
        Outcome::Judged(judged) => apply_scores(state, judged),
        Outcome::Read(reading) => apply_document_text(state, &reading),
        Outcome::Opened { index, opened } if state.awaits_case(index) => {
            apply_case(state, index, *opened);
        }
        Outcome::Opened { .. } => {}
        Outcome::Failed { ends_case } => apply_failure(state, ends_case),
        Outcome::Reread(reread) => apply_reread(state, *reread),
        Outcome::Weighed { index, inspection } => {
            // A verdict may have needed it before.
            let is_new = !state.inspection.is_weighed;
            if index == state.batch.index && !state.loading && is_new {
                update_inspection(state, *inspection);
                show_what_is_known(state);
            }
        }
        Outcome::FoundInSources { words, hits } => apply_hits(state, &words, hits),
        Outcome::CasesCounted { counted } => {
            state.batch.counted(counted);
            renew_lists(state);
        }
        Outcome::Named { names } => {
            add_case_names(state, names);
        }
        Outcome::Summarized { from, summaries } => add_summaries(state, from, summaries),
    }
    list_due_hits(state);
    settle(state);
    renew_detail(state);
}

fn apply_colours(
    state: &mut State,
    source: Option<usize>,
    (within, spans): (Span, Vec<(Span, Role)>),
) {
    let colours = Rc::make_mut(state.colours.entry(source).or_default());
    colours.add(within, spans);
    let colours = Rc::clone(state.colours.entry(source).or_default());
    match (source, &mut state.source.flow) {
        (None, _) => state.response.set_colours(colours),
        (Some(source), Some(flow)) if flow.source == source => flow.set_colours(colours),
        _ => {}
    }
}

/// Says that the program failed at a job. A case that cannot be judged without it is shown as one that
/// cannot be read.
fn apply_failure(state: &mut State, ends_case: bool) {
    if ends_case {
        let index = state.batch.index;
        apply_case(state, index, Err(internal_error("inspect", index)));
    } else {
        state.warn("a background task failed; the rest goes on");
    }
}

pub(in crate::tui) fn apply_line_count(state: &mut State, source: usize) {
    if state.digest.pending.contains(&source) {
        let mut inspection = (*state.inspection).clone();
        inspect::resume(&mut inspection);
        update_inspection(state, inspection);
    }
    if let Some(flow) = state.source.flow.as_mut().filter(|flow| flow.source == source) {
        flow.update_number_width();
    }
    arrive(state);
}

pub(in crate::tui) fn apply_case(
    state: &mut State,
    index: usize,
    opened: Result<(Inspection, Cut)>,
) {
    state.message = None;
    let again = state.loading;
    keep_place(state);
    state.batch.index = index;
    // The rest of a case may come while another one is awaited.
    state.batch.opening = state.batch.opening.filter(|awaited| *awaited != index);
    match opened {
        Ok((inspection, cut)) => {
            state.batch.failed = None;
            set_case(state, inspection, cut);
            if !again {
                return_to_place(state);
            }
        }
        Err(error) => {
            state.batch.failed = Some(error.to_string());
            set_case(state, Inspection::default(), Cut::default());
        }
    }
}

/// Applies the text of a document, as far as it has been read.
pub fn apply_document_text(state: &mut State, reading: &DocumentReading) {
    if reading.index != state.batch.index || state.loading {
        return;
    }
    let source = reading.source;
    match reading.going_on {
        Some(progress) => state.reading.insert(source, progress),
        None => state.reading.remove(&source),
    };
    let mut inspection = (*state.inspection).clone();
    let all = reading.going_on.is_none();
    inspect::set_document_text(&mut inspection, source, (reading.kind, &reading.text), all);
    update_inspection(state, inspection);
    if state.source.source == Some(source) {
        let flow = SourceFlow::new(&state.inspection, source);
        if let (Some(before), Some(mut flow)) = (&state.source.flow, flow) {
            flow.set_folded(before.fold().is_some() || !before.has_rest());
            state.source.flow = Some(flow);
        } else {
            state.source.source = None;
            open_source(state, source);
        }
    }
    settle(state);
    arrive(state);
}

/// Applies the answers of the judge.
pub fn apply_scores(state: &mut State, judged: Judged) {
    if judged.round != state.review.judging.round || state.loading {
        return;
    }
    let mut inspection = (*state.inspection).clone();
    for answer in judged.answers {
        answer.add_to(&mut inspection);
    }
    let faults = first_faults(&judged.faults, MAX_FAULTS);
    inspection.case.notes.extend(faults.iter().map(|fault| format!("{fault}.")));
    update_inspection(state, inspection);
    if let Some(first) = faults.into_iter().next() {
        state.warn(first);
    }
}
