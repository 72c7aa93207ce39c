//! `pincite config`: lists the keys of both configuration files, and shows the user's own.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::console::print;
use super::reference;
use crate::config::{self, KEYS, Key, SETTINGS};
use crate::error::{Error, Result};
use crate::text::SafeText;
use crate::tui::Options;
use crate::tui::options::variable;

/// Show your configuration, or list the keys of config.toml and pincite.toml
///
/// `config.toml` is your own file: colours, keys, layout, editor, clipboard. `pincite.toml` is
/// next to the answers: rules, citation marks, sources. `pincite check --show-config` prints the
/// values of `pincite.toml` in force for an answer.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  pincite config                                     list the keys of both files
  pincite config default > \"$(pincite config path)\"  start from the defaults
  pincite config show                                what is in force, and from where"
)]
pub(crate) struct Configuration {
    #[command(subcommand)]
    command: Option<UserFileAction>,

    /// Print the manual page, in Markdown
    #[arg(long, help_heading = "Output")]
    markdown: bool,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum UserFileAction {
    /// Print the path of config.toml, whether it exists or not
    Path,
    /// Print the settings in force, each with its origin
    Show,
    /// Print a config.toml with every setting at its default
    Default,
}

impl Configuration {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Some(UserFileAction::Path) => {
                let path = config::user_file().ok_or_else(no_folder)?;
                let path = path.to_string_lossy().into_owned();
                print(|out| writeln!(out, "{}", SafeText::new(&path)))?;
            }
            Some(UserFileAction::Show) => {
                let settings = config::read_user_file()?;
                // What the inspector would refuse is not in force.
                Options::new(&settings, &variable, false)?;
                print(|out| write!(out, "{}", SafeText::multiline(&settings.to_toml())))?;
            }
            Some(UserFileAction::Default) => {
                print(|out| out.write_all(config::default_file().as_bytes()))?;
            }
            None if self.markdown => print(reference::configuration)?,
            None => list()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn no_folder() -> Error {
    Error::new("find", "the configuration folder", "neither XDG_CONFIG_HOME nor HOME is set")
}

/// Prints the keys of both files.
fn list() -> Result<()> {
    let own: Vec<&Key> = SETTINGS.iter().map(|setting| &setting.key).collect();
    let project: Vec<&Key> = KEYS.iter().collect();
    print(|out| {
        for (title, keys) in [("config.toml", own), ("pincite.toml", project)] {
            writeln!(out, "{title}:\n")?;
            let mut table = "";
            for key in keys {
                if key.table != table {
                    writeln!(out, "\n  [{}]", key.table)?;
                    table = key.table;
                }
                writeln!(out, "  {} = {}\n      {}", key.name, key.value, key.summary)?;
            }
            writeln!(out)?;
        }
        Ok(())
    })
}
