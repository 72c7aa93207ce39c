//! The origin of segment offsets.
//!
//! Documented as places within the part that `partIndex` names. Recorded answers leave `partIndex`
//! out and count over all text except the thoughts, across parts; some libraries count within a
//! part. The words that a segment repeats decide: the named part is tried, then all the text, then
//! each part alone. [`crate::dialects::shared::offsets`] determines the unit; here the offsets are
//! only moved to the beginning of all the text.

use crate::text::units::Offsets;
use crate::text::{Span, Unit};

/// The most comparisons of segments with parts; beyond, only the named part and all text are tried.
const MAX_COMPARED: usize = 100_000;

/// A segment as stated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) part: Option<usize>,
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) words: Option<String>,
}

/// The text of an answer and the parts it comes from.
pub(crate) struct Pieces<'t> {
    all: Offsets<'t>,
    text: &'t str,
    parts: Vec<Piece<'t>>,
}

struct Piece<'t> {
    /// Its number among all parts, thoughts included.
    number: usize,
    /// Its beginning in the text, in bytes.
    base: usize,
    text: &'t str,
    offsets: Offsets<'t>,
}

impl<'t> Pieces<'t> {
    /// Creates it from `pieces`, the parts with text, by number and span of `text`.
    pub(crate) fn new(text: &'t str, pieces: &[(usize, Span)]) -> Self {
        let piece = |(number, span): &(usize, Span)| {
            let text = span.slice(text)?;
            Some(Piece { number: *number, base: span.start, text, offsets: Offsets::new(text) })
        };
        let pieces = pieces.iter().filter_map(piece).collect();
        Self { all: Offsets::new(text), text, parts: pieces }
    }

    /// Moves segments that count within a part. How many were moved.
    pub(crate) fn settle(&self, segments: &mut [Segment]) -> usize {
        if self.parts.len() < 2 {
            return 0;
        }
        let alone = self.parts.len().saturating_mul(segments.len()) <= MAX_COMPARED;
        let bases = |unit| -> Vec<Option<usize>> {
            segments.iter().map(|segment| self.base(segment, unit, alone)).collect()
        };
        let found = |bases: &Vec<Option<usize>>| bases.iter().flatten().count();
        let mut best = (Unit::Bytes, bases(Unit::Bytes));
        for unit in [Unit::CodePoints, Unit::Utf16] {
            let other = bases(unit);
            if found(&other) > found(&best.1) {
                best = (unit, other);
            }
        }
        let (unit, bases) = best;
        let mut moved = 0;
        for (segment, base) in segments.iter_mut().zip(bases) {
            let base = base.unwrap_or_else(|| self.named(segment).map_or(0, |piece| piece.base));
            let base = self.all.convert(base, Unit::Bytes, unit).unwrap_or(0);
            let base = i64::try_from(base).unwrap_or(0);
            segment.start = segment.start.saturating_add(base);
            segment.end = segment.end.saturating_add(base);
            moved += usize::from(base > 0);
        }
        moved
    }

    fn named(&self, segment: &Segment) -> Option<&Piece<'t>> {
        let number = segment.part?;
        let index = self.parts.binary_search_by_key(&number, |piece| piece.number).ok()?;
        self.parts.get(index)
    }

    /// Finds the beginning of the text that has a segment's words at its place.
    fn base(&self, segment: &Segment, unit: Unit, alone: bool) -> Option<usize> {
        let words = segment.words.as_deref()?;
        let start = usize::try_from(segment.start).ok()?;
        let end = usize::try_from(segment.end).ok()?;
        let holds = |text: &str, offsets: &Offsets<'_>| {
            let span = offsets.span(start, end, unit);
            span.and_then(|span| span.slice(text)).is_some_and(|slice| slice == words)
        };
        let in_piece = |piece: &&Piece<'_>| holds(piece.text, &piece.offsets);
        if let Some(piece) = self.named(segment).filter(in_piece) {
            return Some(piece.base);
        }
        if holds(self.text, &self.all) {
            return Some(0);
        }
        let pieces = if alone { self.parts.as_slice() } else { &[] };
        pieces.iter().find(in_piece).map(|piece| piece.base)
    }
}
