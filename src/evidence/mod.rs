//! Evidence: the result of comparing a claim with a passage, and the words that each part is based
//! on.
//!
//! Nothing here is a judgement. Support is a probability fitted to labelled claims. It orders a
//! person's work and never says that a claim is true. Anything that cannot be decided is reported
//! as unknown.

pub mod claim_text;
mod claim_words;
pub mod code;
pub mod cut;
mod decide;
pub mod features;
pub mod letters;
pub mod model;
pub mod numbers;
pub mod places;
pub mod quotes;
pub mod range;
pub mod reversal;
pub mod support;
pub mod texts;
pub mod uncited;
pub mod weigh;
pub mod words;

mod abbreviation;
mod beside;
mod claim;
mod echo;
mod frame;
mod particulars;
mod passage;
mod qualifier;
mod word_lists;

pub use claim::{Claim, claims};
pub use features::{DecisionFeatures, Features, SupportFeatures};
pub use model::Model;
pub use numbers::{NumberMatch, NumberStatus};
pub use quotes::{QuoteMatch, QuoteStatus};
pub use range::RangeRemark;
pub use reversal::{Reversal, ReversedBy};
pub use weigh::Weigher;

use smallvec::SmallVec;

use crate::resolve::Resolution;
use crate::text::Span;

/// The result for one citation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inspected {
    /// The claim: the response text that the citation is attached to.
    pub claim: Option<Claim>,
    /// Parallel to the citation's targets.
    pub targets: Vec<Resolution>,
    /// Parallel to `targets`; empty until the citation is weighed, `None` if there is no claim
    /// or no passage to compare. Each on its own, because most of many citations may have none; in place,
    /// because most citations have one target.
    pub evidence: SmallVec<[Option<Box<Evidence>>; 2]>,
}

/// The result of comparing one claim with one passage.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Evidence {
    /// Probability that the whole cited passage supports the claim, 0 to 1.
    pub support: f64,
    /// The features that `support` and `place` are based on.
    pub features: Features,
    /// The words found and not found.
    pub words: WordMatch,
    /// The place that holds the claim's words.
    pub place: Place,
    /// For [`Place::Drifted`], the number of lines from the start of the cited range to the start
    /// of the better place; negative if that is above.
    pub drift_lines: Option<i64>,
    /// Better places, best first; empty for [`Place::Here`], [`Place::Nowhere`] and
    /// [`Place::Unknown`].
    pub better: Box<[Window]>,
    /// The phrases of the claim that the best place has and the cited passages lack, the
    /// weightiest first; bytes of the response.
    pub reasons: Box<[Span]>,
    /// The claim's numbers, in order.
    pub numbers: Box<[NumberMatch]>,
    /// A word by which claim and passage say opposite things; beside the one better place if the passage
    /// has none.
    pub reversal: Option<Box<Reversal>>,
    /// The claim's quotes and the words that the citation repeats, in order.
    pub quotes: Box<[QuoteMatch]>,
    /// Remarks on the start and end of the cited range.
    pub range: Box<[RangeRemark]>,
    /// The lines of a long passage that hold most of the claim's words; `None` for a short passage.
    pub tightest: Option<Box<Window>>,
    /// True if the claim is only the first words of a sentence that goes on after its mark: `datasets
    /// such as XNLI [2] have …`.
    pub goes_on: bool,
    /// True if a passage cited for the claim breaks off: what it lacks may follow.
    pub breaks_off: bool,
    /// True if claim and passage are in different languages, so that their words say nothing.
    pub foreign: bool,
    /// True if this passage reaches the place where the text of its source is cut off.
    pub is_cut: bool,
    /// Words and numbers of the claim that are not in this passage but in another one that the
    /// claim cites.
    pub beside: Box<[CoCitedWord]>,
    /// Numbers of the claim that are not in this passage, then names that are nowhere in its source; bytes
    /// of the response.
    pub lacking: Box<[Span]>,
    /// Words that turn or limit the claim (`never`, `only`, `all`, `must`) while no word of their kind does so
    /// in the sentences of this passage that are about the same; bytes of the response.
    pub only_in_claim: Box<[Span]>,
    /// True if this passage has the words of a sentence of the claim in another order.
    pub reordered: bool,
}

/// A word or number of a claim that is found in another passage cited for the same claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoCitedWord {
    /// The word or number; bytes of the response.
    pub span: Span,
    /// Index of the citation whose passage has it.
    pub citation: usize,
    /// Index of its target whose passage has it.
    pub target: usize,
}

/// The content words of a claim that are in a passage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordMatch {
    /// The number of different content words of the claim that are in the passage.
    pub matched: usize,
    /// The number of different content words in the claim.
    pub of: usize,
    /// Those found, each occurrence; bytes of the response.
    pub in_claim: Box<[Span]>,
    /// Those not found, each occurrence; bytes of the response.
    pub missing: Box<[Span]>,
    /// The matched words in the passage; bytes of the source.
    pub in_passage: Box<[Span]>,
    /// Words not found for which the passage has a word of a similar meaning, in order.
    pub akin: Box<[Akin]>,
}

/// A word of a claim and a word of the passage with a similar meaning. It is not a match: the table
/// of synonyms knows words, not their meaning in context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Akin {
    /// First occurrence of the word in the claim; bytes of the response.
    pub claim: Span,
    /// First occurrence of the other word in the passage; bytes of the source.
    pub passage: Span,
    /// The word as written in the passage.
    pub word: String,
}

/// The place that holds the words of a claim, among all loaded sources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Place {
    /// In the cited passage, or no other place has clearly more of them.
    Here,
    /// Clearly more of them at one other place of the cited source.
    Drifted,
    /// Clearly more of them in one other source.
    Elsewhere,
    /// Clearly more of them at several other places, none of which is clearly the best.
    Ambiguous,
    /// In no loaded source.
    Nowhere,
    /// Unknown: too few content words, another script or language, or a source that is too large.
    #[default]
    Unknown,
}

impl Place {
    /// Returns the name in JSON output.
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
