//! The review in the inspector: what there is to judge, what is judged, and from one to the next.
//!
//! A decision becomes an entry that goes out as an effect; only when it is on disk does
//! [`State::recorded`] take it in. So what the screen ticks off is kept, whatever happens next.

mod keeper;
mod note;
mod told;

use std::rc::Rc;
use std::time::Instant;

pub(in crate::tui) use keeper::Keeper;
pub use keeper::{Keeps, Reviewing};
pub use note::NoteEditor;

use super::commands::Effect;
use super::keymap::Key;
use super::state::{Mode, State};
use crate::review::{
    Carried, Entry, Event, EventId, Judgement, Ledger, RightPlace, Standing, Subject, Verdict,
    What, carry,
};

/// The most seconds that count as looking at a subject: behind that, somebody was away.
const LONGEST_LOOK: f64 = 600.0;

/// A review going on.
#[derive(Debug, Default)]
pub struct Review {
    /// Who judges.
    pub reviewer: String,
    /// Why decisions cannot be kept, where they cannot.
    pub refused: Option<String>,
    /// Whether the evidence is shown only behind the decision.
    pub blind: bool,
    /// Whether what is judged is passed over.
    pub hides_judged: bool,
    /// All that is kept.
    pub ledger: Ledger,
    /// What there is to judge in the case shown; `None` until it is known.
    subjects: Option<Vec<Subject>>,
    /// What was decided about each, parallel to the subjects.
    own: Vec<Option<Own>>,
    /// Decisions about this case whose subject is gone.
    pub gone: usize,
    /// The verdicts' signs for the chips, by citation.
    pub signs: Rc<Vec<Option<&'static str>>>,
    /// Index of the sentence without a citation that is selected, among the subjects.
    sentence: Option<usize>,
    since: Option<Instant>,
}

/// A decision of the reviewer's own, and whether it still holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    /// The entry it is in.
    pub entry: EventId,
    /// What became of it.
    pub standing: Standing,
    /// The decision.
    pub judgement: Judgement,
}

impl Own {
    fn of(carried: &Carried<'_>) -> Self {
        Self {
            entry: carried.entry.id.clone(),
            standing: carried.standing,
            judgement: carried.judgement.clone(),
        }
    }

    /// The verdict, if it still holds.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement.verdict.filter(|_| self.standing == Standing::Same)
    }
}

impl Review {
    /// A review by `reviewer` of which nothing is known yet.
    pub fn new(reviewer: impl Into<String>, blind: bool) -> Self {
        Self { reviewer: reviewer.into(), blind, ..Self::default() }
    }

    /// What there is to judge; empty until it is known.
    pub fn subjects(&self) -> &[Subject] {
        self.subjects.as_deref().unwrap_or_default()
    }

    /// Whether it is known what there is to judge.
    pub fn is_ready(&self) -> bool {
        self.subjects.is_some()
    }

    /// What was decided about the subject at `index`.
    pub fn own(&self, index: usize) -> Option<&Own> {
        self.own.get(index)?.as_ref()
    }

    /// How many subjects are judged, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let judged = self.own.iter().flatten().filter(|own| own.verdict().is_some());
        (judged.count(), self.subjects().len())
    }

    /// The index of the subject of a citation's target.
    pub fn subject_of(&self, citation: usize, target: usize) -> Option<usize> {
        let what = What::Cited { citation, target };
        self.subjects().iter().position(|subject| subject.what == what)
    }

    /// Forgets the case shown: another one comes.
    pub(super) fn leave_case(&mut self) {
        self.subjects = None;
        self.own.clear();
        (self.gone, self.sentence, self.since) = (0, None, None);
        self.signs = Rc::default();
    }

    /// Takes over what there is to judge in the case as it was read again; the sentence selected
    /// has the index `sentence` now.
    pub(super) fn renew(&mut self, subjects: Vec<Subject>, sentence: Option<usize>) {
        (self.subjects, self.sentence) = (Some(subjects), sentence);
    }

    fn is_judged(&self, index: usize) -> bool {
        self.own(index).is_some_and(|own| own.verdict().is_some())
    }

    /// Looks up anew what was decided about the subjects.
    fn look_up(&mut self, case: &str) {
        let subjects = self.subjects.as_deref().unwrap_or_default();
        let (carried, gone) = carry(&self.ledger, &self.reviewer, case, subjects);
        self.own = carried.iter().map(|it| it.as_ref().map(Own::of)).collect();
        self.gone = gone.len();
        self.signs = Rc::new(self.chip_signs());
    }

    /// The sign of each citation all of whose targets are judged: of several verdicts the worst.
    fn chip_signs(&self) -> Vec<Option<&'static str>> {
        let mut worst: Vec<Option<Option<Verdict>>> = Vec::new();
        for (index, subject) in self.subjects().iter().enumerate() {
            let What::Cited { citation, .. } = subject.what else { continue };
            if worst.len() <= citation {
                worst.resize(citation + 1, None);
            }
            let verdict = self.own(index).and_then(Own::verdict);
            if let Some(so_far) = worst.get_mut(citation) {
                *so_far = Some(match (*so_far, verdict) {
                    (None, verdict) => verdict,
                    (Some(Some(one)), Some(other)) => Some(graver(one, other)),
                    (Some(None), _) | (_, None) => None,
                });
            }
        }
        worst.into_iter().map(|it| it.flatten().map(|verdict| verdict.kind().sign)).collect()
    }
}

/// Of two verdicts the one that needs more attention.
fn graver(one: Verdict, other: Verdict) -> Verdict {
    let weight = |verdict: Verdict| verdict.rank().map_or(3, |rank| rank * 2);
    if weight(other) < weight(one) { other } else { one }
}

impl State {
    /// The index of the subject selected.
    pub fn subject(&self) -> Option<usize> {
        match self.review.sentence {
            Some(sentence) => Some(sentence),
            None => self.review.subject_of(self.selected?, self.target),
        }
    }

    /// The sentence without a citation that is selected; bytes of the response.
    pub fn sentence(&self) -> Option<crate::text::Span> {
        match self.review.subjects().get(self.review.sentence?)?.what {
            What::Uncited(span) => Some(span),
            What::Cited { .. } => None,
        }
    }

    /// Takes over what there is to judge in the case shown.
    pub(super) fn take_subjects(&mut self, subjects: Vec<Subject>) {
        self.review.subjects = Some(subjects);
        self.look_up_verdicts();
    }

    /// Takes over all that is kept, as it was read from the journal.
    pub fn take_ledger(&mut self, ledger: Ledger) {
        self.review.ledger = ledger;
        self.look_up_verdicts();
    }

    /// Takes over what others added to the journal.
    pub(super) fn take_entries(&mut self, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        for entry in entries {
            self.review.ledger.add(entry);
        }
        self.look_up_verdicts();
        self.settle();
    }

    pub(super) fn look_up_verdicts(&mut self) {
        let case = self.inspection.case.id.clone();
        self.review.look_up(&case);
        self.response.set_signs(&self.review.signs);
    }

    /// Something else is looked at from now on.
    pub(super) fn look_at(&mut self, sentence: Option<usize>) {
        self.review.sentence = sentence;
        self.review.since = Some(Instant::now());
    }

    /// Decides about the subject selected; the entry goes out to be kept.
    pub(super) fn decide(&mut self, verdict: Verdict) -> Vec<Effect> {
        let Some(index) = self.ready_subject() else { return Vec::new() };
        let Some(subject) = self.review.subjects().get(index) else { return Vec::new() };
        let uncited = matches!(subject.what, What::Uncited(_));
        if verdict.kind().uncited != uncited {
            self.say(if uncited {
                "no citation stands behind this sentence: say whether it needs one"
            } else {
                "that is for sentences without a citation"
            });
            return Vec::new();
        }
        let place = if verdict == Verdict::WrongPlace { self.right_place() } else { None };
        let mut judgement = self.judgement(index);
        judgement.verdict = Some(verdict);
        judgement.place = place;
        self.record(judgement)
    }

    /// The subject selected, if decisions can be kept; else says why not.
    fn ready_subject(&mut self) -> Option<usize> {
        if let Some(why) = self.review.refused.clone() {
            self.complain(why);
            return None;
        }
        if !self.review.is_ready() {
            self.say("still finding out what there is to judge …");
            return None;
        }
        let subject = self.subject();
        if subject.is_none() {
            self.say("nothing is selected to judge");
        }
        subject
    }

    /// A decision about the subject at `index` as it stands now: what was said before is kept.
    fn judgement(&self, index: usize) -> Judgement {
        let before = self.review.own(index).filter(|own| own.standing == Standing::Same);
        let before = before.map(|own| own.judgement.clone()).unwrap_or_default();
        let Some(subject) = self.review.subjects().get(index) else { return before };
        let cited = match subject.what {
            What::Cited { citation, target } => Some((citation, target)),
            What::Uncited(_) => None,
        };
        let source = cited.and_then(|(citation, target)| {
            let found = self.inspection.inspected.get(citation)?.targets.get(target)?;
            Some(self.inspection.source_name(found.source()?))
        });
        let about = |finding: &&crate::rules::Finding| {
            cited.is_some_and(|(citation, target)| {
                finding.citation == Some(citation)
                    && finding.target.is_none_or(|other| other == target)
            })
        };
        let findings = self.inspection.findings.iter().filter(about);
        let mut rules: Vec<String> = findings.map(|it| it.rule.code.to_owned()).collect();
        rules.dedup();
        let looked = self.review.since.map(|since| since.elapsed().as_secs_f64());
        Judgement {
            case: self.inspection.case.id.clone(),
            fingerprint: subject.fingerprint,
            citation: cited.map(|(citation, _)| citation + 1),
            target: cited.map(|(_, target)| target + 1),
            claim: subject.claim.clone(),
            cited: subject.cited.clone(),
            source: source.unwrap_or_default(),
            dialect: self.inspection.case.format.name.to_owned(),
            rules,
            saw_evidence: !self.review.blind,
            seconds: looked.filter(|seconds| *seconds <= LONGEST_LOOK),
            ..before
        }
    }

    /// The place that the claim stands at instead: the better place that is looked at, the line the
    /// cursor of the source is on, or the first better place.
    fn right_place(&self) -> Option<RightPlace> {
        let window = self.looked_at().or_else(|| self.evidence()?.better.first());
        let window = window?;
        Some(RightPlace {
            source: self.inspection.source_name(window.source),
            first_line: Some(window.first_line),
            last_line: Some(window.last_line),
            start: window.span.start,
            end: window.span.end,
        })
    }

    fn record(&self, judgement: Judgement) -> Vec<Effect> {
        let event = Event::Judged(Box::new(judgement));
        vec![Effect::Record(Entry::new(self.review.reviewer.clone(), event))]
    }

    /// Takes back the last decision, or brings back the one taken back last.
    pub(super) fn undo(&mut self, redo: bool) -> Vec<Effect> {
        let (ledger, reviewer) = (&self.review.ledger, self.review.reviewer.clone());
        let entry = if redo { ledger.to_redo(&reviewer) } else { ledger.to_undo(&reviewer) };
        let Some(of) = entry.map(|entry| entry.id.clone()) else {
            let what = if redo { "nothing was taken back" } else { "no decision to take back" };
            self.say(what);
            return Vec::new();
        };
        let event = if redo { Event::Redone { of } } else { Event::Undone { of } };
        vec![Effect::Record(Entry::new(reviewer, event))]
    }

    /// Takes in an entry that is on disk: ticks it off and moves on.
    pub fn recorded(&mut self, entry: Entry) {
        self.review.ledger.add(entry.clone());
        self.look_up_verdicts();
        match &entry.event {
            Event::Judged(judgement) => {
                let note_only = judgement.verdict.is_none();
                self.say(told::decided(judgement));
                if !self.review.blind && !note_only {
                    self.next_open(false);
                }
            }
            Event::Undone { of } | Event::Redone { of } => self.go_to_entry(&of.clone(), &entry),
            Event::Began { .. } => {}
        }
        self.settle();
    }

    /// Goes to what a decision that was taken back or brought back is about.
    fn go_to_entry(&mut self, of: &EventId, entry: &Entry) {
        let entries = self.review.ledger.entries();
        let judged = entries.iter().find(|other| other.id == *of);
        let Some(Event::Judged(judgement)) = judged.map(|it| it.event.clone()) else { return };
        let fingerprint = judgement.fingerprint;
        let subjects = self.review.subjects();
        if let Some(index) = subjects.iter().position(|it| it.fingerprint == fingerprint) {
            self.select_subject(index);
        }
        let what = if matches!(entry.event, Event::Undone { .. }) { "taken back" } else { "back" };
        self.say(format!("{what}: {}", told::decided(&judgement)));
    }

    /// An entry could not be kept: says so, loudly.
    /// `for_good` says that nothing more can be kept in this session.
    pub fn not_recorded(&mut self, why: &str, for_good: bool) {
        if for_good {
            self.review.refused = Some(format!("nothing more is saved in this session: {why}"));
        }
        let next = if for_good { "" } else { "; the next decision tries again" };
        self.complain(format!("NOT SAVED: {why}{next}"));
    }

    /// Selects the subject at `index`.
    pub(super) fn select_subject(&mut self, index: usize) {
        let Some(subject) = self.review.subjects().get(index) else { return };
        match subject.what {
            What::Cited { citation, target } => self.select(citation, target),
            What::Uncited(span) => {
                self.select_nothing();
                self.look_at(Some(index));
                self.settle();
                if let Some(place) = self.response.place_of(span.start) {
                    self.response_window.reveal(&self.response, place);
                }
                self.settle();
            }
        }
    }

    /// Goes to the next subject without a verdict that holds; `around` says so when it starts again
    /// from the first.
    pub(super) fn next_open(&mut self, around: bool) {
        let count = self.review.subjects().len();
        let from = self.subject().map_or(0, |subject| subject + 1).min(count);
        let open = |index: &usize| !self.review.is_judged(*index);
        let behind = (from..count).find(open);
        let found = behind.or_else(|| (0..from).find(open));
        match found {
            Some(index) => {
                if around && index < from {
                    self.say("searched on from the first citation");
                }
                let message = self.message.take();
                self.select_subject(index);
                self.message = message.or(self.message.take());
            }
            None if count > 0 => {
                let told = format!("all {count} judged: `}}` goes to the next case");
                let more = self.batch.count > self.batch.index + 1;
                self.say(if more { told } else { format!("all {count} judged") });
            }
            None => self.say("nothing to judge here"),
        }
    }

    /// Opens the editor for the note on the subject selected.
    pub(super) fn open_note(&mut self) {
        let Some(index) = self.ready_subject() else { return };
        let note = self.review.own(index).map(|own| own.judgement.note.clone());
        self.mode = Mode::Note(NoteEditor::new(index, &note.unwrap_or_default()));
    }

    /// Takes a key into the note being written.
    pub(super) fn write_in_note(&mut self, key: Key) {
        if let Mode::Note(editor) = &mut self.mode {
            editor.press(key);
        }
    }

    /// Takes a text into the note being written.
    pub(super) fn write_note(&mut self, text: &str) {
        if let Mode::Note(editor) = &mut self.mode {
            editor.insert(text);
        }
    }

    /// Keeps the note being written; `None` leaves it as it was.
    pub(super) fn close_note(&mut self, keep: bool) -> Vec<Effect> {
        let Mode::Note(editor) = std::mem::take(&mut self.mode) else { return Vec::new() };
        if !keep {
            return Vec::new();
        }
        let mut judgement = self.judgement(editor.subject);
        judgement.note = editor.text();
        self.record(judgement)
    }
}
