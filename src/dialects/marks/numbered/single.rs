//! The only mark of a text, which may cite nothing.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::Mark;

/// True if the only mark of a text is an interval, or shows how brackets are written.
pub(super) fn cites_nothing(
    text: &str,
    list: &List,
    numbers: &BTreeSet<u64>,
    marks: &[Mark],
) -> bool {
    let [only] = marks else { return false };
    // `over [1, 3]` alone is an interval: bullets have no numbers that it could name.
    let is_interval = list.is_unnumbered() && only.is_group();
    // One pair of escaped brackets alone only shows how brackets are written.
    let is_escaped = only.span.slice(text).is_some_and(|it| it.starts_with('\\'));
    is_interval || numbers.is_empty() && is_escaped
}

/// Removes the only mark of a text if it is a number above 1 and its list has no numbers: it was copied from another
/// text, which has its list.
pub(super) fn remove_copied(list: &List, marks: &mut Vec<Mark>) {
    let [only] = marks.as_slice() else { return };
    let is_first = only.items.iter().any(|(first, _)| *first <= 1);
    if list.is_unnumbered() && only.url.is_none() && !is_first {
        marks.clear();
    }
}
