//! `pincite review agreement`: how far reviewers agree, and where they differ.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::journals::{Journals, refuse_strangers};
use crate::cli::print;
use crate::error::Result;
use crate::report::review::{agreement_json, agreement_text};
use crate::review::agreement::agreement;

/// Measure how far reviewers agree, and list where they differ
///
/// Percent, Cohen's kappa of every two, Fleiss' kappa and Krippendorff's alpha of all, the overlap
/// of the right places they name, and each disagreement with who said what. Decisions made to settle
/// a disagreement do not count. A figure without meaning is `undefined`, with the reason.
#[derive(Debug, Args)]
pub(crate) struct Agreement {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Compare NAME with the others named only; may be repeated
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,

    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Figures, then the disagreements
    Text,
    /// One JSON object
    Json,
}

impl Agreement {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let journals = Journals::read(&self.journals)?;
        let status = journals.status;
        let ledger = journals.ledger();
        refuse_strangers(&ledger, &self.reviewer)?;
        let agreement = agreement(&ledger, &self.reviewer);
        print(|out| match self.format {
            Format::Text => agreement_text(&agreement, out),
            Format::Json => agreement_json(&agreement, out),
        })?;
        Ok(Journals::exit(status))
    }
}
