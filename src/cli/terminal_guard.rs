//! `pincite terminal-guard MODES`: the process that gives the terminal back when the inspector dies.
//! The program starts it for itself; the help does not list it.

use std::process::ExitCode;

use clap::Args;

use crate::error::{Error, Result};
use crate::tui::terminal_guard;

/// Wait for the inspector to end, and restore the terminal if it could not
#[derive(Debug, Args)]
pub(crate) struct TerminalGuard {
    /// Modes of the line to restore
    modes: String,
}

impl TerminalGuard {
    pub(crate) fn run(self) -> Result<ExitCode> {
        terminal_guard::serve(&self.modes)
            .map_err(|error| Error::io("restore", "the terminal", error))?;
        Ok(ExitCode::SUCCESS)
    }
}
