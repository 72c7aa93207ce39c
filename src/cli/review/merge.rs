//! `pincite review merge`: merges journals.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::journals::Journals;
use crate::cli::console::print_json;
use crate::cli::file::{PRIVATE, Pending};
use crate::error::{Error, Result};
use crate::review::Entry;
use crate::review::journal::{self, is_journal};
use crate::sources::gate;
use crate::text::prose::count;

/// Merge journals: deduplicate and sort by time
///
/// The journals themselves are not changed. Entries of one journal keep their order, and each
/// reviewer keeps their own verdicts.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review merge ann.jsonl bob.jsonl -o all.jsonl
  pincite review merge *.review.jsonl > all.jsonl")]
pub(crate) struct Merge {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Write to FILE instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Replace FILE if it exists, unless a line of a journal would be lost
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

impl Merge {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let journals = Journals::read(&self.journals)?;
        let line = |entry| {
            let name = self
                .output
                .as_deref()
                .map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
            journal::line(entry).map_err(|why| Error::new("write", name, why.to_string()))
        };
        let lines = journals.entries.iter().map(line).collect::<Result<String>>()?;
        match &self.output {
            Some(path) => {
                refuse_loss(path, &lines)?;
                write(path, &lines, self.force)?;
            }
            None => print_json(|out| out.write_all(lines.as_bytes()))?,
        }
        Ok(Journals::exit(journals.status))
    }
}

/// Fails if the journal at `path` has entries that the merged `lines` lack, or damaged ones, which are not merged.
fn refuse_loss(path: &Path, lines: &str) -> Result<()> {
    let file = gate::open(path, File::options().read(true));
    if !file.is_ok_and(|(file, _)| is_journal(file)) {
        return Ok(());
    }
    let (entries, damaged) = super::journals::read(path)?;
    let merged: BTreeSet<&str> = lines.lines().collect();
    let is_lost = |entry: &&Entry| {
        journal::line(entry).map_or(true, |line| !merged.contains(line.trim_end()))
    };
    let lost = entries.iter().filter(is_lost).count() + damaged.len();
    if lost == 0 {
        return Ok(());
    }
    let why = format!("{} of it would be lost", count(lost, "line"));
    let error = Error::new("replace", path.display().to_string(), why);
    Err(error.hint("choose another name, or move the journal away"))
}

/// Writes a file whole or not at all, for its owner only.
fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    let failed = |error| Error::io("write", path.display().to_string(), error);
    let mut file = Pending::over_journal(path, PRIVATE).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.commit(force).map_err(|error| {
        let exists = error.kind() == std::io::ErrorKind::AlreadyExists;
        let error = failed(error);
        if exists { error.hint("`--force` replaces it") } else { error }
    })
}
