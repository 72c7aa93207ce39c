//! Every place in every source, and which of them has most of a claim.
//!
//! A place is a run of a few neighbouring lines, or sentences where the source is prose. Words are
//! weighed by how rare they are among them, so that the subject that every line speaks of does not
//! decide.

mod decision;
mod segments;
mod wanted;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

pub use decision::{Asked, decide};
use segments::{Segment, segments};
pub use wanted::{Mask, Wanted};

use super::Window;
use super::support::Telling;
use super::texts::Texts;
use super::words::{Key, KeyMap, words};
use crate::model::Source;
use crate::text::Span;

/// The most neighbouring segments that make one place.
pub const MOST_SEGMENTS: u32 = 6;

/// Segments to begin places from, the best first.
const SEEDS: usize = 32;

/// A neighbour belongs to a place when it adds at least this share of the claim's weight
const WORTH_ADDING: f64 = 0.2;

/// and so many words: one alone stands in many a neighbour by chance.
const WORDS_TO_ADD: u32 = 3;

/// How many segments without anything of the claim a place may bridge, such as blank lines.
const BRIDGED: u32 = 1;

/// Up to so many segments it is found out at once what each has of a claim.
const MOST_AT_ONCE: usize = 512;

/// The most occurrences of a claim's words that are looked at, those of the rarest words first.
const MOST_POSTINGS: usize = 8 * 1024;

/// An index over all lines of all sources of a case.
#[derive(Debug, Default)]
pub struct Places {
    segments: Vec<Segment>,
    /// The telling keys of all segments, one after the other.
    keys: Vec<Key>,
    /// For each segment where its keys end.
    ends: Vec<usize>,
    /// For each telling key the segments that have it, ascending.
    postings: KeyMap<Vec<u32>>,
    /// For each root the keys that have it.
    kin: BTreeMap<u32, Vec<Key>>,
    /// Room for the scores of all segments, so that it is not made anew for every claim.
    scores: RefCell<Vec<f64>>,
}

/// A place with what it has of the claim.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// Where.
    pub window: Window,
    mask: Mask,
    first: u32,
    last: u32,
}

/// What the segments of a range have of a claim.
struct Masks {
    range: Range<u32>,
    /// One a segment; `None` where there are too many to look at all of them.
    known: Option<Vec<Mask>>,
}

impl Masks {
    fn get(&self, number: u32) -> Option<Mask> {
        let at = number.checked_sub(self.range.start)?;
        self.known.as_ref()?.get(index(at)).copied()
    }
}

impl Places {
    /// Reads all texts once. Keeps no text.
    pub fn new(sources: &[Source], texts: &Texts) -> Self {
        let mut places = Self::default();
        for (index, text) in texts.iter() {
            let Some(source) = sources.get(index) else { continue };
            for segment in segments(index, source, text) {
                places.add(segment, text);
            }
        }
        places
    }

    fn add(&mut self, segment: Segment, text: &str) {
        let Ok(number) = u32::try_from(self.segments.len()) else { return };
        for word in words(segment.span.slice(text).unwrap_or_default()) {
            if !word.class.tells() {
                continue;
            }
            let listed = self.postings.entry(word.key).or_default();
            if listed.is_empty()
                && let Some(root) = word.key.root()
            {
                self.kin.entry(root).or_default().push(word.key);
            }
            if listed.last() != Some(&number) {
                listed.push(number);
                self.keys.push(word.key);
            }
        }
        self.ends.push(self.keys.len());
        self.segments.push(segment);
    }

    /// The telling words of a claim weighed by how rare they are among all lines. `text` is what
    /// they are words of: that of the response.
    pub fn wanted(&self, telling: &Telling, text: &str) -> Wanted {
        Wanted::new(self, telling, text)
    }

    /// The places that have most of what is wanted, best first, none overlapping another; only
    /// those inside `within` (source and bytes) where it is given. Their `support` is the weighed
    /// share. A place has `most` segments.
    pub fn best(
        &self,
        wanted: &Wanted,
        within: Option<(usize, Span)>,
        most: u32,
    ) -> Rc<[Candidate]> {
        let range = within.map_or(0..self.count(), |place| self.range(place));
        wanted.found(&range, most, || self.searched(wanted, &range, most))
    }

    fn searched(&self, wanted: &Wanted, range: &Range<u32>, most: u32) -> Vec<Candidate> {
        let masks = self.masks(wanted, range);
        let seeds = self.seeds(wanted, &masks);
        let mut found = Vec::with_capacity(seeds.len());
        found.extend(seeds.into_iter().filter_map(|seed| self.grown(seed, wanted, &masks, most)));
        found.sort_by(|one: &Candidate, other: &Candidate| {
            let by_support = other.window.support.total_cmp(&one.window.support);
            let size = |it: &Candidate| it.last - it.first;
            by_support.then(size(one).cmp(&size(other))).then(one.first.cmp(&other.first))
        });
        // Places of one segment do not overlap.
        if most == 1 {
            return found;
        }
        let mut best: Vec<Candidate> = Vec::with_capacity(found.len());
        for one in found {
            if best.iter().all(|other| other.last < one.first || one.last < other.first) {
                best.push(one);
            }
        }
        best
    }

    /// What each segment of `range` has of what is wanted.
    fn masks(&self, wanted: &Wanted, range: &Range<u32>) -> Masks {
        if range.len() > MOST_AT_ONCE {
            return Masks { range: range.clone(), known: None };
        }
        let mut known = vec![Mask::default(); range.len()];
        for (key, _) in wanted.keys() {
            let own = wanted.mask(&[key]);
            for number in self.listed(key, range) {
                if let Some(mask) = known.get_mut(index(number - range.start)) {
                    *mask = mask.and(own);
                }
            }
        }
        Masks { range: range.clone(), known: Some(known) }
    }

    /// The segments of `range` that have a key, ascending.
    fn listed(&self, key: Key, range: &Range<u32>) -> &[u32] {
        let numbers = self.postings.get(&key).map(Vec::as_slice).unwrap_or_default();
        let from = numbers.partition_point(|number| *number < range.start);
        let to = numbers.partition_point(|number| *number < range.end);
        numbers.get(from..to).unwrap_or_default()
    }

    /// The segments that alone have most of what is wanted: all that have some, in their order,
    /// where these are few, else the best first.
    fn seeds(&self, wanted: &Wanted, masks: &Masks) -> Vec<u32> {
        if let Some(known) = &masks.known {
            let all = masks.range.clone().zip(known);
            let some = all.filter(|(_, mask)| **mask != Mask::default());
            let seeds: Vec<u32> = some.map(|(number, _)| number).collect();
            if seeds.len() <= SEEDS {
                return seeds;
            }
        }
        let listed = wanted.keys().map(|(key, weight)| (self.listed(key, &masks.range), weight));
        let mut listed: Vec<(&[u32], f64)> = listed.collect();
        listed.sort_by(|one, other| {
            one.0.len().cmp(&other.0.len()).then(other.1.total_cmp(&one.1)).then(one.0.cmp(other.0))
        });
        // Between two calls all scores are 0.
        let mut scores = self.scores.borrow_mut();
        scores.resize(self.segments.len(), 0.0);
        let mut touched = Vec::new();
        let mut left = MOST_POSTINGS;
        for (numbers, weight) in listed {
            if numbers.len() > left && left < MOST_POSTINGS {
                break;
            }
            left = left.saturating_sub(numbers.len());
            for number in numbers {
                if let Some(score) = scores.get_mut(index(*number)) {
                    if *score <= 0.0 {
                        touched.push(*number);
                    }
                    *score += weight;
                }
            }
        }
        let scored = touched.into_iter().filter_map(|number| {
            let score = scores.get_mut(index(number)).map(std::mem::take)?;
            Some((score, number))
        });
        most(scored).into_iter().map(|(_, number)| number).collect()
    }

    /// Which of the wanted words stand in `spans` (source and bytes).
    pub fn held(&self, wanted: &Wanted, spans: &[(usize, Span)]) -> Mask {
        let numbers = spans.iter().flat_map(|place| self.range(*place));
        numbers.fold(Mask::default(), |all, number| all.and(self.mask(number, wanted)))
    }

    /// The share of the telling words of one place that another has too, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 words")]
    fn likeness(&self, one: &Candidate, other: &Candidate) -> f64 {
        let keys = |place: &Candidate| -> BTreeSet<Key> {
            (place.first..=place.last).flat_map(|number| self.keys_of(number)).copied().collect()
        };
        let (one, other) = (keys(one), keys(other));
        one.intersection(&other).count() as f64 / one.len().max(1) as f64
    }

    /// What a place has with the neighbours of its ends inside `within` (source and bytes).
    fn around(&self, wanted: &Wanted, within: (usize, Span), place: &Candidate) -> Mask {
        let range = self.range(within);
        let first = place.first.saturating_sub(1).max(range.start);
        let last = place.last.saturating_add(2).min(range.end);
        let numbers = first..last;
        numbers.fold(place.mask, |all, number| all.and(self.mask(number, wanted)))
    }

    /// The weighed share of what is wanted that stands in `spans` (source and bytes).
    pub fn share_within(&self, wanted: &Wanted, spans: &[(usize, Span)]) -> f64 {
        wanted.share(self.held(wanted, spans))
    }

    fn mask(&self, number: u32, wanted: &Wanted) -> Mask {
        wanted.mask(self.keys_of(number))
    }

    /// The telling keys of a segment.
    fn keys_of(&self, number: u32) -> &[Key] {
        let at = index(number);
        let from = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let to = self.ends.get(at).copied().unwrap_or_default();
        self.keys.get(from.unwrap_or(0)..to).unwrap_or_default()
    }

    fn count(&self) -> u32 {
        u32::try_from(self.segments.len()).unwrap_or(u32::MAX)
    }

    /// The segments that some bytes of a source touch.
    fn range(&self, (source, span): (usize, Span)) -> Range<u32> {
        let before = |it: &Segment| (it.source, it.span.end) <= (source, span.start);
        let from = self.segments.partition_point(before);
        let inside = |it: &Segment| (it.source, it.span.start) < (source, span.end);
        let to = self.segments.partition_point(inside);
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        number(from)..number(to.max(from))
    }

    fn segment(&self, number: u32) -> Option<&Segment> {
        self.segments.get(index(number))
    }

    /// The place around a segment: neighbours are taken in while they add something.
    fn grown(&self, seed: u32, wanted: &Wanted, masks: &Masks, most: u32) -> Option<Candidate> {
        let mask_of = |number| masks.get(number).unwrap_or_else(|| self.mask(number, wanted));
        let source = self.segment(seed)?.source;
        let (mut first, mut last) = (seed, seed);
        let mut mask = mask_of(seed);
        loop {
            let reach = most.saturating_sub(last - first + 1).min(BRIDGED + 1);
            if reach == 0 {
                break;
            }
            let nearby = (1..=reach).flat_map(|step| {
                [first.checked_sub(step), last.checked_add(step)].into_iter().flatten()
            });
            let added = nearby
                .filter(|number| masks.range.contains(number))
                .filter(|number| self.segment(*number).is_some_and(|it| it.source == source))
                .map(|number| (number, mask_of(number)))
                .filter(|(_, other)| (other.full & !mask.full).count_ones() >= WORDS_TO_ADD)
                .map(|(number, other)| {
                    let gain = wanted.share_of(other.full & !mask.full);
                    let step = first.saturating_sub(number).max(number.saturating_sub(last));
                    (number, other, gain / f64::from(step.max(1)))
                })
                .filter(|(_, other, gain)| {
                    let more = other.full & !mask.full;
                    // What mostly repeats is another line on the same subject.
                    let repeats = wanted.share_of(other.full & mask.full) > wanted.share_of(more);
                    *gain >= WORTH_ADDING && !repeats
                })
                .max_by(|one, other| one.2.total_cmp(&other.2));
            let Some((number, other, _)) = added else { break };
            mask = mask.and(other);
            (first, last) = (first.min(number), last.max(number));
        }
        let (from, to) = (self.segment(first)?, self.segment(last)?);
        let window = Window {
            source,
            span: Span::new(from.span.start, to.span.end),
            first_line: from.line,
            last_line: to.last_line,
            support: wanted.share(mask),
        };
        Some(Candidate { window, mask, first, last })
    }
}

/// The [`SEEDS`] with the highest scores, in their order; of equals those that come first.
fn most(scored: impl Iterator<Item = (f64, u32)>) -> Vec<(f64, u32)> {
    let order =
        |one: &(f64, u32), other: &(f64, u32)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1));
    let mut most: Vec<(f64, u32)> = Vec::with_capacity(2 * SEEDS);
    let mut least = None;
    for one in scored {
        if least.is_some_and(|least| order(&one, &least).is_gt()) {
            continue;
        }
        most.push(one);
        if most.len() == 2 * SEEDS {
            least = Some(*most.select_nth_unstable_by(SEEDS - 1, order).1);
            most.truncate(SEEDS);
        }
    }
    most.sort_unstable_by(order);
    most.truncate(SEEDS);
    most
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
