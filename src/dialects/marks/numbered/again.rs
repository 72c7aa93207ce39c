//! Marks below the only list of a text that count from 1 again, as those of a second article whose list is not there.

use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::{Form, Mark};

/// The minimum number of entries of the list.
const MIN_LISTED: usize = 3;

/// The minimum number of marks below it, and the minimum of their highest number.
const MIN_BELOW: usize = 3;
const MIN_HIGHEST: u64 = 2;

/// Ends the part of a text that its only list serves at the list, if all its sources are cited above it in the order
/// of their numbers, and the first of them are cited below it in this order again. The numbers of `known` sources go on.
pub(super) fn end_at_list(marks: &[Mark], known: &[u64], list: &mut List) {
    let is_plain = |mark: &Mark| mark.form == Form::Bracket && mark.url.is_none();
    let is_global = !list.sections.is_empty() || !list.definitions.is_empty();
    let (Some(first), Some(last)) = (list.entries.first(), list.entries.last()) else { return };
    if is_global
        || !known.is_empty()
        || list.entries.len() < MIN_LISTED
        || !marks.iter().all(is_plain)
    {
        return;
    }
    let end = last.span.end;
    let above = marks.iter().filter(|mark| mark.span.start < first.span.start);
    let below: Vec<&Mark> = marks.iter().filter(|mark| mark.span.start >= end).collect();
    if below.len() >= MIN_BELOW
        && u64::try_from(list.entries.len()).ok() == highest(above)
        && highest(below.into_iter()).is_some_and(|highest| highest >= MIN_HIGHEST)
    {
        list.sections = vec![end];
    }
}

/// Returns the highest number of marks, each of which is at most one higher than all before it; `None` for others.
fn highest<'m>(marks: impl Iterator<Item = &'m Mark>) -> Option<u64> {
    let mut highest = 0;
    for (first, last) in marks.flat_map(|mark| &mark.items) {
        if *first == 0 || *first > highest + 1 {
            return None;
        }
        highest = highest.max(*last);
    }
    Some(highest)
}
