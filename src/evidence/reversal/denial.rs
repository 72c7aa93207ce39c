//! A phrase by which one of two sentences denies what the other says: `it is a myth that`.

use std::sync::LazyLock;

use regex::Regex;

use super::retracted;
use super::sentence::{LISTS, ReadText, limits};
use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, KeySet, Word, listed_words};
use crate::text::Span;

/// The phrases, over line ends too. As they are written: letters of any case take several times as long.
static DENYING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let phrases = list(LISTS, "denying").join("|").replace(' ', r"\s+");
    Regex::new(&format!(r"(?-u)\b(?:{phrases})\b")).ok()
});

/// The longest content word of each phrase, and the words that take a sentence back from around it: most texts
/// have none of them.
static HEADS: LazyLock<KeySet> = LazyLock::new(|| {
    let head = |phrase: &&str| {
        let content = listed_words(phrase).into_iter().filter(|word| word.class != Class::Function);
        content.max_by_key(|word| word.span.len()).map(|word| word.key)
    };
    let lists = ["denying", "denying labels", "denying answers", "denying ends"];
    lists.iter().flat_map(|it| list(LISTS, it)).filter_map(|phrase| head(&phrase)).collect()
});

/// The words by which a sentence is denied.
#[derive(Debug, Clone, Copy)]
struct Denial {
    span: Span,
    /// True if they are not in a phrase that says what is denied, but before or after it.
    is_around: bool,
}

/// True if one of some words may be in a phrase that denies, or take a sentence back.
pub(super) fn may_be_among(words: &[Word]) -> bool {
    words.iter().any(|word| HEADS.contains(&word.key))
}

/// True if the part of a text that the words are of may deny something.
pub(super) fn is_in(read: ReadText<'_>) -> bool {
    may_be_among(read.words) || retracted::words(read).is_some()
}

/// Returns the place of the words that deny a sentence.
pub(super) fn of(sentence: ReadText<'_>) -> Option<Span> {
    denial(sentence).map(|it| it.span)
}

/// Returns the places in claim and passage of a sentence and of the words by which only the other one
/// denies it. Words around a sentence deny one that has all words of the other: `has_all`.
pub(super) fn differing(
    claim: ReadText<'_>,
    passage: ReadText<'_>,
    has_all: bool,
) -> Option<(Span, Span)> {
    let is_of_it = |denial: &Denial| has_all || !denial.is_around;
    match (denial(claim), denial(passage)) {
        (None, Some(there)) if is_of_it(&there) => {
            said(claim, passage, there.span).map(|own| (own, there.span))
        }
        (Some(own), None) if is_of_it(&own) => {
            said(passage, claim, own.span).map(|there| (own.span, there))
        }
        _ => None,
    }
}

/// Returns the whole of a sentence that another one denies, if nothing else turns or limits only one of the
/// two, and the sentence has none of the words that deny it: `The default is false`.
fn said(plain: ReadText<'_>, other: ReadText<'_>, denying: Span) -> Option<Span> {
    let apart = |one: ReadText<'_>, two: ReadText<'_>| {
        let there: KeySet = two.words.iter().map(|word| word.key).collect();
        let mut outside = one.words.iter().filter(|word| !word.span.overlaps(denying));
        outside.any(|word| limits((one, *word)) && !there.contains(&word.key))
    };
    let denies = |word: &&Word| word.span.overlaps(denying) && word.class != Class::Function;
    let denying_words: KeySet = other.words.iter().filter(denies).map(|word| word.key).collect();
    let is_plain = plain.words.iter().all(|word| !denying_words.contains(&word.key));
    (is_plain && !apart(plain, other) && !apart(other, plain)).then(|| plain.span()).flatten()
}

/// Returns the first phrase that denies in the part of a text that the words are of, or the words around it.
fn denial(sentence: ReadText<'_>) -> Option<Denial> {
    let span = sentence.span()?;
    let text = span.slice(sentence.text).filter(|_| may_be_among(sentence.words));
    let found = text.and_then(|text| DENYING.as_ref()?.find(text));
    let phrase = found.map(|it| Span::new(it.start(), it.end()).shifted(span.start));
    let phrase = phrase.map(|span| Denial { span, is_around: false });
    let around = || retracted::words(sentence).map(|span| Denial { span, is_around: true });
    phrase.or_else(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::words;

    #[test]
    fn every_phrase_is_found() {
        for phrase in list(LISTS, "denying") {
            let text = format!("In truth it {phrase} that members pay.");
            assert!(is_in(ReadText { text: &text, words: &words(&text) }), "{phrase}");
        }
    }
}
