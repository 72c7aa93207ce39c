//! The review of one session: its subjects and verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use crate::review::{
    Carried, CarriedStanding, Event, EventId, Fingerprint, Judgement, Ledger, Opinions, Subject,
    SubjectPart, Verdict, carry, opinions,
};
use crate::tui::chip::ChipSign;
use crate::tui::state::review::dispute::Dispute;
use crate::tui::state::{ClosedDraft, Judging};

/// A review in progress.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Review {
    /// The reviewer.
    pub reviewer: String,
    /// The reason why verdicts cannot be saved, if they cannot.
    pub refused: Option<String>,
    /// True if the journal accepts nothing more, so that verdicts have to go to another file.
    pub read_only: bool,
    /// The number of entries that are not on disk.
    pub unsaved: usize,
    /// The last decision on each subject among those entries: the ledger does not have it yet.
    pub pending: BTreeMap<Fingerprint, Judgement>,
    /// True if the evidence is hidden until there is a decision.
    pub blind: bool,
    /// True if a verdict does not move the selection, because another part decides what is shown
    /// next.
    pub stays: bool,
    /// True if the last verdict of a case opens the next one.
    pub opens_next: bool,
    /// True if no reasons are requested.
    pub skips_reasons: bool,
    /// The differing verdicts of reviewers, in all cases, while they are being settled.
    pub disputes: Option<BTreeMap<Fingerprint, Dispute>>,
    /// The subjects that nobody has settled.
    pub contested: Rc<BTreeSet<Fingerprint>>,
    /// The state of asking an external judge.
    pub judging: Judging,
    /// True if reviewed citations are hidden.
    pub hides_reviewed: bool,
    /// The entries of the journal.
    pub ledger: Ledger,
    /// The subjects of the case shown; `None` until they are known.
    pub subjects: Option<Vec<Subject>>,
    /// A judgement without a verdict for each, parallel to the subjects.
    pub drafts: Vec<Judgement>,
    /// The reviewer's verdict on each, parallel to the subjects.
    pub own: Vec<Option<OwnVerdict>>,
    /// The verdict that the reviewer gave on each before seeing the evidence, parallel too.
    pub unaided: Vec<Option<Verdict>>,
    /// The cases that the journal says to be judged to the end, by id.
    pub done: BTreeSet<String>,
    /// The reviewer's valid verdicts, in all cases; if the passage is known, also by
    /// [`Subject::at_passage`].
    pub verdicts: Rc<BTreeMap<Fingerprint, Verdict>>,
    /// The number of decisions about this case whose subject no longer exists.
    pub gone: usize,
    /// The sign of each citation's chip.
    pub signs: Rc<Vec<ChipSign>>,
    /// Index of the sentence without a citation that is selected, among the subjects.
    pub sentence: Option<usize>,
    pub(in crate::tui) since: Option<Instant>,
    /// The panes that the screen has shown since the item was selected.
    pub(in crate::tui) seen: SeenPanes,
    /// True if verdicts are accepted: `--review` was given, there is a journal, or the user
    /// confirmed.
    pub on: bool,
    /// Index of the subject that was judged with the key before: a note or a reason is about it.
    pub just_judged: Option<usize>,
    /// The index of the subject whose reasons are being picked, if it is not the selected one.
    pub reasons_for: Option<usize>,
    /// The notes that were begun and not saved, by subject.
    pub note_drafts: BTreeMap<Fingerprint, ClosedDraft>,
    /// The decision to be shown in a case that is being opened, before it is undone or redone.
    pub revisit: Option<Revisit>,
    /// The search for the first open subject. Whoever selects anything ends it.
    pub seeking: Seeking,
    /// The ids of the cases with disagreements that nobody has settled.
    pub contested_cases: BTreeSet<String>,
}

/// A search for the first open subject, done as soon as the subjects are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Seeking {
    /// Nothing is searched for.
    #[default]
    No,
    /// The first open subject of the case shown.
    Here,
    /// The same and, if nothing is open there, that of the first later case with something open,
    /// from this index on.
    HereOrFrom(usize),
}

/// A decision in another case that a key asked to undo or redo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revisit {
    /// Index of the case.
    pub case: usize,
    /// The entry of the decision.
    pub entry: EventId,
    /// True if it is to be redone.
    pub redo: bool,
}

/// The panes that were on the screen: a small one shows one at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeenPanes {
    /// True if the response was.
    pub response: bool,
    /// True if the source was.
    pub source: bool,
}

/// A decision of the reviewer, and whether it is still valid.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnVerdict {
    /// The entry it is in.
    pub entry: EventId,
    /// Its standing.
    pub standing: CarriedStanding,
    /// The decision.
    pub judgement: Judgement,
}

impl OwnVerdict {
    pub(in crate::tui) fn of(carried: &Carried<'_>) -> Self {
        Self {
            entry: carried.entry.id.clone(),
            standing: carried.standing,
            judgement: carried.judgement.clone(),
        }
    }

    /// Returns the verdict, if it still holds.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement.verdict.filter(|_| self.standing.holds())
    }
}

impl Review {
    /// Returns an empty review by `reviewer`.
    pub fn new(reviewer: impl Into<String>, blind: bool) -> Self {
        Self { reviewer: reviewer.into(), blind, ..Self::default() }
    }

    /// Returns the subjects; empty until they are known.
    pub fn subjects(&self) -> &[Subject] {
        self.subjects.as_deref().unwrap_or_default()
    }

    /// Returns true if verdicts or drafts of notes would be lost at the end of the program.
    pub fn has_unsaved(&self) -> bool {
        self.unsaved > 0 || !self.note_drafts.is_empty()
    }

    /// Returns true if the subjects are known.
    pub fn is_ready(&self) -> bool {
        self.subjects.is_some()
    }

    /// Returns the verdict on the subject at `index`.
    pub fn own(&self, index: usize) -> Option<&OwnVerdict> {
        self.own.get(index)?.as_ref()
    }

    /// Returns the number of subjects judged, and of all.
    pub fn progress(&self) -> (usize, usize) {
        let judged = self.own.iter().flatten().filter(|own| own.verdict().is_some());
        (judged.count(), self.subjects().len())
    }

    /// Returns the index of the subject of a citation's target.
    pub fn subject_of(&self, citation: usize, target: usize) -> Option<usize> {
        let what = SubjectPart::Cited { citation, target };
        self.subjects().iter().position(|subject| subject.what == what)
    }

    /// Forgets the case shown, because another one follows.
    pub fn leave_case(&mut self) {
        self.judging.round += 1;
        self.subjects = None;
        self.own.clear();
        self.drafts.clear();
        (self.gone, self.sentence, self.since) = (0, None, None);
        (self.just_judged, self.reasons_for) = (None, None);
        self.signs = Rc::default();
    }

    /// Sets the subjects of the case that was read again; the selected sentence now has the
    /// index `sentence`.
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

    /// Returns the sign of the verdict on a citation all targets of which are judged.
    pub fn sign(&self, citation: usize) -> Option<&'static str> {
        match self.signs.get(citation)? {
            ChipSign::Verdict(sign) => Some(sign),
            ChipSign::Doubts | ChipSign::Resolution => None,
        }
    }

    /// Returns true if every target of a citation is judged.
    pub fn is_done(&self, citation: usize) -> bool {
        self.sign(citation).is_some()
    }

    /// Looks up the decisions about the subjects again.
    pub fn refresh_verdicts(&mut self, case: &str) {
        let subjects = self.subjects.as_deref().unwrap_or_default();
        let (carried, gone) = carry(&self.ledger, &self.reviewer, case, subjects);
        self.own = carried.iter().map(|it| it.as_ref().map(OwnVerdict::of)).collect();
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
            self.update_done_case(case);
        }
        self.refresh_disputes();
        self.unaided = self.verdicts_without_evidence();
        self.signs = Rc::new(self.chip_signs());
    }

    /// Returns true if the journal has verdicts on everything in a case.
    pub fn is_done_case(&self, id: &str) -> bool {
        self.done.contains(id)
    }

    /// Returns true if the journal has all verdicts of any case.
    pub fn has_done_cases(&self) -> bool {
        !self.done.is_empty()
    }

    /// Records whether the case shown is done.
    pub fn update_done_case(&mut self, case: &str) {
        let (judged, all) = self.progress();
        if judged == all {
            self.done.insert(case.to_owned());
        } else {
            self.done.remove(case);
        }
    }

    /// Returns the sign of each citation: once all its targets are judged, of several verdicts the
    /// worst.
    pub fn chip_signs(&self) -> Vec<ChipSign> {
        let mut signs: Vec<Option<(ChipSign, Option<Verdict>)>> = Vec::new();
        for (index, subject) in self.subjects().iter().enumerate() {
            let SubjectPart::Cited { citation, .. } = subject.what else { continue };
            if signs.len() <= citation {
                signs.resize(citation + 1, None);
            }
            let own = self.own(index).filter(|_| !self.is_contested(index));
            let verdict = own.and_then(OwnVerdict::verdict);
            let without =
                if self.conceals(index) { ChipSign::Resolution } else { ChipSign::Doubts };
            let Some(so_far) = signs.get_mut(citation) else { continue };
            *so_far = Some(match (*so_far, verdict) {
                (None, Some(verdict)) => (ChipSign::Verdict(verdict.kind().sign), Some(verdict)),
                (Some((ChipSign::Verdict(_), Some(one))), Some(other)) => {
                    let verdict = graver(one, other);
                    (ChipSign::Verdict(verdict.kind().sign), Some(verdict))
                }
                (Some((ChipSign::Resolution, _)), _) => (ChipSign::Resolution, None),
                _ => (without, None),
            });
        }
        signs.into_iter().map(|it| it.map(|(sign, _)| sign).unwrap_or_default()).collect()
    }
}

/// Returns the verdict that needs more attention.
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

    /// Returns the verdict on the subject at `index` that was given before the evidence was seen.
    pub fn unaided(&self, index: usize) -> Option<Verdict> {
        self.unaided.get(index).copied().flatten()
    }

    /// Returns, for each subject, the first verdict that the reviewer gave without the evidence,
    /// valid or not.
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
    /// Returns true if disagreements are being settled, with the reviewers' verdicts visible.
    pub fn settles(&self) -> bool {
        self.disputes.is_some()
    }

    /// Starts to settle disagreements.
    pub fn begin_settling(&mut self) {
        self.disputes.get_or_insert_default();
    }

    pub(in crate::tui) fn dispute(&self, subject: &Fingerprint) -> Option<&Dispute> {
        self.disputes.as_ref()?.get(subject)
    }

    /// Looks up the disagreements and how they were settled.
    pub fn refresh_disputes(&mut self) {
        if !self.settles() {
            return;
        }
        let all = opinions(&self.ledger, &[]);
        let differing = all.iter().filter(|it| it.differ());
        self.disputes = Some(differing.map(|it| (it.subject, Dispute::of(it))).collect());
        let open = all.iter().filter(|it| it.is_contested());
        let open: Vec<&Opinions<'_>> = open.collect();
        let cases = open.iter().flat_map(|it| it.own.iter().map(|(_, said)| said.case.clone()));
        self.contested_cases = cases.collect();
        let open: BTreeSet<Fingerprint> = open.iter().map(|it| it.subject).collect();
        let settled = |it: &Opinions<'_>| Some((it.subject, it.settled()?.1.verdict?));
        let settled: BTreeMap<Fingerprint, Verdict> = all.iter().filter_map(settled).collect();
        self.contested = Rc::new(open);
        self.verdicts = Rc::new(settled);
    }

    /// Returns true if reviewers disagree about the subject at `index` and nobody has settled it.
    pub fn is_contested(&self, index: usize) -> bool {
        let subject = self.subjects().get(index);
        subject.is_some_and(|subject| self.contested.contains(&subject.fingerprint))
    }

    /// Returns the decisions that one about `subject` settles.
    pub fn settled_by(&self, subject: &Fingerprint) -> Vec<EventId> {
        self.dispute(subject).map(|dispute| dispute.decisions.clone()).unwrap_or_default()
    }

    /// Returns the number of settled subjects among those on which reviewers differ, and of all of
    /// those.
    pub fn settled(&self) -> (usize, usize) {
        let subjects = self.subjects().iter().map(|subject| &subject.fingerprint);
        let disputed: Vec<_> = subjects.filter(|it| self.dispute(it).is_some()).collect();
        let open = disputed.iter().filter(|it| self.contested.contains(it)).count();
        (disputed.len() - open, disputed.len())
    }
}
