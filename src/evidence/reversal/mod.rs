//! Words by which a claim and its passage say opposite things: one negates a word that the other has
//! without a negation, or has its opposite.
//!
//! Only English is read, and only a sentence of the passage that has nearly all of the claim: in any
//! other, a negation or an opposite says nothing about the claim.

mod alone;
mod denial;
mod east_asian;
mod negation;
mod opposites;
mod order;
mod sentence;
mod retracted;

use std::cell::LazyCell;

pub(super) use alone::alone;
pub(super) use order::is_reordered;
pub(super) use retracted::MAX_AFTER;
pub(super) use sentence::{DividedText, ReadText, without_label};
use sentence::{MAX_COMPARED, Sentence};

use super::support::weight;
use super::words::{Key, KeySet, Word, has_run};
use crate::text::Span;

/// The minimum share of a sentence of the claim that the sentence of the passage has.
pub const MIN_SHARE: f64 = 0.75;

/// The minimum share if another sentence of the passage has the word of which this one has the opposite.
const MIN_SHARE_BESIDE: f64 = 0.9;

/// The share of all words, but for errors of rounding.
const ALL: f64 = 0.999;

/// The minimum number of different content words in that sentence of the claim.
const MIN_WORDS: usize = 3;

/// The minimum number if the sentence of the passage is short, too: `Open on Sundays` says little, but all that
/// `It is closed on Sundays` is about.
const MIN_SHORT: usize = 2;

/// The maximum number of content words of a short sentence.
const MAX_SHORT: usize = 4;

/// The way in which a word of a claim is reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReversedBy {
    /// Only one of claim and passage negates it.
    Negation,
    /// The passage has its opposite instead.
    Opposite,
}

impl ReversedBy {
    /// Returns the name that JSON gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Negation => "negation",
            Self::Opposite => "opposite",
        }
    }
}

/// A word by which claim and passage say opposite things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The way in which it is reversed.
    pub by: ReversedBy,
    /// The word in the claim, from its negation on if the claim negates it; bytes of the response.
    pub claim: Span,
    /// Index of the source of the other sentence: of the passage, or of the better place if that is named.
    pub source: usize,
    /// The word or its opposite there, from its negation on if it is negated; bytes of the source.
    pub passage: Span,
    /// The same as written in the passage.
    pub word: String,
}

/// A place of a source that a claim is compared with.
#[derive(Debug)]
pub(super) struct ComparedPlace<'t> {
    /// Index of the source.
    pub(super) source: usize,
    /// The first byte of the place in the source.
    pub(super) start: usize,
    pub(super) text: DividedText<'t>,
}

/// Returns the first word of a claim that the place reverses; `counted` are the words of the claim that a
/// passage should have.
pub(super) fn reversal(
    claim: &DividedText<'_>,
    counted: &KeySet,
    place: &ComparedPlace<'_>,
) -> Option<Reversal> {
    let (by, own, there) = reversed(claim, counted, &place.text)?;
    let word = there.slice(place.text.read.text)?.to_owned();
    Some(Reversal {
        by,
        claim: own,
        source: place.source,
        passage: there.shifted(place.start),
        word,
    })
}

/// The sentences of a claim that words or a sign retract, and the first of these.
#[derive(Debug, Clone)]
pub(super) struct Denied {
    pub(super) sentences: Vec<Span>,
    /// The place of the words or the sign.
    pub(super) by: Span,
}

/// Returns the sentences of a claim that are denied; `None` if none is. `near` are the words of the response up
/// to some way after the claim.
pub(super) fn denied(claim: &DividedText<'_>, near: &[Word]) -> Option<Denied> {
    let has_sign = || retracted::has_sign_near(claim.read.text, claim.part);
    if !denial::may_be_among(near) && !has_sign() {
        return None;
    }
    let found = claim.sentences().iter().take(MAX_COMPARED).filter_map(|said| {
        let by = denial::of(said.read).or_else(|| retracted::sign(said.read))?;
        Some((said.read.span()?, by))
    });
    let found: Vec<(Span, Span)> = found.collect();
    let by = found.first()?.1;
    Some(Denied { sentences: found.into_iter().map(|(said, _)| said).collect(), by })
}

/// True if a text denies, negates or limits something.
pub(super) fn denies(read: ReadText<'_>) -> bool {
    read.words.iter().any(|word| sentence::limits((read, *word)))
        || denial::is_in(read)
        || retracted::has_sign(read.text)
}

/// Returns the places of that word in the response and in the passage.
fn reversed(
    claim: &DividedText<'_>,
    counted: &KeySet,
    passage: &DividedText<'_>,
) -> Option<(ReversedBy, Span, Span)> {
    // Most claims and passages negate nothing, and have no opposites.
    let is_denied = LazyCell::new(|| denial::is_in(passage.read) || denial::is_in(claim.read));
    let is_negated = negation::is_in(claim.read) || negation::is_in(passage.read);
    let opposed = opposites::opposed(claim.read, counted, &|key| passage.keys().contains(key));
    let is_negated_in_word = LazyCell::new(|| {
        [claim.read, passage.read].into_iter().any(|read| east_asian::negation(read).is_some())
    });
    if !is_negated && opposed.is_empty() && !*is_denied && !*is_negated_in_word {
        return None;
    }
    claim.sentences().iter().take(MAX_COMPARED).find_map(|said| {
        let whole = said.read;
        let denied = is_denied.then(|| denial::of(whole)).flatten();
        let said = without_label(whole);
        let wanted = wanted(said.words, counted, denied);
        if wanted.len() < MIN_SHORT {
            return None;
        }
        let near = LazyCell::new(|| compared_with(wanted.len(), passage.sentences()));
        let has_most = share(&wanted, passage.keys()) >= MIN_SHARE;
        let by_denial = || {
            let may_be = has_most && *is_denied;
            let differing = |there: &Sentence<'_>| {
                let has_all = share(&wanted, there.keys()) >= ALL;
                denial::differing(whole, there.read, has_all)
            };
            may_be.then(|| in_nearest(&near, &wanted, &differing))?
        };
        let by_negation = || {
            let may_be = has_most && (is_negated || *is_negated_in_word);
            let differing = |there: &Sentence<'_>| {
                let there = without_label(there.read);
                negation::differing(said, there).or_else(|| east_asian::differing(said, there))
            };
            may_be.then(|| in_nearest(&near, &wanted, &differing))?
        };
        let by_opposite = || {
            let opposed = opposed.iter().filter(|(word, _)| said.words.contains(word));
            opposed.take(MAX_COMPARED).find_map(|(word, opposites)| {
                let mut rest = wanted.clone();
                rest.retain(|(key, _)| *key != word.key);
                if share(&rest, passage.keys()) < MIN_SHARE {
                    return None;
                }
                let least = least_share(passage, word.key);
                in_nearest(&near, &rest, &|there| {
                    let is_near = share(&rest, there.keys()) >= least;
                    is_near.then(|| opposites::differing((said, *word), opposites, there.read))?
                })
            })
        };
        let of = |by: ReversedBy| move |(own, there)| (by, own, there);
        // Denied words are often repeated as they are, and a negation of them says the same.
        by_denial().map(of(ReversedBy::Negation)).or_else(|| {
            if denied.is_some() {
                return None;
            }
            let found = by_negation().map(of(ReversedBy::Negation));
            let found = found.or_else(|| by_opposite().map(of(ReversedBy::Opposite)));
            found.filter(|_| !has_run(passage.read.words, said.words))
        })
    })
}

/// Returns the share that a sentence needs which has the opposite of a word.
fn least_share(passage: &DividedText<'_>, word: Key) -> f64 {
    if passage.keys().contains(&word) { MIN_SHARE_BESIDE } else { MIN_SHARE }
}

/// Returns the sentences of a passage that may say all of a sentence of the claim with so many words.
fn compared_with<'s, 't>(words: usize, there: &'s [Sentence<'t>]) -> Vec<&'s Sentence<'t>> {
    let is_short = |sentence: &Sentence<'_>| {
        let content = sentence.read.words.iter().filter(|word| word.class.is_content());
        content.take(MAX_SHORT + 1).count() <= MAX_SHORT
    };
    there.iter().filter(|it| words >= MIN_WORDS || is_short(it)).collect()
}

/// Returns the places that `differing` finds in the sentence that has most of the wanted words, if it
/// finds some in each that has as many: of those, one may say what the claim says.
fn in_nearest(
    sentences: &[&Sentence<'_>],
    wanted: &[(Key, f64)],
    differing: &dyn Fn(&Sentence<'_>) -> Option<(Span, Span)>,
) -> Option<(Span, Span)> {
    let shares = sentences.iter().map(|there| share(wanted, there.keys()));
    let shares: Vec<f64> = shares.collect();
    let highest = shares.iter().copied().fold(MIN_SHARE, f64::max);
    let mut nearest = sentences.iter().zip(shares).filter(|(_, share)| *share >= highest);
    let found = nearest.next().and_then(|(there, _)| differing(there))?;
    nearest.all(|(there, _)| differing(there).is_some()).then_some(found)
}

/// Returns the different words of a sentence that count, each with its weight, but those that deny it.
fn wanted(words: &[Word], counted: &KeySet, denying: Option<Span>) -> Vec<(Key, f64)> {
    let mut seen = KeySet::default();
    let said = words.iter().filter(|it| !denying.is_some_and(|words| it.span.overlaps(words)));
    let first = said.filter(|it| counted.contains(&it.key) && seen.insert(it.key));
    first.map(|word| (word.key, weight(word.class))).collect()
}

/// Returns the share of the wanted words, by weight, that are `there`.
fn share(wanted: &[(Key, f64)], there: &KeySet) -> f64 {
    let sum = |held: &dyn Fn(&Key) -> bool| -> f64 {
        wanted.iter().filter(|(key, _)| held(key)).map(|(_, weight)| weight).sum()
    };
    sum(&|key| there.contains(key)) / sum(&|_| true)
}

#[cfg(test)]
mod tests;
