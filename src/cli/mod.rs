//! The command line: one subcommand a file.
//!
//! The doc comments are the help. What is printed goes to standard output through a lock and comes
//! back as an error when that fails, so that a closed pipe ends the program without a word.

mod again;
mod case;
mod check;
mod citations;
mod convert;
mod demo;
mod destination;
mod diff;
mod document_text;
mod explain;
mod extract;
mod file;
mod formats;
mod inspect;
mod judge_args;
mod material;
mod picture_args;
mod progress;
mod prompt;
mod report;
mod review;
mod review_args;
mod rule_args;
mod rules;
mod show;
mod strip;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::error::{Error, Result};
use crate::text::{SafeText, Unit};
use crate::tui::Opened;
use crate::tui::reread::Reopen;

/// Check whether a grounded answer's citations hold: claim and cited passage side by side.
///
/// Opens RESPONSE in the inspector with the sources it cites. When standard output is not a
/// terminal, prints the same as `pincite show`.
#[derive(Debug, Parser)]
#[command(
    name = "pincite",
    version,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = AFTER_HELP
)]
pub struct Cli {
    #[command(flatten)]
    case: Option<case::CaseArgs>,
    #[command(flatten)]
    review: review_args::ReviewArgs,
    #[command(flatten)]
    judge: judge_args::JudgeArgs,
    #[command(flatten)]
    picture: picture_args::PictureArgs,
    /// Do not read the response and its sources again when their files change
    #[arg(long, requires = "response")]
    no_watch: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How many errors of one kind are told.
const MAX_NAMED: usize = 20;

const AFTER_HELP: &str = "\
Examples:
  pincite demo                           a built-in answer, to see what this is
  pincite answer.md docs/                an answer and a folder of sources
  pincite answer.md --source policy=a.md an id given by hand
  pincite cases.jsonl                    a batch: one case a line
  pincite check answer.md docs/          the rules, as a gate for CI
  pincite diff a.md b.md docs/           two answers to one prompt
  generate | pincite - prompt.txt        a pipe; a saved prompt holds the sources

Exit status: 0 done; 1 something is unresolved and --strict was given, or `check` found something;
2 something could not be read.";

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    Demo(demo::Demo),
    Check(check::Check),
    Diff(diff::Diff),
    Show(show::Show),
    Convert(convert::Convert),
    Extract(extract::Extract),
    Strip(strip::Strip),
    Material(material::Material),
    Prompt(prompt::Prompt),
    Report(report::Report),
    Review(review::Review),
    Rules(rules::Rules),
    Explain(explain::Explain),
    Formats(formats::Formats),
    #[command(hide = true)]
    DocumentText(document_text::DocumentText),
}

impl Cli {
    /// Reads the command line. The arguments of a subcommand are described to clap only once it is
    /// called; but help and what is said of a mistake may speak of all of them.
    ///
    /// Fails with what is to be told instead: see [`tell_usage`].
    pub fn parse_arguments() -> clap::error::Result<Self> {
        Self::try_parse().or_else(|_| {
            let mut command = Self::command();
            command.build();
            let matches = command.try_get_matches_from_mut(std::env::args_os())?;
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
        })
    }

    /// Carries out what was asked for. 0 is success, 1 a finding that was asked to fail, 2 input
    /// that could not be read.
    pub fn run(self) -> Result<ExitCode> {
        match (self.command, self.case) {
            (Some(Command::Demo(command)), _) => command.run(),
            (Some(Command::Check(command)), _) => command.run(),
            (Some(Command::Diff(command)), _) => command.run(),
            (Some(Command::Show(command)), _) => command.run(),
            (Some(Command::Convert(command)), _) => command.run(),
            (Some(Command::Extract(command)), _) => command.run(),
            (Some(Command::Strip(command)), _) => command.run(),
            (Some(Command::Material(command)), _) => command.run(),
            (Some(Command::Prompt(command)), _) => command.run(),
            (Some(Command::Report(command)), _) => command.run(),
            (Some(Command::Review(command)), _) => command.run(),
            (Some(Command::Rules(command)), _) => command.run(),
            (Some(Command::Explain(command)), _) => command.run(),
            (Some(Command::Formats(command)), _) => command.run(),
            (Some(Command::DocumentText(command)), _) => command.run(),
            (None, Some(case)) => {
                if let Some(lines) = case.explanation()? {
                    return explain(&lines);
                }
                if let Some(picture) = self.picture.wanted() {
                    return picture.take(case.open()?);
                }
                let reviewing = self.review.reviewing(case.input());
                let since = SystemTime::now();
                let (cases, again) = again::Again::open(case)?;
                let input = again.filter(|_| !self.no_watch);
                let input = input.map(|again| Arc::new(again) as Arc<dyn Reopen>);
                inspect::inspect(Opened { cases, input, since }, Some(&self.judge), reviewing)
            }
            (None, None) => Ok(ExitCode::SUCCESS),
        }
    }
}

/// Tells what is wrong with the command line, which may hold hostile file names, or prints the help
/// that was asked for.
pub fn tell_usage(error: &clap::Error) -> ExitCode {
    let told = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
        _ => {
            let text = error.to_string();
            writeln!(io::stderr(), "{}", SafeText::multiline(text.trim_end()))
        }
    };
    // Who closed what we write to does not want to know.
    drop(told);
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// Tells an error on standard error: one line, and a second one for the hint.
pub fn tell(error: &Error) {
    tell_lines(&error.to_string(), error.advice());
}

/// Tells the first errors of a list, and how many there are besides.
fn tell_some(errors: &[Error]) {
    for error in errors.iter().take(MAX_NAMED) {
        tell(error);
    }
    if let Some(more) = errors.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
        tell_lines(&format!("{more} more of this kind"), None);
    }
}

/// Tells something on standard error: one line, and a second one for the hint.
fn tell_lines(what: &str, hint: Option<&str>) {
    let mut stderr = io::stderr().lock();
    let mut told = writeln!(stderr, "pincite: {}", SafeText::new(what));
    if let Some(hint) = hint {
        told = told.and_then(|()| writeln!(stderr, "hint: {}", SafeText::new(hint)));
    }
    // A closed standard error leaves only the exit code to speak.
    drop(told);
}

/// Writes to standard output through a buffer.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(|error| Error::io("write", "standard output", error))
}

/// Prints why a response is read as what it is.
fn explain(lines: &str) -> Result<ExitCode> {
    print(|out| write!(out, "{}", SafeText::multiline(lines)))?;
    Ok(ExitCode::SUCCESS)
}

/// The names of the units for `--unit`.
fn unit_parser() -> impl TypedValueParser<Value = Unit> {
    const UNITS: [Unit; 3] = [Unit::Bytes, Unit::CodePoints, Unit::Utf16];
    let values = UNITS.map(|unit| PossibleValue::new(unit.name()).help(unit.meaning()));
    PossibleValuesParser::new(values)
        .map(|name| UNITS.into_iter().find(|unit| unit.name() == name).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
