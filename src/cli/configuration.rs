//! `pincite config`: lists the keys of `pincite.toml`.

use std::process::ExitCode;

use clap::Args;

use super::console::print;
use super::reference;
use crate::config::KEYS;
use crate::error::Result;

/// List the keys of pincite.toml
///
/// `pincite check --show-config` prints the values in force for an answer.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite config
  pincite check --show-config answer.md")]
pub(crate) struct Configuration {
    /// Print the manual page, in Markdown
    #[arg(long, help_heading = "Output")]
    markdown: bool,
}

impl Configuration {
    pub(crate) fn run(self) -> Result<ExitCode> {
        print(|out| {
            if self.markdown {
                return reference::configuration(out);
            }
            let mut table = "";
            for key in KEYS {
                if key.table.is_empty() {
                    writeln!(out, "{} = {}\n    {}\n", key.name, key.value, key.summary)?;
                    continue;
                }
                if key.table != table {
                    writeln!(out, "{}[{}]", if table.is_empty() { "" } else { "\n" }, key.table)?;
                    table = key.table;
                }
                writeln!(out, "  {} = {}", key.name, key.value)?;
                writeln!(out, "      {}", key.summary)?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
