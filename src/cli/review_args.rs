//! Who reviews, and where the decisions are kept.

use std::path::PathBuf;

use clap::Args;

use crate::review::journal::default_path;
use crate::tui::keeper::{Keeps, Reviewing};

/// Where nothing can be kept beside the input.
const NO_PLACE: &str = "verdicts on standard input have no place: start with `--review FILE`";

/// How the inspector keeps a review.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// Keep verdicts in FILE instead of beside the response (`answer.json.review.jsonl`)
    #[arg(long, value_name = "FILE", requires = "response")]
    review: Option<PathBuf>,

    /// Review as NAME instead of the user
    #[arg(long, value_name = "NAME", requires = "response")]
    reviewer: Option<String>,

    /// Show the evidence of a citation only after the verdict on it
    #[arg(long, requires = "response")]
    blind: bool,

    /// Settle what the reviewers of these journals differ about, with their verdicts in view
    #[arg(long, value_name = "JOURNAL", requires = "response", conflicts_with = "blind")]
    disagreements: Vec<PathBuf>,
}

impl ReviewArgs {
    /// The review of the response called `input`; `-` has no place beside it.
    pub(crate) fn reviewing(self, input: &str) -> Reviewing {
        let keeps = match self.review {
            Some(path) => Keeps::File(path),
            None => {
                default_path(input).map_or_else(|| Keeps::Nowhere(NO_PLACE.to_owned()), Keeps::File)
            }
        };
        let reviewer = self.reviewer.unwrap_or_else(user);
        Reviewing {
            reviewer,
            blind: self.blind,
            keeps,
            input: input.to_owned(),
            disagreements: self.disagreements,
        }
    }
}

/// The user's name, as the environment tells it.
pub(crate) fn user() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    set("USER").or_else(|| set("LOGNAME")).unwrap_or_else(|| "reviewer".to_owned())
}
