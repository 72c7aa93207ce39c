//! `--watch`: the same again after each change, until Ctrl-C.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::case::CaseArgs;
use super::console::{print, print_error, print_line, print_readable};
use crate::error::{Error, Result};
use crate::sources::Watch;
use crate::text::SafeText;

/// Maximum delay before Ctrl-C takes effect.
const EVERY: Duration = Duration::from_millis(200);

/// Clears the screen and the lines that scrolled off it.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// The stream for the line between two runs when there is no terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// On standard output, between texts for people.
    Stdout,
    /// On standard error, because a program reads the output.
    Stderr,
}

/// Carries out `run` now and after each change of the files of `case` and of `besides`, until it is
/// interrupted; the status is that of the last run. During a run Ctrl-C ends the program as it
/// always does.
///
/// Fails with the first run, and when standard output is closed. What a later run fails at is
/// reported: a file may be half written.
pub(super) fn watch(
    case: &CaseArgs,
    besides: &[PathBuf],
    separator: Separator,
    run: &dyn Fn() -> Result<ExitCode>,
) -> Result<ExitCode> {
    case.refuse_pipes_to_watch()?;
    let (runs, interrupted) = (Arc::new(AtomicBool::new(true)), Arc::<AtomicBool>::default());
    let unwatched = |error| Error::io("watch for", "signals", error);
    flag::register_conditional_default(SIGINT, Arc::clone(&runs)).map_err(unwatched)?;
    flag::register(SIGINT, Arc::clone(&interrupted)).map_err(unwatched)?;
    let files = || case.files().into_iter().chain(besides.iter().cloned());
    let mut watch = Watch::new(files());
    let mut status = run()?;
    loop {
        runs.store(false, Ordering::SeqCst);
        let changed = loop {
            if interrupted.load(Ordering::SeqCst) {
                return Ok(status);
            }
            let changed = watch.wait(EVERY);
            if !changed.is_empty() {
                break changed;
            }
        };
        runs.store(true, Ordering::SeqCst);
        part(separator, &changed)?;
        watch.set(files());
        status = match run() {
            Err(error) if error.is_broken_pipe() => return Err(error),
            Err(error) => {
                print_error(&error);
                ExitCode::from(2)
            }
            Ok(status) => status,
        };
    }
}

/// Sets a run apart from the one before.
fn part(separator: Separator, changed: &[PathBuf]) -> Result<()> {
    if io::stdout().is_terminal() {
        return print(|out| write!(out, "{CLEAR}"));
    }
    let names: Vec<String> = changed.iter().map(|path| path.display().to_string()).collect();
    let time = jiff::Zoned::now().strftime("%F %T").to_string();
    let line = SafeText::new(&format!("--- {time} changed: {}", names.join(", "))).into_string();
    match separator {
        Separator::Stdout => print_readable(|out| writeln!(out, "{line}")),
        Separator::Stderr => {
            print_line(&line);
            Ok(())
        }
    }
}
