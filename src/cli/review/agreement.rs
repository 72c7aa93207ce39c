//! `pincite review agreement`: measures how far reviewers agree.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::journals::Journals;
use crate::cli::console::{print_json, print_readable};
use crate::error::Result;
use crate::report::review::{agreement_json, agreement_text};
use crate::review::agreement::agreement;

/// Measure agreement between reviewers and list disagreements
///
/// Percent agreement, Cohen's kappa for each pair, Fleiss' kappa and Krippendorff's alpha for all,
/// the overlap of the right places they name, and each disagreement. Verdicts that settle a
/// disagreement do not count. A figure that cannot be computed is `undefined`, with the reason.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review agreement ann.jsonl bob.jsonl
  pincite review agreement all.jsonl --reviewer ann --reviewer judge --format json")]
pub(crate) struct Agreement {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Compare only the named reviewers (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    reviewer: Vec<String>,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value = "text")]
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
        let (ledger, status) = Journals::ledger(&self.journals, &self.reviewer)?;
        let agreement = agreement(&ledger, &self.reviewer);
        match self.format {
            Format::Text => print_readable(|out| agreement_text(&agreement, out))?,
            Format::Json => print_json(|out| agreement_json(&agreement, out))?,
        }
        Ok(Journals::exit(status))
    }
}
