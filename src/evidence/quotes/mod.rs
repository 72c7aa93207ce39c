//! Quotes: do words given as another's own stand in the source?

use crate::evidence::texts::Texts;
use crate::text::Span;

/// A quote and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteMatch {
    /// The quoted words without the marks around them.
    pub text: String,
    /// Where the response has them, in bytes; `None` for words that the citation itself repeats
    /// (`cited_text`, `quote`).
    pub span: Option<Span>,
    /// How they stand in the sources.
    pub status: QuoteStatus,
    /// The source they were found in, or come nearest to; index into the case's sources.
    pub source: Option<usize>,
    /// Where in that source, in bytes.
    pub found: Option<Span>,
    /// Whether words left out (`…`) or put in (`[…]`) turn the sentence round.
    pub turned: bool,
    /// What a reader should know, as a sentence: the words that differ, where matching stopped.
    pub note: Option<String>,
}

/// How a quote stands in the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuoteStatus {
    /// Character by character.
    Verbatim,
    /// But for case, blanks and typography.
    Normalised,
    /// In pieces, in order and near one another, with an ellipsis or brackets between.
    Gapped,
    /// With other words in it.
    Altered,
    /// In another source than the one cited.
    Elsewhere,
    /// In no source.
    Absent,
    /// Too short to say.
    Short,
}

impl QuoteStatus {
    /// The name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verbatim => "verbatim",
            Self::Normalised => "normalised",
            Self::Gapped => "gapped",
            Self::Altered => "altered",
            Self::Elsewhere => "elsewhere",
            Self::Absent => "absent",
            Self::Short => "short",
        }
    }
}

/// A quote that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The quoted words.
    pub text: String,
    /// Where the response has them; `None` for words that the citation itself repeats.
    pub span: Option<Span>,
}

/// The quotes in a stretch of the response that begins at byte `at`: what stands between quotation
/// marks of any language.
pub fn quoted(claim: &str, at: usize) -> Vec<Quote> {
    let _ = (claim, at);
    Vec::new()
}

/// Looks for a quote in the passage cited (`source` and bytes of it), then in the rest of that
/// source, then in the others.
pub fn find(quote: Quote, texts: &Texts, source: usize, passage: Span) -> QuoteMatch {
    let _ = (texts, source, passage);
    let Quote { text, span } = quote;
    QuoteMatch {
        text,
        span,
        status: QuoteStatus::Absent,
        source: None,
        found: None,
        turned: false,
        note: None,
    }
}
