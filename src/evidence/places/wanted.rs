//! What is looked for in the places: the telling words of one claim, with what each is worth.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::{Candidate, Places};
use crate::evidence::support::{Telling, TellingWord, weight};
use crate::evidence::words::{Class, Key, KeyMap, Word, synonyms};
use crate::text::Span;

/// The most different words of a claim that are looked for: as many as bits of a mask.
const MOST_KEYS: usize = 128;

/// The most words of the sources that are taken for inflections of one word.
const MOST_KIN: usize = 12;

/// A word of the same root or of a near meaning counts so much of the word itself.
const KIN: f64 = 0.5;

/// What a word that stands in no source counts of one that does: an answer's own word for
/// something says nothing about where that something stands.
const UNSEEN: f64 = 0.35;

/// Rarer words are not worth more.
const RAREST: f64 = 4.0;

/// How a word of the sources stands to a wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// It is the same word.
    Itself,
    /// It begins alike.
    SameRoot,
    /// A table of synonyms has it.
    NearMeaning,
}

/// Which of the wanted words a place has, one bit a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mask {
    /// The words themselves.
    pub(super) full: u128,
    /// Words of the same root or of a near meaning.
    pub(super) kin: u128,
}

impl Mask {
    pub(super) const fn and(self, other: Self) -> Self {
        Self { full: self.full | other.full, kin: self.kin | other.kin }
    }

    /// How many of the wanted words there are, in one form or another.
    pub(super) const fn words(self) -> u32 {
        (self.full | self.kin).count_ones()
    }
}

/// The telling words of one claim with their rarity.
#[derive(Debug)]
pub struct Wanted {
    /// The weight of each key.
    weights: Vec<f64>,
    total: f64,
    /// The words that stand somewhere in the sources.
    pub(super) seen: u128,
    /// The bit of each key, and how it stands to the wanted word of that bit.
    bits: KeyMap<(u8, Form)>,
    /// Some word of the sources has a near meaning.
    has_near: bool,
    /// The numbers written in digits.
    pub(super) numbers: u128,
    /// The names that stand somewhere in the sources.
    pub(super) names: u128,
    /// The words right behind a number: what it counts.
    pub(super) counted: u128,
    searches: RefCell<Vec<Search>>,
}

/// What was found in a range of segments.
#[derive(Debug)]
struct Search {
    range: Range<u32>,
    /// So many segments make one place.
    most: u32,
    found: Rc<[Candidate]>,
}

impl Wanted {
    pub(super) fn new(places: &Places, telling: &Telling, text: &str) -> Self {
        let mut wanted = Self {
            weights: Vec::with_capacity(telling.words.len().min(MOST_KEYS)),
            total: 0.0,
            seen: 0,
            bits: KeyMap::default(),
            has_near: false,
            numbers: 0,
            names: 0,
            counted: 0,
            searches: RefCell::default(),
        };
        for (bit, word) in (0_u8..).zip(telling.words.iter().take(MOST_KEYS)) {
            let count = places.postings.get(&word.key).map_or(0, Vec::len);
            let weight = match word.class {
                Class::Number if !word.in_digits => weight(Class::Content),
                Class::Name if telling.is_german => weight(Class::Content),
                class => weight(class),
            };
            let seen = if count > 0 || word.in_digits { 1.0 } else { UNSEEN };
            let weight = weight * seen * places.rarity(count);
            wanted.weights.push(weight);
            wanted.bits.insert(word.key, (bit, Form::Itself));
            wanted.seen |= u128::from(count > 0) << bit;
            if word.in_digits {
                wanted.numbers |= 1 << bit;
            } else if word.class == Class::Name && count > 0 && !telling.is_german {
                wanted.names |= 1 << bit;
            }
            wanted.counted |= u128::from(word.is_counted) << bit;
            for (kin, form) in places.kin_of(word, telling, text) {
                wanted.has_near |= form == Form::NearMeaning;
                wanted.bits.entry(kin).or_insert((bit, form));
            }
        }
        wanted.total = wanted.weights.iter().sum();
        wanted
    }

    /// What was found in the segments of `range` in places of `most`; `search` looks for it at the
    /// first call.
    pub(super) fn found(
        &self,
        range: &Range<u32>,
        most: u32,
        search: impl FnOnce() -> Vec<Candidate>,
    ) -> Rc<[Candidate]> {
        let known = |it: &&Search| it.range == *range && it.most == most;
        if let Some(search) = self.searches.borrow().iter().find(known) {
            return Rc::clone(&search.found);
        }
        let found: Rc<[Candidate]> = search().into();
        let range = range.clone();
        self.searches.borrow_mut().push(Search { range, most, found: Rc::clone(&found) });
        found
    }

    /// Which of the wanted words are among `keys`.
    pub(super) fn mask(&self, keys: &[Key]) -> Mask {
        let mut mask = Mask::default();
        for (bit, form) in keys.iter().filter_map(|key| self.bits.get(key)) {
            match form {
                Form::Itself => mask.full |= 1 << bit,
                Form::SameRoot | Form::NearMeaning => mask.kin |= 1 << bit,
            }
        }
        mask
    }

    /// The keys that count for a place, with what each adds to its share, in no order.
    pub(super) fn keys(&self) -> impl Iterator<Item = (Key, f64)> {
        self.bits.iter().map(|(key, (bit, form))| {
            let weight = self.weights.get(usize::from(*bit)).copied().unwrap_or_default();
            (*key, if *form == Form::Itself { weight } else { weight * KIN })
        })
    }

    /// The share of what is wanted, 0 to 1.
    pub(super) fn share(&self, mask: Mask) -> f64 {
        let there: f64 = self.weigh(mask.full) + KIN * self.weigh(mask.kin & !mask.full);
        if self.total > 0.0 { there / self.total } else { 0.0 }
    }

    /// How many of the wanted words a place has, a number and what it counts as one.
    pub(super) const fn words_of(&self, mask: Mask) -> u32 {
        ((mask.full | mask.kin) & !self.counted).count_ones()
    }

    /// The numbers and names.
    pub(super) const fn anchors(&self) -> u128 {
        self.numbers | self.names
    }

    /// For each wanted word that is not among `words` the first of these that has a near meaning:
    /// the place of the one in the telling words of the claim, and the span of the other.
    pub fn akin(&self, words: &[Word]) -> BTreeMap<usize, Span> {
        if !self.has_near {
            return BTreeMap::new();
        }
        let found = words.iter().filter_map(|word| Some((self.bits.get(&word.key)?, word.span)));
        let mut akin = BTreeMap::new();
        let mut there = BTreeSet::new();
        for ((bit, form), span) in found {
            match form {
                Form::Itself => {
                    there.insert(usize::from(*bit));
                }
                Form::NearMeaning => {
                    akin.entry(usize::from(*bit)).or_insert(span);
                }
                Form::SameRoot => {}
            }
        }
        akin.retain(|bit, _| !there.contains(bit));
        akin
    }

    /// The share of the words that stand somewhere in the sources.
    pub(super) fn known(&self) -> f64 {
        self.share_of(self.seen)
    }

    /// The share of the words themselves.
    pub(super) fn share_of(&self, full: u128) -> f64 {
        self.share(Mask { full, kin: 0 })
    }

    fn weigh(&self, mut mask: u128) -> f64 {
        let mut sum = 0.0;
        while mask != 0 {
            let bit = usize::try_from(mask.trailing_zeros()).unwrap_or(0);
            sum += self.weights.get(bit).copied().unwrap_or_default();
            mask &= mask - 1;
        }
        sum
    }
}

impl Places {
    /// The words of the sources that are of the same root as a telling word or, in English, of a
    /// near meaning.
    fn kin_of(&self, word: &TellingWord, telling: &Telling, text: &str) -> Vec<(Key, Form)> {
        let same_root = word.key.root().and_then(|root| self.kin.get(&root));
        let same_root = same_root.into_iter().flatten().take(MOST_KIN);
        let mut kin: Vec<(Key, Form)> = same_root.map(|key| (*key, Form::SameRoot)).collect();
        if word.class == Class::Content && telling.is_english {
            let near = synonyms(word.span.slice(text).unwrap_or_default(), word.key);
            let near = near.iter().filter(|key| self.postings.contains_key(key));
            kin.extend(near.map(|key| (*key, Form::NearMeaning)));
        }
        kin
    }

    /// How telling a word is that stands in `count` segments.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 lines")]
    fn rarity(&self, count: usize) -> f64 {
        (1.0 + self.segments.len() as f64 / count.max(1) as f64).ln().min(RAREST)
    }
}
