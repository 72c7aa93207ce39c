//! Words that a claim negates and its passage does not, or the other way round.
//!
//! Only English is read, and only a sentence of the passage that has nearly all of the claim: in any
//! other, a negation says nothing about the claim.

use std::cell::LazyCell;
use std::sync::LazyLock;

use super::support::weight;
use super::word_lists::list;
use super::words::{Class, Key, KeySet, Word};
use crate::text::Span;
use crate::text::sentences::starts;

const LISTS: &str = include_str!("../../assets/words/negation.txt");

/// Words that negate the one that follows. Sorted.
static NEGATING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "negating"));

/// Words behind a negation that take it back: `not only`. Sorted.
static TAKING_BACK: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "taking back"));

/// Words that may say the same as a negation, or limit their sentence. Sorted.
static LIMITING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "limiting"));

/// The minimum share of a sentence of the claim that the sentence of the passage has.
pub const MIN_SHARE: f64 = 0.75;

/// The minimum number of different content words in that sentence of the claim.
const MIN_WORDS: usize = 3;

/// The maximum number of words from a negation to the word that it negates.
const MAX_REACH: usize = 4;

/// The maximum number of sentences of a claim that are compared, and of negations of a sentence: each is
/// looked for in a whole passage.
const MAX_COMPARED: usize = 16;

/// A word that only one of claim and passage negates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NegatedWord {
    /// The word in the claim, from its negation on if the claim negates it; bytes of the response.
    pub claim: Span,
    /// Index of the source of the other sentence: of the passage, or of the better place if that is named.
    pub source: usize,
    /// The word there, from its negation on if it is negated; bytes of the source.
    pub passage: Span,
    /// The same as written in the passage.
    pub word: String,
}

/// A text and its words, whose spans are bytes of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadText<'t> {
    pub(super) text: &'t str,
    pub(super) words: &'t [Word],
}

/// A place of a source that a claim is compared with.
#[derive(Debug, Clone, Copy)]
pub(super) struct ComparedPlace<'t> {
    /// Index of the source.
    pub(super) source: usize,
    /// The first byte of the place in the source.
    pub(super) start: usize,
    pub(super) read: ReadText<'t>,
}

/// Returns the first word that one of the two negates and the other does not. `claim` are the bytes of
/// the response that are the claim, and `counted` its words that a passage should have.
pub(super) fn negated_differently(
    response: ReadText<'_>,
    claim: Span,
    counted: &KeySet,
    place: ComparedPlace<'_>,
) -> Option<NegatedWord> {
    let (own, there) = differing(response, claim, counted, place.read)?;
    let word = there.slice(place.read.text)?.to_owned();
    let passage = there.shifted(place.start);
    Some(NegatedWord { claim: own, source: place.source, passage, word })
}

/// Returns the places of that word in the response and in the passage.
fn differing(
    response: ReadText<'_>,
    claim: Span,
    counted: &KeySet,
    passage: ReadText<'_>,
) -> Option<(Span, Span)> {
    // Fast path: most claims and passages negate nothing.
    let negates = |words: &[Word]| words.iter().any(|word| word.class == Class::Negation);
    if !negates(response.words) && !negates(passage.words) {
        return None;
    }
    let all = keys(passage.words);
    let theirs = LazyCell::new(|| sentences(passage, Span::new(0, passage.text.len())));
    sentences(response, claim).into_iter().take(MAX_COMPARED).find_map(|said| {
        let wanted = wanted(said.words, counted);
        if wanted.len() < MIN_WORDS || share(&wanted, &all) < MIN_SHARE {
            return None;
        }
        let shares = theirs.iter().map(|there| share(&wanted, &keys(there.words)));
        let shares: Vec<f64> = shares.collect();
        let best = shares.iter().copied().fold(MIN_SHARE, f64::max);
        let mut best = theirs.iter().zip(shares).filter(|(_, share)| *share >= best);
        let found = best.next().and_then(|(there, _)| differs(said, *there))?;
        // Of sentences that have as much of the claim, one may say it.
        best.all(|(there, _)| differs(said, *there).is_some()).then_some(found)
    })
}

/// Divides a part of a text into its sentences.
fn sentences(read: ReadText<'_>, part: Span) -> Vec<ReadText<'_>> {
    let text = part.slice(read.text).unwrap_or_default();
    let starts: Vec<usize> = starts(text).into_iter().map(|at| part.start + at).collect();
    let ends = starts.iter().skip(1).copied().chain([part.end]);
    let at = |byte: usize| read.words.partition_point(|word| word.span.start < byte);
    let each = starts.iter().zip(ends).filter_map(|(&start, end)| {
        let words = read.words.get(at(start)..at(end))?;
        Some(ReadText { text: read.text, words })
    });
    each.collect()
}

/// Returns the different words of a sentence that count, each with its weight.
fn wanted(words: &[Word], counted: &KeySet) -> Vec<(Key, f64)> {
    let mut seen = KeySet::default();
    let first = words.iter().filter(|it| counted.contains(&it.key) && seen.insert(it.key));
    first.map(|word| (word.key, weight(word.class))).collect()
}

fn keys(words: &[Word]) -> KeySet {
    words.iter().map(|word| word.key).collect()
}

/// Returns the share of the wanted words, by weight, that are `there`.
fn share(wanted: &[(Key, f64)], there: &KeySet) -> f64 {
    let sum = |held: &dyn Fn(&Key) -> bool| -> f64 {
        wanted.iter().filter(|(key, _)| held(key)).map(|(_, weight)| weight).sum()
    };
    sum(&|key| there.contains(key)) / sum(&|_| true)
}

/// Returns the places in claim and passage of the word that one of two sentences negates while nothing in
/// the other one negates or limits.
fn differs(claim: ReadText<'_>, passage: ReadText<'_>) -> Option<(Span, Span)> {
    let of = |one: ReadText<'_>, other: ReadText<'_>| {
        if is_limited(other) {
            return None;
        }
        negated(one).into_iter().find_map(|(cue, word)| {
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
fn has_same_neighbour(one: (ReadText<'_>, Word), other: (ReadText<'_>, Word)) -> bool {
    let content = |it: &&Word| it.class.is_content();
    let next = |(sentence, word): (ReadText<'_>, Word)| {
        let behind = |it: &&Word| it.span.start >= word.span.end;
        sentence.words.iter().filter(content).find(behind).map(|it| it.key)
    };
    let last = |(sentence, word): (ReadText<'_>, Word)| {
        let before = |it: &&Word| it.span.end <= word.span.start;
        sentence.words.iter().filter(content).rfind(before).map(|it| it.key)
    };
    match (next(one), next(other)) {
        (Some(one), Some(other)) => one == other,
        _ => last(one) == last(other),
    }
}

/// Returns each negation of a sentence and the content word that it negates: the next one, if no sign is
/// between them.
fn negated(sentence: ReadText<'_>) -> Vec<(Word, Word)> {
    let negates = |word: &Word| {
        word.class == Class::Negation
            && written(sentence, *word)
                .is_some_and(|it| it.contains(['\'', '\u{2019}']) || in_list(&NEGATING, &it))
    };
    let cues = sentence.words.iter().enumerate().filter(|(_, word)| negates(word));
    let pairs = cues.take(MAX_COMPARED).filter_map(|(at, cue)| {
        let behind = sentence.words.get(at + 1..)?.iter().take(MAX_REACH);
        let taken_back = behind.clone().next().and_then(|next| written(sentence, *next));
        if taken_back.is_some_and(|next| in_list(&TAKING_BACK, &next)) {
            return None;
        }
        let word = behind.copied().find(|word| word.class.is_content())?;
        let between = Span::new(cue.span.end, word.span.start).slice(sentence.text)?;
        (!between.contains(['.', ',', ';', ':', '!', '?', '(', ')'])).then_some((*cue, word))
    });
    pairs.collect()
}

/// True if a word of a sentence negates it or may limit it.
fn is_limited(sentence: ReadText<'_>) -> bool {
    sentence.words.iter().any(|word| {
        word.class == Class::Negation
            || written(sentence, *word).is_some_and(|it| in_list(&LIMITING, &it))
    })
}

fn written(sentence: ReadText<'_>, word: Word) -> Option<String> {
    word.span.slice(sentence.text).map(str::to_lowercase)
}

fn in_list(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::words;

    /// Returns the words that differ, as claim and passage have them.
    fn written_differently(claim: &str, passage: &str) -> Option<(String, String)> {
        let (own, theirs) = (words(claim), words(passage));
        let counted = own.iter().filter(|word| word.class.is_content()).map(|word| word.key);
        let (own, there) = differing(
            ReadText { text: claim, words: &own },
            Span::new(0, claim.len()),
            &counted.collect(),
            ReadText { text: passage, words: &theirs },
        )?;
        Some((own.slice(claim)?.to_owned(), there.slice(passage)?.to_owned()))
    }

    #[test]
    fn the_lists_are_sorted() {
        assert!([&NEGATING, &TAKING_BACK, &LIMITING].iter().all(|list| list.is_sorted()));
    }

    #[test]
    fn a_word_that_one_side_negates() {
        let cases = [
            (
                "Private phones are reimbursed by us.",
                "Private phones are not reimbursed by us.",
                "reimbursed",
                "not reimbursed",
            ),
            (
                "Private phones are never reimbursed by us.",
                "Private phones are reimbursed by us.",
                "never reimbursed",
                "reimbursed",
            ),
            (
                "Late forms can\u{2019}t be accepted.",
                "Late forms are accepted.",
                "can\u{2019}t be accepted",
                "accepted",
            ),
            (
                "The hall has lockers upstairs.",
                "Open daily. The hall has no lockers upstairs.",
                "lockers",
                "no lockers",
            ),
        ];
        for (claim, passage, own, theirs) in cases {
            assert_eq!(
                written_differently(claim, passage),
                Some((own.into(), theirs.into())),
                "{claim}"
            );
        }
    }

    #[test]
    fn what_may_say_the_same_is_passed() {
        for (claim, passage) in [
            (
                "Private phones are reimbursed by us.",
                "Private phones are not only bought but reimbursed by us.",
            ),
            (
                "Private phones are not reimbursed by us.",
                "We refuse that private phones are reimbursed by us.",
            ),
            (
                "Private phones are reimbursed by us.",
                "Private phones are not paid in May, yet reimbursed by us in June.",
            ),
            (
                "Private phones are not reimbursed by us.",
                "Private phones are never reimbursed by us.",
            ),
            // Two words of four say little.
            (
                "Private phones are reimbursed by offices.",
                "Booked flights are not reimbursed by offices.",
            ),
            // The sentence before says it as it is.
            (
                "Private phones are reimbursed by us.",
                "Private phones are reimbursed by us. Private phones are not reimbursed by us.",
            ),
            ("Shops open.", "Shops do not open."),
            (
                "At low water, larger ferries cannot use the inner ramp.",
                "At low water, the inner ramp is too high for larger ferries, which use the outer ramp.",
            ),
        ] {
            assert_eq!(written_differently(claim, passage), None, "{claim}");
        }
    }
}
