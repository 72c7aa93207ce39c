//! `pincite strip`.

use std::process::ExitCode;

use clap::Args;

use crate::error::Result;

/// Strip
#[derive(Debug, Args)]
pub(crate) struct Strip {}

impl Strip {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self {} = self;
        Ok(ExitCode::SUCCESS)
    }
}
