//! Figures of a review and agreement between reviewers, as text, JSON, CSV and Markdown.

mod agreement;
mod csv;
mod json;
mod listing;
mod markdown;
mod text;
mod wording;

use std::io::{self, Write};

#[cfg(feature = "schemas")]
pub(super) use agreement::layout as agreement_layout;
pub use agreement::{json as agreement_json, text as agreement_text};
#[cfg(feature = "schemas")]
pub(super) use json::layout;
pub use listing::listing;
pub(super) use listing::right;

use crate::review::metrics::Numbers;

/// A format for the figures of a review.
#[derive(Debug)]
pub struct ReviewReport {
    /// Its name on the command line.
    pub name: &'static str,
    /// Purpose, in one line.
    pub summary: &'static str,
    /// Writes it.
    pub write: fn(&Numbers, &mut dyn Write) -> io::Result<()>,
}

/// All of them.
pub const REVIEW_REPORTS: &[ReviewReport] =
    &[text::REPORT, json::REPORT, csv::REPORT, markdown::REPORT];
