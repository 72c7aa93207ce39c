//! Numbers that cite without square brackets, each form where the ones before it found nothing.

use std::collections::BTreeSet;

use super::list::List;
use super::marks::{Mark, text_before};
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
    // A list of numbers in a text that cites after its sentences is not what it cites by.
    let plain = || {
        let alone = if may_stand_alone { alone::alone(text, closed, numbers) } else { Vec::new() };
        let lowered = bare::lowered(text, closed, list);
        if lowered.len() > alone.len() { lowered } else { alone }
    };
    // One power is no mark of a list whose entries have no numbers, nor are numbers that have notes of their own.
    let raised = || {
        let raised = raised::raised(text, closed, numbers);
        let is_other = raised.len() == 1 || raised.iter().any(|mark| opens_note(text, mark));
        if list.is_unnumbered() && is_other { Vec::new() } else { raised }
    };
    let forms: [&dyn Fn() -> Vec<Mark>; 3] =
        [&raised, &plain, &|| raised::round(text, closed, &list.counted())];
    forms.into_iter().map(|marks| marks()).find(|marks| !marks.is_empty())
}

/// True for a number that begins a note: `¹ Except on Sundays.`
fn opens_note(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start).trim_end_matches([' ', '>', '*', '_']);
    let after = text.get(mark.span.end..).unwrap_or_default();
    (before.is_empty() || before.ends_with('\n')) && after.starts_with(' ')
}

/// Adds numbers after sentences to marks in brackets, as comments in code have them, if most of a text is cited by
/// them.
pub(super) fn add_beside(text: &str, closed: &[Span], list: &List, marks: &mut Vec<Mark>) {
    const MIN_TIMES: usize = 2;
    let lowered = bare::lowered(text, closed, list);
    if !marks.is_empty() && lowered.len() > marks.len() * MIN_TIMES {
        marks.extend(lowered);
        marks.sort_by_key(|mark| mark.span);
    }
}
