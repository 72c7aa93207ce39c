//! Quotes that begin before a text or go on after it: a piece of a document may be cut within a sentence.

use crate::text::bare::Bare;
use crate::text::sentences::{begins_within, ends_sentence};

/// True if `words` of a quote may be what precedes `text`, which has the rest of the quote from byte `at` on.
pub(super) fn may_precede(text: &str, at: usize, words: &str) -> bool {
    let left = text.get(..at).map(Bare::new).unwrap_or_default();
    let last = words.split_whitespace().next_back().map(Bare::new).unwrap_or_default();
    begins_within(text) && last.as_str().ends_with(left.as_str())
}

/// True if `words` of a quote may be what follows `text`, which has the rest of the quote up to byte `at`.
pub(super) fn may_follow(text: &str, at: usize, words: &str) -> bool {
    let left = text.get(at..).map(Bare::new).unwrap_or_default();
    let first = words.split_whitespace().next().map(Bare::new).unwrap_or_default();
    let is_cut = text.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | ','));
    is_cut && !ends_sentence(text) && first.as_str().starts_with(left.as_str())
}
