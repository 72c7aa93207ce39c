//! Options of a review: the reviewer, the journal, and blind mode.

use std::path::PathBuf;

use clap::Args;

use crate::review::journal::default_path;
use crate::tui::verdict_saver::{Reviewing, SaveTarget};

/// Note shown when there is no file to put a journal next to.
const NO_PLACE: &str =
    "verdicts on standard input are not saved: name a journal with `--review FILE`";

/// Options of a review in the inspector.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Review")]
pub(crate) struct ReviewArgs {
    /// Save verdicts in FILE [default: RESPONSE.review.jsonl]
    #[arg(long, value_name = "FILE", requires = "response")]
    review: Option<PathBuf>,

    /// Review as NAME [default: the user name]
    #[arg(long, value_name = "NAME", requires = "response")]
    reviewer: Option<String>,

    /// Hide the evidence of a citation until it has a verdict
    #[arg(long, requires = "response")]
    blind: bool,

    /// Settle disagreements in these journals (repeatable)
    #[arg(
        long,
        hide_short_help = true,
        value_name = "JOURNAL",
        requires = "response",
        conflicts_with = "blind"
    )]
    disagreements: Vec<PathBuf>,
}

impl ReviewArgs {
    /// Returns the review of the response called `input` under the user's own name, in `review` or
    /// next to it.
    pub(crate) fn verdicts_on(input: &str, review: Option<PathBuf>) -> Reviewing {
        let own = Self { review, reviewer: None, blind: false, disagreements: Vec::new() };
        own.reviewing(input, String::new())
    }

    /// Returns the review of the response called `input`; `configured` is the reviewer of the user's
    /// configuration, empty if there is none.
    pub(crate) fn reviewing(self, input: &str, configured: String) -> Reviewing {
        let begins = self.review.is_some() || self.reviewer.is_some() || self.blind;
        let save_to = match self.review {
            Some(path) => SaveTarget::File(path),
            None => default_path(input)
                .map_or_else(|| SaveTarget::Nowhere(NO_PLACE.to_owned()), SaveTarget::File),
        };
        let configured = Some(configured).filter(|name| !name.trim().is_empty());
        let reviewer = self.reviewer.or(configured).unwrap_or_else(user);
        Reviewing {
            reviewer,
            blind: self.blind,
            save_to,
            input: input.to_owned(),
            begins,
            disagreements: self.disagreements,
        }
    }
}

/// Returns the user name from the environment.
pub(crate) fn user() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    set("USER").or_else(|| set("LOGNAME")).unwrap_or_else(|| "reviewer".to_owned())
}
