//! `pincite review show`: prints the current verdicts.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journals::Journals;
use crate::cli::console::print_readable;
use crate::error::Result;
use crate::report::review::listing;
use crate::text::SafeText;

/// Print the current verdicts by case and citation
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review show answer.md.review.jsonl
  pincite review show --reviewer ann ann.jsonl bob.jsonl")]
pub(crate) struct Show {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Print only the verdicts of NAME (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    reviewer: Vec<String>,

    /// Print the damaged lines instead
    #[arg(long, help_heading = "Output")]
    damaged: bool,
}

impl Show {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.damaged {
            return self.damage();
        }
        let (ledger, status) = Journals::ledger(&self.journals, &self.reviewer)?;
        let decisions = ledger.decisions().filter(|(entry, _)| {
            self.reviewer.is_empty() || self.reviewer.contains(&entry.reviewer)
        });
        let decisions: Vec<_> = decisions.collect();
        print_readable(|out| {
            if decisions.is_empty() {
                writeln!(out, "no verdicts")
            } else {
                listing(decisions, out)
            }
        })?;
        Ok(Journals::exit(status))
    }

    fn damage(&self) -> Result<ExitCode> {
        let mut status = 0;
        for path in &self.journals {
            let (_, damaged) = super::journals::read(path)?;
            let name = path.display().to_string();
            print_readable(|out| {
                damaged.iter().try_for_each(|damage| {
                    writeln!(out, "{}", SafeText::new(&format!("{name}: {damage}")))
                })
            })?;
            if !damaged.is_empty() {
                status = 2;
            }
        }
        Ok(Journals::exit(status))
    }
}
