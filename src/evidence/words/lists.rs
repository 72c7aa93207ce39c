//! Fixed lists of words: function words, negations, number words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Language;
use crate::evidence::word_lists::list;

const COMMON: &str = include_str!("../../../assets/words/common.txt");

/// Words without a meaning of their own, in English, the commonest of German, French and Spanish, and those of
/// other scripts.
static FUNCTION_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    ["function words", "function words, other scripts"]
        .iter()
        .flat_map(|it| list(COMMON, it))
        .collect()
});

/// More of them in each language, which count in its texts alone: some are other words elsewhere.
static MORE_FUNCTION_WORDS: LazyLock<[Vec<&str>; 7]> = LazyLock::new(|| {
    let names = ["English", "German", "French", "Spanish", "Italian", "Portuguese", "Dutch"];
    names.map(|name| list(COMMON, &format!("function words, {name}")))
});

/// Articles and prepositions whose vowel is left out before a word that begins with one.
const ELIDED: [&str; 22] = [
    "all", "c", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n", "nell", "puisqu", "qu",
    "quell", "quest", "quoiqu", "s", "sull", "t", "un", "\u{e7}",
];

/// The commonest words of each language that are in no other list here: a few of them identify it.
pub(super) const LANGUAGES: [(Language, &[&str]); 7] = [
    (
        Language::English,
        &["and", "are", "at", "by", "for", "from", "has", "is", "of", "that", "the", "to", "with"],
    ),
    (
        Language::German,
        &[
            "auf", "bei", "dem", "den", "der", "ein", "eine", "einer", "für", "ist", "mit",
            "nicht", "und", "von", "werden", "wird", "zu", "zum", "zur",
        ],
    ),
    (
        Language::French,
        &["au", "aux", "avec", "dans", "des", "du", "est", "et", "le", "les", "par", "pour", "sur"],
    ),
    (Language::Spanish, &["con", "del", "el", "las", "los", "por", "se", "y"]),
    (Language::Italian, &["che", "della", "delle", "di", "gli", "il", "nel", "per", "sono"]),
    (
        Language::Portuguese,
        &[
            "ao", "com", "da", "do", "dos", "ela", "ele", "em", "estão", "foi", "não", "os",
            "pela", "pelo", "seu", "sua", "são", "também", "uma",
        ],
    ),
    (
        Language::Dutch,
        &[
            "aan", "bij", "dat", "deze", "een", "het", "met", "naar", "niet", "ook", "van", "voor",
            "wordt", "zijn",
        ],
    ),
];

/// Words that change the sense of a sentence.
static NEGATIONS: LazyLock<Vec<&str>> = LazyLock::new(|| list(COMMON, "negations"));

static NUMBER_WORDS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    list(COMMON, "numbers").into_iter().filter_map(|entry| entry.split_once(' ')).collect()
});

/// Returns the language in which a folded word is common.
pub(super) fn language(word: &str) -> Option<Language> {
    let mut lists = LANGUAGES.iter();
    lists.find(|(_, words)| words.binary_search(&word).is_ok()).map(|(language, _)| *language)
}

/// Returns true if a folded word is a function word.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Returns true if a folded word is one more function word of a language.
pub(super) fn is_function_word_of(language: Language, word: &str) -> bool {
    let words = MORE_FUNCTION_WORDS.get(language as usize);
    words.is_some_and(|words| words.binary_search(&word).is_ok())
}

/// Returns true if `first`, before an apostrophe, is no part of the word that follows.
pub(super) fn is_elided(first: &str) -> bool {
    ELIDED.contains(&first)
}

/// Returns true if a folded word negates its sentence: it is in the list, or a verb with `n't`.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.binary_search(&word).is_ok() || word.ends_with("n't")
}

/// Nouns before which `one` is a number; elsewhere it is as often a pronoun.
static COUNTED: LazyLock<Vec<&str>> = LazyLock::new(|| list(COMMON, "counted nouns"));

/// Words that may be between `one` and such a noun.
const COUNTED_AS: [&str; 5] = ["business", "calendar", "full", "whole", "working"];

/// Returns true if `one` is a number before `rest`: the name of a unit follows.
pub(in crate::evidence) fn counts_one(rest: &str) -> bool {
    let mut words = rest.split_inclusive(|c: char| !c.is_ascii_alphabetic()).map(|word| {
        let bare = word.trim_end_matches([' ', '-']);
        (bare.trim_end_matches(|c: char| !c.is_ascii_alphabetic()), bare.len() < word.len())
    });
    // Only a blank or a hyphen follows `one` here.
    let Some(("", true)) = words.next() else { return false };
    let known = |list: &[&str], word: &str| list.iter().any(|it| word.eq_ignore_ascii_case(it));
    match words.next() {
        Some((word, true)) if known(&COUNTED_AS, word) => {
            words.next().is_some_and(|(noun, _)| known(&COUNTED, noun))
        }
        Some((word, _)) => known(&COUNTED, word),
        None => false,
    }
}

/// Returns the digits of a number written as an English word. `one` is left out: see
/// [`counts_one`].
pub(super) fn number_word(word: &str) -> Option<&'static str> {
    NUMBER_WORDS.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(LANGUAGES.iter().all(|(_, words)| words.is_sorted()));
        assert!(FUNCTION_WORDS.is_sorted() && NEGATIONS.is_sorted());
        assert!(MORE_FUNCTION_WORDS.iter().all(|words| words.is_sorted()));
        assert_eq!(MORE_FUNCTION_WORDS.iter().filter(|words| words.is_empty()).count(), 1);
    }
}
