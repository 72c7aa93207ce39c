//! Words by which a claim and its passage say opposite things: one negates a word that the other has
//! without a negation, or has its opposite.
//!
//! Only English is read, and only a sentence of the passage that has nearly all of the claim: in any
//! other, a negation or an opposite says nothing about the claim.

mod alone;
mod denial;
mod negation;
mod opposites;
mod order;
mod sentence;
mod taken_back;

use std::borrow::Cow;
use std::cell::LazyCell;

pub(super) use alone::alone;
pub(super) use order::is_reordered;
use sentence::{MAX_COMPARED, sentences};
pub(super) use sentence::{ReadText, without_label};
pub(super) use taken_back::MAX_BEHIND;

use super::support::weight;
use super::words::{Key, KeySet, Word, has_run};
use crate::text::Span;

/// The minimum share of a sentence of the claim that the sentence of the passage has.
pub const MIN_SHARE: f64 = 0.75;

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
#[derive(Debug, Clone, Copy)]
pub(super) struct ComparedPlace<'t> {
    /// Index of the source.
    pub(super) source: usize,
    /// The first byte of the place in the source.
    pub(super) start: usize,
    pub(super) read: ReadText<'t>,
}

/// Returns the first word of a claim that the place reverses. `claim` are the bytes of the response that
/// are the claim, and `counted` its words that a passage should have.
pub(super) fn reversal(
    response: ReadText<'_>,
    claim: Span,
    counted: &KeySet,
    place: ComparedPlace<'_>,
) -> Option<Reversal> {
    let (by, own, there) = reversed(response, claim, counted, place.read)?;
    let word = there.slice(place.read.text)?.to_owned();
    Some(Reversal {
        by,
        claim: own,
        source: place.source,
        passage: there.shifted(place.start),
        word,
    })
}

/// The sentences of a claim that words or a sign take back, and the first of these.
#[derive(Debug, Clone)]
pub(super) struct Denied {
    pub(super) sentences: Vec<Span>,
    /// The place of the words or the sign.
    pub(super) by: Span,
}

/// Returns the sentences of a claim that are denied; `None` if none is. `near` are the words of the response up
/// to some way behind the claim.
pub(super) fn denied(response: ReadText<'_>, claim: Span, near: &[Word]) -> Option<Denied> {
    if !denial::may_be_among(near) && !taken_back::has_sign_near(response.text, claim) {
        return None;
    }
    let mut by = None;
    let mut all = sentences(response, claim);
    all.truncate(MAX_COMPARED);
    all.retain(|said| {
        let found = denial::of(*said).or_else(|| taken_back::sign(*said));
        by = by.or(found);
        found.is_some()
    });
    let sentences = all.iter().filter_map(ReadText::span).collect();
    by.map(|by| Denied { sentences, by })
}

/// True if a text denies, negates or limits something.
pub(super) fn denies(read: ReadText<'_>) -> bool {
    read.words.iter().any(|word| sentence::limits((read, *word)))
        || denial::is_in(read)
        || taken_back::has_sign(read.text)
}

/// Returns the places of that word in the response and in the passage.
fn reversed(
    response: ReadText<'_>,
    claim: Span,
    counted: &KeySet,
    passage: ReadText<'_>,
) -> Option<(ReversedBy, Span, Span)> {
    let at = |byte: usize| response.words.partition_point(|word| word.span.start < byte);
    let words = response.words.get(at(claim.start)..at(claim.end)).unwrap_or_default();
    let own = ReadText { text: response.text, words };
    let all = LazyCell::new(|| keys(passage.words));
    // Most claims and passages negate nothing, and have no opposites.
    let is_denied = LazyCell::new(|| denial::is_in(passage) || denial::is_in(own));
    let is_negated = negation::is_in(own) || negation::is_in(passage);
    let opposed = opposites::opposed(own, counted, &|key| all.contains(key));
    if !is_negated && opposed.is_empty() && !*is_denied {
        return None;
    }
    let sentences_there = LazyCell::new(|| sentences(passage, Span::new(0, passage.text.len())));
    sentences(response, claim).into_iter().take(MAX_COMPARED).find_map(|said| {
        let whole = said;
        let denied = is_denied.then(|| denial::of(whole)).flatten();
        let said = without_label(whole);
        let wanted = wanted(said.words, counted, denied);
        if wanted.len() < MIN_SHORT {
            return None;
        }
        let near = LazyCell::new(|| compared_with(wanted.len(), &sentences_there));
        let has_most = share(&wanted, &all) >= MIN_SHARE;
        let by_denial = || {
            let may_be = has_most && *is_denied;
            let differing = |there: ReadText<'_>| {
                let has_all = share(&wanted, &keys(there.words)) >= ALL;
                denial::differing(whole, there, has_all)
            };
            may_be.then(|| in_nearest(&near, &wanted, &differing))?
        };
        let by_negation = || {
            let may_be = has_most && is_negated;
            let differing = |there: ReadText<'_>| negation::differing(said, without_label(there));
            may_be.then(|| in_nearest(&near, &wanted, &differing))?
        };
        let by_opposite = || {
            let opposed = opposed.iter().filter(|(word, _)| said.words.contains(word));
            opposed.take(MAX_COMPARED).find_map(|(word, opposites)| {
                let mut rest = wanted.clone();
                rest.retain(|(key, _)| *key != word.key);
                if share(&rest, &all) < MIN_SHARE {
                    return None;
                }
                in_nearest(&near, &rest, &|there| {
                    opposites::differing((said, *word), opposites, there)
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
            found.filter(|_| !has_run(passage.words, said.words))
        })
    })
}

/// Returns the sentences of a passage that may say all of a sentence of the claim with so many words.
fn compared_with<'s, 't>(words: usize, there: &'s [ReadText<'t>]) -> Cow<'s, [ReadText<'t>]> {
    if words >= MIN_WORDS {
        return Cow::Borrowed(there);
    }
    let is_short = |sentence: &&ReadText<'_>| {
        let content = sentence.words.iter().filter(|word| word.class.is_content());
        content.take(MAX_SHORT + 1).count() <= MAX_SHORT
    };
    there.iter().filter(is_short).copied().collect()
}

/// Returns the places that `differing` finds in the sentence that has most of the wanted words, if it
/// finds some in each that has as many: of those, one may say what the claim says.
fn in_nearest(
    sentences: &[ReadText<'_>],
    wanted: &[(Key, f64)],
    differing: &dyn Fn(ReadText<'_>) -> Option<(Span, Span)>,
) -> Option<(Span, Span)> {
    let shares = sentences.iter().map(|there| share(wanted, &keys(there.words)));
    let shares: Vec<f64> = shares.collect();
    let highest = shares.iter().copied().fold(MIN_SHARE, f64::max);
    let mut nearest = sentences.iter().zip(shares).filter(|(_, share)| *share >= highest);
    let found = nearest.next().and_then(|(there, _)| differing(*there))?;
    nearest.all(|(there, _)| differing(*there).is_some()).then_some(found)
}

/// Returns the different words of a sentence that count, each with its weight, but those that deny it.
fn wanted(words: &[Word], counted: &KeySet, denying: Option<Span>) -> Vec<(Key, f64)> {
    let mut seen = KeySet::default();
    let said = words.iter().filter(|it| !denying.is_some_and(|words| it.span.overlaps(words)));
    let first = said.filter(|it| counted.contains(&it.key) && seen.insert(it.key));
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

#[cfg(test)]
mod tests;
