//! Reads journals for a command: merges them, and reports and skips damaged lines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::console::print_message;
use crate::error::{Error, Result};
use crate::review::journal::Damage;
use crate::review::{Entry, Journal, Ledger, merge};
use crate::text::prose::{count, ticked};

/// The merged content of some journals.
pub(crate) struct Journals {
    /// The entries, deduplicated and sorted by time.
    pub(super) entries: Vec<Entry>,
    /// The exit status: 0, or 2 if something could not be read.
    pub(crate) status: u8,
}

impl Journals {
    /// Reads and merges journals. Prints damaged lines and contradicting entries to standard error.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self> {
        let mut journals = Vec::new();
        let mut status = 0;
        for path in paths {
            let (entries, damaged) = read(path)?;
            if !damaged.is_empty() {
                status = 2;
                print_damage(path, &damaged);
            }
            journals.push(entries);
        }
        let merged = merge(journals);
        if !merged.conflicts.is_empty() {
            status = 2;
            let ids = ticked(merged.conflicts.iter().map(|id| id.0.as_str()), 3);
            let what = format!("different entries have the same id: {ids}");
            print_message(&what, Some("the entry of the first journal counts"));
        }
        Ok(Self { entries: merged.entries, status })
    }

    /// Returns the verdicts in journals, and the status. Fails for a reviewer who has none there.
    pub(crate) fn ledger(paths: &[PathBuf], reviewers: &[String]) -> Result<(Ledger, u8)> {
        let Self { entries, status } = Self::read(paths)?;
        let ledger = Ledger::of(entries);
        refuse_strangers(&ledger, reviewers)?;
        Ok((ledger, status))
    }

    /// Converts a status into an exit code.
    pub(super) fn exit(status: u8) -> ExitCode {
        ExitCode::from(status)
    }
}

/// Reads one journal; a missing one gets a hint.
pub(super) fn read(path: &Path) -> Result<(Vec<Entry>, Vec<Damage>)> {
    let missing = !path.exists();
    Journal::read(path).map_err(|error| {
        let hint = "the journal of `answer.json` is `answer.json.review.jsonl`";
        if missing { error.hint(hint) } else { error }
    })
}

fn print_damage(path: &Path, damaged: &[Damage]) {
    let lines = count(damaged.len(), "line");
    let first = damaged.first().map(ToString::to_string).unwrap_or_default();
    let name = path.display();
    let what = format!("cannot read {lines} of {name}: {first}");
    let hint = format!("run `pincite review verify {name}` to list them; the rest is used");
    print_message(&what, Some(&hint));
}

/// Refuses unknown reviewers: a typo would look like an empty review.
fn refuse_strangers(ledger: &Ledger, names: &[String]) -> Result<()> {
    let known = ledger.reviewers();
    let Some(stranger) = names.iter().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    let why = "there are no verdicts by that reviewer";
    let error = Error::new("find the reviewer", format!("`{stranger}`"), why);
    Err(if known.is_empty() {
        error
    } else {
        error.hint(format!("reviewers: {}", ticked(known.into_iter(), 10)))
    })
}
