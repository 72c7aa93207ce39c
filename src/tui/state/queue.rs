//! The queue: the cases in the order in which they are reviewed, and what is known of each.
//!
//! Names come first, then what inspecting found; both while the list is looked at and used. What is
//! kept of a case is small, and only so many cases are known by more than their number.

use std::collections::BTreeMap;

use crate::tui::state::case_rows::Order;
use crate::tui::state::list::List;

/// The queue of cases.
#[derive(Debug, Default)]
pub struct Queue {
    /// The order.
    pub order: Order,
    /// The words that a case must have to be in it.
    pub filter: String,
    /// The cases in that order under that filter; `None` for all as given.
    pub kept: Option<List>,
    /// True if cases are inspected: not before somebody looked at the list.
    pub wanted: bool,
    /// The cases before this one have names.
    pub named: usize,
    /// How much was known of the cases when the queue was last made anew: names and surveys.
    pub renewed: usize,
    /// The first case that is not inspected.
    pub surveyed: usize,
    /// Where one was in each case that was left: citation and target.
    pub places: BTreeMap<usize, (usize, usize)>,
}
