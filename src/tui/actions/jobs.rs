//! The jobs of the worker that the screen calls for.

use std::path::Path;
use std::sync::Arc;

use crate::text::Span;
use crate::tui::colours::CodeLine;
use crate::tui::state::case_rows::MAX_NAMED;
use crate::tui::state::list::ListKind;
use crate::tui::state::review::Seeking;
use crate::tui::state::{Again, CaseName, Job, Mode, State};

/// Returns the jobs that the view needs, such as counting lines and colouring. Called after each
/// draw.
pub fn due_jobs(state: &State) -> Vec<Job> {
    if let Some(again) = reread_job(state) {
        return vec![again];
    }
    let mut jobs = Vec::new();
    for &source in &state.digest.pending {
        if let Some(store) = state.inspection.store(source) {
            jobs.push(Job::Count { source, store: Arc::clone(store) });
        }
    }
    if state.loading {
        jobs.push(Job::Open { index: state.batch.index });
    }
    jobs.extend(unread_documents(state));
    let whole = state.is_whole();
    if whole && !state.review.is_ready() && state.batch.failed.is_none() {
        let inspection = Arc::clone(&state.inspection);
        jobs.push(Job::Subjects { index: state.batch.index, inspection });
    }
    if whole && !state.inspection.is_weighed && state.batch.failed.is_none() {
        let inspection = Arc::clone(&state.inspection);
        jobs.push(Job::Weigh { index: state.batch.index, inspection });
    }
    jobs.extend(next_to_review(state));
    jobs.extend(state.batch.counting.map(|from| Job::CountCases { from }));
    jobs.extend(next_names(state));
    jobs.extend(next_summary(state).into_iter().chain(next_judging(state)));
    jobs.extend(comparison_job(state));
    jobs.extend(source_colours(state));
    jobs.extend(block_colours(state));
    jobs.extend(next_count(state));
    jobs
}

/// Returns the next case with something contested or, if no disagreements are settled, with something
/// open, while none is found.
fn next_to_review(state: &State) -> Option<Job> {
    let Seeking::HereOrFrom(from) = state.review.seeking else { return None };
    if !state.is_whole() || !state.review.is_ready() {
        return None;
    }
    let is_wanted = |(_, name): &(&usize, &CaseName)| {
        if state.review.settles() {
            state.review.contested_cases.iter().any(|id| **id == *name.id)
        } else {
            !state.review.is_done_case(&name.id)
        }
    };
    let (index, _) = state.batch.names.range(from..).find(is_wanted)?;
    Some(Job::Open { index: *index })
}

/// Returns the job that compares the claim with the better match in view.
fn comparison_job(state: &State) -> Option<Job> {
    let place = (state.selected?, state.target, state.source.better?);
    let known = state.comparisons.contains_key(&place) || state.better_in_view().is_none();
    let inspection = Arc::clone(&state.inspection);
    (!known).then_some(Job::Compare { index: state.batch.index, place, inspection })
}

pub(in crate::tui) fn next_count(state: &State) -> Option<Job> {
    let flow = state.source.flow.as_ref().filter(|_| state.is_counting())?;
    Some(Job::Count { source: flow.source, store: Arc::clone(&flow.store) })
}

/// Returns the next cases without a name, while their list is open, or to know those that the
/// journal has all verdicts on.
pub fn next_names(state: &State) -> Option<Job> {
    let is_listed = matches!(&state.mode, Mode::List(list) if list.kind == ListKind::Cases);
    let count = state.batch.count.min(MAX_NAMED);
    let unnamed = |index: &usize| !state.batch.names.contains_key(index);
    let seeks = matches!(state.review.seeking, Seeking::HereOrFrom(_));
    let is_used = state.review.has_done_cases() || seeks;
    let is_needed = is_listed || state.batch.count > 1 && is_used;
    let from = (state.queue.named..count).filter(|_| is_needed).find(unnamed)?;
    Some(Job::Name { from })
}

/// Jobs for the documents of the case that are not read to their end: first those that are
/// cited.
pub fn unread_documents(state: &State) -> Vec<Job> {
    let sources = &state.inspection.case.sources;
    let cited = state.digest.pending.iter().copied();
    let all = cited.chain(0..sources.len());
    let job = |source: usize| {
        let document = sources.get(source)?.document()?.clone();
        Some(Job::Read { index: state.batch.index, source, document })
    };
    all.filter_map(job).collect()
}

/// Returns the next cases to inspect for their list.
pub fn next_summary(state: &State) -> Option<Job> {
    let from = state.queue.summarized;
    let known = from < state.batch.count.min(MAX_NAMED) && state.batch.names.contains_key(&from);
    (state.queue.summaries && known).then_some(Job::Summarize { from })
}

/// Returns the job of asking the judge, once everything it needs is known.
pub fn next_judging(state: &State) -> Option<Job> {
    let is_due = state.review.judging.on && state.is_whole() && state.inspection.is_weighed;
    let inspection = Arc::clone(&state.inspection);
    is_due.then_some(Job::Judge(state.review.judging.round, inspection))
}

/// Returns the job that reads the case again, if there is a reason and the case is fully known. No
/// other job runs meanwhile: it would be about the old case.
pub fn reread_job(state: &State) -> Option<Job> {
    let watching = &state.watching;
    let known = state.batch.failed.is_some()
        || state.digest.pending.is_empty()
            && state.has_read_all()
            && state.review.is_ready()
            && state.inspection.is_weighed;
    let busy = state.loading || matches!(state.mode, Mode::Note(_));
    (watching.on && watching.changes > watching.read && known && !busy).then(|| {
        Job::Again(Again {
            index: state.batch.index,
            changes: watching.changes,
            before: Arc::clone(&state.inspection),
            subjects: state.review.subjects().to_vec(),
        })
    })
}

/// Returns the job that colours the part of the source in view.
pub fn source_colours(state: &State) -> Option<Job> {
    let flow = state.source.flow.as_ref()?;
    // The text got out of a document is not in the language of its file.
    let source = state.shown_source().filter(|source| source.extracted_from.is_none())?;
    let language = language(&source.origin.as_ref()?.path)?;
    let first = state.source.window.visible.first()?.place.item;
    let last = state.source.window.visible.last()?.place.item;
    let view = Span::new(first, flow.span(last).end);
    let known = state.colours.get(&Some(flow.source));
    if known.is_some_and(|colours| colours.covers(view)) {
        return None;
    }
    let (source, store) = (flow.source, Arc::clone(&flow.store));
    Some(Job::ColourSource { source, store, language, view })
}

/// Returns the code blocks of the response that are in view and have no colours yet.
pub fn block_colours(state: &State) -> Vec<Job> {
    let (Some(first), Some(last)) =
        (state.response_window.visible.first(), state.response_window.visible.last())
    else {
        return Vec::new();
    };
    let text = &state.inspection.case.response.text;
    let known = state.colours.get(&None);
    let mut jobs = Vec::new();
    for (language, spans) in state.response.code_blocks(first.place.item, last.place.item) {
        let (Some(start), Some(end)) = (spans.first(), spans.last()) else { continue };
        let within = Span::new(start.start, end.end);
        let covered = known.is_some_and(|colours| colours.covers(within));
        if covered || !worth_loading(language) {
            continue;
        }
        let mut lines = Vec::new();
        for span in spans {
            let mut start = span.start;
            for line in span.slice(text).unwrap_or_default().split_inclusive('\n') {
                lines.push(CodeLine { start, text: line.to_owned() });
                start += line.len();
            }
        }
        jobs.push(Job::ColourBlock { language: language.to_owned(), lines, within });
    }
    jobs
}

/// True if a file extension or fence word promises something to colour; asked before any syntax
/// is loaded, so that plain prose never pays for it.
pub fn worth_loading(language: &str) -> bool {
    !matches!(language.to_ascii_lowercase().as_str(), "" | "txt" | "text" | "plain" | "log" | "out")
}

pub(in crate::tui) fn language(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    worth_loading(extension).then(|| extension.to_owned())
}
