//! A search being typed.

use crate::tui::layout::RowPlace;
use crate::tui::state::Search;

/// A search being typed.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// The text typed so far.
    pub words: String,
    /// True if all sources are searched, and not the pane of the focus.
    pub in_sources: bool,
    /// The byte offset from which matches are searched for.
    pub origin: usize,
    /// The state to come back to: the search before, and the view's top and cursor.
    pub before: (Option<Search>, RowPlace, RowPlace),
}
