//! Standard output and standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

use super::ci;
use crate::cases::Scores;
use crate::error::{Error, Result};
use crate::text::SafeText;

/// Maximum number of errors of one kind that are printed.
pub(super) const MAX_NAMED: usize = 20;

/// The conditions for colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

/// The choice of the command line.
static COLOUR: OnceLock<Colour> = OnceLock::new();

/// Sets whether to colour; the first call counts.
pub(super) fn choose_colour(colour: Colour) {
    COLOUR.get_or_init(|| colour);
}

/// True if what is written to `stream` is coloured.
pub(super) fn is_coloured(stream: &impl IsTerminal) -> bool {
    match COLOUR.get().copied().unwrap_or_default() {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => {
            let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            stream.is_terminal() && !is_refused && !is_dumb()
        }
    }
}

/// True on a terminal that knows no escape sequences, as a shell in an editor or a log of commands.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The labels of messages: of what failed, and of what to do.
const LABELS: [Style; 2] =
    [AnsiColor::Red.on_default().bold(), AnsiColor::Cyan.on_default().bold()];

/// Prints an error to standard error: one line, and a second one for the hint.
pub fn print_error(error: &Error) {
    print_message(&error.to_string(), error.advice());
}

/// Prints the first errors of a list, and the number of the others.
pub(super) fn print_errors(errors: &[Error]) {
    for error in errors.iter().take(MAX_NAMED) {
        print_error(error);
    }
    if let Some(more) = errors.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
        print_message(&format!("{more} more like this"), None);
    }
}

/// Prints the scores that belong to no citation of the cases read by now; true if every file was read and has scores
/// that do.
pub(super) fn print_unmet(scores: &Scores) -> bool {
    let unused = scores.unused_files();
    print_errors(&scores.unmet());
    print_errors(&unused);
    unused.is_empty() && scores.faults().is_empty()
}

/// Prints a message to standard error: one line, and a second one for the hint.
pub(super) fn print_message(what: &str, hint: Option<&str>) {
    let mut stderr = io::stderr().lock();
    let [failed, help] = if is_coloured(&stderr) { LABELS } else { [Style::new(); 2] };
    let what = in_log(SafeText::new(what));
    let mut printed = writeln!(stderr, "{failed}pincite:{failed:#} {what}");
    if let Some(hint) = hint {
        let hint = in_log(SafeText::new(hint));
        printed = printed.and_then(|()| writeln!(stderr, "{help}hint:{help:#} {hint}"));
    }
    // If standard error is closed, only the exit code reports the error.
    drop(printed);
}

/// Prints a line to standard error. If that is closed, only the exit status reports the result.
pub(super) fn print_line(text: &str) {
    drop(writeln!(io::stderr(), "{}", in_log(SafeText::new(text))));
}

/// Returns a text as it may be in the log of a continuous-integration service, if this is one.
fn in_log(text: SafeText) -> String {
    if ci::is_ci() { ci::defused(text.as_str()) } else { text.into_string() }
}

/// Writes text for people to standard output: in a continuous-integration service, no line of it is a
/// command.
pub(super) fn print_readable(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if ci::is_ci() { print(|out| write(&mut ci::Defused::new(out))) } else { print(write) }
}

/// Writes JSON to standard output: in a continuous-integration service, it has no command of the service
/// in it, and the same values.
pub(super) fn print_json(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if ci::is_ci() {
        print(|out| write(&mut ci::Defused::of(ci::TextForm::Json, out)))
    } else {
        print(write)
    }
}

/// Writes a report in the format of that name to standard output: as text for people, unless it is JSON or CSV.
pub(super) fn print_report(
    format: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    match format {
        "json" => print_json(write),
        "csv" => print(write),
        _ => print_readable(write),
    }
}

/// Writes to standard output through a buffer.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(|error| Error::io("write", "standard output", error))
}
