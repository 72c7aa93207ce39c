//! `pincite man`: prints or writes the manual pages.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::{Args, Command};
use clap_mangen::Man;

use super::console::print;
use crate::error::{Error, Result};

/// Print a manual page, or write all of them
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite man | man -l -
  pincite man check | man -l -
  pincite man --output ~/.local/share/man/man1")]
pub(crate) struct Pages {
    /// Command, such as `check` or `review merge`; without it the page of the program
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

    /// Write one page per command into the folder DIR
    #[arg(long, short, value_name = "DIR", conflicts_with = "command", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Pages {
    /// Prints or writes pages of the command line `of`.
    pub(crate) fn run(self, of: Command) -> Result<ExitCode> {
        // `help` would have a page for each command once more.
        let mut of = of.disable_help_subcommand(true);
        of.build();
        if let Some(folder) = self.output {
            let failed = |error| Error::io("write", folder.display().to_string(), error);
            fs::create_dir_all(&folder).map_err(failed)?;
            write_each(of, &folder).map_err(failed)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut command = &of;
        for name in &self.command {
            let found = command.get_subcommands().find(|it| it.get_name() == name);
            command = found.ok_or_else(|| {
                let asked = format!("`{}`", self.command.join(" "));
                Error::new("describe", asked, "there is no such command")
                    .hint("`pincite -h` lists the commands")
            })?;
        }
        let page = page(command.clone());
        print(|out| page.render(out))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns a page whose foot names the program; a command has no version of its own.
fn page(of: Command) -> Man {
    Man::new(of).source(concat!("pincite ", env!("CARGO_PKG_VERSION")))
}

/// Writes the page of a command and of those below it.
fn write_each(of: Command, folder: &Path) -> io::Result<()> {
    for command in of.get_subcommands().filter(|it| !it.is_hide_set()) {
        write_each(command.clone(), folder)?;
    }
    page(of).generate_to(folder).map(drop)
}
