//! Quotes that begin before a text or go on after it: a piece of a document may be cut within a sentence.

use crate::text::bare::Bare;
use crate::text::sentences::{begins_within, ends_sentence};

/// The maximum length of the part of a word at an end of a text, in bytes.
const MAX_PART: usize = 64;

/// True if `words` of a quote may be what precedes `text`, which has the rest of the quote from byte `at` on.
pub(super) fn may_precede(text: &str, at: usize, words: &str) -> bool {
    let last = words.split_whitespace().next_back().map(Bare::new).unwrap_or_default();
    let left = text.get(..at).and_then(part);
    begins_within(text) && left.is_some_and(|left| last.as_str().ends_with(left.as_str()))
}

/// True if `words` of a quote may be what follows `text`, which has the rest of the quote up to byte `at`.
pub(super) fn may_follow(text: &str, at: usize, words: &str) -> bool {
    let first = words.split_whitespace().next().map(Bare::new).unwrap_or_default();
    let left = text.get(at..).and_then(part);
    let is_cut = text.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | ','));
    let begins = left.is_some_and(|left| first.as_str().starts_with(left.as_str()));
    is_cut && !ends_sentence(text) && begins
}

/// Returns the part of a word that is all of `rest`, or nothing for blanks; `None` for more.
fn part(rest: &str) -> Option<Bare> {
    let rest = rest.trim();
    (rest.len() <= MAX_PART).then(|| Bare::new(rest))
}
