//! `pincite keys`: lists the keys of the inspector.

use std::process::ExitCode;

use clap::Args;

use super::console::print;
use super::reference;
use crate::error::Result;
use crate::tui::keymap::Keymap;

/// List the keys of the inspector
///
/// In the inspector, `?` shows the same list.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite keys
  pincite keys | grep -i undo")]
pub(crate) struct Keys {
    /// Print the manual page, in Markdown
    #[arg(long, help_heading = "Output")]
    markdown: bool,
}

impl Keys {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let keymap = Keymap::built_in()?;
        print(|out| {
            if self.markdown {
                return reference::keys(&keymap, out);
            }
            for section in reference::key_sections(&keymap) {
                writeln!(out, "{}:", section.title)?;
                for (keys, summary) in section.rows {
                    writeln!(out, "  {:<22} {summary}", keys.join(" "))?;
                }
                writeln!(out)?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
