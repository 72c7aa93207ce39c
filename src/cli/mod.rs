//! The command line: one subcommand a file.

mod extract;
mod strip;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Result;

/// Check whether a grounded answer's citations hold.
#[derive(Debug, Parser)]
#[command(name = "pincite", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Extract(extract::Extract),
    Strip(strip::Strip),
}

impl Cli {
    /// Carries out what was asked for. 0 is success, 1 a finding that was asked to fail, 2 input
    /// that could not be read.
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            Some(Command::Extract(command)) => command.run(),
            Some(Command::Strip(command)) => command.run(),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}
