//! The words of claim and passage that contradict each other: a number and the different number
//! that the passage has for the same thing, and the altered words of a quote.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::evidence::words::{Class, Key, Word, words};
use crate::evidence::{NumberStatus, QuoteStatus};
use crate::text::Span;
use crate::tui::state::State;

/// The places where claim and passage contradict each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clashes {
    /// Bytes of the response, in order.
    pub in_claim: Vec<Span>,
    /// Bytes of the source in view, in order.
    pub in_passage: Vec<Span>,
}

/// Returns the clashes between the claim and the place in view.
pub fn clashes(state: &State) -> Clashes {
    let mut clashes = Clashes::default();
    let (Some(evidence), Some(source)) = (state.evidence_in_view(), state.source.source) else {
        return clashes;
    };
    for number in evidence.numbers.iter().filter(|it| it.status == NumberStatus::Differs) {
        clashes.in_claim.push(number.span);
        clashes.in_passage.extend(number.found);
    }
    for quote in evidence.quotes.iter().filter(|it| it.status == QuoteStatus::Altered) {
        let (Some(span), Some(found)) = (quote.span, quote.found) else { continue };
        if quote.source != Some(source) {
            continue;
        }
        let Some(store) = state.inspection.store(source) else { continue };
        let Some(claim) = state.response_text(span) else { continue };
        let (one, other) = altered(&claim, &store.read_in_place(found));
        clashes.in_claim.extend(one.into_iter().map(|it| it.shifted(span.start)));
        clashes.in_passage.extend(other.into_iter().map(|it| it.shifted(found.start)));
    }
    clashes.in_claim.sort_unstable();
    clashes.in_passage.sort_unstable();
    clashes
}

/// Returns the words of each of two texts that differ from the other text; function words do not
/// count.
fn altered(one: &str, other: &str) -> (Vec<Span>, Vec<Span>) {
    let (one, other) = (words(one), words(other));
    let keys = |words: &[Word]| words.iter().map(|word| word.key).collect::<Vec<Key>>();
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let speaking = |words: &[Word], from: usize, len: usize| {
        let words = words.iter().skip(from).take(len).filter(|word| word.class != Class::Function);
        words.map(|word| word.span).collect::<Vec<Span>>()
    };
    for change in capture_diff_slices(Algorithm::Myers, &keys(&one), &keys(&other)) {
        if let DiffOp::Equal { .. } = change {
            continue;
        }
        let (in_one, in_other) = (change.old_range(), change.new_range());
        old.extend(speaking(&one, in_one.start, in_one.len()));
        new.extend(speaking(&other, in_other.start, in_other.len()));
    }
    (old, new)
}
