//! The judge: a program of the user's that is asked about citations.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::tell_lines;
use crate::error::{Error, Result};
use crate::inspect::Inspection;
use crate::review::judge::{Judge, Options, default_path, first_faults};

/// So many faults of a judge are told of one case.
const MAX_FAULTS: usize = 5;

/// Whether and how a judge is asked.
#[derive(Debug, Args)]
pub(super) struct JudgeArgs {
    /// Ask a program of yours about each citation, and show its scores beside the evidence
    ///
    /// COMMAND is a program with its arguments; no shell is started. It gets one line of JSON on
    /// standard input (`claim`, `passage`, `question`, `cited`, `source`, `case`, `citation`,
    /// `target`) and answers with one JSON: `{"score": 0.8, "reason": "…", "by": "…"}`, of which
    /// only `score` is needed. It runs with your environment and rights.
    #[arg(long, value_name = "COMMAND", requires = "response")]
    judge: Option<String>,

    /// Let the judge take at most so long for one citation
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds,
        requires = "judge")]
    judge_timeout: f64,

    /// Run at most so many of it at a time
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(1..=64), requires = "judge")]
    judge_jobs: u8,

    /// Keep its answers in FILE instead of `pincite/judge.jsonl` in the cache folder
    #[arg(long, value_name = "FILE", requires = "judge")]
    judge_cache: Option<PathBuf>,

    /// Ask again where an answer is kept
    #[arg(long, requires = "judge")]
    judge_again: bool,

    /// Start no program of yours: neither the judge nor `$EDITOR`
    ///
    /// The part of pincite that reads PDF, HTML and office files stays a process of its own.
    #[arg(long, requires = "response")]
    pub(super) secure: bool,
}

impl JudgeArgs {
    /// Returns true if no program of the user's may be started.
    pub(super) const fn is_secure(&self) -> bool {
        self.secure
    }

    /// The judge that is to be asked.
    ///
    /// Fails when its command cannot be split into words, or its kept answers cannot be read.
    pub(super) fn judge(&self) -> Result<Option<Arc<Judge>>> {
        let Some(command) = &self.judge else { return Ok(None) };
        if self.secure {
            tell_lines("the judge is not asked: `--secure` starts no program", None);
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

    /// The same for a command that prints and ends: what the judge started ends with it.
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

/// Asks the judge about a case and tells what went wrong; whether nothing did.
pub(super) fn judged(judge: Option<&Arc<Judge>>, inspection: &mut Inspection) -> bool {
    let Some(judge) = judge else { return true };
    let faults = judge.judge(inspection);
    for fault in first_faults(&faults, MAX_FAULTS) {
        tell_lines(&fault, None);
    }
    faults.is_empty()
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.1 to 3600 is expected".to_owned())
}
