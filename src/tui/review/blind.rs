//! Blind review: what tells our evidence is shown only behind the verdict.
//!
//! Evidence that was shown once cannot be unseen: a verdict that is taken back hides nothing again,
//! and the one given in its place is kept together with the first.

use std::collections::BTreeMap;

use super::Review;
use crate::review::{Event, Fingerprint, Verdict};
use crate::rules::Finding;
use crate::tui::chip::{self, Standing, Tells};
use crate::tui::state::State;

impl Review {
    /// Whether the evidence on the subject at `index` is still hidden.
    pub fn conceals(&self, index: usize) -> bool {
        let seen = self.unaided.get(index).is_some_and(Option::is_some);
        self.blind && !seen && !self.is_judged(index)
    }

    /// The verdict on the subject at `index` that was given before the evidence was seen.
    pub(super) fn unaided(&self, index: usize) -> Option<Verdict> {
        self.unaided.get(index).copied().flatten()
    }

    /// For each subject the first verdict that the reviewer gave without the evidence, whether or
    /// not it holds.
    pub(super) fn verdicts_without_evidence(&self) -> Vec<Option<Verdict>> {
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

impl State {
    /// Whether the evidence on the target shown is still hidden.
    pub fn conceals(&self) -> bool {
        let review = &self.review;
        review.blind && self.subject().is_none_or(|subject| review.conceals(subject))
    }

    /// Whether evidence on a citation is still hidden.
    pub fn conceals_citation(&self, citation: usize) -> bool {
        let tells = self.review.signs.get(citation).copied();
        self.review.blind && tells.is_none_or(|tells| tells == Tells::Resolution)
    }

    /// Whether evidence on anything in the case is still hidden.
    pub fn conceals_any(&self) -> bool {
        let review = &self.review;
        let all = || (0..review.subjects().len()).any(|index| review.conceals(index));
        review.blind && (!review.is_ready() || all())
    }

    /// Whether a finding may be shown.
    pub fn shows_finding(&self, finding: &Finding) -> bool {
        match finding.citation {
            _ if !self.review.blind => true,
            Some(citation) => !self.conceals_citation(citation),
            None => !self.conceals_any(),
        }
    }

    /// How well a citation stands, as far as that is shown.
    pub fn standing(&self, citation: usize) -> Standing {
        let concealed = self.conceals_citation(citation);
        let tells = if concealed { Tells::Resolution } else { Tells::Doubts };
        chip::standing_told(&self.inspection, citation, tells)
    }
}
