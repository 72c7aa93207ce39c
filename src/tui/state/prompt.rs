//! A search being typed.

use crate::tui::layout::Place;
use crate::tui::state::search::Search;

/// A search being typed.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// What was typed so far.
    pub words: String,
    /// Byte offset from which on matches are wanted.
    pub origin: usize,
    /// What to come back to: the search before, and the view's top and cursor.
    pub before: (Option<Search>, Place, Place),
}
