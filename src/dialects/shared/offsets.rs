//! The actual unit and end convention of a message's offsets.
//!
//! Formats state what they count, and recordings disagree: bytes instead of characters, inclusive
//! ends instead of exclusive ones, and re-encoded recordings that drift by a few places. If a
//! format repeats the words of a span, those words decide for all spans of the message together
//! ([`arbitrate`]). If no reading fits, the nearest occurrence of the words is taken and marked; if
//! there is none, the stated place is kept and marked as not verified. A place is never cut inside
//! a character.

use crate::model::{OffsetReading, Placement};
use crate::text::units::Offsets;
use crate::text::{Span, Unit};

/// The unit and the kind of end of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Their unit.
    pub unit: Unit,
    /// True if the end is the last covered place and not the one after it.
    pub inclusive: bool,
}

impl Reading {
    /// Returns the reading in `unit` with exclusive ends.
    pub const fn exclusive(unit: Unit) -> Self {
        Self { unit, inclusive: false }
    }

    /// Describes it in words: `bytes, end exclusive`.
    pub fn describe(self) -> String {
        let end = if self.inclusive { "inclusive" } else { "exclusive" };
        format!("{}, end {end}", self.unit.name().replace('-', " "))
    }
}

/// A span as a payload states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated<'w> {
    /// First place, 0-based, in the unit of the reading, within the text given.
    pub start: i64,
    /// The end likewise.
    pub end: i64,
    /// The words it covers, if the payload repeats them.
    pub words: Option<&'w str>,
    /// True if `words` must only be contained in the span (a URL in a link), not be all of it.
    pub contained: bool,
}

/// A stated span, placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Bytes of the text.
    pub span: Span,
    /// The way it was found; never [`Placement::Inherent`].
    pub placement: Placement,
}

/// The outcome of [`arbitrate`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arbitration {
    /// The reading that won.
    pub reading: Reading,
    /// Number of the spans with words that fit it.
    pub fit: usize,
    /// Number of spans with words.
    pub of: usize,
    /// Parallel to the parts and their spans.
    pub placed: Vec<Vec<Placed>>,
}

impl Arbitration {
    /// Describes it for a case: `bytes, end exclusive; 12 of 12 fit`.
    pub fn note(&self) -> OffsetReading {
        let description = match self.of {
            0 => format!("{}; not verified (no repeated words)", self.reading.describe()),
            of => format!("{}; {} of {of} fit", self.reading.describe(), self.fit),
        };
        let Reading { unit, inclusive } = self.reading;
        OffsetReading { unit, inclusive, description }
    }
}

/// A stretch of text with the spans stated on it.
pub type Part<'w> = (&'w str, Vec<Stated<'w>>);

/// Decides between the stated reading and the others for all parts of one message together, and
/// places the spans. The stated one wins a tie; among the others, code points come before UTF-16
/// before bytes, and the stated end convention before the other one.
pub fn arbitrate(stated: Reading, parts: &[Part<'_>]) -> Arbitration {
    let parts: Vec<(Offsets<'_>, &Part<'_>)> =
        parts.iter().map(|part| (Offsets::new(part.0), part)).collect();
    let of = parts.iter().flat_map(|(_, part)| &part.1).filter(|s| s.words.is_some()).count();
    let mut best = (fit(stated, &parts), stated);
    for inclusive in [stated.inclusive, !stated.inclusive] {
        for unit in [Unit::CodePoints, Unit::Utf16, Unit::Bytes] {
            let reading = Reading { unit, inclusive };
            let fits = if best.0 < of { fit(reading, &parts) } else { 0 };
            if fits > best.0 {
                best = (fits, reading);
            }
        }
    }
    let (fit, reading) = best;
    let place_all = |(offsets, part): &(Offsets<'_>, &Part<'_>)| {
        part.1.iter().map(|span| put(part.0, offsets, span, reading)).collect()
    };
    Arbitration { reading, fit, of, placed: parts.iter().map(place_all).collect() }
}

/// Counts the spans with words that fit a reading.
fn fit(reading: Reading, parts: &[(Offsets<'_>, &Part<'_>)]) -> usize {
    let fits = |offsets: &Offsets<'_>, text: &str, span: &Stated<'_>| {
        place(offsets, span, reading).is_some_and(|at| holds(text, at, span))
    };
    let in_part = |(offsets, part): &(Offsets<'_>, &Part<'_>)| {
        part.1.iter().filter(|span| fits(offsets, part.0, span)).count()
    };
    parts.iter().map(in_part).sum()
}

/// Returns the stated place in a reading; `None` if it is not in the text or inside a character.
fn place(offsets: &Offsets<'_>, span: &Stated<'_>, reading: Reading) -> Option<Span> {
    let start = usize::try_from(span.start).ok()?;
    let end = usize::try_from(span.end).ok()? + usize::from(reading.inclusive);
    if end < start {
        return None;
    }
    offsets.span(start, end, reading.unit)
}

/// True if a place has the words exactly. Blanks at the ends count, because they distinguish units.
fn holds(text: &str, at: Span, span: &Stated<'_>) -> bool {
    let (Some(slice), Some(words)) = (at.slice(text), span.words) else { return false };
    if span.contained { slice.contains(words) } else { slice == words }
}

/// True if a place has the words except for blanks at the ends, which some formats leave out.
fn holds_trimmed(text: &str, at: Span, span: &Stated<'_>) -> bool {
    let (Some(slice), Some(words)) = (at.slice(text), span.words) else { return false };
    holds(text, at, span) || slice.trim() == words.trim()
}

fn put(text: &str, offsets: &Offsets<'_>, span: &Stated<'_>, reading: Reading) -> Placed {
    let at = place(offsets, span, reading);
    let Some(words) = span.words.filter(|words| !words.trim().is_empty()) else {
        return match at {
            Some(span) => Placed { span, placement: Placement::Unverified },
            None => Placed { span: Span::at(text.len()), placement: Placement::Outside },
        };
    };
    if let Some(at) = at.filter(|at| holds_trimmed(text, *at, span)) {
        return Placed { span: at, placement: Placement::Fitted };
    }
    let near = at.map_or_else(|| usize::try_from(span.start).unwrap_or(0), |at| at.start);
    let words = words.trim();
    let found = memchr::memmem::find_iter(text.as_bytes(), words.as_bytes());
    match found.min_by_key(|found| found.abs_diff(near)) {
        Some(found) => {
            let to = offsets.convert(found, Unit::Bytes, reading.unit).unwrap_or(found);
            let shift = i64::try_from(to).unwrap_or(i64::MAX).saturating_sub(span.start);
            let span = Span::new(found, found + words.len());
            Placed { span, placement: Placement::Repaired { shift, unit: reading.unit } }
        }
        None => match at {
            Some(span) => Placed { span, placement: Placement::Unfounded },
            None => Placed { span: Span::at(text.len()), placement: Placement::Outside },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Käse 🧀 ist gut. Käse ist alt.";

    fn stated(start: i64, end: i64, words: &'static str) -> Stated<'static> {
        Stated { start, end, words: Some(words), contained: false }
    }

    fn placements(arbitration: &Arbitration) -> Vec<Placement> {
        arbitration.placed[0].iter().map(|placed| placed.placement).collect()
    }

    #[test]
    fn each_unit_is_recognised_by_the_words() {
        for (unit, end) in [(Unit::Bytes, 10), (Unit::CodePoints, 6), (Unit::Utf16, 7)] {
            let spans = [stated(0, end, "Käse 🧀")];
            let outcome =
                arbitrate(Reading::exclusive(Unit::CodePoints), &[(TEXT, spans.to_vec())]);
            assert_eq!(outcome.reading, Reading::exclusive(unit));
            assert_eq!(placements(&outcome), [Placement::Fitted]);
        }
    }

    #[test]
    fn an_inclusive_end_is_recognised() {
        let spans = [stated(0, 5, "Käse 🧀")];
        let outcome = arbitrate(Reading::exclusive(Unit::CodePoints), &[(TEXT, spans.to_vec())]);
        assert!(outcome.reading.inclusive);
        assert_eq!(outcome.note().description, "code points, end inclusive; 1 of 1 fit");
    }

    #[test]
    fn words_that_drifted_are_repaired_with_their_distance() {
        let spans = [stated(0, 10, "Käse 🧀"), stated(24, 37, "Käse ist alt")];
        let outcome = arbitrate(Reading::exclusive(Unit::Bytes), &[(TEXT, spans.to_vec())]);
        assert_eq!(
            placements(&outcome),
            [Placement::Fitted, Placement::Repaired { shift: -4, unit: Unit::Bytes }]
        );
        assert_eq!(outcome.placed[0][1].span.slice(TEXT), Some("Käse ist alt"));
    }

    #[test]
    fn what_cannot_be_placed_is_said() {
        let spans = [
            stated(0, 4, "Brot"),
            Stated { start: 90, end: 99, words: None, contained: false },
            Stated { start: 0, end: 4, words: None, contained: false },
        ];
        let outcome = arbitrate(Reading::exclusive(Unit::CodePoints), &[(TEXT, spans.to_vec())]);
        let expected = [Placement::Unfounded, Placement::Outside, Placement::Unverified];
        assert_eq!(placements(&outcome), expected);
    }

    #[test]
    fn a_place_inside_a_character_is_outside() {
        let spans = [Stated { start: 0, end: 2, words: None, contained: false }];
        let outcome = arbitrate(Reading::exclusive(Unit::Bytes), &[(TEXT, spans.to_vec())]);
        assert_eq!(placements(&outcome), [Placement::Outside]);
    }
}
