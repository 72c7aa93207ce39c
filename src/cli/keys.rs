//! `pincite keys`: lists the keys of the inspector.

use std::process::ExitCode;

use clap::Args;

use super::console::{print, print_message};
use super::reference;
use crate::config;
use crate::error::Result;
use crate::tui::keymap::Keymap;
use crate::tui::options;

/// List the keys of the inspector
///
/// Shows the keys in force, those of your own `config.toml` included. In the inspector, `?` shows the
/// same list.
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
        if self.markdown {
            let built_in = Keymap::built_in()?;
            print(|out| reference::keys(&built_in, out))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut notices = Vec::new();
        let keymap = options::keymap(&config::read_user_file()?, &mut notices)?;
        print(|out| {
            for section in reference::key_sections(&keymap) {
                writeln!(out, "{}:", section.title)?;
                for (keys, summary) in section.rows {
                    writeln!(out, "  {:<22} {summary}", keys.join(" "))?;
                }
                writeln!(out)?;
            }
            Ok(())
        })?;
        for notice in notices {
            print_message(&notice, Some("`pincite config show` lists your keys"));
        }
        Ok(ExitCode::SUCCESS)
    }
}
