//! `pincite rules`: prints the table of rules.

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::console::print;
use crate::error::Result;
use crate::report::rules;

/// List the rules of `pincite check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite rules
  pincite rules --format json | jq -r '.[] | select(.on) | .code'")]
pub(crate) struct Rules {
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,

    /// Print the manual page of all rules, in Markdown
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    markdown: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A table
    Text,
    /// An array of objects
    Json,
}

impl Rules {
    pub(crate) fn run(self) -> Result<ExitCode> {
        print(|out| match self.format {
            _ if self.markdown => rules::markdown(out),
            Format::Text => rules::table(out),
            Format::Json => rules::json(out),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
