//! Decides: from a key to an entry, and from the entry on disk to the screen.

use crate::inspect;
use crate::resolve::Resolution;
use crate::review::{
    Entry, Event, EventId, Judgement, MAX_LOOK_LENGTH, REASONS, RightPlace, SubjectPart, Verdict,
    is_as_read, rules_on,
};
use crate::tui::actions::next_case::{open_case, open_unjudged};
use crate::tui::actions::passage::focus_pane;
use crate::tui::actions::results::update_inspection;
use crate::tui::actions::select::select_subject;
use crate::tui::actions::settle::settle;
use crate::tui::actions::subjects::{apply_subjects, drafted, next_open, refresh_verdicts};
use crate::tui::panel::review::describe_judgement;
use crate::tui::state::review::Seeking;
use crate::tui::state::{Effect, Focus, Mode, OwnVerdict, Question, Revisit, State};

/// The most citations of a case that are weighed while a key waits.
const WEIGHED_AT_ONCE: usize = 500;

const PREPARING: &str = "still preparing the review …";

/// The text that a reviewer had before them when they judged a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSeen {
    /// Its passage, or the available part of it.
    Passage,
    /// Nothing: it is unresolved.
    Nothing,
    /// Nothing here, but the reviewer saw the text elsewhere.
    Elsewhere,
}

/// Begins a review with a verdict on the subject selected.
pub fn begin_review(state: &mut State, verdict: Verdict) {
    state.review.on = true;
    decide(state, verdict);
}

/// Records a verdict on the selected subject, or asks first: to begin a review, or to confirm a
/// verdict without a passage on the screen. The entry is then saved.
pub fn decide(state: &mut State, verdict: Verdict) {
    let Some(index) = ready_subject(state) else { return };
    if !show_subject(state, index, verdict) {
        return;
    }
    if !state.review.on {
        state.ask(Question::Begin(verdict, index));
        return;
    }
    let supports = verdict.support().is_some_and(|support| support > 0.0);
    let unresolved = state.resolution().is_some_and(Resolution::is_unresolved);
    let decided = state.review.own(index).and_then(OwnVerdict::verdict);
    if supports && unresolved && decided != Some(verdict) {
        state.ask(Question::Unresolved(verdict, index));
        return;
    }
    record_verdict(state, verdict, TextSeen::Passage);
}

/// Returns true if the screen shows, or has shown, what a verdict on the subject at `index` is about.
/// Otherwise brings it into view or says how, so that the next key is about what is there.
fn show_subject(state: &mut State, index: usize, verdict: Verdict) -> bool {
    let subject = state.review.subjects().get(index);
    let is_cited = subject.is_some_and(|it| matches!(it.what, SubjectPart::Cited { .. }));
    if subject.is_some_and(|subject| !is_as_read(&state.inspection, subject)) {
        state.warn("the file has another passage now: open the case again to judge it");
        return false;
    }
    let names_lines = verdict == Verdict::WrongPlace && state.source.range.is_some();
    if is_cited && state.source.browsing && !names_lines {
        state.warn(format!("`{}` shows the cited passage first", state.key("show-passage")));
        return false;
    }
    let seen = state.review.seen;
    let (pane, what) = if !seen.response {
        (Focus::Response, "claim")
    } else if is_cited && !seen.source && state.passage().is_some() {
        (Focus::Source, "passage")
    } else {
        return true;
    };
    if matches!(state.mode, Mode::Detail(_)) {
        state.mode = Mode::Browse;
    }
    focus_pane(state, pane);
    state.notify(format!("the {what} first: `{}` again judges", state.key(verdict.name())));
    false
}

/// Records a verdict on the subject selected.
pub fn record_verdict(state: &mut State, verdict: Verdict, shown: TextSeen) {
    let Some(index) = ready_subject(state) else { return };
    let Some(subject) = state.review.subjects().get(index) else { return };
    let uncited = matches!(subject.what, SubjectPart::Uncited(_));
    let fingerprint = subject.fingerprint;
    if verdict.kind().uncited != uncited {
        state.notify(if uncited {
            let (needs, fine) = (state.key("needs-citation"), state.key("fine"));
            format!("this sentence has no citation: say whether it needs one ({needs} or {fine})")
        } else {
            "this verdict is for sentences without a citation".to_owned()
        });
        return;
    }
    let place = if verdict == Verdict::WrongPlace { right_place(state) } else { None };
    if verdict == Verdict::WrongPlace && place.is_none() {
        state.notify(format!(
            "select the right lines with `{}` in the source, or look at a better match (`{}`), then `{}`",
            state.key("select-lines"),
            state.key("show-better"),
            state.key("wrong-place"),
        ));
        return;
    }
    let concealed = state.review.conceals(index);
    let adjudicates = state.review.settled_by(&fingerprint);
    let same = |own: &&OwnVerdict| {
        let said = &own.judgement;
        own.verdict() == Some(verdict)
            && said.place == place
            && said.without_passage == (shown == TextSeen::Nothing)
            && said.saw_evidence != concealed
            && said.adjudicates == adjudicates
    };
    if let Some(own) = state.review.own(index).filter(same) {
        let said = own.judgement.clone();
        state.notify(format!("already {}", describe_judgement(state, &said)));
        end_look(state, index, verdict);
        settle(state);
        return;
    }
    let looked = state.review.since.map(|since| since.elapsed().as_secs_f64());
    let unaided = state.review.unaided(index).filter(|_| !concealed);
    let judgement = Judgement {
        verdict: Some(verdict),
        place,
        without_passage: shown == TextSeen::Nothing,
        saw_evidence: !concealed,
        blind_verdict: unaided,
        adjudicates,
        seconds: looked.filter(|seconds| *seconds <= MAX_LOOK_LENGTH),
        ..judgement_of(state, index)
    };
    record(state, judgement);
}

/// Returns the selected subject, if verdicts can be saved; otherwise says why not.
pub fn ready_subject(state: &mut State) -> Option<usize> {
    if let Some(why) = state.review.refused.clone() {
        state.warn(why);
        return None;
    }
    if !prepare_subjects(state) {
        return None;
    }
    if !state.inspection.is_weighed {
        // A verdict names the rules that have a finding on its subject.
        if state.inspection.case.response.citations.len() > WEIGHED_AT_ONCE {
            state.notify(PREPARING);
            return None;
        }
        let mut inspection = (*state.inspection).clone();
        inspect::weigh(&mut inspection);
        update_inspection(state, inspection);
    }
    let subject = state.subject();
    if subject.is_none() {
        state.notify("nothing selected to judge");
    }
    subject
}

/// Finds the subjects if the worker has not: the key was meant for the current screen. If the case is not
/// all there, says so and returns false.
pub fn prepare_subjects(state: &mut State) -> bool {
    if !state.review.is_ready() && state.is_whole() && state.batch.failed.is_none() {
        state.review.seeking = Seeking::No;
        apply_subjects(state, drafted(&state.inspection));
    }
    if !state.review.is_ready() {
        state.notify(PREPARING);
    }
    state.review.is_ready()
}

/// Returns a judgement on the subject at `index` in its current state, keeping the earlier answers.
pub fn judgement_of(state: &State, index: usize) -> Judgement {
    let review = &state.review;
    let saved = review.own(index).filter(|own| own.standing.holds()).map(|own| &own.judgement);
    let key = review.subjects().get(index).map(|subject| subject.fingerprint);
    let pending = key.and_then(|key| review.pending.get(&key));
    let before = pending.or(saved).cloned().unwrap_or_default();
    let (Some(subject), Some(draft)) = (review.subjects().get(index), review.drafts.get(index))
    else {
        return before;
    };
    let judged = before.verdict.is_some();
    let saw_evidence = if judged { before.saw_evidence } else { !review.conceals(index) };
    let rules = rules_on(&state.inspection, subject);
    Judgement { rules, saw_evidence, ..draft.clone().with_answers_of(before) }
}

pub(in crate::tui) fn record(state: &mut State, judgement: Judgement) {
    let event = Event::Judged(Box::new(judgement));
    state.request(Effect::Record(Entry::new(state.review.reviewer.clone(), event)));
}

/// Undoes the last decision, or redoes the last one undone.
pub fn undo(state: &mut State, redo: bool) {
    if state.review.unsaved > 0 {
        // The last decision is one that is not in the ledger yet.
        let save = state.key("save");
        state.warn(format!("an unsaved verdict cannot be undone: `{save}` saves it first"));
        return;
    }
    let (ledger, reviewer) = (&state.review.ledger, state.review.reviewer.clone());
    let entry = if redo { ledger.to_redo(&reviewer) } else { ledger.to_undo(&reviewer) };
    let Some(of) = entry.map(|entry| entry.id.clone()) else {
        let what = if redo { "nothing to redo" } else { "nothing to undo" };
        state.notify(what);
        return;
    };
    if let Some(case) = other_case_of(state, &of) {
        open_case(state, case);
        state.review.revisit = Some(Revisit { case, entry: of, redo });
        return;
    }
    let event = if redo { Event::Redone { of } } else { Event::Undone { of } };
    state.request(Effect::Record(Entry::new(reviewer, event)));
}

/// Returns the case of a decision, if it is another one than the one shown and known by its name.
fn other_case_of(state: &State, of: &EventId) -> Option<usize> {
    let id = &judgement_in(state, of)?.case;
    if state.batch.count < 2 || *id == state.inspection.case.id {
        return None;
    }
    let mut names = state.batch.names.iter();
    let index = names.find(|(_, name)| *name.id == **id).map(|(index, _)| *index)?;
    (index != state.batch.index).then_some(index)
}

fn judgement_in<'s>(state: &'s State, of: &EventId) -> Option<&'s Judgement> {
    let entry = state.review.ledger.entries().iter().find(|entry| entry.id == *of)?;
    match &entry.event {
        Event::Judged(judgement) => Some(judgement),
        _ => None,
    }
}

/// Shows the decision for which a case was opened, once its subjects are known.
pub fn show_revisited(state: &mut State) {
    let here = state.batch.index;
    let revisit = state.review.revisit.take_if(|revisit| revisit.case == here);
    let Some(Revisit { entry, redo, .. }) = revisit else { return };
    let Some(judgement) = judgement_in(state, &entry) else { return };
    let subjects = state.review.subjects();
    let at = subjects.iter().position(|it| it.fingerprint == judgement.fingerprint);
    let what = describe_judgement(state, judgement);
    if let Some(index) = at {
        select_subject(state, index);
    }
    let (key, does) = if redo { ("redo", "redoes") } else { ("undo", "undoes") };
    state.notify(format!("`{}` again {does} {what}", state.key(key)));
}

/// Applies an entry that is on disk: ticks it off and moves on.
pub fn apply_entry(state: &mut State, entry: Entry) {
    let here = state.subject().and_then(|index| state.review.subjects().get(index));
    let here = here.map(|subject| subject.fingerprint);
    let before = here.and_then(|here| {
        let (_, judgement) = state.review.ledger.decision(&state.review.reviewer, &here)?;
        Some((judgement.reasons.clone(), judgement.note.clone()))
    });
    let event = entry.event.clone();
    state.review.ledger.add(entry);
    refresh_verdicts(state);
    match &event {
        Event::Judged(judgement) => {
            state.notify(describe_judgement(state, judgement));
            state.source.range = state.source.range.filter(|_| judgement.place.is_none());
            // A note or a reason is written in passing; a verdict ends the look.
            let same = (judgement.reasons.clone(), judgement.note.clone());
            let decided = judgement.verdict.is_some() && same == before.unwrap_or_default();
            if let (Some(verdict), Some(subject), true) =
                (judgement.verdict, state.subject(), here == Some(judgement.fingerprint))
                && decided
            {
                end_look(state, subject, verdict);
            }
        }
        Event::Undone { of } => go_to_entry(state, of, "undone"),
        Event::Redone { of } => go_to_entry(state, of, "redone"),
        Event::Began { .. } => {}
    }
    settle(state);
}

/// Ends the look at the subject just judged: the next open one is shown, and the foot offers reasons.
fn end_look(state: &mut State, subject: usize, verdict: Verdict) {
    state.review.just_judged = Some(subject);
    let needs_reason =
        verdict != Verdict::Supports && verdict.rank().is_some() && !state.review.skips_reasons;
    if !state.review.blind && !state.review.stays && !next_open(state, false) {
        // Another case would take the question for the reason away.
        if state.review.opens_next && !needs_reason {
            open_unjudged(state);
        }
    }
    if needs_reason && matches!(state.mode, Mode::Browse | Mode::Detail(_)) {
        state.ask(Question::Reasons(subject));
    }
}

/// Moves to the subject of a decision that was undone or redone.
pub fn go_to_entry(state: &mut State, of: &EventId, what: &str) {
    let Some(judgement) = judgement_in(state, of).cloned() else { return };
    let fingerprint = judgement.fingerprint;
    let subjects = state.review.subjects();
    if let Some(index) = subjects.iter().position(|it| it.fingerprint == fingerprint) {
        select_subject(state, index);
    }
    let elsewhere = judgement.case != state.inspection.case.id;
    let case = if elsewhere { format!(" in {}", judgement.case) } else { String::new() };
    state.notify(format!("{what}{case}: {}", describe_judgement(state, &judgement)));
}

/// The way to save entries that could not be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The next entry tries again.
    Again,
    /// The same file, once the user says so: another program removed or replaced it.
    SamePath,
    /// Another file: this one accepts nothing more.
    OtherFile,
}

/// Reports, prominently, that entries could not be saved.
pub fn note_unsaved(state: &mut State, why: &str, remedy: Remedy) {
    if matches!(state.question(), Some(Question::Reasons(_))) {
        // The reasons could not be saved either, and the message needs the room.
        state.end_question();
    }
    state.review.read_only = remedy == Remedy::OtherFile;
    let save = state.key("save");
    let next = match remedy {
        Remedy::Again => format!("the next verdict or `{save}` tries again"),
        Remedy::SamePath => format!("`{save}` writes it again"),
        Remedy::OtherFile => format!("`{save}` saves in another file"),
    };
    match remedy {
        Remedy::Again => {}
        Remedy::SamePath => state.review.refused = Some(format!("{why}: {next}")),
        Remedy::OtherFile => {
            state.review.refused = Some(format!("read-only, for {why}: {next}"));
        }
    }
    state.warn(format!("NOT SAVED: {why}; {next}"));
}

/// Ticks the reason at `index`, or takes the tick away.
pub fn toggle_reason(state: &mut State, index: usize) {
    let Some((code, _)) = REASONS.get(index) else { return };
    let Some(selected) = ready_subject(state) else { return };
    let subject = state.review.reasons_for.unwrap_or(selected);
    let mut judgement = judgement_of(state, subject);
    let before = judgement.reasons.len();
    judgement.reasons.retain(|ticked| ticked != code);
    if judgement.reasons.len() == before {
        judgement.reasons.push((*code).to_owned());
    }
    // The order of the list, whatever the order of the ticks.
    let place = |code: &String| REASONS.iter().position(|(other, _)| other == code);
    judgement.reasons.sort_by_key(place);
    record(state, judgement);
}

/// Returns the correct place of the claim: the selected lines, the better place in view, or the
/// first better place.
pub fn right_place(state: &State) -> Option<RightPlace> {
    if let (Some(range), Some(flow)) = (state.range(), &state.source.flow) {
        let (first_line, last_line) = flow.line_numbers(range);
        let source = state.inspection.source_name(flow.source);
        let (start, end) = (range.start, range.end);
        return Some(RightPlace { source, first_line, last_line, start, end });
    }
    let window = state.better_in_view().or_else(|| state.evidence()?.better.first())?;
    Some(RightPlace {
        source: state.inspection.source_name(window.source),
        first_line: Some(window.first_line),
        last_line: Some(window.last_line),
        start: window.span.start,
        end: window.span.end,
    })
}

/// Starts a selection at the cursor row of the source pane, or ends it.
pub fn toggle_range(state: &mut State) {
    if state.source.range.take().is_some() {
        return state.notify("selection ended");
    }
    if state.source.flow.is_none() {
        return state.notify("no source is shown to select lines in");
    }
    state.focus = Focus::Source;
    settle(state);
    state.source.range = Some(state.source.window.cursor.item);
    state.notify(format!(
        "selecting lines: move to the last, then `{}`; {} ends",
        state.key("wrong-place"),
        state.key("clear")
    ));
}
