//! `pincite options`: prints the manual page of all commands and options. The help does not list
//! it.

use std::process::ExitCode;

use clap::{Args, CommandFactory as _};

use super::console::print;
use super::{Cli, reference};
use crate::error::Result;

/// Print the manual page of all commands and options, in Markdown
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Print Markdown, the only format
    #[arg(long, help_heading = "Output")]
    markdown: bool,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self { markdown: _ } = self;
        let mut command = Cli::command();
        command.build();
        print(|out| reference::options(&command, out))?;
        Ok(ExitCode::SUCCESS)
    }
}
