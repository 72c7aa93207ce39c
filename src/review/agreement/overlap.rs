//! Overlap of the right places that two reviewers name for a claim.

use std::ops::Range;

use crate::review::RightPlace;
use crate::review::figure::Figure;

/// Reason for a missing overlap in bytes.
const NO_BYTES: &str = "no bytes in either place";
/// Reason for a missing overlap in lines.
const NO_LINES: &str = "a place without lines";

/// The overlap of two stretches, each from 0 (apart) to 1 (the same).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlap {
    /// Intersection over union.
    pub iou: f64,
    /// Twice the intersection over the sum of both lengths: the harmonic mean of precision and
    /// recall, whichever of the two is the reference.
    pub f1: f64,
}

/// Returns the overlap in bytes; places in different sources are apart.
pub fn bytes(one: &RightPlace, other: &RightPlace) -> Result<Overlap, &'static str> {
    let range = |place: &RightPlace| place.start as u64..(place.end.max(place.start)) as u64;
    of(one.source == other.source, &range(one), &range(other)).ok_or(NO_BYTES)
}

/// Returns the overlap in lines, by the numbers the locators count.
pub fn lines(one: &RightPlace, other: &RightPlace) -> Result<Overlap, &'static str> {
    let range = |place: &RightPlace| {
        let (first, last) = place.first_line.zip(place.last_line)?;
        Some(first..last.max(first).saturating_add(1))
    };
    let (a, b) = range(one).zip(range(other)).ok_or(NO_LINES)?;
    of(one.source == other.source, &a, &b).ok_or(NO_LINES)
}

fn of(same_source: bool, one: &Range<u64>, other: &Range<u64>) -> Option<Overlap> {
    let both = if same_source {
        one.end.min(other.end).saturating_sub(one.start.max(other.start))
    } else {
        0
    };
    // Journals of others may state numbers of any size.
    let both = number(both);
    let lengths = number(one.end - one.start) + number(other.end - other.start);
    (lengths > 0.0).then(|| Overlap { iou: both / (lengths - both), f1: 2.0 * both / lengths })
}

#[expect(clippy::cast_precision_loss, reason = "no text has 2^53 bytes")]
fn number(count: u64) -> f64 {
    count as f64
}

/// Returns the means of some overlaps, as `IoU` and `F1`.
pub(super) fn means(overlaps: &[Overlap]) -> (Figure, Figure) {
    let mean = |of: fn(&Overlap) -> f64| {
        let why = |_| "no subject with two right places";
        crate::review::figure::mean(overlaps.iter().map(of)).map_err(why)
    };
    (mean(|overlap| overlap.iou), mean(|overlap| overlap.f1))
}
