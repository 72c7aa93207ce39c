//! Settling: what reviewers decided differently is gone through with all their verdicts in view.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Review, told};
use crate::review::{Decided, EventId, Fingerprint, Opinions, Verdict, opinions};
use crate::tui::state::State;

/// What reviewers said about a subject on which their verdicts differ.
#[derive(Debug)]
pub(super) struct Dispute {
    /// Who said what, a line each.
    told: Vec<String>,
    /// Their decisions.
    decisions: Vec<EventId>,
}

impl Dispute {
    fn of(opinions: &Opinions<'_>) -> Self {
        let told = |(entry, judgement): &Decided<'_>| {
            format!("{}: {}", entry.reviewer, told::decided(judgement))
        };
        Self {
            told: opinions.own.iter().map(told).collect(),
            decisions: opinions.own.iter().map(|(entry, _)| entry.id.clone()).collect(),
        }
    }
}

impl Review {
    /// Whether it is settled what reviewers differ about, with their verdicts in view.
    pub fn settles(&self) -> bool {
        self.disputes.is_some()
    }

    /// From now on it is.
    pub(super) fn begin_settling(&mut self) {
        self.disputes.get_or_insert_default();
    }

    fn dispute(&self, subject: &Fingerprint) -> Option<&Dispute> {
        self.disputes.as_ref()?.get(subject)
    }

    /// Looks up what reviewers differ about, and what is settled.
    pub(super) fn look_up_disputes(&mut self) {
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

    /// Whether reviewers differ about the subject at `index`, and nobody settled it.
    pub(super) fn is_contested(&self, index: usize) -> bool {
        let subject = self.subjects().get(index);
        subject.is_some_and(|subject| self.contested.contains(&subject.fingerprint))
    }

    /// The decisions that one about `subject` settles.
    pub(super) fn settled_by(&self, subject: &Fingerprint) -> Vec<EventId> {
        self.dispute(subject).map(|dispute| dispute.decisions.clone()).unwrap_or_default()
    }

    /// How many of the subjects on which reviewers differ are settled, and how many there are.
    pub(super) fn settled(&self) -> (usize, usize) {
        let subjects = self.subjects().iter().map(|subject| &subject.fingerprint);
        let disputed: Vec<_> = subjects.filter(|it| self.dispute(it).is_some()).collect();
        let open = disputed.iter().filter(|it| self.contested.contains(it)).count();
        (disputed.len() - open, disputed.len())
    }
}

impl State {
    /// What each reviewer said about the subject selected, where they differ.
    pub fn dispute_lines(&self) -> &[String] {
        let subject = self.subject().and_then(|index| self.review.subjects().get(index));
        let dispute = subject.and_then(|subject| self.review.dispute(&subject.fingerprint));
        dispute.map(|dispute| dispute.told.as_slice()).unwrap_or_default()
    }
}
