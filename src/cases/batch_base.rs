//! The first number of marks that count sources without numbers, as some case of a batch proves it for the
//! others: a mark `[0]`, or one with the number of the last source.

use std::collections::BTreeSet;

use crate::model::{Case, IdFrom};

/// The maximum number of cases that are looked at.
const MAX_LOOKED_AT: usize = 200;

/// The first number of the marks of a batch, and the case that proves it: `case 3`, `line 7`.
pub(super) type Proof = (u64, String);

/// Returns the first number of the marks that the cases of a batch prove; `None` if none does, or if they
/// contradict each other.
pub(super) fn proof(cases: impl Iterator<Item = (String, Option<Case>)>) -> Option<Proof> {
    let mut found: Option<Proof> = None;
    for (name, case) in cases.take(MAX_LOOKED_AT) {
        let Some(first) = case.as_ref().and_then(proven) else { continue };
        match &found {
            Some((other, _)) if *other != first => return None,
            Some(_) => {}
            None => found = Some((first, name)),
        }
    }
    found
}

/// True if other cases may say from which number the marks of this one count.
pub(super) fn is_open(case: &Case) -> bool {
    numbers(case).is_some() && proven(case).is_none()
}

/// True if the marks of a case are read in this way, for another reason than their words.
pub(super) fn is_read_from(case: &Case, first: u64) -> bool {
    let counts_from_zero = case.sources.first().is_some_and(|source| source.id == "0");
    let is_guess = case.sources.iter().any(|source| source.is_guessed_number);
    counts_from_zero == (first == 0) && !is_guess
}

/// Returns the note on a case that is read as another one proves.
pub(super) fn note((first, name): &Proof) -> String {
    let other = 1 - first.min(&1);
    format!(
        "marks count from {first}, as {name} of the input shows; `--base {other}` counts from {other}"
    )
}

fn proven(case: &Case) -> Option<u64> {
    let (numbers, count) = numbers(case)?;
    let (has_zero, last) = (numbers.contains(&0), *numbers.last()?);
    match (has_zero, last == count) {
        (true, false) if last < count => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

/// Returns the numbers of the marks and the number of the sources; `None` if sources have numbers of their
/// own, or no mark is a number.
fn numbers(case: &Case) -> Option<(BTreeSet<u64>, u64)> {
    let counted = |id_from, id: &str| id.is_empty() || id_from == IdFrom::Position;
    if !case.sources.iter().all(|source| counted(source.id_from, &source.id)) {
        return None;
    }
    // A mark with an address of its own counts nothing.
    let marks = case.response.citations.iter().filter(|citation| !citation.raw.contains("](http"));
    let targets = marks.flat_map(|citation| &citation.targets);
    let numbers: BTreeSet<u64> = targets.filter_map(|target| target.id.parse().ok()).collect();
    (!numbers.is_empty()).then_some((numbers, case.sources.len() as u64))
}
