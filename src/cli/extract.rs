//! `pincite extract`.

use std::process::ExitCode;

use clap::Args;

use crate::error::Result;

/// Extract
#[derive(Debug, Args)]
pub(crate) struct Extract {}

impl Extract {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self {} = self;
        Ok(ExitCode::SUCCESS)
    }
}
