//! Evidence: what a comparison of claim and passage shows, each part with the words it rests on.
//!
//! Nothing here is a judgement. Support is a probability fitted to labelled claims: it orders a
//! person's work and never says that a claim is true. What cannot be known is said to be unknown.

pub mod claim_text;
pub mod code;
pub mod decide;
pub mod features;
pub mod letters;
pub mod model;
pub mod numbers;
pub mod places;
pub mod quotes;
pub mod range;
pub mod support;
pub mod texts;
pub mod uncited;
pub mod weigh;
pub mod words;

mod claim;
mod passage;
mod qualifier;

pub use claim::{Claim, claims};
pub use features::{DecisionFeatures, Features, SupportFeatures};
pub use model::Model;
pub use numbers::{NumberMatch, NumberStatus};
pub use quotes::{QuoteMatch, QuoteStatus};
pub use range::RangeRemark;
pub use weigh::Weigher;

use crate::resolve::Resolution;
use crate::text::Span;

/// What was found for one citation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inspected {
    /// The response text it stands behind.
    pub claim: Option<Claim>,
    /// Parallel to the citation's targets.
    pub targets: Vec<Resolution>,
    /// Parallel to `targets`; empty until the citation is weighed, `None` where there is no claim
    /// or no passage to compare.
    pub evidence: Vec<Option<Evidence>>,
}

/// What a comparison of one claim and one passage shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Probability that the whole cited passage supports the claim, 0 to 1.
    pub support: f64,
    /// What `support` and `place` rest on.
    pub features: Features,
    /// The words found and not found.
    pub words: WordMatch,
    /// Where the claim's words stand.
    pub place: Place,
    /// For [`Place::Drifted`] how many lines below the cited range the better place begins;
    /// negative above it.
    pub drift_lines: Option<i64>,
    /// Better places, best first; empty for [`Place::Here`], [`Place::Nowhere`] and
    /// [`Place::Unknown`].
    pub better: Vec<Window>,
    /// The phrases of the claim that the best place has and the cited passages lack, the
    /// weightiest first; bytes of the response.
    pub reasons: Vec<Span>,
    /// The claim's numbers, in order.
    pub numbers: Vec<NumberMatch>,
    /// The claim's quotes and the words that the citation repeats, in order.
    pub quotes: Vec<QuoteMatch>,
    /// What there is to say about the ends of the cited range.
    pub range: Vec<RangeRemark>,
    /// The lines of a long passage that hold most of what it has of the claim; `None` where the
    /// passage is short.
    pub tightest: Option<Window>,
    /// Words and numbers of the claim that this passage lacks and another cited one has.
    pub beside: Vec<Beside>,
}

/// A word or number of a claim that another passage has which is cited for the same claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The word or number; bytes of the response.
    pub span: Span,
    /// Index of the citation whose passage has it.
    pub citation: usize,
}

/// Which content words of a claim stand in a passage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordMatch {
    /// How many different content words of the claim stand in the passage.
    pub matched: usize,
    /// How many it has.
    pub of: usize,
    /// Those found, each occurrence; bytes of the response.
    pub in_claim: Vec<Span>,
    /// Those not found, each occurrence; bytes of the response.
    pub missing: Vec<Span>,
    /// Where they stand in the passage; bytes of the source.
    pub in_passage: Vec<Span>,
    /// Words not found for which the passage has one of a near meaning, in order.
    pub akin: Vec<Akin>,
}

/// A word of a claim beside one of the passage that has a near meaning. It is no match: the table
/// behind it knows words, not what they mean here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Akin {
    /// Where the claim has its word first; bytes of the response.
    pub claim: Span,
    /// Where the passage has the other first; bytes of the source.
    pub passage: Span,
    /// The word of the passage as it is written there.
    pub word: String,
}

/// Where the words of a claim stand, among all loaded sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the cited passage; or no other place has clearly more of them.
    Here,
    /// Clearly more of them at one other place of the cited source.
    Drifted,
    /// Clearly more of them in one other source.
    Elsewhere,
    /// Clearly more of them at other places, and none of these is clearly the best.
    Ambiguous,
    /// In no loaded source.
    Nowhere,
    /// Cannot be told: too few content words, another script or language, a source too large.
    Unknown,
}

impl Place {
    /// The name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Drifted => "drifted",
            Self::Elsewhere => "elsewhere",
            Self::Ambiguous => "ambiguous",
            Self::Nowhere => "nowhere",
            Self::Unknown => "unknown",
        }
    }
}

/// A run of lines of one source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Index into the case's sources.
    pub source: usize,
    /// Bytes of the source's text.
    pub span: Span,
    /// First line, by the number the locator counts.
    pub first_line: u64,
    /// Last line, inclusive.
    pub last_line: u64,
    /// Share of the claim's words that are there, 0 to 1; rare words weigh more. Not comparable
    /// with [`Evidence::support`].
    pub support: f64,
}
