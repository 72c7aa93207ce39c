//! The review of one session: what there is to judge, and what is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use crate::review::{
    Carried, Event, EventId, Fingerprint, Judgement, Ledger, Opinions, Standing, Subject, Verdict,
    What, carry, opinions,
};
use crate::tui::chip::Tells;
use crate::tui::state::judging::Judging;
use crate::tui::state::note::NoteDraft;
use crate::tui::state::review::dispute::Dispute;

/// A review going on.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Review {
    /// Who judges.
    pub reviewer: String,
    /// Why decisions cannot be kept, where they cannot.
    pub refused: Option<String>,
    /// How many entries are not on disk.
    pub unsaved: usize,
    /// True if the evidence is shown only behind the decision.
    pub blind: bool,
    /// True if a verdict does not move on.
    pub stays: bool,
    /// True if no reason is asked for.
    pub skips_reasons: bool,
    /// What reviewers said where they differ, in all cases, while that is settled.
    pub disputes: Option<BTreeMap<Fingerprint, Dispute>>,
    /// What of it nobody settled.
    pub contested: Rc<BTreeSet<Fingerprint>>,
    /// True if a judge outside is asked too.
    pub judging: Judging,
    /// True if reviewed citations are hidden.
    pub hides_reviewed: bool,
    /// All that is kept.
    pub ledger: Ledger,
    /// What there is to judge in the case shown; `None` until it is known.
    pub subjects: Option<Vec<Subject>>,
    /// A judgement without a verdict for each, parallel to the subjects.
    pub drafts: Vec<Judgement>,
    /// What was decided about each, parallel to the subjects.
    pub own: Vec<Option<Own>>,
    /// The verdict that the reviewer gave on each before seeing the evidence, parallel too.
    pub unaided: Vec<Option<Verdict>>,
    /// The cases that the journal tells to be judged to the end, by id.
    pub done: BTreeSet<String>,
    /// The reviewer's verdicts that hold, in all cases; where the passage is known also by
    /// [`Subject::at_passage`].
    pub verdicts: Rc<BTreeMap<Fingerprint, Verdict>>,
    /// Decisions about this case whose subject is gone.
    pub gone: usize,
    /// What the chips' signs tell, by citation.
    pub signs: Rc<Vec<Tells>>,
    /// Index of the sentence without a citation that is selected, among the subjects.
    pub sentence: Option<usize>,
    pub(in crate::tui) since: Option<Instant>,
    /// True if verdicts are taken: `--review` was given, there is a journal, or the user said so.
    pub on: bool,
    /// Index of the subject that was judged with the key before: a note or a reason is about it.
    pub just_judged: Option<usize>,
    /// Index of the subject whose reasons are picked, where it is not the one selected.
    pub reasons_for: Option<usize>,
    /// The notes that were begun and not saved, by subject.
    pub note_drafts: BTreeMap<Fingerprint, NoteDraft>,
    /// True if to go to the first open subject as soon as it is known what there is to judge.
    pub goes_on: bool,
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
    pub(in crate::tui) fn of(carried: &Carried<'_>) -> Self {
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

    /// Returns true if it is known what there is to judge.
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
    pub fn leave_case(&mut self) {
        self.judging.round += 1;
        self.subjects = None;
        self.own.clear();
        self.drafts.clear();
        (self.gone, self.sentence, self.since) = (0, None, None);
        (self.just_judged, self.reasons_for) = (None, None);
        self.signs = Rc::default();
    }

    /// Takes over what there is to judge in the case as it was read again; the sentence selected
    /// has the index `sentence` now.
    pub fn renew(
        &mut self,
        (subjects, drafts): (Vec<Subject>, Vec<Judgement>),
        sentence: Option<usize>,
    ) {
        self.judging.round += 1;
        (self.subjects, self.drafts, self.sentence) = (Some(subjects), drafts, sentence);
    }

    pub(in crate::tui) fn is_judged(&self, index: usize) -> bool {
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

    /// Returns true if every target of a citation is judged.
    pub fn is_done(&self, citation: usize) -> bool {
        self.sign(citation).is_some()
    }

    /// Looks up anew what was decided about the subjects.
    pub fn look_up(&mut self, case: &str) {
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

    /// Returns true if the journal tells that everything in a case is judged.
    pub fn is_done_case(&self, id: &str) -> bool {
        self.done.contains(id)
    }

    /// Returns true if the journal tells that of any case.
    pub fn has_done_cases(&self) -> bool {
        !self.done.is_empty()
    }

    /// Takes over what became of the case shown.
    pub fn know_case(&mut self, case: &str) {
        let (judged, all) = self.progress();
        if judged == all {
            self.done.insert(case.to_owned());
        } else {
            self.done.remove(case);
        }
    }

    /// What the sign of each citation tells: once all its targets are judged, of several verdicts
    /// the worst.
    pub fn chip_signs(&self) -> Vec<Tells> {
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

/// Of two verdicts the one that needs more attention.
pub(super) fn graver(one: Verdict, other: Verdict) -> Verdict {
    let weight = |verdict: Verdict| verdict.rank().map_or(3, |rank| rank * 2);
    if weight(other) < weight(one) { other } else { one }
}

impl Review {
    /// Returns true if the evidence on the subject at `index` is still hidden.
    pub fn conceals(&self, index: usize) -> bool {
        let seen = self.unaided.get(index).is_some_and(Option::is_some);
        self.blind && !seen && !self.is_judged(index)
    }

    /// The verdict on the subject at `index` that was given before the evidence was seen.
    pub fn unaided(&self, index: usize) -> Option<Verdict> {
        self.unaided.get(index).copied().flatten()
    }

    /// For each subject the first verdict that the reviewer gave without the evidence, whether or
    /// not it holds.
    pub fn verdicts_without_evidence(&self) -> Vec<Option<Verdict>> {
        let mut first: BTreeMap<Fingerprint, Verdict> = BTreeMap::new();
        for entry in self.ledger.entries().iter().filter(|it| it.reviewer == self.reviewer) {
            let Event::Judged(judgement) = &entry.event else { continue };
            if let Some(verdict) = judgement.verdict.filter(|_| !judgement.saw_evidence) {
                first.entry(judgement.fingerprint).or_insert(verdict);
            }
        }
        self.subjects().iter().map(|it| first.get(&it.fingerprint).copied()).collect()
    }
}

impl Review {
    /// Returns true if it is settled what reviewers differ about, with their verdicts in view.
    pub fn settles(&self) -> bool {
        self.disputes.is_some()
    }

    /// From now on it is.
    pub fn begin_settling(&mut self) {
        self.disputes.get_or_insert_default();
    }

    pub(in crate::tui) fn dispute(&self, subject: &Fingerprint) -> Option<&Dispute> {
        self.disputes.as_ref()?.get(subject)
    }

    /// Looks up what reviewers differ about, and what is settled.
    pub fn look_up_disputes(&mut self) {
        if !self.settles() {
            return;
        }
        let all = opinions(&self.ledger, &[]);
        let differing = all.iter().filter(|it| it.differ());
        self.disputes = Some(differing.map(|it| (it.subject, Dispute::of(it))).collect());
        let open = all.iter().filter(|it| it.is_contested());
        let open: BTreeSet<Fingerprint> = open.map(|it| it.subject).collect();
        let settled = |it: &Opinions<'_>| Some((it.subject, it.settled()?.1.verdict?));
        let settled: BTreeMap<Fingerprint, Verdict> = all.iter().filter_map(settled).collect();
        self.contested = Rc::new(open);
        self.verdicts = Rc::new(settled);
    }

    /// Returns true if reviewers differ about the subject at `index`, and nobody settled it.
    pub fn is_contested(&self, index: usize) -> bool {
        let subject = self.subjects().get(index);
        subject.is_some_and(|subject| self.contested.contains(&subject.fingerprint))
    }

    /// The decisions that one about `subject` settles.
    pub fn settled_by(&self, subject: &Fingerprint) -> Vec<EventId> {
        self.dispute(subject).map(|dispute| dispute.decisions.clone()).unwrap_or_default()
    }

    /// How many of the subjects on which reviewers differ are settled, and how many there are.
    pub fn settled(&self) -> (usize, usize) {
        let subjects = self.subjects().iter().map(|subject| &subject.fingerprint);
        let disputed: Vec<_> = subjects.filter(|it| self.dispute(it).is_some()).collect();
        let open = disputed.iter().filter(|it| self.contested.contains(it)).count();
        (disputed.len() - open, disputed.len())
    }
}
