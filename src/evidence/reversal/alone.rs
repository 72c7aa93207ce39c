//! Words that turn or limit a claim while no word of their kind does so in the passage: `never`, `only`,
//! `all` beside `some`, `must` beside `may`. Such a claim says more than its passage.

use std::rc::Rc;
use std::sync::LazyLock;

use super::east_asian;
use super::negation::negating;
use super::opposites::is_converse;
use super::sentence::{
    DividedText, ReadText, Sentence, WordOf, is_listed, limits, next, next_word, without_label,
};
use super::{MAX_COMPARED, MIN_SHORT, share, wanted};
use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, Key, KeySet, Word, listed_words, opposites};
use crate::text::Span;

const LISTS: &str = include_str!("../../../assets/words/absolutes.txt");

/// The kinds of words by which a claim says more.
static KINDS: LazyLock<[Kind; 3]> = LazyLock::new(|| {
    [
        Kind::read("leaving nothing else", None),
        Kind::read("leaving nothing out", Some("leaving something out")),
        Kind::read("leaving no choice", Some("leaving a choice")),
    ]
});

/// The minimum share of a sentence of the claim that another sentence has which is about the same, as a part
/// of the highest share.
const MIN_PART: f64 = 1.0 / 3.0;

/// A kind of words by which a claim says more.
struct Kind {
    words: KeySet,
    /// Words by which a text may say the same.
    same: KeySet,
    /// The same, of two words each.
    same_in_two: Vec<[Key; 2]>,
    /// Words by which a text says less; `None` if each text says less that has none of the kind.
    weaker: Option<KeySet>,
}

impl Kind {
    fn read(name: &str, weaker: Option<&str>) -> Self {
        let keys = |heading: &str| -> Vec<Vec<Key>> {
            let entries = list(LISTS, heading).into_iter();
            entries.map(|it| listed_words(it).iter().map(|word| word.key).collect()).collect()
        };
        let single = |all: &[Vec<Key>]| -> KeySet {
            all.iter().filter_map(|it| <[Key; 1]>::try_from(it.as_slice()).ok()).flatten().collect()
        };
        let own = keys(name);
        let others = keys(&format!("{name}, in other words"));
        let pairs = others.iter().filter_map(|it| <[Key; 2]>::try_from(it.as_slice()).ok());
        Self {
            words: single(&own),
            same_in_two: pairs.collect(),
            same: single(&[own, others].concat()),
            weaker: weaker.map(|heading| single(&keys(heading))),
        }
    }

    /// True if sentences say less than a claim with a word of this kind.
    fn says_more_than(&self, there: &[ReadText<'_>]) -> bool {
        let has = |keys: &KeySet| {
            there.iter().any(|it| it.words.iter().any(|word| keys.contains(&word.key)))
        };
        let is_pair = |pair: &[Word]| {
            let pair: Vec<Key> = pair.iter().map(|word| word.key).collect();
            self.same_in_two.iter().any(|it| *it == *pair)
        };
        !has(&self.same)
            && !there.iter().any(|it| it.words.windows(2).any(is_pair))
            && self.weaker.as_ref().is_none_or(has)
    }
}

/// Returns the words that turn or limit a claim alone, and the `missing` ones of which the passage has only an
/// opposite; bytes of the response. Kinds of words and opposites are known of English, negations of other
/// languages too.
pub(in crate::evidence) fn alone(
    claim: &DividedText<'_>,
    (counted, missing): (&KeySet, &[Span]),
    passage: &DividedText<'_>,
    is_english: bool,
) -> Vec<Span> {
    let kind = |word: &Word| KINDS.iter().find(|it| is_english && it.words.contains(&word.key));
    let opposed = if is_english { opposed(claim.read, missing, passage) } else { Vec::new() };
    let may_be = |it: &Word| {
        it.class == Class::Negation
            || kind(it).is_some()
            || opposed.iter().any(|(own, _)| own.span == it.span)
    };
    let is_inner = east_asian::negation(claim.read).is_some();
    if !is_inner && !claim.read.words.iter().any(may_be) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for said in claim.sentences().iter().take(MAX_COMPARED) {
        let said = without_label(said.read);
        let wanted = wanted(said.words, counted, None);
        if wanted.len() < MIN_SHORT || !is_inner && !said.words.iter().any(may_be) {
            continue;
        }
        let there = about_the_same(passage.sentences(), &wanted);
        let inner = east_asian::negation(said).filter(|_| is_inner);
        let is_plain = || !there.iter().any(|it| east_asian::negation(*it).is_some());
        found.extend(inner.filter(|_| is_plain()).map(|it| it.span));
        if !is_turned(said, &there) {
            // Words that a text is said not to mention are not compared.
            let is_counted =
                |cue: &Word| next((said, *cue)).is_none_or(|next| counted.contains(&next));
            let is_new = |cue: &Word| {
                is_counted(cue)
                    && !is_repeated((said, *cue), passage.read)
                    && !denies_a_missing_number((said, *cue), missing)
            };
            let cues = negating(said).into_iter().filter(is_new);
            found.extend(cues.map(|word| word.span));
        }
        let limits = said.words.iter().enumerate().filter(|(at, word)| {
            kind(word).is_some_and(|it| it.says_more_than(&there)) && !is_loose((said, *at))
        });
        found.extend(limits.map(|(_, word)| word.span));
        let turned = opposed.iter().filter(|(word, opposites)| {
            said.words.contains(word) && has_only_opposite(said, opposites, &there)
        });
        found.extend(turned.map(|(word, _)| word.span));
    }
    found
}

/// Returns the words of a claim that the passage lacks but has an opposite of, with these opposites.
fn opposed(
    claim: ReadText<'_>,
    missing: &[Span],
    passage: &DividedText<'_>,
) -> Vec<(Word, Rc<[Key]>)> {
    let lacks = |word: &&Word| missing.contains(&word.span) && !is_converse(word.key);
    let found = claim.words.iter().filter(lacks).filter_map(|word| {
        let known = opposites(word.span.slice(claim.text)?, word.key);
        known.iter().any(|key| passage.keys().contains(key)).then_some((*word, known))
    });
    found.take(MAX_COMPARED).collect()
}

/// True if a sentence about the same has one of the opposites, and neither negates nor limits anything.
fn has_only_opposite(said: ReadText<'_>, opposites: &[Key], there: &[ReadText<'_>]) -> bool {
    let is_plain = |it: ReadText<'_>| !it.words.iter().any(|word| limits((it, *word)));
    let is_said = |key: &Key| said.words.iter().any(|word| word.key == *key);
    let mut new = opposites.iter().filter(|key| !is_said(key));
    is_plain(said)
        && new.any(|key| {
            there.iter().any(|it| it.words.iter().any(|word| word.key == *key) && is_plain(*it))
        })
}

/// Returns the sentences that have a large part of what one of them has of the wanted words.
fn about_the_same<'t>(all: &[Sentence<'t>], wanted: &[(Key, f64)]) -> Vec<ReadText<'t>> {
    let shares: Vec<f64> = all.iter().map(|it| share(wanted, it.keys())).collect();
    let highest = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let same = all.iter().zip(shares).filter(|(_, share)| *share >= MIN_PART * highest);
    same.map(|(it, _)| it.read).collect()
}

/// True if one of some sentences may say the same as a claim that negates: it negates or limits too, or
/// has the opposite of a word of the claim.
fn is_turned(said: ReadText<'_>, there: &[ReadText<'_>]) -> bool {
    let opposed: KeySet = said
        .words
        .iter()
        .filter_map(|word| Some(opposites(word.span.slice(said.text)?, word.key)))
        .flat_map(|keys| keys.to_vec())
        .collect();
    there.iter().any(|sentence| {
        sentence.words.iter().any(|word| opposed.contains(&word.key) || limits((*sentence, *word)))
    })
}

/// True if a text has a negation of the claim with the word after it, as where it is quoted, or if the
/// negation is part of a name or an answer of its own.
fn is_repeated((said, word): WordOf<'_>, there: ReadText<'_>) -> bool {
    let mut own = said.words.iter();
    let is_first = own.next().is_some_and(|first| first.span == word.span);
    // `No, the shop is closed.`
    let after = said.text.get(word.span.end..).unwrap_or_default();
    if after.starts_with(',') {
        return true;
    }
    let is_capital = |it: &str| it.starts_with(char::is_uppercase);
    if !is_first && word.span.slice(said.text).is_some_and(is_capital) {
        return true;
    }
    let Some(next) = next_word((said, word)) else { return false };
    there.words.windows(2).any(|pair| pair.iter().map(|it| it.key).eq([word.key, next.key]))
}

/// True if a negation denies a number right after it that the passage does not have: `30 days, not for 60`.
fn denies_a_missing_number((said, cue): WordOf<'_>, missing: &[Span]) -> bool {
    let mut after = said.words.iter().skip_while(|word| word.span.start < cue.span.end);
    let first = after.next();
    let number =
        if first.is_some_and(|it| it.class == Class::Function) { after.next() } else { first };
    number.is_some_and(|it| it.class == Class::Number && missing.contains(&it.span))
}

/// True if a word limits nothing here: `not only`, `at all`, `only 42 days`.
fn is_loose((said, at): (ReadText<'_>, usize)) -> bool {
    const BEFORE: [&str; 5] = ["above", "after", "at", "first", "of"];
    let before = at.checked_sub(1).and_then(|it| said.words.get(it));
    let is_number = said.words.get(at + 1).is_some_and(|it| it.class == Class::Number);
    is_number
        || before.is_some_and(|it| it.class == Class::Negation || is_listed((said, *it), &BEFORE))
}
