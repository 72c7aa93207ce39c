//! Every place in every source, and which of them has most of a claim.
//!
//! A place is a run of up to [`MOST_SEGMENTS`] neighbouring lines; long lines are taken sentence by
//! sentence. Words are weighed by how rare they are among the lines, so that the subject that every
//! line speaks of does not decide.

mod segments;

use std::collections::HashMap;

use segments::{Segment, segments};

use super::Window;
use super::support::Telling;
use super::texts::Texts;
use super::words::{Key, words};
use crate::model::Source;
use crate::text::Span;

/// The most neighbouring segments that make one place.
const MOST_SEGMENTS: usize = 8;

/// Segments to begin places from, the best first.
const SEEDS: usize = 16;

/// A neighbour belongs to a place when it adds at least this share of the claim's weight.
const WORTH_ADDING: f64 = 0.08;

/// How many segments without anything of the claim a place may bridge, such as blank lines.
const BRIDGED: usize = 2;

/// The most different words of a claim that are looked for: as many as bits of a mask.
const MOST_KEYS: usize = 128;

/// An index over all lines of all sources of a case.
#[derive(Debug, Default)]
pub struct Places {
    segments: Vec<Segment>,
    /// For each telling key the segments that have it, ascending.
    postings: HashMap<Key, Vec<u32>>,
}

/// What is looked for in the places: the telling words of one claim with their rarity.
#[derive(Debug)]
pub struct Wanted {
    /// The weight of each key.
    weights: Vec<f64>,
    total: f64,
    /// For each segment that has any of the keys which, one bit a key.
    masks: HashMap<u32, u128>,
}

impl Places {
    /// Reads all texts once. Keeps no text.
    pub fn new(sources: &[Source], texts: &Texts) -> Self {
        let mut places = Self::default();
        for (index, text) in texts.iter() {
            let Some(source) = sources.get(index) else { continue };
            for segment in segments(index, source, text) {
                let Ok(number) = u32::try_from(places.segments.len()) else { return places };
                let all = words(segment.span.slice(text).unwrap_or_default());
                for word in all.iter().filter(|word| word.class.tells()) {
                    let listed = places.postings.entry(word.key).or_default();
                    if listed.last() != Some(&number) {
                        listed.push(number);
                    }
                }
                places.segments.push(segment);
            }
        }
        places
    }

    /// The telling words of a claim weighed by how rare they are among all lines; a word that
    /// stands nowhere counts as much as the rarest that does.
    pub fn wanted(&self, telling: &Telling) -> Wanted {
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 lines")]
        let rarity = |key: &Key| {
            let count = self.postings.get(key).map_or(1, Vec::len).max(1);
            (1.0 + self.segments.len() as f64 / count as f64).ln()
        };
        let keys = || telling.keys.iter().take(MOST_KEYS);
        let weights: Vec<f64> = keys().map(|(key, weight)| weight * rarity(key)).collect();
        let mut masks = HashMap::new();
        for (bit, (key, _)) in keys().enumerate() {
            for segment in self.postings.get(key).into_iter().flatten() {
                *masks.entry(*segment).or_insert(0) |= 1 << bit;
            }
        }
        Wanted { total: weights.iter().sum(), weights, masks }
    }

    /// The places that have most of what is wanted, best first, none overlapping another; only
    /// those inside `within` (source and bytes) where it is given. Their `support` is the weighed
    /// share.
    pub fn best(&self, wanted: &Wanted, within: Option<(usize, Span)>) -> Vec<Window> {
        let masks: HashMap<u32, u128> = wanted
            .masks
            .iter()
            .filter(|(number, _)| within.is_none_or(|place| self.touches(**number, place)))
            .map(|(number, mask)| (*number, *mask))
            .collect();
        let mut seeds: Vec<(u32, f64)> =
            masks.iter().map(|(segment, mask)| (*segment, wanted.share(*mask))).collect();
        seeds.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        seeds.truncate(SEEDS);
        let mut found: Vec<(Window, usize)> =
            seeds.iter().filter_map(|(seed, _)| self.grown(*seed, &masks, wanted)).collect();
        found.sort_by(|(one, size), (other, other_size)| {
            other
                .support
                .total_cmp(&one.support)
                .then(size.cmp(other_size))
                .then_with(|| (one.source, one.span).cmp(&(other.source, other.span)))
        });
        let mut best: Vec<Window> = Vec::new();
        for (window, _) in found {
            let apart = |other: &Window| {
                other.source != window.source || other.span.intersect(window.span).is_none()
            };
            if best.iter().all(apart) {
                best.push(window);
            }
        }
        best
    }

    /// The weighed share of what is wanted that stands in `spans` (source and bytes).
    pub fn share_within(&self, wanted: &Wanted, spans: &[(usize, Span)]) -> f64 {
        let inside = wanted
            .masks
            .iter()
            .filter(|(number, _)| spans.iter().any(|place| self.touches(**number, *place)));
        wanted.share(inside.fold(0, |all, (_, mask)| all | mask))
    }

    fn touches(&self, number: u32, (source, span): (usize, Span)) -> bool {
        self.segment(number).is_some_and(|segment| {
            segment.source == source
                && segment.span.intersect(span).is_some_and(|cut| !cut.is_empty())
        })
    }

    fn segment(&self, number: u32) -> Option<&Segment> {
        self.segments.get(usize::try_from(number).ok()?)
    }

    /// The place around a segment: neighbours are taken in while they add something.
    fn grown(
        &self,
        seed: u32,
        masks: &HashMap<u32, u128>,
        wanted: &Wanted,
    ) -> Option<(Window, usize)> {
        let source = self.segment(seed)?.source;
        let (mut first, mut last) = (seed, seed);
        let mut mask = masks.get(&seed).copied().unwrap_or_default();
        loop {
            let room = MOST_SEGMENTS.saturating_sub(size(first, last));
            let reach = u32::try_from(room.min(BRIDGED + 1)).unwrap_or(0);
            let nearby = (1..=reach).flat_map(|step| {
                [first.checked_sub(step), last.checked_add(step)].into_iter().flatten()
            });
            let gain = |number: u32| {
                let more = masks.get(&number).copied().unwrap_or_default() & !mask;
                wanted.share(more) / f64::from(step_of(number, first, last))
            };
            let same = nearby.filter(|number| {
                self.segment(*number).is_some_and(|segment| segment.source == source)
            });
            let Some(next) = same.max_by(|one, other| gain(*one).total_cmp(&gain(*other))) else {
                break;
            };
            if gain(next) < WORTH_ADDING {
                break;
            }
            mask |= masks.get(&next).copied().unwrap_or_default();
            (first, last) = (first.min(next), last.max(next));
        }
        let (from, to) = (self.segment(first)?, self.segment(last)?);
        let window = Window {
            source,
            span: Span::new(from.span.start, to.span.end),
            first_line: from.line,
            last_line: to.line,
            support: wanted.share(mask),
        };
        Some((window, size(first, last)))
    }
}

impl Wanted {
    fn share(&self, mask: u128) -> f64 {
        let there = self.weights.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        let there: f64 = there.map(|(_, weight)| weight).sum();
        if self.total > 0.0 { there / self.total } else { 0.0 }
    }
}

fn size(first: u32, last: u32) -> usize {
    usize::try_from(last - first + 1).unwrap_or(usize::MAX)
}

/// How many steps a segment lies outside a run.
fn step_of(number: u32, first: u32, last: u32) -> u32 {
    first.saturating_sub(number).max(number.saturating_sub(last)).max(1)
}
