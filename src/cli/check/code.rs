//! Options for citations of code.

use clap::Args;

use crate::cases::Compare;
use crate::error::{Error, Result};

/// Options for citations of code.
#[derive(Debug, Args)]
#[command(next_help_heading = "Citations of code")]
pub(super) struct CodeArgs {
    /// Compare cited lines of code with those at REV, to see what a change breaks
    ///
    /// Only citations that are in the text at REV are compared. Without this option, cited lines are
    /// compared with the lines as they were when the citation was written.
    #[arg(long, hide_short_help = true, value_name = "REV", conflicts_with = "no_history")]
    diff_base: Option<String>,

    /// Check only citations that changed since REV, or whose code did
    ///
    /// Changes that are not committed count too.
    #[arg(long, hide_short_help = true, value_name = "REV", conflicts_with = "no_history")]
    since: Option<String>,

    /// Do not ask git how cited lines of code have changed
    #[arg(long, hide_short_help = true)]
    no_history: bool,

    /// Check the last message of a coding agent; the JSON of its stop hook is standard input
    ///
    /// Prints findings about citations on standard error and exits with status 2, which makes the
    /// agent correct them.
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = [
            "fix", "diff", "fix_locators", "watch", "batch", "baseline", "write_baseline",
        ]
    )]
    pub(super) hook: bool,
}

impl CodeArgs {
    /// Returns the revision of `--since`.
    ///
    /// Fails if `secure`, because git would have to be started.
    pub(super) fn since(&self, secure: bool) -> Result<Option<String>> {
        if secure && self.since.is_some() {
            let error = Error::new("use", "`--since`", "`--secure` does not start git");
            return Err(error.hint("leave one of them out"));
        }
        Ok(self.since.clone())
    }

    /// Returns what cited lines of code are compared with. If `secure`, git is not started.
    pub(super) fn compare(&self, secure: bool) -> Compare {
        if secure || self.no_history {
            return Compare::Nothing;
        }
        self.diff_base.clone().map_or(Compare::AsWritten, Compare::Base)
    }
}
