//! Usage errors and the help that is requested.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Cli;
use super::console::print_line;
use crate::text::prose::listed;

/// The maximum number of commands that are named as those with an option.
const MAX_COMMANDS: usize = 3;

/// The text printed without arguments.
const OVERVIEW: &str = "\
pincite checks whether the citations of an answer hold: claim and cited passage side by side.

Usage: pincite RESPONSE [SOURCE]...
       pincite COMMAND ...

  pincite demo                               open a built-in answer, explained in three steps
  pincite answer.md docs/                    inspect an answer and the documents it cites
  pincite check answer.md docs/              run the rules, for example in CI
  pincite report answer.md docs/ -o a.html   write a report to send or archive

RESPONSE is a text, an API response, a chat export, a batch, a folder, or `-` for standard input.

All commands and options: pincite -h      one command: pincite COMMAND -h      in detail: --help
";

/// Prints a usage error, which may contain hostile file names, or the requested help.
pub fn print_usage(error: &clap::Error) -> ExitCode {
    let printed = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if std::env::args_os().len() <= 1 => {
            io::stderr().write_all(OVERVIEW.as_bytes())
        }
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
        _ => {
            let text = error.to_string();
            let hyphenated = hyphenated_file();
            let of_others = if hyphenated.is_none() { option_of_others(error) } else { None };
            // The advice of clap, which `check` reads as a source.
            let is_wrong = |line: &&str| hyphenated.is_some() && line.contains(", use '-- ");
            // An option that only resembles it, also in the usage.
            let resembles = |line: &&str| {
                let begins =
                    ["tip: ", "Usage: "].iter().any(|it| line.trim_start().starts_with(it));
                of_others.is_some() && begins
            };
            let mut lines: Vec<&str> = text.trim_end().lines().collect();
            lines.retain(|line| !is_wrong(line) && !resembles(line));
            lines.dedup();
            let tip = hyphenated.map(|file| format!("write the file `{file}` as `./{file}`"));
            let tip = tip.or(of_others).map(|tip| format!("  tip: {tip}"));
            if let Some(tip) = &tip {
                // Before the advice to ask for help.
                let at = lines.len().saturating_sub(1);
                lines.splice(at..at, [tip.as_str(), ""]);
            }
            lines.into_iter().for_each(print_line);
            Ok(())
        }
    };
    // If the output is closed, only the exit code is left.
    drop(printed);
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// Returns an argument that is the name of a file and looks like an option.
fn hyphenated_file() -> Option<String> {
    let arguments = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned());
    let mut files = arguments.filter(|it| it.len() > 1 && it.starts_with('-') && it != "--");
    files.find(|it| Path::new(it).exists())
}

/// Returns the commands that have an option which the one that was called has not.
fn option_of_others(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let long = option.strip_prefix("--").filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let mut command = Cli::command();
    command.build();
    let commands = command.get_subcommands().filter(|it| !it.is_hide_set());
    let mut has_it =
        commands.filter(|it| it.get_arguments().any(|own| own.get_long() == Some(long)));
    let names: Vec<String> = has_it
        .by_ref()
        .take(MAX_COMMANDS)
        .map(|it| format!("`pincite {}`", it.get_name()))
        .collect();
    if names.is_empty() {
        return None;
    }
    let names = listed(names.into_iter(), has_it.count(), ", ");
    let without = if long == "batch" { "; other commands read a batch without it" } else { "" };
    Some(format!("`{option}` is an option of {names}{without}"))
}
