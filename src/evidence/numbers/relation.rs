//! The relation of two numbers, as a comparison finds it.

/// The relation of a number of the passage to one of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same value and bound.
    Same,
    /// The same, if it is read so.
    SameAs(Reading),
    /// The passage's value is within the claim's bound.
    Implied,
    /// The claim's value is the passage's, rounded.
    Rounded,
    /// The claim is more exact, or the two overlap: neither follows.
    Open,
    /// The two cannot both hold of one thing.
    Clash(Clash),
    /// They cannot be compared.
    Unrelated,
}

impl Relation {
    /// True if the passage's number bears out the claim's.
    pub(super) const fn holds(self) -> bool {
        matches!(self, Self::Same | Self::SameAs(_) | Self::Implied | Self::Rounded)
    }
}

/// The way in which two numbers are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// One is a share of one, the other of a hundred.
    Share,
    /// The passage's counts in thousands, millions or billions.
    Scaled(i32),
    /// One end of a range.
    End,
    /// The same rate over another stretch of time.
    Rate,
    /// The same limit from its other side: `above 500` and `at most 500`.
    Limit,
}

/// The difference between two numbers that cannot both hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clash {
    Value,
    /// The same figure on another scale: millions and billions.
    Scale,
    /// The same figure in another unit or currency.
    Unit,
    /// The same figure for another stretch of time or another thing.
    Rate,
    /// The same figure with another sign.
    Sign,
    /// The same time in the other half of the day.
    HalfDay,
    /// A bound that the value does not meet.
    Bound,
}

impl Clash {
    /// True if the digits agree: the number itself was taken from the passage.
    pub(super) const fn is_of_same_figure(self) -> bool {
        matches!(self, Self::Scale | Self::Unit | Self::Rate | Self::Sign | Self::HalfDay)
    }
}
