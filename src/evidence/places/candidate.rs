//! Windows with their part of a claim, and the segments that a search looks at.

use std::borrow::Cow;
use std::ops::Range;

use crate::evidence::Window;

/// The maximum size of a window, in lines or segments. A longer range is compared by its best one.
pub const MAX_WINDOW: u32 = 12;

/// The search terms that a place has, one bit per word.
pub type Mask = u128;

/// The size of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Whole lines.
    Lines(u64),
    /// Sentences or lines, whichever is shorter.
    Segments(u32),
}

impl Width {
    /// Returns the width limited to what windows can have.
    #[must_use]
    pub fn limited(self) -> Self {
        match self {
            Self::Lines(lines) => Self::Lines(lines.clamp(1, u64::from(MAX_WINDOW))),
            Self::Segments(count) => Self::Segments(count.clamp(1, MAX_WINDOW)),
        }
    }
}

/// A window with its part of the claim.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// Its place. Its `support` is its score.
    pub window: Window,
    /// The claim's words in it.
    pub mask: Mask,
    /// Its first segment.
    pub(super) first: u32,
    /// Its last segment.
    pub(super) last: u32,
}

impl Candidate {
    /// Returns true if the two neither overlap nor touch in one source.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        self.window.source != other.window.source
            || self.last.saturating_add(1) < other.first
            || other.last.saturating_add(1) < self.first
    }
}

/// The segments that have a part of the claim, ascending.
#[derive(Debug)]
pub(super) struct Touched<'t>(pub(super) Cow<'t, [(u32, Mask)]>);

/// All segments that have a part of the claim.
#[derive(Debug)]
pub(super) struct Everywhere {
    pub(super) touched: Vec<(u32, Mask)>,
    /// True if some words are so common that they were left out.
    pub(super) is_partial: bool,
}

impl Touched<'_> {
    pub(super) fn within(&self, range: &Range<u32>) -> &[(u32, Mask)] {
        within(&self.0, range)
    }

    pub(super) fn union(&self, range: &Range<u32>) -> Mask {
        self.within(range).iter().fold(0, |all, (_, mask)| all | mask)
    }
}

/// Returns those of some segments, ascending, whose numbers are in `range`.
pub(super) fn within<'t>(touched: &'t [(u32, Mask)], range: &Range<u32>) -> &'t [(u32, Mask)] {
    let from = touched.partition_point(|(number, _)| *number < range.start);
    let to = touched.partition_point(|(number, _)| *number < range.end);
    touched.get(from..to.max(from)).unwrap_or_default()
}
