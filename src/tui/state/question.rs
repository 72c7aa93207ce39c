//! A question in the foot that the next key answers.

use crate::review::Verdict;

/// A question in the foot. A key that is not an answer keeps its usual effect, except for
/// [`Question::Quit`], which it cancels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The choice for verdicts and drafts of notes that are not saved before the program ends.
    Quit,
    /// Begin a review with this verdict on the subject of this index?
    Begin(Verdict, usize),
    /// Confirms a verdict on the subject of this index, which has no passage on the screen.
    Unresolved(Verdict, usize),
    /// The reasons that go with the verdict just given on the subject of this index.
    Reasons(usize),
}

impl Question {
    /// True if it is about the subject that was selected when it was asked.
    pub fn is_about_selection(self) -> bool {
        matches!(self, Self::Begin(..) | Self::Unresolved(..))
    }
}

/// The name of a file being typed, to save verdicts in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavePrompt {
    /// The text typed so far.
    pub path: String,
    /// True while the text is a suggestion, which the first character typed replaces.
    pub is_suggested: bool,
    /// The reason why the verdicts could not be saved under the name before.
    pub error: Option<String>,
    /// True if the program ends when they are saved.
    pub quits: bool,
}
