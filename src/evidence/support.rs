//! How much of a claim's words stand in a passage.

use std::collections::HashSet;

use super::WordMatch;
use super::words::{Class, Key, Word};
use crate::text::Span;

/// How much a word counts: a number is said on purpose, and so is a name.
pub fn weight(class: Class) -> f64 {
    match class {
        Class::Number => 2.0,
        Class::Name => 1.5,
        Class::Content => 1.0,
        Class::Function | Class::Negation => 0.0,
    }
}

/// The different telling words of a claim, in order of their first use, with their weight.
#[derive(Debug, Clone, Default)]
pub struct Telling {
    /// Key and weight; each key once.
    pub keys: Vec<(Key, f64)>,
}

impl Telling {
    /// The telling words of `claim` but those that `context` has: what the title of a source says
    /// is no part of what a passage of it has to say again.
    pub fn new(claim: &[Word], context: &HashSet<Key>) -> Self {
        let mut seen = HashSet::new();
        let telling = claim.iter().filter(|word| word.class.tells());
        let keys: Vec<(Key, f64)> = telling
            .filter(|word| seen.insert(word.key))
            .map(|word| (word.key, weight(word.class)))
            .collect();
        let inner: Vec<(Key, f64)> =
            keys.iter().filter(|(key, _)| !context.contains(key)).copied().collect();
        // A claim of nothing but the title's words is all about it.
        Self { keys: if inner.is_empty() { keys } else { inner } }
    }

    /// The weighted share of the keys that `has` tells to be there, 0 to 1.
    pub fn share(&self, has: impl Fn(&Key) -> bool) -> f64 {
        let total: f64 = self.keys.iter().map(|(_, weight)| weight).sum();
        let there: f64 = self.keys.iter().filter(|(key, _)| has(key)).map(|(_, w)| w).sum();
        if total > 0.0 { there / total } else { 0.0 }
    }
}

/// Matches the words of a claim with those of a passage. `base` is where the passage begins in its
/// source.
pub fn matched(claim: &[Word], telling: &Telling, passage: &[Word], base: usize) -> WordMatch {
    let wanted: HashSet<Key> = telling.keys.iter().map(|(key, _)| *key).collect();
    let there: HashSet<Key> = passage.iter().map(|word| word.key).collect();
    let found = |word: &&Word| there.contains(&word.key);
    let (in_claim, missing): (Vec<&Word>, Vec<&Word>) =
        claim.iter().filter(|word| wanted.contains(&word.key)).partition(found);
    let in_passage = passage.iter().filter(|word| wanted.contains(&word.key));
    let spans = |words: Vec<&Word>| words.into_iter().map(|word| word.span).collect();
    WordMatch {
        matched: telling.keys.iter().filter(|(key, _)| there.contains(key)).count(),
        of: telling.keys.len(),
        in_claim: spans(in_claim),
        missing: spans(missing),
        in_passage: in_passage
            .map(|word| Span::new(base + word.span.start, base + word.span.end))
            .collect(),
    }
}
