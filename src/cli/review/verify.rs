//! `pincite review verify`: checks a journal line by line.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journals::{Journals, read};
use crate::cli::console::print_readable;
use crate::error::Result;
use crate::review::{Entry, Event, EventId};
use crate::text::SafeText;
use crate::text::prose::count;

/// Check journals line by line
///
/// Lists lines that were truncated or changed or are not entries, duplicate ids, and entries that
/// undo a verdict the journal does not contain. The files are not changed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review verify answer.md.review.jsonl
  pincite review verify *.review.jsonl")]
pub(crate) struct Verify {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut status = 0;
        for path in &self.journals {
            let (entries, damaged) = read(path)?;
            let mut faults: Vec<String> = damaged.iter().map(ToString::to_string).collect();
            faults.extend(doubts(&entries));
            if !faults.is_empty() {
                status = 2;
            }
            let name = path.display();
            let entries = entries.len();
            let sound = if entries == 1 {
                "1 valid entry".to_owned()
            } else {
                format!("{entries} valid entries")
            };
            let summary = format!("{name}: {sound}, {}", count(faults.len(), "fault"));
            print_readable(|out| {
                writeln!(out, "{}", SafeText::new(&summary))?;
                faults.iter().try_for_each(|fault| writeln!(out, "  {}", SafeText::new(fault)))
            })?;
        }
        Ok(Journals::exit(status))
    }
}

/// Returns contradictions between valid entries.
fn doubts(entries: &[Entry]) -> Vec<String> {
    let mut known: BTreeSet<&EventId> = BTreeSet::new();
    let mut decisions: BTreeSet<&EventId> = BTreeSet::new();
    let mut doubts = Vec::new();
    for entry in entries {
        let id = &entry.id.0;
        if !known.insert(&entry.id) {
            doubts.push(format!("duplicate entry {id}: the first one counts"));
        }
        match &entry.event {
            Event::Judged(_) => {
                decisions.insert(&entry.id);
            }
            Event::Undone { of } | Event::Redone { of } if !decisions.contains(of) => {
                doubts.push(format!(
                    "entry {id} refers to {}, which is not an earlier verdict",
                    of.0
                ));
            }
            Event::Began { .. } | Event::Undone { .. } | Event::Redone { .. } => {}
        }
    }
    doubts
}
