//! Is a cited range as large as it has to be, and no larger?

use crate::evidence::Window;
use crate::evidence::texts::Texts;
use crate::resolve::Passage;
use crate::text::Span;

/// What a reader should know about the ends of a cited range.
#[derive(Debug, Clone, PartialEq)]
pub enum RangeRemark {
    /// It is far larger than the lines that hold what it has of the claim.
    TooWide(Window),
    /// The sentence behind it takes back or limits what it says.
    Qualified {
        /// The qualifying sentence; bytes of the source.
        span: Span,
        /// The number of the line it begins on, as locators count.
        line: u64,
        /// The word that qualifies, as written.
        word: String,
    },
}

/// Looks at the ends of `passage`, whose claim stands best at `tightest`.
pub fn remarks(passage: &Passage, tightest: Option<Window>, texts: &Texts) -> Vec<RangeRemark> {
    let _ = (passage, tightest, texts);
    Vec::new()
}
