//! A phrase by which one of two sentences denies what the other says: `it is a myth that`.

use std::sync::LazyLock;

use regex::Regex;

use super::sentence::{LISTS, ReadText, limits};
use crate::evidence::word_lists::list;
use crate::evidence::words::{KeySet, words};
use crate::text::Span;

/// The phrases, over line ends too. As they are written: letters of any case take several times as long.
static DENYING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let phrases = list(LISTS, "denying").join("|").replace(' ', r"\s+");
    Regex::new(&format!(r"(?-u)\b(?:{phrases})\b")).ok()
});

/// The longest content word of each phrase: most texts have none of them.
static HEADS: LazyLock<KeySet> = LazyLock::new(|| {
    let head = |phrase: &&str| {
        let content = words(phrase).into_iter().filter(|word| word.class.is_content());
        content.max_by_key(|word| word.span.len()).map(|word| word.key)
    };
    list(LISTS, "denying").iter().filter_map(head).collect()
});

/// True if the part of a text that the words are of may deny something.
pub(super) fn is_in(read: ReadText<'_>) -> bool {
    read.words.iter().any(|word| HEADS.contains(&word.key)) && denial(read).is_some()
}

/// Returns the places in claim and passage of a sentence and of the phrase by which only the other one
/// denies it.
pub(super) fn differing(claim: ReadText<'_>, passage: ReadText<'_>) -> Option<(Span, Span)> {
    match (denial(claim), denial(passage)) {
        (None, Some(there)) => said(claim, passage, there).map(|own| (own, there)),
        (Some(own), None) => said(passage, claim, own).map(|there| (own, there)),
        _ => None,
    }
}

/// Returns the whole of a sentence that another one denies by a phrase, if nothing else turns or limits only
/// one of the two.
fn said(plain: ReadText<'_>, other: ReadText<'_>, phrase: Span) -> Option<Span> {
    let apart = |one: ReadText<'_>, two: ReadText<'_>| {
        let there: KeySet = two.words.iter().map(|word| word.key).collect();
        let mut outside = one.words.iter().filter(|word| !word.span.overlaps(phrase));
        outside.any(|word| limits((one, *word)) && !there.contains(&word.key))
    };
    (!apart(plain, other) && !apart(other, plain)).then(|| plain.span()).flatten()
}

/// Returns the place of the first phrase that denies in the part of a text that the words are of.
fn denial(sentence: ReadText<'_>) -> Option<Span> {
    let span = sentence.span()?;
    let found = DENYING.as_ref()?.find(span.slice(sentence.text)?)?;
    Some(Span::new(found.start(), found.end()).shifted(span.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_found() {
        for phrase in list(LISTS, "denying") {
            let text = format!("In truth it {phrase} that members pay.");
            assert!(is_in(ReadText { text: &text, words: &words(&text) }), "{phrase}");
        }
    }
}
