//! The words and numbers of a claim that another passage cited for it has.

use std::collections::BTreeMap;

use super::{CoCitedWord, Inspected};
use crate::text::Span;

/// Records the words and numbers that a passage lacks but another passage cited for the same claim
/// has.
pub(super) fn share_findings(inspected: &mut [Inspected]) {
    let mut found: BTreeMap<Span, Vec<CoCitedWord>> = BTreeMap::new();
    let mut counts: BTreeMap<Span, usize> = BTreeMap::new();
    for one in inspected.iter() {
        if let Some(claim) = one.claim {
            *counts.entry(claim.span).or_default() += one.evidence.len().max(1);
        }
    }
    for (citation, one) in inspected.iter().enumerate() {
        let Some(claim) = one.claim.filter(|it| counts.get(&it.span) > Some(&1)) else { continue };
        let found = found.entry(claim.span).or_default();
        for (target, evidence) in one.evidence.iter().enumerate() {
            let Some(evidence) = evidence else { continue };
            let numbers = evidence.numbers.iter().filter(|number| number.status.is_found());
            let words = evidence.words.in_claim.iter().copied();
            let spans = words.chain(numbers.map(|number| number.span));
            found.extend(spans.map(|span| CoCitedWord { span, citation, target }));
        }
    }
    for (citation, one) in inspected.iter_mut().enumerate() {
        let Some(there) = one.claim.and_then(|claim| found.get(&claim.span)) else { continue };
        for (target, evidence) in one.evidence.iter_mut().enumerate() {
            let Some(evidence) = evidence else { continue };
            let numbers = evidence.numbers.iter().filter(|it| !it.status.is_found());
            let lacking = numbers.map(|it| it.span).chain(evidence.words.missing.iter().copied());
            let beside = lacking.filter_map(|span| {
                let has = |it: &&CoCitedWord| {
                    (it.citation, it.target) != (citation, target) && it.span == span
                };
                there.iter().find(has).copied()
            });
            evidence.beside = beside.collect();
        }
    }
}
