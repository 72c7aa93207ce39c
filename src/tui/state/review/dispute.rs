//! What reviewers said about a subject on which their verdicts differ.

use crate::review::{Decided, EventId, Opinions};
use crate::tui::state::review::verdict_text::decided;

/// What reviewers said about a subject on which their verdicts differ.
#[derive(Debug)]
pub struct Dispute {
    /// Who said what, a line each.
    pub told: Vec<String>,
    /// Their decisions.
    pub decisions: Vec<EventId>,
}

impl Dispute {
    pub(in crate::tui) fn of(opinions: &Opinions<'_>) -> Self {
        let told = |(entry, judgement): &Decided<'_>| {
            format!("{}: {}", entry.reviewer, decided(judgement))
        };
        Self {
            told: opinions.own.iter().map(told).collect(),
            decisions: opinions.own.iter().map(|(entry, _)| entry.id.clone()).collect(),
        }
    }
}
