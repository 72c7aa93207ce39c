//! Numbers, dates and amounts: does the passage say the claim's?
//!
//! `read` finds what a text says in numbers, `relation` compares two of them, `compare` pairs those
//! of a claim with those of a passage, and `derive` looks for what was reckoned. That a number
//! differs is said only where its kind and the words around agree and the claim's stands nowhere in
//! the passage.

mod bounds;
mod compare;
mod context;
mod dates;
mod decimal;
mod decision;
mod derive;
mod digits;
mod numerals;
mod read;
mod relation;
mod units;

pub use compare::{compare, features};
pub(super) use compare::{compare_read, contradicts};
pub use decision::Features;

use crate::text::Span;

/// A number of the claim beside what the passage has for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberMatch {
    /// The number with its unit as the claim writes it; bytes of the response.
    pub span: Span,
    /// The same as text.
    pub claim: String,
    /// What the passage has for it; bytes of the source.
    pub found: Option<Span>,
    /// The same as text.
    pub passage: Option<String>,
    /// How the two compare.
    pub status: NumberStatus,
    /// What a reader should know, as a sentence: how it was derived, what stands near.
    pub note: Option<String>,
    /// Whether it is part of a name, a version or an identifier (`GPT-4`, `Section 4.2`): that the
    /// passage does not have it says less.
    pub is_name: bool,
}

/// How a number of the claim compares with the passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberStatus {
    /// The same value, however written.
    Same,
    /// The passage's number lies within the claim's bound: 500 implies "more than 400".
    Implied,
    /// The passage's number rounded as far as the claim writes it.
    Rounded,
    /// The passage has another number for the same thing.
    Differs,
    /// The passage has no number that could be it.
    Absent,
    /// Sum, difference, share or ratio of two numbers of the passage.
    Derived,
    /// Cannot be told.
    Unknown,
}

impl NumberStatus {
    /// The name in JSON output.
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
}
