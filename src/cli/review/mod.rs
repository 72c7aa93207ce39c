//! `pincite review`: reviews without a screen, computes figures from review journals, and moves verdicts in
//! and out of them.

mod agreement;
mod export;
mod import;
mod input;
pub(super) mod journals;
mod merge;
mod report;
mod show;
mod right_place;
mod step;
mod typed;
mod verdicts;
mod verify;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::error::Result;

/// Review without a screen; evaluate, merge, export and import review journals
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
  pincite review step answer.md docs/
  pincite review report ann.jsonl bob.jsonl
  pincite review agreement ann.jsonl bob.jsonl
  pincite review export ann.jsonl --format csv > verdicts.csv
  pincite review import judge.jsonl --reviewer judge --input answers.jsonl -o judge.review.jsonl

Exit status: 0 done; 2 something could not be read, such as a damaged line (the rest is used).";

#[derive(Debug, Subcommand)]
enum Command {
    Step(Box<step::Step>),
    Report(report::Report),
    Agreement(agreement::Agreement),
    Merge(merge::Merge),
    Export(export::Export),
    Import(import::Import),
    Show(show::Show),
    Verify(verify::Verify),
}

impl Review {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Step(command) => command.run(),
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
