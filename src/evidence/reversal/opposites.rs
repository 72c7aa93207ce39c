//! A word of a claim that the passage has the opposite of.

use super::sentence::{ReadText, WordOf, last, limits, next};
use crate::evidence::words::{Class, Key, KeySet, Word, opposites};
use crate::text::Span;

/// Returns each word of a sentence that is not in the passage, which has `all` words, but has an opposite
/// there that the sentence lacks; with these opposites.
pub(super) fn absent(
    said: ReadText<'_>,
    wanted: &[(Key, f64)],
    all: &KeySet,
) -> Vec<(Word, Vec<Key>)> {
    let is_said = |key: &Key| said.words.iter().any(|word| word.key == *key);
    let is_wanted = |word: &Word| {
        word.class == Class::Function || wanted.iter().any(|(key, _)| *key == word.key)
    };
    let absent = said.words.iter().filter(|it| is_wanted(it) && !all.contains(&it.key));
    let with_opposites = absent.filter_map(|word| {
        let known = opposites(word.span.slice(said.text)?);
        let there = known.iter().filter(|key| all.contains(key) && !is_said(key));
        let there: Vec<Key> = there.copied().collect();
        (!there.is_empty()).then_some((*word, there))
    });
    with_opposites.collect()
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
    let mut found = there.words.iter().filter(|word| opposites.contains(&word.key));
    let other = found.find(|word| is_beside_same((said, own), (there, **word)))?;
    let is_alike = is_limited_alike((said, own), (there, *other))
        && is_limited_alike((there, *other), (said, own));
    is_alike.then_some((own.span, other.span))
}

fn next_word((sentence, word): WordOf<'_>) -> Option<&Word> {
    sentence.words.iter().find(|it| it.span.start >= word.span.end)
}

/// True if the same content word follows both words, or comes before both. A function word (`before`)
/// belongs to what follows.
fn is_beside_same(own: WordOf<'_>, other: WordOf<'_>) -> bool {
    let is_same = |own: Option<Key>, other: Option<Key>| own.is_some() && own == other;
    is_same(next(own), next(other))
        || own.1.class != Class::Function && is_same(last(own), last(other))
}

/// True if each word that turns or limits the first sentence, apart from the word itself, is also in the
/// other.
fn is_limited_alike((sentence, word): WordOf<'_>, (other, _): WordOf<'_>) -> bool {
    let others = sentence.words.iter().filter(|it| it.span != word.span);
    let mut limiting = others.filter(|it| limits((sentence, **it)));
    limiting.all(|it| other.words.iter().any(|there| there.key == it.key))
}
