//! Candidate windows: the runs of lines, or of sentences, that hold most of a claim.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::candidate::{Candidate, Everywhere, Mask, Touched, Width, within};
use super::{Places, SearchTerms, index};
use crate::evidence::Window;
use crate::text::Span;

/// The maximum number of segments that windows are put around, those with most of the claim first.
const MAX_SEEDS: usize = 192;

/// The maximum number of windows that a search returns: enough to leave several after the
/// neighbours of the best one.
const MAX_CANDIDATES: usize = 64;

/// The maximum number of occurrences of a claim's words that are looked at, those of the rarest
/// words first.
const MAX_POSTINGS: usize = 8 * 1024;

/// Ranges of at most this many segments are read into a table instead of being sorted.
const MAX_DENSE: usize = 1024;

/// The maximum width of the lines that hold most of a long passage, in segments.
const MAX_TIGHT: u32 = 6;

/// The maximum width of narrow windows, in segments.
const MAX_NARROW: u32 = 3;

/// The maximum number of narrow windows of each width.
const MAX_NEAREST: usize = 8;

/// Fewer lines are as good if they lack less than this share of the claim.
const LACKING: f64 = 0.05;

impl Places {
    /// Returns the windows with the highest scores, best first; windows may overlap. If `within`
    /// (source and bytes) is given, they are inside it. None touches `except`.
    pub fn search(
        &self,
        terms: &SearchTerms,
        width: Width,
        within: Option<(usize, Span)>,
        except: &[(usize, Span)],
    ) -> Rc<[Candidate]> {
        let width = width.limited();
        let range = within.map_or(0..self.count(), |place| self.range(place));
        let except: Vec<Range<u32>> = except.iter().map(|place| self.range(*place)).collect();
        terms.found(width, &range, &except, || self.searched(terms, width, &range, &except))
    }

    fn searched(
        &self,
        terms: &SearchTerms,
        width: Width,
        range: &Range<u32>,
        except: &[Range<u32>],
    ) -> Vec<Candidate> {
        let touched = self.touched(terms, range);
        let is_free = |window: &Range<u32>| {
            except.iter().all(|it| window.end <= it.start || it.end <= window.start)
        };
        let mut scored: Vec<(f64, Mask, Range<u32>)> = self
            .around_seeds(terms, &touched, width, range)
            .into_iter()
            .filter(is_free)
            .map(|window| {
                let mask = touched.union(&window);
                (terms.share_of(mask), mask, window)
            })
            .collect();
        let order = |one: &(f64, Mask, Range<u32>), other: &(f64, Mask, Range<u32>)| {
            other.0.total_cmp(&one.0).then(one.2.start.cmp(&other.2.start))
        };
        if scored.len() > MAX_CANDIDATES {
            scored.select_nth_unstable_by(MAX_CANDIDATES - 1, order);
            scored.truncate(MAX_CANDIDATES);
        }
        let candidates = scored.into_iter();
        let mut found: Vec<Candidate> = candidates
            .filter_map(|(score, mask, window)| {
                // Without the segments at its ends that have no part of the claim.
                let inside = touched.within(&window);
                let (first, last) = (inside.first()?.0, inside.last()?.0);
                Some(Candidate { window: self.window(first, last, score)?, mask, first, last })
            })
            .collect();
        found.sort_by(|one, other| {
            let by_score = other.window.support.total_cmp(&one.window.support);
            let size = |it: &Candidate| it.last - it.first;
            by_score.then(size(one).cmp(&size(other))).then(one.first.cmp(&other.first))
        });
        found
    }

    /// Returns the segments of `range` that have some of the search terms.
    fn touched<'w>(&self, terms: &'w SearchTerms, range: &Range<u32>) -> Touched<'w> {
        let all = 0..self.count();
        let everywhere = terms.everywhere(|| self.read(terms, &all));
        if everywhere.is_partial && *range != all {
            return Touched(Cow::Owned(self.read(terms, range).touched));
        }
        Touched(Cow::Borrowed(within(&everywhere.touched, range)))
    }

    /// Looks up the search terms in the segments of `range`.
    fn read(&self, terms: &SearchTerms, range: &Range<u32>) -> Everywhere {
        let mut listed: Vec<(&[u32], Mask)> =
            terms.keys().map(|(key, mask)| (self.listed(key, range), mask)).collect();
        listed.retain(|(numbers, _)| !numbers.is_empty());
        listed.sort_by(|one, other| one.0.len().cmp(&other.0.len()).then(one.1.cmp(&other.1)));
        let mut left = MAX_POSTINGS;
        let count = listed.len();
        listed.retain(|(numbers, _)| {
            let fits = numbers.len() <= left || left == MAX_POSTINGS;
            left = left.saturating_sub(numbers.len());
            fits
        });
        let is_partial = listed.len() < count;
        if range.len() <= MAX_DENSE {
            let mut table = vec![Mask::default(); range.len()];
            for (numbers, mask) in listed {
                for number in numbers {
                    if let Some(known) = table.get_mut(index(number - range.start)) {
                        *known |= mask;
                    }
                }
            }
            let all = range.clone().zip(table);
            let touched = all.filter(|(_, mask)| *mask != 0).collect();
            return Everywhere { touched, is_partial };
        }
        let mut all: Vec<(u32, Mask)> = listed
            .into_iter()
            .flat_map(|(numbers, mask)| numbers.iter().map(move |number| (*number, mask)))
            .collect();
        // Sorted runs are merged, where an unstable sort would begin anew.
        all.sort_by_key(|(number, _)| *number);
        let mut merged: Vec<(u32, Mask)> = Vec::with_capacity(all.len());
        for (number, mask) in all {
            match merged.last_mut().filter(|(last, _)| *last == number) {
                Some((_, known)) => *known |= mask,
                None => merged.push((number, mask)),
            }
        }
        Everywhere { touched: merged, is_partial }
    }

    /// Returns every window around one of the segments that have most of the claim.
    fn around_seeds(
        &self,
        terms: &SearchTerms,
        touched: &Touched<'_>,
        width: Width,
        range: &Range<u32>,
    ) -> Vec<Range<u32>> {
        let mut seeds: Vec<u32> = touched.0.iter().map(|(number, _)| *number).collect();
        if seeds.len() > MAX_SEEDS {
            let mut scored: Vec<(f64, u32)> =
                touched.0.iter().map(|(number, mask)| (terms.share_of(*mask), *number)).collect();
            scored.select_nth_unstable_by(MAX_SEEDS - 1, |one, other| {
                other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
            });
            scored.truncate(MAX_SEEDS);
            seeds = scored.into_iter().map(|(_, number)| number).collect();
        }
        let mut starts = Vec::with_capacity(seeds.len());
        for seed in seeds {
            self.add_starts(seed, width, range, &mut starts);
        }
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().map(|start| start..self.end(start, width, range)).collect()
    }

    /// Adds the starts of the windows that hold the segment `seed`.
    fn add_starts(&self, seed: u32, width: Width, range: &Range<u32>, starts: &mut Vec<u32>) {
        let Some(own) = self.segment(seed) else { return };
        let mut at = seed;
        while let Some(segment) = self.segment(at).filter(|it| it.source == own.source) {
            let before = at.checked_sub(1).filter(|before| range.contains(before));
            match width {
                Width::Lines(lines) => {
                    if own.line.saturating_sub(segment.line) >= lines {
                        break;
                    }
                    let above = before.and_then(|before| self.segment(before));
                    let opens =
                        above.is_none_or(|it| it.source != own.source || it.line != segment.line);
                    if opens {
                        starts.push(at);
                    }
                }
                Width::Segments(count) => {
                    if seed - at >= count {
                        break;
                    }
                    starts.push(at);
                }
            }
            let Some(before) = before else { break };
            at = before;
        }
    }

    /// Returns the end of a window that begins at `start`.
    fn end(&self, start: u32, width: Width, range: &Range<u32>) -> u32 {
        let Some(first) = self.segment(start) else { return start };
        let fits = |number: &u32| {
            self.segment(*number).is_some_and(|it| {
                it.source == first.source
                    && match width {
                        Width::Lines(lines) => it.line.saturating_sub(first.line) < lines,
                        Width::Segments(count) => *number - start < count,
                    }
            })
        };
        (start..range.end).take_while(fits).last().map_or(start, |last| last + 1)
    }

    fn window(&self, first: u32, last: u32, support: f64) -> Option<Window> {
        let (from, to) = (self.segment(first)?, self.segment(last)?);
        Some(Window {
            source: from.source,
            span: Span::new(from.span.start, to.span.end),
            first_line: from.line,
            last_line: to.last_line,
            support,
        })
    }

    /// Returns the words that all of `spans` (source and bytes) have together.
    pub fn held(&self, terms: &SearchTerms, spans: &[(usize, Span)]) -> Mask {
        let union = |place| {
            let range = self.range(place);
            self.touched(terms, &range).union(&range)
        };
        spans.iter().fold(0, |all, place| all | union(*place))
    }

    /// Returns the words of the segment in a place (source and bytes) that has most of the claim.
    pub fn best_segment(&self, terms: &SearchTerms, place: (usize, Span)) -> Mask {
        let touched = self.touched(terms, &self.range(place));
        let scored = touched.0.iter().map(|(_, mask)| (terms.share_of(*mask), *mask));
        let best = scored.max_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(0, |(_, mask)| mask)
    }

    /// Returns the share of the other segments of the cited sources that have at least as much of the
    /// claim as the best segment of `cited` (source and bytes), 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 lines")]
    pub fn rivals(&self, terms: &SearchTerms, cited: &[(usize, Span)]) -> f64 {
        let own = disjoint(cited.iter().map(|place| self.range(*place)).collect());
        let is_own = |number: u32| {
            let after = own.partition_point(|range| range.start <= number);
            let last = after.checked_sub(1).and_then(|last| own.get(last));
            last.is_some_and(|range| range.contains(&number))
        };
        let sources: BTreeSet<usize> = cited.iter().map(|place| place.0).collect();
        let (mut held, mut scores, mut others) = (0.0_f64, Vec::new(), 0);
        for range in sources.into_iter().filter_map(|source| self.of_source.get(source)) {
            others += self.count_filled(range);
            for (number, mask) in self.touched(terms, range).0.iter() {
                let score = terms.share_of(*mask);
                if is_own(*number) {
                    held = held.max(score);
                } else {
                    scores.push(score);
                }
            }
        }
        for range in &own {
            others = others.saturating_sub(self.count_filled(range));
        }
        let rivals = if held > 0.0 {
            scores.into_iter().filter(|score| *score >= held).count()
        } else {
            others
        };
        rivals as f64 / others.max(1) as f64
    }

    /// Returns the narrowest window of a place (source and bytes) that has nearly as much of the
    /// claim as the best one of the greatest width.
    pub fn tightest(&self, terms: &SearchTerms, place: (usize, Span)) -> Option<Window> {
        let of_width = |count: u32| -> Option<Window> {
            let found = self.search(terms, Width::Segments(count), Some(place), &[]);
            let scored = found.iter().map(|it| (terms.share_of(it.mask), it.window));
            let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best });
            best.map(|(support, window)| Window { support, ..window })
        };
        let widest = of_width(MAX_TIGHT)?;
        let is_enough = |it: &Window| it.support + LACKING >= widest.support;
        let narrower = [1, 2, 3].into_iter().filter_map(of_width);
        Some(narrower.into_iter().find(is_enough).unwrap_or(widest))
    }

    /// Returns the narrow windows of a place (source and bytes) that have most of the claim, as bytes of the
    /// source; they overlap.
    pub fn nearest(&self, terms: &SearchTerms, place: (usize, Span)) -> Vec<Span> {
        let of_width = |count| {
            let found = self.search(terms, Width::Segments(count), Some(place), &[]);
            found.iter().take(MAX_NEAREST).map(|it| it.window.span).collect::<Vec<_>>()
        };
        (1..=MAX_NARROW).flat_map(of_width).collect()
    }

    /// Returns the number of segments that a place (source and bytes) touches.
    pub fn count_in(&self, place: (usize, Span)) -> u32 {
        let range = self.range(place);
        range.end - range.start
    }
}

/// Puts ranges in order, those that overlap together.
fn disjoint(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_by_key(|range| range.start);
    let mut apart: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => apart.push(range),
        }
    }
    apart
}
