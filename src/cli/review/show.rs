//! `pincite review show`: what holds, from top to bottom.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journals::{Journals, refuse_strangers};
use crate::cli::print;
use crate::error::Result;
use crate::report::review::listing;
use crate::review::Ledger;
use crate::text::SafeText;

/// Print the verdicts that hold, by case and citation
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Print the verdicts of NAME only; may be repeated
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,

    /// Print the lines that cannot be read instead
    #[arg(long)]
    damaged: bool,
}

impl Show {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.damaged {
            return self.damage();
        }
        let journals = Journals::read(&self.journals)?;
        let status = journals.status;
        let ledger: Ledger = journals.ledger();
        refuse_strangers(&ledger, &self.reviewer)?;
        let decisions = ledger.decisions().filter(|(entry, _)| {
            self.reviewer.is_empty() || self.reviewer.contains(&entry.reviewer)
        });
        let decisions: Vec<_> = decisions.collect();
        print(|out| {
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
            print(|out| {
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
