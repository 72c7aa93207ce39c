//! A range of bytes of UTF-8 text.

use std::fmt;

/// A range of bytes, 0-based, end exclusive.
///
/// A span does not know its text; the field that holds it does. It may point past the end or into
/// the middle of a character if it comes from outside: [`Span::slice`] then returns `None` instead
/// of panicking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Creates a span from `start` to `end`; if `end` is before `start`, it is kept and the span is
    /// empty.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Creates an empty span at one place.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns the number of bytes; 0 if the end is before the start.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// True if it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// True if `offset` is one of its bytes.
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// True if the two share at least one byte.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the bytes both cover, or `None`.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let both = Self::new(self.start.max(other.start), self.end.min(other.end));
        (!both.is_empty()).then_some(both)
    }

    /// True if `offset` is a byte of one of these, which are sorted and do not overlap.
    pub fn any_contains(sorted: &[Self], offset: usize) -> bool {
        let after = sorted.partition_point(|span| span.start <= offset);
        let before = after.checked_sub(1).and_then(|index| sorted.get(index));
        before.is_some_and(|span| span.contains(offset))
    }

    /// Returns the slice of `text`, or `None` if it is not inside on character boundaries.
    pub fn slice(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }

    /// Returns the span shifted by `by` bytes.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
