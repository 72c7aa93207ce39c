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
            write_each(&of, &folder).map_err(failed)?;
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
        let page = page(command).map_err(|error| Error::io("print", "the page", error))?;
        print(|out| out.write_all(page.as_bytes()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the page of a command. Its foot names the program; a command has no version of its own.
fn page(of: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    let man = Man::new(of.clone()).source(concat!("pincite ", env!("CARGO_PKG_VERSION")));
    man.render(&mut page)?;
    Ok(with_sections(&with_values(of, &String::from_utf8_lossy(&page))))
}

/// Adds the names of values to the options of the synopsis, which the generator leaves out.
fn with_values(of: &Command, page: &str) -> String {
    let Some((before, after)) = page.split_once(".SH SYNOPSIS\n") else { return page.to_owned() };
    let (synopsis, rest) = after.split_once('\n').unwrap_or((after, ""));
    let mut synopsis = synopsis.to_owned();
    for arg in of.get_opts().filter(|arg| arg.get_action().takes_values()) {
        let (Some(long), Some([value, ..])) = (arg.get_long(), arg.get_value_names()) else {
            continue;
        };
        let option = format!("\\fB\\-\\-{}\\fR]", long.replace('-', "\\-"));
        let name = value.replace('-', "\\-");
        let with = option.replace(']', &format!(" \\fI{name}\\fR]"));
        synopsis = synopsis.replacen(&option, &with, 1);
    }
    format!("{before}.SH SYNOPSIS\n{synopsis}\n{rest}")
}

/// Puts examples and exit statuses into sections of their own, with their lines as they are.
fn with_sections(page: &str) -> String {
    let Some((before, extra)) = page.split_once(".SH EXTRA\n") else { return page.to_owned() };
    let (extra, rest) = extra.split_once("\n.SH ").unwrap_or((extra, ""));
    let extra = extra.replacen("Examples:\n", ".SH EXAMPLES\n.nf\n", 1);
    let is_begun = extra.starts_with(".SH");
    let extra = extra.replacen("\nExit status:\n", "\n.fi\n.SH EXIT STATUS\n.nf\n", 1);
    let extra = extra.replacen("\nExit status: ", "\n.fi\n.SH EXIT STATUS\n.nf\n", 1);
    let head = if is_begun { "" } else { ".SH NOTES\n.nf\n" };
    let rest = if rest.is_empty() { String::new() } else { format!(".SH {rest}") };
    format!("{before}{head}{}\n.fi\n{rest}", extra.trim_end())
}

/// Writes the page of a command and of those below it.
fn write_each(of: &Command, folder: &Path) -> io::Result<()> {
    for command in of.get_subcommands().filter(|it| !it.is_hide_set()) {
        write_each(command, folder)?;
    }
    let name = of.get_display_name().unwrap_or_else(|| of.get_name());
    fs::write(folder.join(format!("{name}.1")), page(of)?)
}
