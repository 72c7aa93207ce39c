//! The queue: the cases in the order in which they are reviewed, and what is known about each.
//!
//! Names come first, then the results of inspecting, both while the list is shown and used. The
//! data for each case is small, and only a limited number of cases have more than their number.

use std::collections::BTreeMap;

use crate::tui::state::case_rows::Order;
use crate::tui::state::list::List;

/// The queue of cases.
#[derive(Debug, Default)]
pub struct Queue {
    /// The order.
    pub order: Order,
    /// The order before the open list of cases; it comes back if the list is closed.
    pub order_before: Order,
    /// The words that a case must have to be in it.
    pub filter: String,
    /// The cases in that order under that filter; `None` for all as given.
    pub list: Option<List>,
    /// True if cases are inspected: not before the list has been opened.
    pub summaries: bool,
    /// The cases before this one have names.
    pub named: usize,
    /// The number of names and summaries at the last update of the queue.
    pub renewed: usize,
    /// The first case that is not inspected.
    pub summarized: usize,
    /// The citation and target last shown in each case that was left.
    pub places: BTreeMap<usize, (usize, usize)>,
}
