//! A search being typed.

use crate::tui::layout::Place;
use crate::tui::state::search::Search;

/// A search being typed.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// The text typed so far.
    pub words: String,
    /// True if all sources are searched, and not the pane of the focus.
    pub in_sources: bool,
    /// Byte offset from which on matches are looked for.
    pub origin: usize,
    /// The state to come back to: the search before, and the view's top and cursor.
    pub before: (Option<Search>, Place, Place),
}
