//! `pincite review export`: the verdicts that hold, for other programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::journals::{Journals, refuse_strangers};
use crate::cli::print;
use crate::error::Result;
use crate::review::{Decided, exchange};

/// Print the verdicts that hold, to be read elsewhere or imported again
///
/// One verdict a line, with everything the journal says of it. A cell of CSV that a spreadsheet
/// would take for a formula gets a `'` in front; importing takes it off again.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// What to print
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,

    /// Export the verdicts of NAME only; may be repeated
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// JSON Lines
    Jsonl,
    /// A table with a head
    Csv,
}

impl Export {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let journals = Journals::read(&self.journals)?;
        let status = journals.status;
        let ledger = journals.ledger();
        refuse_strangers(&ledger, &self.reviewer)?;
        let wanted = |(entry, _): &Decided<'_>| {
            self.reviewer.is_empty() || self.reviewer.contains(&entry.reviewer)
        };
        let decisions = ledger.decisions().filter(wanted);
        print(|out| match self.format {
            Format::Jsonl => exchange::json_lines(decisions, out),
            Format::Csv => exchange::csv(decisions, out),
        })?;
        Ok(Journals::exit(status))
    }
}
