//! The round in which a job is handed over: its outcome is about the text and the cases of that
//! round, and says nothing about later ones.

use crate::tui::state::Outcome;

/// The number of changes so far of what outcomes are about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Round {
    /// The number of times the text of a case was put in the place of another.
    pub text: usize,
    /// The number of times the cases were read again.
    pub cases: usize,
}

impl Round {
    /// True if `outcome`, of a job that was handed over in this round, is still about what there is
    /// `now`. Cases that were opened or read again, and answers of a judge, are checked by their
    /// own numbers.
    pub const fn is_still(self, now: Self, outcome: &Outcome) -> bool {
        match outcome {
            Outcome::Counted { .. }
            | Outcome::Found { .. }
            | Outcome::FoundInSources { .. }
            | Outcome::Coloured { .. }
            | Outcome::Subjects { .. }
            | Outcome::Compared { .. }
            | Outcome::Read(_)
            | Outcome::Failed { .. }
            | Outcome::Weighed { .. } => self.text == now.text,
            Outcome::CasesCounted { .. } | Outcome::Summarized { .. } | Outcome::Named { .. } => {
                self.cases == now.cases
            }
            Outcome::Judged(_) | Outcome::Opened { .. } | Outcome::Reread(_) => true,
        }
    }
}
