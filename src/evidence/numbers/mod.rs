//! Numbers, dates and amounts: does the passage say the claim's?

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
}

/// How a number of the claim compares with the passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberStatus {
    /// The same value, however written.
    Same,
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
            Self::Rounded => "rounded",
            Self::Differs => "differs",
            Self::Absent => "absent",
            Self::Derived => "derived",
            Self::Unknown => "unknown",
        }
    }
}

/// Compares the numbers of `claim` with those of `passage`. `claim_at` and `passage_at` are where
/// the two begin in the response and in the source.
pub fn compare(claim: &str, claim_at: usize, passage: &str, passage_at: usize) -> Vec<NumberMatch> {
    let _ = (claim, claim_at, passage, passage_at);
    Vec::new()
}
