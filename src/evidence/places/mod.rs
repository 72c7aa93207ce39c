//! An index over the lines and sentences of every source.
//!
//! Words are weighted by how rare they are in it, so that a subject which every line mentions does
//! not decide.

mod candidate;
mod segments;
mod search_terms;
mod windows;

use std::ops::Range;

use smallvec::SmallVec;

pub use candidate::{Candidate, MAX_WINDOW, Mask, Width};
pub use search_terms::SearchTerms;
use segments::{Segment, segments};

use super::support::ContentWords;
use super::texts::Texts;
use super::words::{Key, KeyMap, Language, LanguageCounts, source_words};
use crate::model::Source;
use crate::text::Span;

/// An index over all segments of all sources of a case.
#[derive(Debug, Default)]
pub struct Places {
    segments: Vec<Segment>,
    /// For each segment, the number of those up to it that are not blank.
    filled: Vec<usize>,
    /// The segments of each source.
    of_source: Vec<Range<u32>>,
    /// The segments that have each content word, ascending.
    postings: KeyMap<SmallVec<[u32; 4]>>,
    /// For each source, the first byte and the end of its content words, in order.
    content: Vec<Vec<[u32; 2]>>,
    /// The languages of the common words in the first part of each source.
    languages: Vec<LanguageCounts>,
}

/// The length of the part of a source that shows its language, in bytes.
pub(super) const MAX_HEAD: usize = 16 * 1024;

impl Places {
    /// Reads all texts once, without keeping them.
    pub fn new(sources: &[Source], texts: &Texts) -> Self {
        let mut places = Self {
            of_source: vec![0..0; sources.len()],
            content: vec![Vec::new(); sources.len()],
            languages: vec![LanguageCounts::default(); sources.len()],
            ..Self::default()
        };
        for (index, text) in texts.iter() {
            let Some(source) = sources.get(index) else { continue };
            let start = places.count();
            for segment in segments(index, source, text) {
                places.add(segment, text);
            }
            let own = start..places.count();
            if let Some(known) = places.of_source.get_mut(index) {
                *known = own;
            }
        }
        places
    }

    fn add(&mut self, segment: Segment, text: &str) {
        let Ok(number) = u32::try_from(self.segments.len()) else { return };
        for word in source_words(segment.span.slice(text).unwrap_or_default()) {
            let span = word.span.shifted(segment.span.start);
            if span.end <= MAX_HEAD
                && let Some(counts) = self.languages.get_mut(segment.source)
            {
                counts.add(&word);
            }
            if !word.class.is_content() {
                continue;
            }
            if let [Ok(start), Ok(end)] = [span.start, span.end].map(u32::try_from)
                && let Some(content) = self.content.get_mut(segment.source)
            {
                content.push([start, end]);
            }
            let listed = self.postings.entry(word.key).or_default();
            if listed.last() != Some(&number) {
                listed.push(number);
            }
        }
        let before = self.filled.last().copied().unwrap_or(0);
        self.filled.push(before + usize::from(!segment.span.is_empty()));
        self.segments.push(segment);
    }

    /// Returns the language of the first part of a source; `None` if it is unclear.
    pub(super) fn language(&self, source: usize) -> Option<Language> {
        self.languages.get(source)?.language()
    }

    /// Returns the number of segments of `range` that are not blank.
    fn count_filled(&self, range: &Range<u32>) -> usize {
        let before = |end: u32| {
            let last = index(end).checked_sub(1).and_then(|last| self.filled.get(last));
            last.copied().unwrap_or(0)
        };
        before(range.end).saturating_sub(before(range.start))
    }

    /// Weighs the content words of a claim by their rarity among all segments. `text` is the
    /// response, which the words are from.
    pub fn search_terms(&self, content: &ContentWords, text: &str) -> SearchTerms {
        SearchTerms::new(self, content, text)
    }

    /// Returns the bytes of the first segment of a passage (source and bytes) that has a key.
    pub fn first_with(&self, key: Key, place: (usize, Span)) -> Option<Span> {
        let range = self.range(place);
        let first = self.listed(key, &range).first()?;
        Some(self.segment(*first)?.span)
    }

    /// Returns the content words in a passage (source and bytes), as bytes of the source.
    pub fn content_words(&self, (source, span): (usize, Span)) -> impl Iterator<Item = Span> {
        let all = self.content.get(source).map(Vec::as_slice).unwrap_or_default();
        let from = all.partition_point(|[start, _]| index(*start) < span.start);
        let to = all.partition_point(|[start, _]| index(*start) < span.end);
        let inside = all.get(from..to.max(from)).unwrap_or_default().iter();
        let words = inside.map(|&[start, end]| Span::new(index(start), index(end)));
        words.filter(move |word| word.end <= span.end)
    }

    /// Returns the segment before a passage in its source.
    pub fn before(&self, place: (usize, Span)) -> Option<(usize, Span)> {
        let segment = self.segment(self.range(place).start.checked_sub(1)?)?;
        (segment.source == place.0).then_some((segment.source, segment.span))
    }

    /// Returns the segments of `range` that have a key, ascending.
    fn listed(&self, key: Key, range: &Range<u32>) -> &[u32] {
        let numbers = self.postings.get(&key).map(SmallVec::as_slice).unwrap_or_default();
        let from = numbers.partition_point(|number| *number < range.start);
        let to = numbers.partition_point(|number| *number < range.end);
        numbers.get(from..to.max(from)).unwrap_or_default()
    }

    fn count(&self) -> u32 {
        u32::try_from(self.segments.len()).unwrap_or(u32::MAX)
    }

    /// Returns the segments that some bytes of a source touch.
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
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
