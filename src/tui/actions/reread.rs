//! Applies the case read again, and keeps the place in it.

use std::rc::Rc;
use std::sync::Arc;

use crate::inspect::Inspection;
use crate::model::Source;
use crate::report::cut::Cut;
use crate::review::{Judgement, Subject, SubjectPart, Trace};
use crate::sources::file_of;
use crate::tui::actions::case::{name_case, set_case, swap_inspection};
use crate::tui::actions::lists::renewed;
use crate::tui::actions::passage::{notice_change, show_target};
use crate::tui::actions::questions::leave_subject;
use crate::tui::actions::queue::{forget_cases, renew_lists};
use crate::tui::actions::search::forget_hits;
use crate::tui::actions::settle::settle;
use crate::tui::actions::subjects::{apply_subjects, refresh_verdicts};
use crate::tui::actions::view_position::ViewPosition;
use crate::tui::layout::SourceFlow;
use crate::tui::state::list::ListKind;
use crate::tui::state::reread::ChangedCase;
use crate::tui::state::search::{in_store, in_text};
use crate::tui::state::{Focus, Mode, Question, Reread, Search, State};

/// A source of at most this many bytes is searched anew before the next draw.
const SEARCHED_AT_ONCE: usize = 4 * 1024 * 1024;

/// Returns the time of day, as `12:05:31`.
pub fn now() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S").to_string()
}

/// Files changed on disk: the case is to be read again.
pub fn files_changed(state: &mut State) {
    state.watching.changes += 1;
}

/// Applies the case that was read again.
pub fn apply_reread(state: &mut State, reread: Reread) {
    if let Some(counted) = reread.counted {
        state.batch.counted(counted);
        // Any case may be another one now, not only the one shown.
        state.round.cases += 1;
        forget_cases(state);
        name_case(state);
        renew_lists(state);
    }
    if reread.index != state.batch.index {
        // Another case was opened meanwhile; that one is read again later.
        return;
    }
    state.watching.read = reread.changes;
    match reread.changed {
        Ok(changed) => {
            if state.watching.failed.take().is_some() {
                state.message = None;
            }
            if let Some(changed) = changed {
                state.watching.at = Some(now());
                show_again(state, changed);
            }
        }
        Err(error) => {
            state.warn(format!("not reloaded, this is the earlier state: {error}"));
            state.watching.failed = Some(error.to_string());
        }
    }
    handle_source_change(state);
    if let Mode::List(list) = &state.mode {
        state.mode = Mode::List(renewed(list, state));
    }
}

pub(in crate::tui) fn show_again(state: &mut State, changed: ChangedCase) {
    let ChangedCase { index, inspection, cut, drafted, traces } = changed;
    let was = state.subject();
    let failed = state.batch.failed.take().is_some();
    state.batch.index = index;
    state.watching.renewals += 1;
    forget_cases(state);
    forget_hits(state, "the case was read again");
    if failed || state.inspection.case.response.citations.is_empty() {
        set_case(state, inspection, cut);
        apply_subjects(state, drafted);
        return;
    }
    let (subjects, drafts): (Vec<Subject>, Vec<Judgement>) = drafted.into_iter().unzip();
    let found = was.and_then(|was| traces.iter().position(|trace| trace.before == Some(was)));
    note_differences(state, &subjects, &traces);
    follow_subject(state, &traces);
    let response = ViewPosition::of_response(state);
    let source = ViewPosition::of_source(state);
    let better = state.better_in_view().copied();
    let before = replace_case(state, inspection, cut);
    let subject = found.and_then(|found| subjects.get(found)).map(|subject| subject.what);
    state.review.renew(
        (subjects, drafts),
        found.filter(|_| matches!(subject, Some(SubjectPart::Uncited(_)))),
    );
    refresh_verdicts(state);
    state.response.set_marks(&marked(state));
    select_again(state, subject);
    source_again(state, &before);
    search_again(state);
    settle(state);
    response.restore_response(state);
    end_ranges(state);
    let is_other = better.is_some() && state.better_in_view().copied() != better;
    if (is_other || !source.restore_source(state)) && !state.source.browsing {
        show_target(state);
    }
    settle(state);
}

/// Ends what refers to bytes of a source that may have other text now: a verdict would name lines that
/// nobody selected.
fn end_ranges(state: &mut State) {
    state.source.inside = None;
    if state.source.range.take().is_some() {
        state.warn("the case was read again: select the lines anew");
    }
}

/// Keeps what is asked or typed about a subject with it, or ends it if the subject is gone. A
/// question that the passage on the screen was to answer ends in any case.
fn follow_subject(state: &mut State, traces: &[Trace]) {
    let now = |was: usize| traces.iter().position(|trace| trace.before == Some(was));
    state.review.just_judged = state.review.just_judged.and_then(now);
    let about = match (&state.mode, state.question()) {
        (Mode::Note(draft), _) => Some(draft.subject),
        (Mode::List(list), _) if list.kind == ListKind::Reasons => state.review.reasons_for,
        (_, Some(Question::Reasons(subject))) => Some(subject),
        (_, Some(question)) if question.is_about_selection() => return state.end_question(),
        _ => return,
    };
    let Some(subject) = about.and_then(now) else { return leave_subject(state) };
    state.review.reasons_for = state.review.reasons_for.map(|_| subject);
    match &mut state.mode {
        Mode::Note(draft) => draft.subject = subject,
        Mode::List(_) => {}
        _ => state.ask(Question::Reasons(subject)),
    }
}

pub(in crate::tui) fn note_differences(state: &mut State, subjects: &[Subject], traces: &[Trace]) {
    let cited = subjects.iter().zip(traces).filter_map(|(subject, trace)| match subject.what {
        SubjectPart::Cited { citation, target } => Some(((citation, target), trace.difference?)),
        SubjectPart::Uncited(_) => None,
    });
    state.watching.differences = cited.collect();
    let is_left = |index: &usize| traces.iter().any(|trace| trace.before == Some(*index));
    let before = state.review.subjects().iter().enumerate();
    let cited = before.filter(|(_, subject)| matches!(subject.what, SubjectPart::Cited { .. }));
    state.watching.gone = cited.filter(|(index, _)| !is_left(index)).count();
}

/// Returns the citations that are marked.
pub fn marked(state: &State) -> Rc<Vec<bool>> {
    let count = state.inspection.case.response.citations.len();
    Rc::new((0..count).map(|index| state.watching.marks(index)).collect())
}

/// Puts another inspection in the place of the one shown, which is returned.
pub fn replace_case(state: &mut State, inspection: Inspection, cut: Cut) -> Arc<Inspection> {
    let before = swap_inspection(state, inspection, cut);
    state.awaited = None;
    name_case(state);
    before
}

/// Restores the selection, or selects the item in its place.
pub fn select_again(state: &mut State, subject: Option<SubjectPart>) {
    let last = state.inspection.case.response.citations.len().checked_sub(1);
    match subject {
        Some(SubjectPart::Cited { citation, target }) => {
            (state.selected, state.target) = (Some(citation), target);
        }
        Some(SubjectPart::Uncited(_)) => (state.selected, state.target) = (None, 0),
        None => {
            let place = state.selected.unwrap_or(0);
            if state.selected.is_some() {
                state.notify("the selected citation is gone; this is the one in its place");
            }
            (state.selected, state.target) = (last.map(|last| place.min(last)), 0);
        }
    }
    let better = state.evidence().map_or(0, |evidence| evidence.better.len());
    state.source.better = state.source.better.filter(|shown| *shown < better);
}

/// Shows the source again that was shown, as it is now.
pub fn source_again(state: &mut State, before: &Inspection) {
    let shown = state.source.source.and_then(|index| before.case.sources.get(index));
    let is_it = |source: &Source| {
        shown.is_some_and(|it| {
            (&it.id, &it.origin, file_of(it)) == (&source.id, &source.origin, file_of(source))
        })
    };
    let sources = &state.inspection.case.sources;
    let same = state.source.source.filter(|index| sources.get(*index).is_some_and(is_it));
    state.source.source = same.or_else(|| sources.iter().position(is_it));
    let old = state.source.flow.take();
    state.source.flow = state.source.source.and_then(|it| SourceFlow::new(&state.inspection, it));
    if let (Some(old), Some(flow)) = (old, &mut state.source.flow) {
        flow.set_folded(old.fold().is_some() || !old.has_rest());
    }
    state.source.browsing &= state.source.source.is_some();
}

/// Repeats the search.
pub fn search_again(state: &mut State) {
    let text = Arc::clone(&state.inspection);
    let store = state.source.flow.as_ref().map(|flow| Arc::clone(&flow.store));
    let store = store.filter(|store| store.len() <= SEARCHED_AT_ONCE);
    let again = |pane: Focus, place: &mut Option<Search>| {
        let matches = place.as_ref().and_then(|search| match pane {
            Focus::Response => Some(in_text(&text.case.response.text, &search.pattern)),
            Focus::Source => Some(in_store(store.as_ref()?, &search.pattern, &|| true)),
        });
        match (place.as_mut(), matches) {
            (Some(search), Some(matches)) => search.again(matches),
            _ => *place = None,
        }
    };
    again(Focus::Response, state.searches.place(Focus::Response));
    again(Focus::Source, state.searches.place(Focus::Source));
    if let Mode::Prompt(prompt) = &mut state.mode {
        again(state.focus, &mut prompt.search_before);
        // The place to come back to is one in the earlier text.
        prompt.place_before = None;
    }
}

/// Handles a change of the file shown, which was read again or could not be.
pub fn handle_source_change(state: &mut State) {
    let message = state.message.take();
    notice_change(state);
    state.message = message.or(state.message.take());
}
