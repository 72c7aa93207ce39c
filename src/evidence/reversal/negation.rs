//! A word that only one of claim and passage negates.

use std::sync::LazyLock;

use super::sentence::{
    LISTS, MAX_COMPARED, ReadText, WordOf, is_limited_alone, is_listed, last, next, written,
};
use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, Word};
use crate::text::Span;

/// Words that negate the one that follows. Sorted.
pub(super) static NEGATING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "negating"));

/// Words after a negation that take it back: `not only`. Sorted.
pub(super) static RETRACTING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "retracting"));

/// Words after a negation from which on its sentence says the opposite: `not completed until 2012`. Sorted.
pub(super) static TURNING_BACK: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "turning back"));

/// The maximum number of words from a negation to the word that it negates.
const MAX_REACH: usize = 4;

/// The maximum number of words after a negation among which one may turn the sentence back.
const MAX_TURNED: usize = 64;

/// True if a word of a text negates.
pub(super) fn is_in(read: ReadText<'_>) -> bool {
    read.words.iter().any(|word| word.class == Class::Negation)
}

/// Returns the places in claim and passage of the word that one of two sentences negates while nothing in
/// the other one negates it, or limits that one alone.
pub(super) fn differing(claim: ReadText<'_>, passage: ReadText<'_>) -> Option<(Span, Span)> {
    let of = |one: ReadText<'_>, other: ReadText<'_>| {
        if is_limited_beside(other, one) {
            return None;
        }
        negated(one, other).into_iter().find_map(|(cue, word)| {
            let plain = other.words.iter().find(|it| it.key == word.key)?;
            // `not paid in May, but paid in June` says it, too.
            let times = one.words.iter().filter(|it| it.key == word.key).count();
            let is_same = times == 1 && has_same_neighbour((one, word), (other, *plain));
            is_same.then_some((Span::new(cue.span.start, word.span.end), plain.span))
        })
    };
    let by_passage = of(passage, claim).map(|(there, own)| (own, there));
    by_passage.or_else(|| of(claim, passage))
}

/// True if the same content word follows both words (`cannot use the inner ramp` beside `use the inner
/// ramp`, not `use the outer ramp`), or comes before both if one is the last.
fn has_same_neighbour(one: WordOf<'_>, other: WordOf<'_>) -> bool {
    match (next(one), next(other)) {
        (Some(one), Some(other)) => one == other,
        _ => last(one) == last(other),
    }
}

/// True if a word of a sentence negates it, or limits it and not the other one, too.
fn is_limited_beside(sentence: ReadText<'_>, other: ReadText<'_>) -> bool {
    sentence.words.iter().any(|word| negates((sentence, *word)))
        || is_limited_alone(sentence, other, None)
}

/// Returns the words of a sentence that negate the next one, unless one after takes them back: `not only`.
pub(super) fn negating(sentence: ReadText<'_>) -> Vec<Word> {
    let after = sentence.words.iter().skip(1).map(Some).chain([None]);
    let cues = sentence.words.iter().zip(after).filter(|(word, after)| {
        negates((sentence, **word))
            && !after.is_some_and(|next| is_listed((sentence, *next), &RETRACTING))
    });
    cues.map(|(word, _)| *word).collect()
}

/// Returns each negation of a sentence and the content word that it negates: the next one, if no sign is
/// between them, and no word of its own turns the sentence back.
fn negated(sentence: ReadText<'_>, other: ReadText<'_>) -> Vec<(Word, Word)> {
    let cues = sentence.words.iter().enumerate().filter(|(_, word)| negates((sentence, **word)));
    let pairs = cues.take(MAX_COMPARED).filter_map(|(at, cue)| {
        // `non-exclusive` is a word of its own, too.
        let after = sentence.words.get(at + 1..)?.iter();
        let after = after.filter(|word| word.span.start >= cue.span.end).take(MAX_REACH);
        let next = after.clone().next();
        let is_retracted = next.is_some_and(|next| is_listed((sentence, *next), &RETRACTING));
        let mut rest = sentence.words.iter().skip(at + 1).take(MAX_TURNED);
        let is_turned = rest.any(|word| {
            is_listed((sentence, *word), &TURNING_BACK)
                && other.words.iter().all(|there| there.key != word.key)
        });
        if is_turned || is_retracted {
            return None;
        }
        // `no longer opens`
        let is_longer = |it: &Word| {
            written((sentence, *it)).is_some_and(|it| it.eq_ignore_ascii_case("longer"))
        };
        // Numbers are compared with their bounds.
        let mut after = after.copied().skip_while(is_longer);
        let word = after.find(|word| word.class.is_content())?;
        if word.class == Class::Number {
            return None;
        }
        let between = Span::new(cue.span.end, word.span.start).slice(sentence.text)?;
        (!between.contains(['.', ',', ';', ':', '!', '?', '(', ')'])).then_some((*cue, word))
    });
    pairs.collect()
}

/// True if a word negates the one that follows.
fn negates((sentence, word): WordOf<'_>) -> bool {
    word.class == Class::Negation
        && (written((sentence, word)).is_some_and(|it| it.contains(['\'', '\u{2019}']))
            || is_listed((sentence, word), &NEGATING))
}
