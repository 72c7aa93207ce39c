//! The verdicts that result from the entries of one or more journals.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, Event, EventId, Fingerprint, Judgement, Subject};

/// The entries, and the valid decisions.
///
/// The current verdict of a reviewer on a subject is the last one that was not undone, in the order
/// of the entries. An entry with a known id counts once, so journals that share entries can be
/// merged.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
    ids: BTreeMap<EventId, usize>,
    undone: BTreeSet<EventId>,
    /// The inputs whose review was begun in the journals.
    inputs: BTreeSet<String>,
    /// True if the input has one case, so that other cases of its journal are earlier versions of it.
    is_of_one_case: bool,
    /// By reviewer and subject, the decisions in order, as indexes into `entries`.
    decisions: BTreeMap<(String, Fingerprint), Vec<usize>>,
}

impl Ledger {
    /// Returns the ledger of entries, in order.
    pub fn of(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut ledger = Self::default();
        for entry in entries {
            ledger.add(entry);
        }
        ledger
    }

    /// Sets that the input has one case, or several.
    pub fn set_one_case(&mut self, is_of_one_case: bool) {
        self.is_of_one_case = is_of_one_case;
    }

    /// True if every other case of the journal is an earlier version of the only case of the input.
    pub(super) fn has_versions(&self) -> bool {
        self.is_of_one_case && self.inputs.len() <= 1
    }

    /// Adds an entry.
    pub fn add(&mut self, mut entry: Entry) {
        if self.ids.contains_key(&entry.id) {
            return;
        }
        let index = self.entries.len();
        self.ids.insert(entry.id.clone(), index);
        match &mut entry.event {
            Event::Began { input, .. } => {
                self.inputs.insert(input.clone());
            }
            Event::Judged(judgement) => {
                if judgement.fingerprint == judgement.fingerprint.in_any_case() {
                    judgement.fingerprint = judgement.fingerprint.in_case(&judgement.case);
                }
                let key = (entry.reviewer.clone(), judgement.fingerprint);
                self.decisions.entry(key).or_default().push(index);
            }
            Event::Undone { of } => {
                self.undone.insert(of.clone());
            }
            Event::Redone { of } => {
                self.undone.remove(of);
            }
        }
        self.entries.push(entry);
    }

    /// Returns all entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the decision of `reviewer` on a subject, with its entry; `None` if there is none, or
    /// if the last one removed verdict, reasons and note.
    pub fn decision(&self, reviewer: &str, subject: &Fingerprint) -> Option<(&Entry, &Judgement)> {
        self.last(reviewer, subject, |_| true)
    }

    /// Returns the decision that `reviewer` made independently about a subject, whatever they
    /// settled since.
    pub fn own_decision(
        &self,
        reviewer: &str,
        subject: &Fingerprint,
    ) -> Option<(&Entry, &Judgement)> {
        self.last(reviewer, subject, |judgement| judgement.adjudicates.is_empty())
    }

    /// Returns the decision by which `reviewer` settled a disagreement on a subject.
    pub fn adjudication(
        &self,
        reviewer: &str,
        subject: &Fingerprint,
    ) -> Option<(&Entry, &Judgement)> {
        self.last(reviewer, subject, |judgement| !judgement.adjudicates.is_empty())
    }

    /// Returns the subjects with a verdict, in order of their fingerprints.
    pub fn judged(&self) -> BTreeSet<Fingerprint> {
        self.decisions.keys().map(|(_, subject)| *subject).collect()
    }

    /// Returns the last of the `wanted` decisions that holds.
    fn last(
        &self,
        reviewer: &str,
        subject: &Fingerprint,
        wanted: fn(&Judgement) -> bool,
    ) -> Option<(&Entry, &Judgement)> {
        let indexes = self.decisions.get(&(reviewer.to_owned(), *subject))?;
        let entries = indexes.iter().rev().filter_map(|&index| self.entries.get(index));
        let mut decisions = entries
            .filter(|entry| self.holds(entry))
            .filter_map(|entry| judgement(entry).map(|judgement| (entry, judgement)));
        let (entry, judgement) = decisions.find(|(_, judgement)| wanted(judgement))?;
        let says_something = judgement.verdict.is_some()
            || !judgement.note.is_empty()
            || !judgement.reasons.is_empty();
        says_something.then_some((entry, judgement))
    }

    /// Returns every decision that holds, with its entry: by reviewer, then by subject.
    pub fn decisions(&self) -> impl Iterator<Item = (&Entry, &Judgement)> {
        self.decisions.keys().filter_map(|(reviewer, subject)| self.decision(reviewer, subject))
    }

    /// Returns the reviewers, sorted by name.
    pub fn reviewers(&self) -> Vec<&str> {
        let names: BTreeSet<&str> = self.decisions.keys().map(|(name, _)| name.as_str()).collect();
        names.into_iter().collect()
    }

    /// Returns the decision to undo: the last valid one of `reviewer`.
    pub fn to_undo(&self, reviewer: &str) -> Option<&Entry> {
        let mut own = self.entries.iter().rev().filter(|entry| entry.reviewer == reviewer);
        own.find(|entry| judgement(entry).is_some() && self.holds(entry))
    }

    /// Returns the decision to redo: the last one undone, unless another was made since.
    pub fn to_redo(&self, reviewer: &str) -> Option<&Entry> {
        let own = self.entries.iter().rev().filter(|entry| entry.reviewer == reviewer);
        let mut redone = BTreeSet::new();
        for entry in own {
            match &entry.event {
                Event::Judged(_) if self.holds(entry) && !redone.contains(&entry.id) => {
                    return None;
                }
                Event::Undone { of } if self.undone.contains(of) => {
                    return self.ids.get(of).and_then(|&index| self.entries.get(index));
                }
                Event::Redone { of } => {
                    redone.insert(of.clone());
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the ledger without decisions on anything outside `subjects`, and the number of
    /// verdicts left out. A decision on the same passage of a source that changed elsewhere becomes
    /// one on the current source, and one on an earlier version of the only case becomes one on this.
    #[must_use]
    pub fn about(&self, subjects: &[Subject]) -> (Self, usize) {
        let any = |print: Fingerprint| {
            if self.has_versions() { print.in_any_case() } else { print }
        };
        let own = subjects.iter().map(|it| (any(it.fingerprint), it.fingerprint));
        let present: BTreeMap<Fingerprint, Fingerprint> = own.collect();
        let passage = |it: &Subject| Some((any(it.at_passage()?), it.fingerprint));
        let passages: BTreeMap<Fingerprint, Fingerprint> =
            subjects.iter().filter_map(passage).collect();
        let now = |judgement: &Judgement| {
            let same = present.get(&any(judgement.fingerprint)).copied();
            same.or_else(|| passages.get(&any(judgement.at_passage()?)).copied())
        };
        let gone = self.decisions().filter(|(_, it)| it.verdict.is_some() && now(it).is_none());
        let gone = gone.count();
        let kept = self.entries.iter().filter_map(|entry| {
            let Event::Judged(judgement) = &entry.event else { return Some(entry.clone()) };
            let judgement = Judgement { fingerprint: now(judgement)?, ..(**judgement).clone() };
            Some(Entry { event: Event::Judged(Box::new(judgement)), ..entry.clone() })
        });
        (Self::of(kept), gone)
    }

    /// Returns the last decision of `reviewer` on each subject of an earlier version of the case with this
    /// id, whatever that case was called.
    pub(super) fn earlier(
        &self,
        reviewer: &str,
        case: &str,
    ) -> BTreeMap<Fingerprint, (&Entry, &Judgement)> {
        if !self.has_versions() {
            return BTreeMap::new();
        }
        let mut decisions: Vec<(&Entry, &Judgement)> = self.decisions().collect();
        decisions.retain(|(entry, it)| entry.reviewer == reviewer && it.case != case);
        decisions.sort_by_key(|(entry, _)| entry.at);
        decisions.into_iter().map(|own| (own.1.fingerprint.in_any_case(), own)).collect()
    }

    fn holds(&self, entry: &Entry) -> bool {
        !self.undone.contains(&entry.id)
    }
}

/// Returns the decision in an entry.
pub(super) fn judgement(entry: &Entry) -> Option<&Judgement> {
    match &entry.event {
        Event::Judged(judgement) => Some(judgement),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Hash, Verdict};

    fn judged(claim: &str, verdict: Option<Verdict>) -> Entry {
        let fingerprint = Fingerprint { claim: Hash::of([claim]), ..Fingerprint::default() };
        let judgement = Judgement { fingerprint, verdict, ..Judgement::default() };
        Entry::new("ann", Event::Judged(Box::new(judgement)))
    }

    fn undone(of: &Entry) -> Entry {
        Entry::new("ann", Event::Undone { of: of.id.clone() })
    }

    fn redone(of: &Entry) -> Entry {
        Entry::new("ann", Event::Redone { of: of.id.clone() })
    }

    /// Returns the verdict on a claim, and the targets of undo and redo.
    fn message(entries: &[&Entry]) -> (Option<Verdict>, Option<EventId>, Option<EventId>) {
        let ledger = Ledger::of(entries.iter().copied().cloned());
        let subject = Fingerprint { claim: Hash::of(["a"]), ..Fingerprint::default() };
        let verdict = ledger.decision("ann", &subject).and_then(|(_, it)| it.verdict);
        let id = |entry: Option<&Entry>| entry.map(|entry| entry.id.clone());
        (verdict, id(ledger.to_undo("ann")), id(ledger.to_redo("ann")))
    }

    #[test]
    fn undo_and_redo_go_back_and_forth_without_end() {
        let one = judged("a", Some(Verdict::Supports));
        let two = judged("a", Some(Verdict::Partly));
        let (back, further) = (undone(&two), undone(&one));
        let (forth, other) = (redone(&one), judged("b", Some(Verdict::Supports)));
        let (first, second) = (Some(one.id.clone()), Some(two.id.clone()));
        let (supports, partly) = (Some(Verdict::Supports), Some(Verdict::Partly));
        assert_eq!(message(&[&one, &two]), (partly, second.clone(), None));
        assert_eq!(message(&[&one, &two, &back]), (supports, first.clone(), second.clone()));
        assert_eq!(message(&[&one, &two, &back, &further]), (None, None, first.clone()));
        let forth_again = [&one, &two, &back, &further, &forth];
        assert_eq!(message(&forth_again), (supports, first, second));
        let decided_anew = [&one, &two, &back, &other];
        assert_eq!(message(&decided_anew), (supports, Some(other.id.clone()), None));
    }

    #[test]
    fn what_is_about_an_earlier_run_is_left_out_and_counted() {
        let entry = |claim: &str, source: &str, passage: Option<&str>, verdict| {
            let mut entry = judged(claim, Some(verdict));
            if let Event::Judged(judgement) = &mut entry.event {
                judgement.fingerprint.source = Hash::of([source]);
                judgement.passage = passage.map(|words| Hash::of([words]));
            }
            entry
        };
        let subject = |claim: &str, source: &str, words: &str| Subject {
            what: crate::review::SubjectPart::Cited { citation: 0, target: 0 },
            fingerprint: Fingerprint {
                claim: Hash::of([claim]),
                source: Hash::of([source]),
                ..Fingerprint::default()
            },
            passage: Some(Hash::of([words])),
            claim: claim.to_owned(),
            cited: String::new(),
        };
        let ledger = Ledger::of([
            entry("same", "s", None, Verdict::Supports),
            entry("elsewhere", "s", Some("words"), Verdict::Partly),
            entry("passage", "s", Some("other words"), Verdict::Contradicts),
            entry("gone", "s", Some("words"), Verdict::Supports),
        ]);
        let now = [
            subject("same", "s", "words"),
            subject("elsewhere", "t", "words"),
            subject("passage", "t", "words"),
        ];
        let (kept, gone) = ledger.about(&now);
        let kept: Vec<_> = kept.decisions().map(|(_, it)| (it.fingerprint, it.verdict)).collect();
        let mut expected = vec![
            (now[0].fingerprint, Some(Verdict::Supports)),
            (now[1].fingerprint, Some(Verdict::Partly)),
        ];
        expected.sort_by_key(|(fingerprint, _)| *fingerprint);
        assert_eq!((kept, gone), (expected, 2));
    }

    #[test]
    fn a_decision_without_verdict_and_note_takes_the_earlier_one_away() {
        let one = judged("a", Some(Verdict::Supports));
        let none = judged("a", None);
        assert_eq!(message(&[&one, &none]).0, None);
        assert_eq!(message(&[&one, &one]).0, Some(Verdict::Supports));
    }
}
