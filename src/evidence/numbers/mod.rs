//! Quantities: does the passage give the numbers, dates and amounts of the claim?
//!
//! `read` finds the quantities of a text with their unit, scale, sign, rate and bound; `relate`
//! compares two of them by value; `context` compares the words around them; `compare` pairs those of
//! a claim with those of a passage. Whether two numbers that cannot both hold are about one thing is
//! a `decision` fitted on labelled pairs.

mod articles;
mod around;
mod beside;
mod bounds;
mod compare;
mod context;
mod dates;
mod decimal;
mod decision;
mod derive;
mod digits;
mod foreign;
mod limit;
mod numerals;
mod pair;
mod rate;
mod read;
mod reconcile;
mod relate;
mod relation;
mod side;
mod time;
mod units;

pub(super) use compare::compare_read;
#[cfg(any(test, feature = "internals"))]
pub use compare::{compare, features};
pub use decision::Features;
pub(super) use reconcile::reconcile;
pub(super) use side::Side;

use super::word_lists::list;
use crate::text::Span;

/// Returns words beside numbers, by the heading of their list.
fn listed(heading: &str) -> Vec<&'static str> {
    list(include_str!("../../../assets/words/numbers.txt"), heading)
}

/// A number of the claim with its counterpart in the passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberMatch {
    /// The number with its unit as the claim writes it; bytes of the response.
    pub span: Span,
    /// The same with the words that bound it (`more than`, `or less`).
    pub(in crate::evidence) bounded: Span,
    /// The number with its unit as text.
    pub claim: Box<str>,
    /// The number of the passage that bears it out or contradicts it; bytes of the source.
    pub found: Option<Span>,
    /// The same as text.
    pub passage: Option<Box<str>>,
    /// The result of comparing the two.
    pub status: NumberStatus,
    /// A note for the reader: how the number was derived, or the bound that is not met.
    pub note: Option<Box<str>>,
    /// True if it is part of a name, a version or an identifier (`GPT-4`, `Section 4.2`), an ordinal, or
    /// counted by an article (`an hour`):
    /// its absence from the passage says less.
    pub is_name: bool,
}

/// The result of comparing a number of the claim with the passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberStatus {
    /// The same value, however written.
    Same,
    /// The passage's number is within the claim's bound: 500 implies "more than 400".
    Implied,
    /// The passage's number rounded as far as the claim writes it.
    Rounded,
    /// The passage has another number for the same thing, or one outside the claim's bound.
    Differs,
    /// The passage has no number that could be it.
    Absent,
    /// Sum, difference, share or ratio of two numbers of the passage.
    Derived,
    /// Cannot be decided.
    Unknown,
}

impl NumberStatus {
    /// Returns the name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Implied => "implied",
            Self::Rounded => "rounded",
            Self::Differs => "differs",
            Self::Absent => "absent",
            Self::Derived => "derived",
            Self::Unknown => "unknown",
        }
    }

    /// True if the passage bears the number out.
    pub const fn is_found(self) -> bool {
        matches!(self, Self::Same | Self::Implied | Self::Rounded | Self::Derived)
    }
}
