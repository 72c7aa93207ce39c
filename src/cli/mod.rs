//! The command line, with one file per subcommand.
//!
//! The doc comments are the help. Failing to write to standard output is returned as an error, so
//! that a closed pipe ends the program silently.

mod answers;
mod case;
mod check;
mod ci;
mod citations;
mod columns;
mod completion_lists;
mod completions;
mod configuration;
mod console;
mod convert;
mod demo;
mod destination;
mod diff;
#[cfg(feature = "documents")]
mod document_text;
mod explain;
mod extract;
mod file;
mod folder_arg;
mod formats;
mod gate_args;
mod in_order;
mod inspect;
mod judge_args;
mod keys;
mod lock;
mod man;
mod material;
mod named_source;
mod options;
mod overwriting;
mod passed_text;
mod picture_args;
mod progress;
mod refuse;
mod prompt;
mod reading_args;
mod reference;
mod reload;
mod report;
mod report_output;
mod review;
mod review_args;
mod rule_args;
mod rules;
mod schema;
mod screen_args;
mod show;
mod spool;
mod strip;
mod table_arg;
mod terminal_guard;
mod usage;
mod watch;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
pub use console::print_error;
use console::{Colour, choose_colour, print_readable};
pub use usage::print_usage;

use crate::error::{Error, Result};
use crate::text::SafeText;
use crate::tui::Opened;
use crate::tui::reread::Reopen;

/// Check whether the citations of an answer hold
///
/// Opens RESPONSE and the sources it cites in the inspector, which shows each claim next to the
/// passage cited for it. If standard output is not a terminal, prints the same as `pincite show`.
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
    #[command(flatten)]
    screen: screen_args::ScreenArgs,
    /// Do not reload when files change
    #[arg(long, hide_short_help = true, requires = "response", help_heading = "Display")]
    no_watch: bool,
    /// Colours in text and messages; `auto`: on a terminal, unless `NO_COLOR` is set
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_enum,
        default_value = "auto",
        value_name = "WHEN",
        help_heading = "Display"
    )]
    color: Colour,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Maximum edit distance between a mistyped command and the one suggested.
const MAX_TYPOS: usize = 2;

const AFTER_HELP: &str = "\
Examples:
  pincite demo                     open a built-in answer
  pincite answer.md docs/          open an answer with a folder of sources
  pincite check answer.md docs/    run the rules, for example in CI

Exit status: 0 done; 1 findings or, with --strict, unresolved citations; 2 unreadable input.";

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    Demo(demo::Demo),
    Check(check::Check),
    Diff(diff::Diff),
    Lock(lock::Lock),
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
    Keys(keys::Keys),
    Schema(schema::Schema),
    Config(configuration::Configuration),
    Completions(completions::Completions),
    Man(man::Pages),
    #[command(hide = true)]
    Options(options::Options),
    #[command(hide = true)]
    TerminalGuard(terminal_guard::TerminalGuard),
    #[cfg(feature = "documents")]
    #[command(hide = true)]
    DocumentText(document_text::DocumentText),
}

impl Cli {
    /// Reads the command line. The arguments of a subcommand are defined only once it is called;
    /// help and usage errors need all of them, and build the whole command.
    ///
    /// Fails with the help or usage error to print: see [`print_usage`].
    pub fn parse_arguments() -> clap::error::Result<Self> {
        let arguments = arguments();
        if let Some(plain) = Self::plain(&arguments) {
            return Ok(plain);
        }
        if let Some(error) = mistyped_command(&arguments) {
            return Err(error);
        }
        Self::try_parse_from(&arguments).or_else(|_| {
            let mut command = Self::command();
            command.build();
            let matches = command.try_get_matches_from_mut(&arguments)?;
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
        })
    }

    /// Reads a call without options, `pincite RESPONSE [SOURCE]...`, as clap would. Building the
    /// definitions of all options takes clap a twelfth of the time until the first screen.
    fn plain(arguments: &[OsString]) -> Option<Self> {
        let texts: Option<Vec<&str>> = arguments.iter().skip(1).map(|it| it.to_str()).collect();
        let texts = texts?;
        let (&response, sources) = texts.split_first()?;
        let may_be_command = response.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if may_be_command || texts.iter().any(|text| text.is_empty() || text.starts_with('-')) {
            return None;
        }
        let sources = sources.iter().map(PathBuf::from).collect();
        Some(Self {
            case: Some(case::CaseArgs::new(response.to_owned(), sources)),
            review: review_args::ReviewArgs::default(),
            judge: judge_args::JudgeArgs::default(),
            picture: picture_args::PictureArgs::default(),
            screen: screen_args::ScreenArgs::default(),
            no_watch: false,
            color: Colour::default(),
            command: None,
        })
    }

    /// Runs the command. The exit code is 0 for success, 1 for findings that fail a check, and 2
    /// for input that could not be read.
    pub fn run(self) -> Result<ExitCode> {
        choose_colour(self.color);
        match (self.command, self.case) {
            (Some(Command::Demo(command)), _) => command.run(),
            (Some(Command::Check(command)), _) => command.run(),
            (Some(Command::Diff(command)), _) => command.run(),
            (Some(Command::Lock(command)), _) => command.run(),
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
            (Some(Command::Keys(command)), _) => command.run(),
            (Some(Command::Schema(command)), _) => command.run(),
            (Some(Command::Config(command)), _) => command.run(),
            (Some(Command::Completions(command)), _) => command.run(Self::command()),
            (Some(Command::Man(command)), _) => command.run(Self::command()),
            (Some(Command::Options(command)), _) => command.run(),
            (Some(Command::TerminalGuard(command)), _) => command.run(),
            #[cfg(feature = "documents")]
            (Some(Command::DocumentText(command)), _) => command.run(),
            (None, Some(case)) => {
                let case = case.with_history(self.judge.is_secure());
                if let Some(lines) = case.explanation()? {
                    return explain(&lines);
                }
                let picture = self.picture.request(&self.screen, Some(case.input()))?;
                let settings = self.screen.settings(Some(case.input()))?;
                let reviewing =
                    self.review.reviewing(case.input(), settings.text("review.reviewer"));
                if let Some(picture) = picture {
                    return picture.reviewed(reviewing).take(case.open()?);
                }
                let since = SystemTime::now();
                let (cases, reloadable) = reload::ReloadableInput::open(case)?;
                let input = reloadable.filter(|_| !self.no_watch);
                let input = input.map(|input| Arc::new(input) as Arc<dyn Reopen>);
                let opened = Opened { cases, input, since, guide: &[] };
                inspect::inspect(opened, (&settings, Some(&self.judge)), reviewing)
            }
            (None, None) => Err(Error::new("open", "the inspector", "no RESPONSE was given")
                .hint("`pincite demo` opens a built-in answer")),
        }
    }
}

/// Returns the arguments of the program, with `--color` after the name of a subcommand that it
/// precedes: options before the name are those of the inspector.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let length = match arguments.get(1).and_then(|first| first.to_str()) {
        Some("--color") => 2,
        Some(first) if first.starts_with("--color=") => 1,
        _ => return arguments,
    };
    let name = arguments.get(1 + length).and_then(|name| name.to_str());
    if name.is_some_and(|name| Cli::command().find_subcommand(name).is_some())
        && let Some(option_and_name) = arguments.get_mut(1..=1 + length)
    {
        option_and_name.rotate_right(1);
    }
    arguments
}

/// Returns a usage error if the first argument is not a file but resembles a command.
fn mistyped_command(arguments: &[OsString]) -> Option<clap::Error> {
    let first = arguments.get(1)?;
    let name = first.to_str().filter(|it| it.chars().all(|c| c.is_ascii_lowercase()))?;
    let mut command = Cli::command();
    let names =
        command.get_subcommands().filter(|it| !it.is_hide_set()).map(clap::Command::get_name);
    let names: Vec<&str> = names.chain(["help"]).collect();
    if names.contains(&name) || command.find_subcommand(name).is_some() || Path::new(name).exists()
    {
        return None;
    }
    let distance = |other: &str| strsim::damerau_levenshtein(name, other);
    let nearest = names.into_iter().min_by_key(|other| distance(other))?;
    if distance(nearest) > MAX_TYPOS || name.len() <= MAX_TYPOS {
        return None;
    }
    let message =
        format!("no command or file `{name}`\n\n  tip: a similar command exists: `{nearest}`");
    Some(command.error(ErrorKind::InvalidSubcommand, message))
}

/// Prints the explanation of the detected format.
fn explain(lines: &str) -> Result<ExitCode> {
    print_readable(|out| write!(out, "{}", SafeText::multiline(lines)))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    proptest! {
        #[test]
        fn a_call_without_options_is_read_as_clap_reads_it(
            words in vec("[a-zA-Z0-9./=,é -]{0,8}|-|--|check|docs|--theme=dark|--no-watch", 0..5),
        ) {
            let arguments: Vec<OsString> =
                std::iter::once("pincite".to_owned()).chain(words).map(OsString::from).collect();
            if let Some(plain) = Cli::plain(&arguments) {
                let by_clap = Cli::try_parse_from(&arguments);
                prop_assert_eq!(by_clap.map(|it| format!("{it:?}")).ok(), Some(format!("{plain:?}")));
            }
        }
    }

    #[test]
    fn a_path_needs_no_definitions_of_options() {
        let is_plain = |words: &[&str]| {
            let words = ["pincite"].iter().chain(words);
            Cli::plain(&words.map(OsString::from).collect::<Vec<_>>()).is_some()
        };
        assert!(is_plain(&["answer.md"]) && is_plain(&["a/answer", "docs", "b c.pdf"]));
        assert!(!is_plain(&[]) && !is_plain(&["check", "a.md"]) && !is_plain(&["a.md", "--blind"]));
    }
}
