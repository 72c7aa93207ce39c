//! `pincite schema`: prints the JSON Schema of a layout.

use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::console::print;
use crate::error::Result;
use crate::report::schema::{self, LAYOUTS};

/// Print the JSON Schema of a layout
///
/// Without NAME, lists the layouts. A layout has a number, such as `pincite.findings/1`: fields may
/// be added under the same number, none is renamed or changes its type.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite schema
  pincite schema findings > findings.schema.json")]
pub(crate) struct Schema {
    /// Name of the layout
    #[arg(value_parser = PossibleValuesParser::new(
        LAYOUTS.iter().map(|layout| PossibleValue::new(layout.name).help(layout.summary))))]
    name: Option<String>,
}

impl Schema {
    pub(crate) fn run(self) -> Result<ExitCode> {
        print(|out| match self.name.as_deref().and_then(schema::of) {
            Some(schema) => writeln!(out, "{schema}"),
            None => LAYOUTS
                .iter()
                .try_for_each(|layout| writeln!(out, "{:<11} {}", layout.name, layout.summary)),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
