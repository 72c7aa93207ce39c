//! `pincite review export`: prints the current verdicts for other programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::journals::Journals;
use crate::cli::console::{print, print_json};
use crate::error::Result;
use crate::review::{JudgementInEntry, exchange};

/// Export the current verdicts as JSON Lines or CSV
///
/// One verdict per line, with all fields of the journal. A CSV cell that a spreadsheet would read
/// as a formula gets a leading `'`, which `import` removes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review export answer.md.review.jsonl --format csv > verdicts.csv
  pincite review export ann.jsonl --reviewer ann | jq -r .verdict | sort | uniq -c")]
pub(crate) struct Export {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value = "jsonl")]
    format: Format,

    /// Export only the verdicts of NAME (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    reviewer: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// JSON Lines
    Jsonl,
    /// A table with a header row
    Csv,
}

impl Export {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (ledger, status) = Journals::ledger(&self.journals, &self.reviewer)?;
        let wanted = |(entry, _): &JudgementInEntry<'_>| {
            self.reviewer.is_empty() || self.reviewer.contains(&entry.reviewer)
        };
        let decisions = ledger.decisions().filter(wanted);
        match self.format {
            Format::Jsonl => print_json(|out| exchange::json_lines(decisions, out))?,
            Format::Csv => print(|out| exchange::csv(decisions, out))?,
        }
        Ok(Journals::exit(status))
    }
}
