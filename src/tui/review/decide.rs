//! Deciding: from a key to an entry, and from the entry on disk to the screen.

use super::drafted;
use crate::review::{Entry, Event, EventId, Judgement, Verdict, What, rules_on};
use crate::tui::commands::Effect;
use crate::tui::state::State;

/// The most seconds that count as looking at a subject: behind that, somebody was away.
const MAX_LOOK_LENGTH: f64 = 600.0;

/// Why a wrong place is not recorded.
const NO_RIGHT_PLACE: &str =
    "where does it stand? select the lines with `V` in the source, or look at a better place (`b`)";

/// What the key offers when a journal cannot be written to any more.
const OTHER_FILE: &str = "`S` goes on in another file";

impl State {
    /// Decides about the subject selected; the entry goes out to be kept.
    pub(in crate::tui) fn decide(&mut self, verdict: Verdict) -> Vec<Effect> {
        let Some(index) = self.ready_subject() else { return Vec::new() };
        let Some(subject) = self.review.subjects().get(index) else { return Vec::new() };
        let uncited = matches!(subject.what, What::Uncited(_));
        let fingerprint = subject.fingerprint;
        if verdict.kind().uncited != uncited {
            self.say(if uncited {
                "no citation stands behind this sentence: say whether it needs one"
            } else {
                "that is for sentences without a citation"
            });
            return Vec::new();
        }
        let place = if verdict == Verdict::WrongPlace { self.right_place() } else { None };
        if verdict == Verdict::WrongPlace && place.is_none() {
            self.say(NO_RIGHT_PLACE);
            return Vec::new();
        }
        let looked = self.review.since.map(|since| since.elapsed().as_secs_f64());
        let concealed = self.review.conceals(index);
        let unaided = self.review.unaided(index).filter(|_| !concealed);
        self.record(Judgement {
            verdict: Some(verdict),
            place,
            saw_evidence: !concealed,
            blind_verdict: unaided,
            adjudicates: self.review.settled_by(&fingerprint),
            seconds: looked.filter(|seconds| *seconds <= MAX_LOOK_LENGTH),
            ..self.judgement(index)
        })
    }

    /// The subject selected, if decisions can be kept; else says why not.
    pub(in crate::tui) fn ready_subject(&mut self) -> Option<usize> {
        if let Some(why) = self.review.refused.clone() {
            self.complain(why);
            return None;
        }
        if !self.review.is_ready() && self.is_whole() && self.batch.failed.is_none() {
            // The worker is still at it, but the key was meant for what is on the screen.
            self.review.goes_on = false;
            self.take_subjects(drafted(&self.inspection));
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
    pub(super) fn judgement(&self, index: usize) -> Judgement {
        let before = self.review.own(index).filter(|own| own.standing.holds());
        let before = before.map(|own| own.judgement.clone()).unwrap_or_default();
        let review = &self.review;
        let (Some(subject), Some(draft)) = (review.subjects().get(index), review.drafts.get(index))
        else {
            return before;
        };
        let judged = before.verdict.is_some();
        Judgement {
            verdict: before.verdict,
            reasons: before.reasons,
            note: before.note,
            place: before.place,
            saw_evidence: if judged { before.saw_evidence } else { !review.conceals(index) },
            blind_verdict: before.blind_verdict,
            seconds: before.seconds,
            adjudicates: before.adjudicates,
            rules: rules_on(&self.inspection, subject),
            ..draft.clone()
        }
    }

    pub(super) fn record(&self, judgement: Judgement) -> Vec<Effect> {
        let event = Event::Judged(Box::new(judgement));
        vec![Effect::Record(Entry::new(self.review.reviewer.clone(), event))]
    }

    /// Takes back the last decision, or brings back the one taken back last.
    pub(in crate::tui) fn undo(&mut self, redo: bool) -> Vec<Effect> {
        if self.review.unsaved > 0 {
            // The last decision is one that is not in the ledger yet.
            self.complain("what is not saved cannot be taken back: `S` saves it first");
            return Vec::new();
        }
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
        let here = self.subject().and_then(|index| self.review.subjects().get(index));
        let here = here.map(|subject| subject.fingerprint);
        let before = here.and_then(|here| {
            let (_, judgement) = self.review.ledger.decision(&self.review.reviewer, &here)?;
            Some((judgement.reasons.clone(), judgement.note.clone()))
        });
        let event = entry.event.clone();
        self.review.ledger.add(entry);
        self.look_up_verdicts();
        match &event {
            Event::Judged(judgement) => {
                self.say(self.told(judgement));
                self.source.range = self.source.range.filter(|_| judgement.place.is_none());
                // A note or a reason is written in passing; a verdict ends the look.
                let same = (judgement.reasons.clone(), judgement.note.clone());
                let decided = judgement.verdict.is_some() && same == before.unwrap_or_default();
                if decided && here == Some(judgement.fingerprint) && !self.review.blind {
                    self.next_open(false);
                }
            }
            Event::Undone { of } => self.go_to_entry(of, "taken back"),
            Event::Redone { of } => self.go_to_entry(of, "back"),
            Event::Began { .. } => {}
        }
        self.settle();
    }

    /// Goes to what a decision that was taken back or brought back is about.
    fn go_to_entry(&mut self, of: &EventId, what: &str) {
        let entries = self.review.ledger.entries();
        let judged = entries.iter().find(|other| other.id == *of);
        let Some(Event::Judged(judgement)) = judged.map(|it| it.event.clone()) else { return };
        let fingerprint = judgement.fingerprint;
        let subjects = self.review.subjects();
        if let Some(index) = subjects.iter().position(|it| it.fingerprint == fingerprint) {
            self.select_subject(index);
        }
        let elsewhere = judgement.case != self.inspection.case.id;
        let case = if elsewhere { format!(" in {}", judgement.case) } else { String::new() };
        self.say(format!("{what}{case}: {}", self.told(&judgement)));
    }

    /// Entries could not be kept, `unsaved` in all: says so, loudly.
    /// `for_good` says that nothing more can be kept where they were.
    pub fn not_recorded(&mut self, why: &str, unsaved: usize, for_good: bool) {
        self.review.unsaved = unsaved;
        let next = if for_good { OTHER_FILE } else { "the next decision or `S` tries again" };
        if for_good {
            self.review.refused = Some(format!("read-only, for {why}: {OTHER_FILE}"));
        }
        self.complain(format!("NOT SAVED: {why}; {next}"));
    }
}
