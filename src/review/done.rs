//! Fully reviewed cases, as far as the journal shows.
//!
//! Each decision repeats the number of subjects around it. So a case can be known as done before it
//! is inspected again; a change since then is found during the inspection.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fingerprint, Hash, Ledger, Scope};

/// The verdicts on a case.
#[derive(Debug, Default)]
struct CaseVerdicts {
    /// The scope at the time of the last verdict.
    scope: Scope,
    /// By claim, the number of its targets, and those with a decision.
    claims: BTreeMap<Hash, (usize, BTreeSet<Fingerprint>)>,
    /// Sentences without a citation.
    uncited: BTreeSet<Fingerprint>,
}

/// Returns the ids of the cases in which `reviewer` judged everything. Cases in which the same
/// sentence occurs twice without a citation are left out.
pub fn done_cases(ledger: &Ledger, reviewer: &str) -> BTreeSet<String> {
    let mut cases: BTreeMap<&str, CaseVerdicts> = BTreeMap::new();
    for entry in ledger.entries().iter().filter(|entry| entry.reviewer == reviewer) {
        let Some(judgement) = super::ledger::judgement(entry) else { continue };
        let Some(scope) = judgement.scope else { continue };
        let holds = ledger.decision(reviewer, &judgement.fingerprint);
        if holds.is_none_or(|(held, it)| held.id != entry.id || it.verdict.is_none()) {
            continue;
        }
        let case = cases.entry(&judgement.case).or_default();
        // Different numbers mean that the decision is about an earlier version of the case.
        let around = |scope: Scope| (scope.cited, scope.uncited, scope.asked);
        if around(case.scope) != around(scope) {
            *case = CaseVerdicts { scope, ..CaseVerdicts::default() };
        }
        if judgement.citation.is_some() {
            let claim = case.claims.entry(judgement.fingerprint.claim).or_default();
            claim.0 = scope.targets;
            claim.1.insert(judgement.fingerprint);
        } else {
            case.uncited.insert(judgement.fingerprint);
        }
    }
    let done = |(_, case): &(&str, CaseVerdicts)| {
        case.claims.len() == case.scope.cited
            && case.uncited.len() == case.scope.asked
            && case.claims.values().all(|(targets, decided)| decided.len() >= *targets)
    };
    cases.into_iter().filter(done).map(|(id, _)| id.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Entry, Event, EventId, Judgement, Verdict};

    fn scope(targets: usize, cited: usize, asked: usize) -> Scope {
        Scope { targets, cited, asked, uncited: asked }
    }

    fn judged(claim: &str, place: &str, scope: Scope) -> Entry {
        let fingerprint = Fingerprint {
            claim: Hash::of([claim]),
            locator: Hash::of([place]),
            ..Fingerprint::default()
        };
        let judgement = Judgement {
            case: "case".to_owned(),
            fingerprint,
            citation: (scope.targets > 0).then_some(1),
            verdict: Some(Verdict::Supports),
            scope: Some(scope),
            ..Judgement::default()
        };
        Entry::new("ann", Event::Judged(Box::new(judgement)))
    }

    fn is_done(entries: &[Entry]) -> bool {
        done_cases(&Ledger::of(entries.iter().cloned()), "ann").contains("case")
    }

    #[test]
    fn a_case_is_done_when_every_target_and_sentence_is_judged() {
        let all = [
            judged("one", "L1", scope(2, 2, 1)),
            judged("one", "L2", scope(2, 2, 1)),
            judged("two", "L1", scope(1, 2, 1)),
            judged("three", "", scope(0, 2, 1)),
        ];
        assert!(is_done(&all));
        for left_out in 0..all.len() {
            let mut some = all.to_vec();
            some.remove(left_out);
            assert!(!is_done(&some), "{left_out}");
        }
        let undone_id: EventId = all[1].id.clone();
        let undone = Entry::new("ann", Event::Undone { of: undone_id });
        assert!(!is_done(&[&all[..], &[undone]].concat()));
    }

    #[test]
    fn a_case_that_grew_since_is_open_until_the_rest_is_judged() {
        let before = judged("one", "L1", scope(1, 1, 0));
        assert!(is_done(std::slice::from_ref(&before)));
        let now = judged("two", "L1", scope(1, 2, 0));
        assert!(!is_done(&[before.clone(), now.clone()]));
        assert!(is_done(&[before, now, judged("one", "L1", scope(1, 2, 0))]));
    }
}
