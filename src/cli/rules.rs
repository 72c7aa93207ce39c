//! `pincite rules`: the table of rules, printed from the rules.

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::print;
use crate::error::Result;
use crate::report::rules;

/// List the rules of `pincite check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite rules
  pincite rules --format json | jq -r '.[] | select(.on) | .code'")]
pub(crate) struct Rules {
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A table
    Text,
    /// An array of objects
    Json,
    /// A document with a section for each rule
    Markdown,
}

impl Rules {
    pub(crate) fn run(self) -> Result<ExitCode> {
        print(|out| match self.format {
            Format::Text => rules::table(out),
            Format::Json => rules::json(out),
            Format::Markdown => rules::markdown(out),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
