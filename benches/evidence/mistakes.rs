//! Does a mistake in the claim hide a wrong locator? `cargo bench --bench evidence -- mistakes`
//!
//! Each reported wrong locator gets claims with one number, name or word replaced by one that is
//! nowhere. They are worse everywhere, so no warning may become a note, and no finding may vanish.

use std::collections::BTreeMap;
use std::path::Path;

use pincite::Severity;
use pincite::inspect::inspect;
use rayon::prelude::*;

use crate::pointer::mistakes::{Replaced, mistakes};
use crate::pointer::{Half, Kind, Planted, Random, SETS, plant, rows};

/// Cases of each set and half.
const CASES: usize = 1000;

/// The seed of the cases.
const SEED: u64 = 3;

/// Prints how many findings are lower or lost with a mistake.
pub(crate) fn run(folder: &Path) {
    println!("\n| set | topics | replaced | claims | lower | lost |\n|---|---|---|--:|--:|--:|");
    for set in SETS {
        for (half, name) in [(Half::Fit, "fit"), (Half::Check, "check")] {
            for (kind, count) in measure(&plant(&rows(folder, set, Some(half)), CASES, SEED)) {
                let [claims, lower, lost] = count;
                println!("| {set} | {name} | {} | {claims} | {lower} | {lost} |", kind.name());
            }
        }
    }
}

/// Returns for each kind of word the number of claims, and those of which the finding is a note
/// instead of a warning, and those without one.
fn measure(cases: &[Planted]) -> BTreeMap<Replaced, [usize; 3]> {
    let wrong = cases.par_iter().enumerate();
    let wrong = wrong.filter(|(_, case)| matches!(case.kind, Kind::Drift | Kind::Source));
    let found: Vec<(Replaced, [usize; 3])> = wrong
        .filter_map(|(number, case)| Some((number, case, severity(case)?)))
        .flat_map_iter(|(number, case, before)| {
            let mut random = Random(u64::try_from(number).unwrap());
            mistakes(case, &mut random).into_iter().map(move |(kind, worse)| {
                let after = severity(&worse);
                let is_lower = after.is_some_and(|after| after < before);
                (kind, [1, usize::from(is_lower), usize::from(after.is_none())])
            })
        })
        .collect();
    let mut counts: BTreeMap<Replaced, [usize; 3]> = BTreeMap::new();
    for (kind, more) in found {
        let count = counts.entry(kind).or_default();
        count.iter_mut().zip(more).for_each(|(count, more)| *count += more);
    }
    counts
}

/// Returns the greatest severity of the findings about the evidence.
fn severity(case: &Planted) -> Option<Severity> {
    let inspection = inspect(case.case());
    let findings = inspection.findings.iter().filter(|it| it.rule.code.starts_with('E'));
    findings.map(|finding| finding.severity).max()
}
