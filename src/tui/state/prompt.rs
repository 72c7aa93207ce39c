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
    /// The search to come back to.
    pub search_before: Option<Search>,
    /// The top and the cursor of the view to come back to; `None` if the text is another one now.
    pub place_before: Option<(RowPlace, RowPlace)>,
}
