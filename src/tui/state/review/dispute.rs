//! The verdicts of reviewers on a subject on which their verdicts differ.

use crate::review::decided;
use crate::review::{EventId, JudgementInEntry, Opinions};

/// The verdicts of reviewers on a subject on which their verdicts differ.
#[derive(Debug)]
pub struct Dispute {
    /// The verdict of each reviewer, a line each.
    pub verdicts: Vec<String>,
    /// Their decisions.
    pub decisions: Vec<EventId>,
}

impl Dispute {
    pub(in crate::tui) fn of(opinions: &Opinions<'_>) -> Self {
        let line = |(entry, judgement): &JudgementInEntry<'_>| {
            format!("{}: {}", entry.reviewer, decided(judgement))
        };
        Self {
            verdicts: opinions.own.iter().map(line).collect(),
            decisions: opinions.own.iter().map(|(entry, _)| entry.id.clone()).collect(),
        }
    }
}
