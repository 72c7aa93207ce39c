//! A word of a claim that the passage has the opposite of.

use std::sync::LazyLock;

use super::sentence::{
    LISTS, ReadText, WordOf, is_limited_alone, is_listed, last, next, next_word,
};
use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, Key, KeySet, Word, listed_words, opposites};
use crate::text::Span;

/// Words that say the same as their opposites if two parties change their places: `lent to members`, `members
/// borrow`.
static CONVERSES: LazyLock<KeySet> = LazyLock::new(|| {
    let all = list(LISTS, "converses").into_iter().flat_map(listed_words);
    all.map(|word| word.key).collect()
});

/// A word of a claim, and its opposites that the passage has.
pub(super) type Opposed = (Word, Vec<Key>);

/// Returns the words of a claim that have an opposite in the passage: those that are `counted`, function words
/// and negations. `is_there` says which words the passage has.
pub(super) fn opposed(
    claim: ReadText<'_>,
    counted: &KeySet,
    is_there: &dyn Fn(&Key) -> bool,
) -> Vec<Opposed> {
    let may_count = |word: &&Word| match word.class {
        Class::Function | Class::Negation => true,
        class => class.is_content() && counted.contains(&word.key),
    };
    let found = claim.words.iter().filter(may_count).filter_map(|word| {
        let known = opposites(word.span.slice(claim.text)?, word.key);
        let there: Vec<Key> = known.iter().copied().filter(|key| is_there(key)).collect();
        (!there.is_empty()).then_some((*word, there))
    });
    found.collect()
}

/// Returns the places of a word of the claim and of its opposite in a sentence of the passage, if the same
/// word is beside both and nothing else turns or limits only one of the sentences.
pub(super) fn differing(
    (said, own): WordOf<'_>,
    opposites: &[Key],
    there: ReadText<'_>,
) -> Option<(Span, Span)> {
    // Words before a number bound it, and are compared with it.
    if next_word((said, own)).is_some_and(|it| it.class == Class::Number) {
        return None;
    }
    if there.words.iter().any(|word| word.key == own.key) {
        return None;
    }
    let is_said = |key: Key| said.words.iter().any(|word| word.key == key);
    let mut found =
        there.words.iter().filter(|word| opposites.contains(&word.key) && !is_said(word.key));
    let other = found.find(|word| is_beside_same((said, own), (there, **word)))?;
    let is_turned = is_converse(own.key) && is_passive((said, own)) != is_passive((there, *other));
    if is_turned || compares_others(said, there) {
        return None;
    }
    let is_alike = !is_limited_alone(said, there, Some(own.span))
        && !is_limited_alone(there, said, Some(other.span));
    is_alike.then_some((own.span, other.span))
}

/// True if both sentences compare, and have the words that both have in another order: `higher in 2020 than in
/// 2019`, `lower in 2019 than in 2020`.
fn compares_others(said: ReadText<'_>, there: ReadText<'_>) -> bool {
    let compares =
        |it: ReadText<'_>| it.words.iter().any(|word| word.span.slice(it.text) == Some("than"));
    let shared = |one: ReadText<'_>, two: ReadText<'_>| -> Vec<Key> {
        let both = one.words.iter().filter(|word| word.class.is_content());
        let both = both.filter(|word| two.words.iter().any(|it| it.key == word.key));
        both.map(|word| word.key).collect()
    };
    compares(said) && compares(there) && shared(said, there) != shared(there, said)
}

/// True for a word that says the same as its opposite if two parties change their places.
pub(super) fn is_converse(key: Key) -> bool {
    CONVERSES.contains(&key)
}

/// True if a form of `to be` is before a word: `coins are lent to members`.
fn is_passive((sentence, word): WordOf<'_>) -> bool {
    const FORMS: [&str; 7] = ["are", "be", "been", "being", "is", "was", "were"];
    let before = sentence.words.iter().rfind(|it| it.span.end <= word.span.start);
    before.is_some_and(|it| is_listed((sentence, *it), &FORMS))
}

/// True if the same content word follows both words, or comes before both. A function word (`before`)
/// belongs to what follows.
fn is_beside_same(own: WordOf<'_>, other: WordOf<'_>) -> bool {
    let is_same = |own: Option<Key>, other: Option<Key>| own.is_some() && own == other;
    is_same(next(own), next(other))
        || own.1.class != Class::Function && is_same(last(own), last(other))
}
