//! The review in the inspector: what there is to judge, and what is judged.
//!
//! A decision becomes an entry that goes out as an effect; only when it is on disk does
//! [`State::recorded`] take it in. So what the screen ticks off is kept, whatever happens next.

mod blind;
mod decide;
mod going;
mod keeper;
mod note;
mod range;
pub mod reasons;
mod settling;
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

pub use keeper::{Keeper, Keeps, Reviewing};
pub use note::NoteEditor;

use super::chip::Tells;
use super::judging::Judging;
use super::state::State;
use crate::inspect::Inspection;
use crate::review::{
    Carried, Drafts, Entry, EventId, Fingerprint, Judgement, Ledger, SourceHashes, Standing,
    Subject, Verdict, What, carry, done_cases,
};

/// A review going on.
#[derive(Debug, Default)]
pub struct Review {
    /// Who judges.
    pub reviewer: String,
    /// Why decisions cannot be kept, where they cannot.
    pub refused: Option<String>,
    /// How many entries are not on disk.
    pub unsaved: usize,
    /// Whether the evidence is shown only behind the decision.
    pub blind: bool,
    /// What reviewers said where they differ, in all cases, while that is settled.
    disputes: Option<BTreeMap<Fingerprint, settling::Dispute>>,
    /// What of it nobody settled.
    pub contested: Rc<BTreeSet<Fingerprint>>,
    /// Whether a judge outside is asked too.
    pub judging: Judging,
    /// Whether what is judged is passed over.
    pub hides_judged: bool,
    /// All that is kept.
    pub ledger: Ledger,
    /// What there is to judge in the case shown; `None` until it is known.
    subjects: Option<Vec<Subject>>,
    /// A judgement without a verdict for each, parallel to the subjects.
    drafts: Vec<Judgement>,
    /// What was decided about each, parallel to the subjects.
    own: Vec<Option<Own>>,
    /// The verdict that the reviewer gave on each before seeing the evidence, parallel too.
    unaided: Vec<Option<Verdict>>,
    /// The cases that the journal tells to be judged to the end, by id.
    done: BTreeSet<String>,
    /// The reviewer's verdicts that hold, in all cases; where the passage is known also by
    /// [`Subject::at_passage`].
    pub verdicts: Rc<BTreeMap<Fingerprint, Verdict>>,
    /// Decisions about this case whose subject is gone.
    pub gone: usize,
    /// What the chips' signs tell, by citation.
    signs: Rc<Vec<Tells>>,
    /// Index of the sentence without a citation that is selected, among the subjects.
    sentence: Option<usize>,
    since: Option<Instant>,
    /// Whether to go to the first open subject as soon as it is known what there is to judge.
    goes_on: bool,
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
        self.judgement.verdict.filter(|_| self.standing.holds())
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
        self.judging.round += 1;
        self.subjects = None;
        self.own.clear();
        self.drafts.clear();
        (self.gone, self.sentence, self.since) = (0, None, None);
        self.signs = Rc::default();
    }

    /// Takes over what there is to judge in the case as it was read again; the sentence selected
    /// has the index `sentence` now.
    pub(super) fn renew(
        &mut self,
        (subjects, drafts): (Vec<Subject>, Vec<Judgement>),
        sentence: Option<usize>,
    ) {
        self.judging.round += 1;
        (self.subjects, self.drafts, self.sentence) = (Some(subjects), drafts, sentence);
    }

    fn is_judged(&self, index: usize) -> bool {
        if self.settles() {
            return !self.is_contested(index);
        }
        self.own(index).is_some_and(|own| own.verdict().is_some())
    }

    /// The sign of the verdict on a citation all targets of which are judged.
    pub fn sign(&self, citation: usize) -> Option<&'static str> {
        match self.signs.get(citation)? {
            Tells::Verdict(sign) => Some(sign),
            Tells::Doubts | Tells::Resolution => None,
        }
    }

    /// Whether every target of a citation is judged.
    pub fn is_done(&self, citation: usize) -> bool {
        self.sign(citation).is_some()
    }

    /// Looks up anew what was decided about the subjects.
    fn look_up(&mut self, case: &str) {
        let subjects = self.subjects.as_deref().unwrap_or_default();
        let (carried, gone) = carry(&self.ledger, &self.reviewer, case, subjects);
        self.own = carried.iter().map(|it| it.as_ref().map(Own::of)).collect();
        self.gone = gone.len();
        let own = self.ledger.decisions().filter(|(entry, _)| entry.reviewer == self.reviewer);
        let mut verdicts = BTreeMap::new();
        for (_, judgement) in own {
            let Some(verdict) = judgement.verdict else { continue };
            verdicts.extend(judgement.at_passage().map(|it| (it, verdict)));
            verdicts.insert(judgement.fingerprint, verdict);
        }
        self.verdicts = Rc::new(verdicts);
        if self.is_ready() {
            self.know_case(case);
        }
        self.look_up_disputes();
        self.unaided = self.verdicts_without_evidence();
        self.signs = Rc::new(self.chip_signs());
    }

    /// Whether the journal tells that everything in a case is judged.
    pub(in crate::tui) fn is_done_case(&self, id: &str) -> bool {
        self.done.contains(id)
    }

    /// Whether the journal tells that of any case.
    pub(in crate::tui) fn has_done_cases(&self) -> bool {
        !self.done.is_empty()
    }

    /// Takes over what became of the case shown.
    fn know_case(&mut self, case: &str) {
        let (judged, all) = self.progress();
        if judged == all {
            self.done.insert(case.to_owned());
        } else {
            self.done.remove(case);
        }
    }

    /// What the sign of each citation tells: once all its targets are judged, of several verdicts
    /// the worst.
    fn chip_signs(&self) -> Vec<Tells> {
        let mut told: Vec<Option<(Tells, Option<Verdict>)>> = Vec::new();
        for (index, subject) in self.subjects().iter().enumerate() {
            let What::Cited { citation, .. } = subject.what else { continue };
            if told.len() <= citation {
                told.resize(citation + 1, None);
            }
            let own = self.own(index).filter(|_| !self.is_contested(index));
            let verdict = own.and_then(Own::verdict);
            let without = if self.conceals(index) { Tells::Resolution } else { Tells::Doubts };
            let Some(so_far) = told.get_mut(citation) else { continue };
            *so_far = Some(match (*so_far, verdict) {
                (None, Some(verdict)) => (Tells::Verdict(verdict.kind().sign), Some(verdict)),
                (Some((Tells::Verdict(_), Some(one))), Some(other)) => {
                    let verdict = graver(one, other);
                    (Tells::Verdict(verdict.kind().sign), Some(verdict))
                }
                (Some((Tells::Resolution, _)), _) => (Tells::Resolution, None),
                _ => (without, None),
            });
        }
        told.into_iter().map(|it| it.map(|(tells, _)| tells).unwrap_or_default()).collect()
    }
}

/// What there is to judge in a case, each with a judgement to fill in.
pub(super) fn drafted(inspection: &Inspection) -> Vec<(Subject, Judgement)> {
    let drafts = Drafts::new(inspection, &mut SourceHashes::default());
    let drafted = |it: &Subject| (it.clone(), drafts.judgement(it));
    drafts.subjects().iter().map(drafted).collect()
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
    pub(super) fn take_subjects(&mut self, drafted: Vec<(Subject, Judgement)>) {
        let (subjects, drafts) = drafted.into_iter().unzip();
        (self.review.subjects, self.review.drafts) = (Some(subjects), drafts);
        self.look_up_verdicts();
        if std::mem::take(&mut self.review.goes_on) {
            self.first_open();
        }
    }

    /// Takes over all that is kept, as it was read from the journal.
    pub fn take_ledger(&mut self, ledger: Ledger) {
        self.review.ledger = ledger;
        self.review.done = done_cases(&self.review.ledger, &self.review.reviewer);
        self.look_up_verdicts();
    }

    /// Takes in entries that others put into the journal, or that came from another file.
    pub fn take_entries(&mut self, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        for entry in entries {
            self.review.ledger.add(entry);
        }
        self.review.done = done_cases(&self.review.ledger, &self.review.reviewer);
        self.look_up_verdicts();
        self.settle();
    }

    pub(super) fn look_up_verdicts(&mut self) {
        let case = self.inspection.case.id.clone();
        self.review.look_up(&case);
        self.response.set_signs(&self.review.signs);
        self.renew_lists();
    }

    /// Something else is looked at from now on.
    pub(super) fn look_at(&mut self, sentence: Option<usize>) {
        self.review.sentence = sentence;
        self.review.since = Some(Instant::now());
    }
}
