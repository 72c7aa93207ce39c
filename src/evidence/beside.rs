//! The words and numbers of a claim that another passage cited for it has.

use std::collections::BTreeMap;

use super::{CoCitedWord, Inspected};
use crate::text::Span;

/// The passages that have a word or number: the first, and the first other one.
type Finders = (CoCitedWord, Option<CoCitedWord>);

/// Records the words and numbers that a passage lacks but another passage cited for the same claim
/// has.
pub(super) fn share_findings(inspected: &mut [Inspected]) {
    let mut counts: BTreeMap<Span, usize> = BTreeMap::new();
    for one in inspected.iter() {
        if let Some(claim) = one.claim {
            *counts.entry(claim.span).or_default() += one.evidence.len().max(1);
        }
    }
    // Two passages are enough for each word: only one of them can be the one that lacks it.
    let mut found: BTreeMap<(Span, Span), Finders> = BTreeMap::new();
    for (citation, one) in inspected.iter().enumerate() {
        let Some(claim) = one.claim.filter(|it| counts.get(&it.span) > Some(&1)) else { continue };
        for (target, evidence) in one.evidence.iter().enumerate() {
            let Some(evidence) = evidence else { continue };
            let numbers = evidence.numbers.iter().filter(|number| number.status.is_found());
            let words = evidence.words.in_claim.iter().copied();
            for span in words.chain(numbers.map(|number| number.span)) {
                let word = CoCitedWord { span, citation, target };
                let (first, other) = found.entry((claim.span, span)).or_insert((word, None));
                if *first != word {
                    other.get_or_insert(word);
                }
            }
        }
    }
    for (citation, one) in inspected.iter_mut().enumerate() {
        let Some(claim) = one.claim.filter(|it| counts.get(&it.span) > Some(&1)) else { continue };
        for (target, evidence) in one.evidence.iter_mut().enumerate() {
            let Some(evidence) = evidence else { continue };
            let numbers = evidence.numbers.iter().filter(|it| !it.status.is_found());
            let lacking = numbers.map(|it| it.span).chain(evidence.words.missing.iter().copied());
            let beside = lacking.filter_map(|span| {
                let (first, other) = found.get(&(claim.span, span))?;
                let is_own = (first.citation, first.target) == (citation, target);
                if is_own { *other } else { Some(*first) }
            });
            evidence.beside = beside.collect();
        }
    }
}
