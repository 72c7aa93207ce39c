//! The verdicts of several reviewers on one subject, and the settlement of a disagreement.
//!
//! A decision that names others in [`Judgement::adjudicates`] is an adjudication: its author saw
//! the decisions of the others. It counts for the figures of a review and never for agreement, and
//! the same person's independent decision stays next to it. A later, different decision that it did
//! not know opens the subject again.

use super::{Entry, Fingerprint, Judgement, Ledger, Verdict};

/// A decision with its entry.
pub type JudgementInEntry<'l> = (&'l Entry, &'l Judgement);

/// The verdicts on one subject.
#[derive(Debug, Clone)]
pub struct Opinions<'l> {
    /// The subject.
    pub subject: Fingerprint,
    /// The independent decisions with a verdict, one a reviewer, in the order of their names.
    pub own: Vec<JudgementInEntry<'l>>,
    /// The latest decision made to settle it.
    pub adjudication: Option<JudgementInEntry<'l>>,
}

impl<'l> Opinions<'l> {
    /// True if the independent verdicts differ.
    pub fn differ(&self) -> bool {
        let mut verdicts = self.own.iter().map(|(_, judgement)| judgement.verdict);
        let first = verdicts.next();
        verdicts.any(|verdict| Some(verdict) != first)
    }

    /// Returns the decision that counts: the adjudication, else the first of equal verdicts; `None`
    /// while reviewers differ.
    pub fn settled(&self) -> Option<JudgementInEntry<'l>> {
        match self.adjudication {
            Some(adjudication) if self.is_in_force(adjudication) => Some(adjudication),
            _ if self.differ() => None,
            _ => self.own.first().copied(),
        }
    }

    /// True if there is an unsettled disagreement.
    pub fn is_contested(&self) -> bool {
        !self.own.is_empty() && self.settled().is_none()
    }

    fn is_in_force(&self, (_, adjudication): JudgementInEntry<'l>) -> bool {
        self.own.iter().all(|(entry, judgement)| {
            judgement.verdict == adjudication.verdict
                || adjudication.adjudicates.contains(&entry.id)
        })
    }
}

/// Returns the verdicts of `reviewers`, one item per subject: by case, in the order of the
/// citations, uncited sentences last. No names mean everybody.
pub fn opinions<'l>(ledger: &'l Ledger, reviewers: &[String]) -> Vec<Opinions<'l>> {
    let names: Vec<&str> = ledger
        .reviewers()
        .into_iter()
        .filter(|name| reviewers.is_empty() || reviewers.iter().any(|wanted| wanted == name))
        .collect();
    let judged = |(_, judgement): &JudgementInEntry<'l>| judgement.verdict.is_some();
    let mut all: Vec<Opinions<'l>> = Vec::new();
    for subject in ledger.judged() {
        let own = names.iter().filter_map(|name| ledger.own_decision(name, &subject));
        let settling = names.iter().filter_map(|name| ledger.adjudication(name, &subject));
        let opinions = Opinions {
            subject,
            own: own.filter(judged).collect(),
            adjudication: settling.filter(judged).max_by_key(|(entry, _)| entry.at),
        };
        if !opinions.own.is_empty() || opinions.adjudication.is_some() {
            all.push(opinions);
        }
    }
    all.sort_by(|one, other| place(one).cmp(&place(other)));
    all
}

/// Returns the sort key of opinions.
fn place<'l>(opinions: &Opinions<'l>) -> Option<(&'l str, bool, Option<usize>, Option<usize>)> {
    let (_, judgement) = opinions.own.first().copied().or(opinions.adjudication)?;
    let Judgement { case, citation, target, .. } = judgement;
    Some((case, citation.is_none(), *citation, *target))
}

/// True if a verdict is on a citation, not on an uncited sentence.
pub(super) fn is_on_citation(verdict: Verdict) -> bool {
    !verdict.kind().uncited
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Event, Hash};

    fn judged(reviewer: &str, verdict: Verdict, settles: &[&Entry]) -> Entry {
        let judgement = Judgement {
            fingerprint: Fingerprint { claim: Hash::of(["a"]), ..Fingerprint::default() },
            verdict: Some(verdict),
            adjudicates: settles.iter().map(|entry| entry.id.clone()).collect(),
            ..Judgement::default()
        };
        Entry::new(reviewer, Event::Judged(Box::new(judgement)))
    }

    /// Returns the settled verdict, and how many subjects are contested.
    fn message(entries: &[&Entry]) -> (Option<Verdict>, usize) {
        let ledger = Ledger::of(entries.iter().copied().cloned());
        let all = opinions(&ledger, &[]);
        let settled = all.first().and_then(Opinions::settled);
        let contested = all.iter().filter(|it| it.is_contested()).count();
        (settled.and_then(|(_, it)| it.verdict), contested)
    }

    #[test]
    fn what_differs_is_open_until_somebody_settles_it() {
        let ann = judged("ann", Verdict::Supports, &[]);
        let bob = judged("bob", Verdict::Partly, &[]);
        let cy = judged("cy", Verdict::DoesNotSupport, &[&ann, &bob]);
        assert_eq!(message(&[&ann]), (Some(Verdict::Supports), 0));
        assert_eq!(message(&[&ann, &bob]), (None, 1));
        assert_eq!(message(&[&ann, &bob, &cy]), (Some(Verdict::DoesNotSupport), 0));
    }

    #[test]
    fn a_decision_that_the_adjudicator_did_not_know_opens_it_again() {
        let ann = judged("ann", Verdict::Supports, &[]);
        let bob = judged("bob", Verdict::Partly, &[]);
        let cy = judged("cy", Verdict::Partly, &[&ann, &bob]);
        let same = judged("dan", Verdict::Partly, &[]);
        let other = judged("dan", Verdict::Contradicts, &[]);
        assert_eq!(message(&[&ann, &bob, &cy, &same]), (Some(Verdict::Partly), 0));
        assert_eq!(message(&[&ann, &bob, &cy, &other]), (None, 1));
    }

    #[test]
    fn who_settles_keeps_an_independent_decision() {
        let ann = judged("ann", Verdict::Supports, &[]);
        let bob = judged("bob", Verdict::Partly, &[]);
        let settled = judged("ann", Verdict::Partly, &[&ann, &bob]);
        let ledger = Ledger::of([ann, bob, settled]);
        let all = opinions(&ledger, &[]);
        assert!(all[0].differ() && !all[0].is_contested());
        assert_eq!(all[0].own.len(), 2);
    }
}
