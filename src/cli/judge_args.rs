//! Options for a judge, a program of the user that scores citations.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::console::{print_error, print_message};
use crate::error::{Error, Result};
use crate::inspect::Inspection;
use crate::review::judge::{Judge, Options, default_path, first_faults};

/// Maximum number of judge errors printed per case.
const MAX_FAULTS: usize = 5;

/// Options for a judge.
#[derive(Debug, Args)]
#[command(next_help_heading = "Evidence")]
pub(super) struct JudgeArgs {
    /// Ask your own program to score each citation
    ///
    /// COMMAND is a program with its arguments; no shell is started. It reads one line of JSON from
    /// standard input (`claim`, `passage`, `question`, `cited`, `source`, `case`, `citation`,
    /// `target`) and prints one JSON object: `{"score": 0.8, "reason": "…", "by": "…"}`. Only
    /// `score` is required. The program runs with your environment and rights.
    #[arg(long, value_name = "COMMAND", requires = "response")]
    judge: Option<String>,

    /// Time limit for one citation
    #[arg(long, hide_short_help = true, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds,
        requires = "judge")]
    judge_timeout: f64,

    /// Maximum number of parallel judge processes
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(1..=64), requires = "judge")]
    judge_jobs: u8,

    /// Cache the judge's answers in FILE [default: judge.jsonl in the cache folder]
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "judge")]
    judge_cache: Option<PathBuf>,

    /// Ignore cached answers
    #[arg(long, hide_short_help = true, requires = "judge")]
    judge_again: bool,

    /// Start no other program: no judge, no editor, no git
    ///
    /// Copying asks the terminal. PDF, HTML and Office files are still read in a separate process of
    /// pincite.
    #[arg(long, requires = "response")]
    secure: bool,
}

impl Default for JudgeArgs {
    fn default() -> Self {
        Self {
            judge: None,
            judge_timeout: 30.0,
            judge_jobs: 2,
            judge_cache: None,
            judge_again: false,
            secure: false,
        }
    }
}

impl JudgeArgs {
    /// Returns true if no program of the user's may be started.
    pub(super) const fn is_secure(&self) -> bool {
        self.secure
    }

    /// Returns true if a judge is requested and may not be started.
    pub(super) const fn is_refused(&self) -> bool {
        self.judge.is_some() && self.secure
    }

    /// Returns the judge, if one is requested and may be started.
    ///
    /// Fails if its command cannot be split into words or its cache cannot be read.
    pub(super) fn judge(&self) -> Result<Option<Arc<Judge>>> {
        let Some(command) = &self.judge else { return Ok(None) };
        if self.secure {
            print_message("judge not started because of `--secure`", None);
            return Ok(None);
        }
        let options = Options {
            timeout: Duration::from_secs_f64(self.judge_timeout),
            jobs: self.judge_jobs.into(),
            cache: self.judge_cache.clone().or_else(default_path),
            again: self.judge_again,
        };
        Judge::new(command, options).map(|judge| Some(Arc::new(judge)))
    }

    /// Returns the judge for a command that prints and exits; signals end the judge's processes
    /// too.
    pub(super) fn judge_to_end(&self) -> Result<Option<Arc<Judge>>> {
        let judge = self.judge()?;
        if let Some(judge) = judge.clone() {
            let unwatched = |error| Error::io("watch for", "signals", error);
            let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(unwatched)?;
            thread::spawn(move || {
                for signal in signals.forever() {
                    judge.stop();
                    drop(emulate_default_handler(signal));
                }
            });
        }
        Ok(judge)
    }
}

/// Asks the judge about a case and prints its errors; true if each citation with a passage has a score.
pub(super) fn judged(judge: Option<&Arc<Judge>>, inspection: &mut Inspection) -> bool {
    let Some(judge) = judge else { return true };
    let (is_whole, faults) = judge.judge(inspection);
    for fault in first_faults(&faults, MAX_FAULTS) {
        print_message(&fault, None);
    }
    is_whole
}

/// Prints what a judge has left to report after all cases; true unless it was requested and asked nothing.
pub(super) fn judging_ended(judge: Option<&Arc<Judge>>) -> bool {
    match judge.map(|judge| judge.finish()) {
        Some(Err(error)) => {
            print_error(&error);
            false
        }
        Some(Ok(Some(message))) => {
            print_message(&message, None);
            true
        }
        Some(Ok(None)) | None => true,
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0.1 to 3600".to_owned())
}
