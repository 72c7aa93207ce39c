//! Agreement of reviewers who judged the same subjects: percent, Cohen's κ and Fleiss' κ.

use std::collections::BTreeMap;

use crate::review::figure::{Figure, real, share};

/// Reason for a missing figure: no subject has verdicts of all compared reviewers.
pub(super) const NOTHING_IN_COMMON: &str = "no common subjects";
/// Reason for a missing figure: agreement by chance is certain.
pub(super) const ONE_CATEGORY: &str = "all verdicts are equal, so agreement by chance is certain";

/// Returns the share of pairs whose sides are equal.
pub fn percent<C: PartialEq>(pairs: &[(C, C)]) -> Figure {
    let equal = pairs.iter().filter(|(one, other)| one == other).count();
    if pairs.is_empty() { Err(NOTHING_IN_COMMON) } else { share(real(equal), pairs.len()) }
}

/// Returns Cohen's κ of two reviewers, unweighted: (observed − expected) / (1 − expected), where
/// the expected agreement is based on each reviewer's own shares (Cohen 1960).
pub fn cohen<C: Ord>(pairs: &[(C, C)]) -> Figure {
    let observed = percent(pairs)?;
    let mut counts: BTreeMap<&C, (usize, usize)> = BTreeMap::new();
    for (one, other) in pairs {
        counts.entry(one).or_default().0 += 1;
        counts.entry(other).or_default().1 += 1;
    }
    if counts.len() == 1 {
        return Err(ONE_CATEGORY);
    }
    let all = real(pairs.len());
    let expected: f64 = counts.values().map(|&(a, b)| real(a) * real(b)).sum::<f64>() / (all * all);
    Ok((observed - expected) / (1.0 - expected))
}

/// Returns Fleiss' κ (Fleiss 1971) over the subjects with verdicts by exactly `raters` reviewers,
/// and the number of these subjects. The expected agreement is based on the shares of all verdicts
/// together.
pub fn fleiss<C: Ord>(units: &[Vec<C>], raters: usize) -> (Figure, usize) {
    let counted: Vec<&Vec<C>> = units.iter().filter(|unit| unit.len() == raters).collect();
    (fleiss_of(&counted, raters), counted.len())
}

fn fleiss_of<C: Ord>(units: &[&Vec<C>], raters: usize) -> Figure {
    if units.is_empty() || raters < 2 {
        return Err(NOTHING_IN_COMMON);
    }
    let mut totals: BTreeMap<&C, usize> = BTreeMap::new();
    let mut observed = 0.0;
    for unit in units {
        let mut counts: BTreeMap<&C, usize> = BTreeMap::new();
        for verdict in *unit {
            *counts.entry(verdict).or_default() += 1;
            *totals.entry(verdict).or_default() += 1;
        }
        let pairs: f64 = counts.values().map(|&count| real(count) * (real(count) - 1.0)).sum();
        observed += pairs / (real(raters) * (real(raters) - 1.0));
    }
    if totals.len() == 1 {
        return Err(ONE_CATEGORY);
    }
    let observed = observed / real(units.len());
    let all = real(units.len() * raters);
    let expected: f64 = totals.values().map(|&count| (real(count) / all).powi(2)).sum();
    Ok((observed - expected) / (1.0 - expected))
}
