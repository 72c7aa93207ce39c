//! Words that change the sense of a sentence, and numbers, in the text that a quote leaves out.

use std::sync::LazyLock;

use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, words};

const LISTS: &str = include_str!("../../../assets/words/turning.txt");

/// Words of several languages that change the sense of a sentence, in addition to those of
/// [`Class::Negation`]. Sorted.
static TURNING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "words"));

/// Signs with the same effect in scripts without blanks between words, and in Korean.
static TURNING_SIGNS: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "signs"));

/// Returns the first word of `text` that changes the sense of a sentence.
pub(super) fn turning(text: &str) -> Option<&str> {
    let sign = TURNING_SIGNS.iter().find_map(|sign| Some((text.find(sign)?, *sign)));
    if let Some((at, sign)) = sign {
        return text.get(at..at + sign.len());
    }
    words(text).into_iter().find_map(|word| {
        let written = word.span.slice(text)?;
        let turns = word.class == Class::Negation
            || TURNING.binary_search(&written.to_lowercase().as_str()).is_ok();
        turns.then_some(written)
    })
}

/// Returns the first number of `text`.
pub(super) fn number(text: &str) -> Option<&str> {
    let number = words(text).into_iter().find(|word| word.class == Class::Number)?;
    number.span.slice(text)
}

/// Returns true if `text` has a content word: more than pronouns and the like.
pub(super) fn has_content(text: &str) -> bool {
    words(text).iter().any(|word| word.class.is_content())
}

/// Returns true if the two have a content word in common.
pub(super) fn share_a_word(one: &str, other: &str) -> bool {
    let other = words(other);
    let mut content = words(one).into_iter().filter(|word| word.class.is_content());
    content.any(|word| other.iter().any(|second| second.key == word.key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(TURNING.is_sorted());
    }

    #[test]
    fn turning_words_of_many_languages() {
        for text in [
            "it does not work",
            "unless told",
            "das ist kein Fehler",
            "\u{8fd9}\u{4e0d}\u{662f}",
            "\u{52d5}\u{304b}\u{306a}\u{3044}",
            "\u{644}\u{627} \u{64a}\u{639}\u{645}\u{644}",
            "\u{43d}\u{435} \u{440}\u{430}\u{431}\u{43e}\u{442}\u{430}\u{435}\u{442}",
        ] {
            assert!(turning(text).is_some(), "{text}");
        }
        assert_eq!(turning("it works well"), None);
    }
}
