//! The requests to a judge and its answers.

use crate::review::judge::Answer;

/// The state of asking the judge.
#[derive(Debug, Clone, Copy, Default)]
pub struct Judging {
    /// True if there is a judge.
    pub on: bool,
    /// The number of times a case was opened or read again: an answer about an earlier one is late.
    pub round: usize,
}

/// The answers of a judge on the case that was opened in a round.
#[derive(Debug)]
pub struct Judged {
    /// The round.
    pub round: usize,
    /// The answers so far.
    pub answers: Vec<Answer>,
    /// The faults, as sentences without a stop.
    pub faults: Vec<String>,
}
