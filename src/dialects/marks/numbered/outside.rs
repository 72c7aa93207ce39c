//! The marks of a text outside of its code, its list and what else is closed to them.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::Mark;
use crate::dialects::marks::numbered::{accept, around, possible, tally};
use crate::text::Span;

/// Returns the marks of a text outside of `closed`.
pub(super) fn marks(
    text: &str,
    closed: &[Span],
    list: &List,
    numbers: &BTreeSet<u64>,
) -> Vec<Mark> {
    let possible = possible::possible(text, closed, list, numbers);
    let mut marks = accept::accept(text, possible, numbers);
    tally::remove(text, &mut marks);
    around::add(text, &mut marks, numbers);
    marks
}

/// True for a mark with a number of the list, or with an address of its own where there is none.
pub(super) fn is_known(mark: &Mark, numbers: &BTreeSet<u64>) -> bool {
    let is_listed = mark.items.iter().any(|(first, _)| numbers.contains(first));
    is_listed || numbers.is_empty() && mark.url.is_some()
}
