//! A question in the foot that the next key answers.

use crate::review::Verdict;

/// A question in the foot. A key that is not an answer keeps its usual effect, except for
/// [`Question::Quit`], which it cancels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The choice for verdicts that are not saved before the program ends.
    Quit,
    /// Begin a review with this verdict?
    Begin(Verdict),
    /// Confirms a verdict on a citation without a passage on the screen.
    Unresolved(Verdict),
    /// The reasons that go with the verdict just given on the subject of this index.
    Reasons(usize),
}

/// The name of a file being typed, to save verdicts in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavePrompt {
    /// The text typed so far.
    pub path: String,
    /// True if the program ends when they are saved.
    pub quits: bool,
}
