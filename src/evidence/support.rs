//! The content words of a claim, and the ones that a passage has.

use std::hash::BuildHasherDefault;

use super::WordMatch;
use super::words::{Class, Key, KeySet, Language, Word, language};
use crate::text::Span;

/// Returns the weight of a word. Numbers and names are chosen deliberately and count more.
pub fn weight(class: Class) -> f64 {
    match class {
        Class::Number => 2.0,
        Class::Name => 1.5,
        Class::Content => 1.0,
        Class::Function | Class::Negation => 0.0,
    }
}

/// The different content words of a claim, in order of their first use.
#[derive(Debug, Clone, Default)]
pub struct ContentWords {
    /// Each key once.
    pub words: Vec<ContentWord>,
    keys: KeySet,
    /// True if the claim is in English, as far as that can be decided.
    pub is_english: bool,
}

/// A content word of a claim.
#[derive(Debug, Clone, Copy)]
pub struct ContentWord {
    /// The form it is compared by.
    pub key: Key,
    /// Its role in the sentence.
    pub class: Class,
    /// True if it is written with a digit.
    pub in_digits: bool,
    /// True if it follows a number directly, as a counted noun does.
    pub is_counted: bool,
    /// Its first use; bytes of the response.
    pub span: Span,
}

impl ContentWords {
    /// Returns the content words of `claim` without those in `context`: a passage need not repeat
    /// the title of its source. `text` is the text that the words are from, and `speaks` is its
    /// language, which decides for a claim that is too short to decide by itself.
    pub fn new(claim: &[Word], text: &str, context: &KeySet, speaks: Option<Language>) -> Self {
        let mut seen = KeySet::with_capacity_and_hasher(claim.len(), BuildHasherDefault::default());
        let before = std::iter::once(None).chain(claim.iter().map(|word| Some(word.class)));
        let counted = claim.iter().zip(before);
        let counted = counted.filter(|(word, _)| word.class.is_content() && seen.insert(word.key));
        let mut words: Vec<ContentWord> = counted
            .map(|(word, before)| ContentWord {
                key: word.key,
                class: word.class,
                in_digits: word.class == Class::Number
                    && word.span.slice(text).is_some_and(|it| it.contains(char::is_numeric)),
                is_counted: word.class == Class::Content && before == Some(Class::Number),
                span: word.span,
            })
            .collect();
        let is_inner = |word: &ContentWord| !context.contains(&word.key);
        // A claim that has only words of the title is about that title.
        if words.iter().any(is_inner) {
            words.retain(is_inner);
        }
        let own = language(claim);
        let is_english = own.or(speaks).is_none_or(|it| it == Language::English);
        let keys = words.iter().map(|word| word.key).collect();
        Self { words, keys, is_english }
    }

    /// Returns the keys of the words.
    pub const fn keys(&self) -> &KeySet {
        &self.keys
    }
}

/// Matches the words of a claim with those of a passage, whose spans are bytes of the source.
pub fn matched(claim: &[Word], content: &ContentWords, passage: &[Word]) -> WordMatch {
    let is_wanted = |word: &&Word| content.keys.contains(&word.key);
    let in_passage: Vec<&Word> = passage.iter().filter(is_wanted).collect();
    let there: KeySet = in_passage.iter().map(|word| word.key).collect();
    let is_there = |key: &Key| there.contains(key);
    let (in_claim, missing): (Vec<&Word>, Vec<&Word>) =
        claim.iter().filter(is_wanted).partition(|word| is_there(&word.key));
    let spans = |words: Vec<&Word>| words.into_iter().map(|word| word.span).collect();
    WordMatch {
        matched: content.words.iter().filter(|word| is_there(&word.key)).count(),
        of: content.words.len(),
        in_claim: spans(in_claim),
        missing: spans(missing),
        in_passage: spans(in_passage),
        akin: Box::default(),
    }
}
