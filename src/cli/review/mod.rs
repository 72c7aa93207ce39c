//! `pincite review`: computes figures from review journals, and moves verdicts in and out of them.

mod agreement;
mod export;
mod import;
pub(super) mod journals;
mod merge;
mod report;
mod show;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::case::CaseArgs;
use super::print_error;
use super::progress::read_documents;
use crate::error::Result;
use crate::inspect::{Inspection, inspect};

/// Evaluate, merge, export and import review journals
///
/// A journal holds the verdicts of one or more reviewers, one event per line. The inspector keeps
/// it next to the answer, as `answer.json.review.jsonl`, and only ever appends to it.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Review {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  pincite review report ann.jsonl bob.jsonl
  pincite review agreement ann.jsonl bob.jsonl
  pincite review export ann.jsonl --format csv > verdicts.csv
  pincite review import judge.jsonl --reviewer judge --input answers.jsonl -o judge.review.jsonl

Exit status: 0 done; 2 something could not be read, such as a damaged line (the rest is used).";

#[derive(Debug, Subcommand)]
enum Command {
    Report(report::Report),
    Agreement(agreement::Agreement),
    Merge(merge::Merge),
    Export(export::Export),
    Import(import::Import),
    Show(show::Show),
    Verify(verify::Verify),
}

/// Inspects each case of the response that `input` begins with; the sources follow it. A case
/// that cannot be read is told; the exit status is 2 then, else 0.
fn inspect_each(input: &[String], see: &mut dyn FnMut(&Inspection)) -> Result<u8> {
    let Some((response, sources)) = input.split_first() else { return Ok(0) };
    let sources = sources.iter().map(PathBuf::from).collect();
    let cases = CaseArgs::new(response.clone(), sources).open()?;
    let mut status = 0;
    for index in (0..).take_while(|&index| cases.has(index)) {
        match cases.read(index) {
            Ok(mut case) => {
                read_documents(&mut case);
                see(&inspect(case));
            }
            Err(error) => {
                print_error(&error);
                status = 2;
            }
        }
    }
    Ok(status)
}

impl Review {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Report(command) => command.run(),
            Command::Agreement(command) => command.run(),
            Command::Merge(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Import(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Verify(command) => command.run(),
        }
    }
}
