//! What a judge is asked and what it answered.

use crate::review::judge::Answer;

/// True if a judge is asked, and about what.
#[derive(Debug, Clone, Copy, Default)]
pub struct Judging {
    /// There is a judge.
    pub on: bool,
    /// How often a case was opened or read again: an answer about an earlier one is late.
    pub round: usize,
}

/// What a judge said of the case that was opened in a round.
#[derive(Debug)]
pub struct Judged {
    /// The round.
    pub round: usize,
    /// What it said by now.
    pub answers: Vec<Answer>,
    /// What went wrong, as sentences without a stop.
    pub faults: Vec<String>,
}
