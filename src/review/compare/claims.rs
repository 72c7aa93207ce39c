//! Divides a response for the comparison: its claims with their citations, and the sentences
//! without one, in which a claim that lost its citation is found again.

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation as _;

use super::citations::{CitedPlace, pointed};
use super::{ClaimText, ComparedTarget, Side};
use crate::evidence::claim_text::without_markers;
use crate::evidence::uncited::uncited;
use crate::review::SourceHashes;
use crate::text::Span;
use crate::text::fold::Folded;
use crate::text::prose::one_line;

/// A claim, or an uncited sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    /// Its words and their place.
    pub(super) said: ClaimText,
    /// Text for comparison: words and signs, without blanks, emphasis and final punctuation.
    pub(super) key: String,
    /// Targets of its citations, in reading order.
    pub(super) pointed: Vec<CitedPlace>,
    /// True if it needs a citation and has none.
    pub(super) needs_citation: bool,
}

impl Unit {
    pub(super) fn new(words: &str, span: Span) -> Self {
        let said = ClaimText { words: one_line(words), span };
        Self { said, key: key(words), ..Self::default() }
    }
}

/// Returns the claims and sentences of a response, in order.
pub(super) fn units(side: &Side<'_>) -> Vec<Unit> {
    let inspection = side.inspection;
    let response = &inspection.case.response;
    let mut hashes = SourceHashes::default();
    let reviewers = side.ledger.reviewers();
    // By place; citations without words are separate, after the words before them.
    let mut units: BTreeMap<(Span, usize), Unit> = BTreeMap::new();
    for (place, citation) in inspection.reading_order().into_iter().enumerate() {
        let Some(own) = response.citations.get(citation) else { continue };
        let claim = inspection.inspected.get(citation).and_then(|found| found.claim);
        let at = match claim {
            Some(claim) => (claim.span, 0),
            None => (own.anchor.span, citation + 1),
        };
        let unit = units.entry(at).or_insert_with(|| {
            Unit::new(&inspection.claim_text(citation).unwrap_or_default(), at.0)
        });
        let targets = own.targets.len().max(1);
        if unit.pointed.is_empty() {
            // A first target would make room for four, and an answer may have 100,000 claims.
            unit.pointed.reserve_exact(targets);
        }
        for target in 0..targets {
            let cited = ComparedTarget { number: place + 1, citation, target };
            unit.pointed.push(pointed(side, &reviewers, cited, &mut hashes));
        }
    }
    let text = without_markers(response);
    let claims: Vec<_> = inspection.inspected.iter().map(|found| found.claim).collect();
    for sentence in uncited(response, &text, &claims) {
        let words = sentence.span.slice(&text).unwrap_or_default();
        let needs_citation = sentence.needs.is_some();
        units
            .entry((sentence.span, 0))
            .or_insert(Unit { needs_citation, ..Unit::new(words, sentence.span) });
    }
    let mut units: Vec<Unit> = units.into_values().collect();
    for unit in &mut units {
        unit.pointed.shrink_to_fit();
    }
    units
}

/// Returns the words and signs of a claim with one blank between them. Drops emphasis, and
/// everything before the first and after the last word: list signs, a full stop.
fn key(words: &str) -> String {
    let folded = Folded::new(words);
    // A sign of a list has a blank after it; the minus of a number has none.
    let signs = folded.as_str().split_inclusive(' ');
    let signs =
        signs.take_while(|word| word.trim_matches(['-', '*', '+', '#', '>', ' ']).is_empty());
    let begin = signs.map(str::len).sum();
    let tokens = folded.as_str().get(begin..).unwrap_or_default().split_word_bounds();
    let has_text = |token: &&str| !token.trim_matches(['*', '`', '_', ' ']).is_empty();
    let tokens: Vec<&str> = tokens.filter(has_text).collect();
    let is_mark =
        |token: &&str| token.chars().all(|c| ".,;:!?|()\u{2022}\u{3002}\u{3001}".contains(c));
    let first = tokens.iter().position(|token| !is_mark(token)).unwrap_or(0);
    let last = tokens.iter().rposition(|token| !is_mark(token)).map_or(0, |last| last + 1);
    tokens.get(first..last).unwrap_or_default().join(" ")
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn what_is_no_word_makes_no_other_claim() {
        assert_eq!(key("- **Five** days , then."), key("Five days, then"));
        assert_eq!(key("It\u{2019}s \u{2013} due:"), key("It's - due"));
        assert_ne!(key("5 %"), key("5 \u{20ac}"));
        assert_ne!(key("It is due"), key("It is not due"));
        assert_ne!(key("-5 degrees"), key("5 degrees"));
        assert_eq!(key("- # 5 degrees"), key("5 degrees"));
        assert_eq!(key(" \u{2026} ! "), key(""));
    }
}
