//! The search terms of a claim: its content words and their weights.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasherDefault;
use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;

use super::Places;
use super::candidate::{Candidate, Everywhere, Mask, Width};
use crate::evidence::letters::{self, Letters};
use crate::evidence::support::{ContentWord, ContentWords};
use crate::evidence::words::{Class, Key, KeyMap, Word, synonyms};
use crate::text::Span;
use crate::text::bare::is_unspaced;

/// The maximum number of different words of a claim that are searched for: the bits of a mask.
const MAX_KEYS: usize = 128;

/// The power to which the rarity of a word is its weight: a claim is where its rarest words are.
/// Chosen by cross-validation. Pairs of characters, of which several stand for one word, are not
/// sharpened.
const SHARPNESS: f64 = 1.5;

/// The relation of a word of the sources to a search term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TermRelation {
    /// It is the same word.
    Itself,
    /// It is listed as a synonym.
    NearMeaning,
}

/// The content words of one claim with their rarity.
#[derive(Debug)]
pub struct SearchTerms {
    /// The weight of each word.
    weights: Vec<f64>,
    total: f64,
    /// The total as a number of words that no source has.
    size: f64,
    /// The bit of each key, and its relation to the search term of that bit.
    bits: KeyMap<(u8, TermRelation)>,
    /// True if a word of the sources has a similar meaning.
    has_near: bool,
    /// The bits of numbers and names.
    particulars: Mask,
    /// The bits of names.
    names: Mask,
    /// The runs of letters in the words.
    letters: Letters,
    searches: RefCell<Vec<Search>>,
    /// The runs of letters found in each place (source and bytes).
    spelled: RefCell<BTreeMap<(usize, Span), Rc<letters::RunsFound>>>,
    /// The segments that have some of the words, once they are looked up.
    everywhere: OnceCell<Everywhere>,
}

/// The result of one search.
#[derive(Debug)]
struct Search {
    width: Width,
    range: Range<u32>,
    except: Vec<Range<u32>>,
    found: Rc<[Candidate]>,
}

impl SearchTerms {
    pub(super) fn new(places: &Places, content: &ContentWords, text: &str) -> Self {
        let number = content.words.len().min(MAX_KEYS);
        let mut terms = Self {
            weights: Vec::with_capacity(number),
            total: 0.0,
            size: 0.0,
            bits: KeyMap::with_capacity_and_hasher(2 * number, BuildHasherDefault::default()),
            has_near: false,
            particulars: 0,
            names: 0,
            letters: Letters::default(),
            searches: RefCell::default(),
            spelled: RefCell::default(),
            everywhere: OnceCell::new(),
        };
        let sharpened = |rarity: f64| rarity.powf(SHARPNESS);
        let unknown = places.rarity(0);
        let sharpened_unknown = sharpened(unknown);
        for (bit, word) in (0_u8..).zip(content.words.iter().take(MAX_KEYS)) {
            let count = places.postings.get(&word.key).map_or(0, SmallVec::len);
            let rarity = places.rarity(count);
            let written = word.span.slice(text).unwrap_or_default();
            let is_pair = !written.is_ascii() && written.chars().any(is_unspaced);
            let (weight, highest) =
                if is_pair { (rarity, unknown) } else { (sharpened(rarity), sharpened_unknown) };
            terms.weights.push(weight);
            terms.size += weight / highest.max(f64::MIN_POSITIVE);
            terms.bits.insert(word.key, (bit, TermRelation::Itself));
            if matches!(word.class, Class::Number | Class::Name) {
                terms.particulars |= 1 << bit;
            }
            if word.class == Class::Name {
                terms.names |= 1 << bit;
            }
            for near in places.near(word, content, text) {
                terms.has_near = true;
                terms.bits.entry(near).or_insert((bit, TermRelation::NearMeaning));
            }
        }
        terms.total = terms.weights.iter().sum();
        terms.letters = Letters::new(content, text, &terms.weights);
        terms
    }

    /// Returns the segments that have some of the words; `read` looks them up the first time.
    pub(super) fn everywhere(&self, read: impl FnOnce() -> Everywhere) -> &Everywhere {
        self.everywhere.get_or_init(read)
    }

    /// Returns the result of an equal earlier search, or runs `search`.
    pub(super) fn found(
        &self,
        width: Width,
        range: &Range<u32>,
        except: &[Range<u32>],
        search: impl FnOnce() -> Vec<Candidate>,
    ) -> Rc<[Candidate]> {
        let known = |it: &&Search| it.width == width && it.range == *range && it.except == except;
        if let Some(search) = self.searches.borrow().iter().find(known) {
            return Rc::clone(&search.found);
        }
        let found: Rc<[Candidate]> = search().into();
        let (range, except) = (range.clone(), except.to_vec());
        let found_too = Rc::clone(&found);
        self.searches.borrow_mut().push(Search { width, range, except, found: found_too });
        found
    }

    /// Returns the keys of the words, each with its own mask, in no particular order.
    pub(super) fn keys(&self) -> impl Iterator<Item = (Key, Mask)> {
        let own = self.bits.iter().filter(|(_, (_, form))| *form == TermRelation::Itself);
        own.map(|(key, (bit, _))| (*key, 1 << bit))
    }

    /// Returns the runs of letters of the claim, which compare words by their spelling.
    pub const fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Finds the runs of letters in the content words of a place (source and bytes), unless that was
    /// done before.
    pub fn letters_in<'t>(
        &self,
        place: (usize, Span),
        words: impl IntoIterator<Item = &'t str>,
    ) -> Rc<letters::RunsFound> {
        if let Some(found) = self.spelled.borrow().get(&place) {
            return Rc::clone(found);
        }
        let found = Rc::new(self.letters.find(words));
        self.spelled.borrow_mut().insert(place, Rc::clone(&found));
        found
    }

    /// Returns the weighted share of the words of `bits`, 0 to 1.
    pub fn share_of(&self, bits: Mask) -> f64 {
        if bits == 0 || self.total <= 0.0 { 0.0 } else { self.weigh(bits) / self.total }
    }

    /// Returns the weight of all words, as a number of words that no source has.
    pub const fn size(&self) -> f64 {
        self.size
    }

    /// Returns the names among the words of `bits`.
    pub const fn names_of(&self, bits: Mask) -> Mask {
        bits & self.names
    }

    /// Returns the share of the claim's numbers and names that are words of `bits`, 0 to 1.
    pub fn share_of_particulars(&self, bits: Mask) -> f64 {
        let all = self.weigh(self.particulars);
        if all > 0.0 { self.weigh(bits & self.particulars) / all } else { 0.0 }
    }

    /// Returns the indexes of the words of `bits` among the claim's content words, in descending
    /// weight.
    pub fn weightiest(&self, mut bits: Mask) -> Vec<usize> {
        let mut words = Vec::new();
        while bits != 0 {
            words.push(usize::try_from(bits.trailing_zeros()).unwrap_or(0));
            bits &= bits - 1;
        }
        let weight = |word: &usize| self.weights.get(*word).copied().unwrap_or_default();
        words.sort_by(|one, other| weight(other).total_cmp(&weight(one)).then(one.cmp(other)));
        words
    }

    /// Returns, for each search term that is not in `words`, the first of these with a similar
    /// meaning: the index of the content word, and the span of the other.
    pub fn akin(&self, words: &[Word]) -> BTreeMap<usize, Span> {
        if !self.has_near {
            return BTreeMap::new();
        }
        let found = words.iter().filter_map(|word| Some((self.bits.get(&word.key)?, word.span)));
        let mut akin = BTreeMap::new();
        let mut there = BTreeSet::new();
        for ((bit, form), span) in found {
            match form {
                TermRelation::Itself => {
                    there.insert(usize::from(*bit));
                }
                TermRelation::NearMeaning => {
                    akin.entry(usize::from(*bit)).or_insert(span);
                }
            }
        }
        akin.retain(|bit, _| !there.contains(bit));
        akin
    }

    fn weigh(&self, mut mask: Mask) -> f64 {
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
    /// Returns the words of the sources with a similar meaning to a content word, in English.
    fn near(&self, word: &ContentWord, content: &ContentWords, text: &str) -> Vec<Key> {
        if word.class != Class::Content || !content.is_english {
            return Vec::new();
        }
        let near = synonyms(word.span.slice(text).unwrap_or_default(), word.key);
        near.iter().filter(|key| self.postings.contains_key(key)).copied().collect()
    }

    /// Returns the rarity of a word that is in `count` segments.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 lines")]
    fn rarity(&self, count: usize) -> f64 {
        (1.0 + self.segments.len() as f64 / (1.0 + count as f64)).ln()
    }
}
