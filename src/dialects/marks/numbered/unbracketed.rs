//! Numbers that cite without square brackets, each form where the ones before it found nothing.

use std::collections::BTreeSet;

use super::list::List;
use super::marks::Mark;
use super::{alone, bare, raised};
use crate::text::Span;

/// Returns numbers without square brackets that cite: raised, alone on a line, after sentences, in round
/// brackets. `unmarked` says that the text has no marks in square brackets.
pub(super) fn marks(
    text: &str,
    closed: &[Span],
    (list, numbers): (&List, &BTreeSet<u64>),
    unmarked: bool,
) -> Option<Vec<Mark>> {
    let may_stand_alone = unmarked || !numbers.is_empty();
    let forms: [&dyn Fn() -> Vec<Mark>; 4] = [
        &|| raised::raised(text, closed, numbers),
        &|| if may_stand_alone { alone::alone(text, closed, numbers) } else { Vec::new() },
        &|| bare::lowered(text, closed, list),
        &|| raised::round(text, closed, &list.counted()),
    ];
    forms.into_iter().map(|marks| marks()).find(|marks| !marks.is_empty())
}
