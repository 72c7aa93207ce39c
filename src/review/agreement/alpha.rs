//! Krippendorff's α: agreement of any number of reviewers of whom each may have left some out.
//!
//! After Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): α = 1 − Dₒ/Dₑ, from the
//! matrix of coincidences. A subject that only one reviewer judged says nothing and does not count.

use std::collections::BTreeMap;

use super::kappa::{NOTHING_IN_COMMON, ONE_CATEGORY};
use crate::review::figure::{Figure, real};

/// The distance between two verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal or not.
    Nominal,
    /// By the number of verdicts between them, in the order of the values.
    Ordinal,
}

/// Returns α over `units`, each with the verdicts on one subject, in any order.
pub fn alpha<C: Ord + Copy>(units: &[Vec<C>], scale: Scale) -> Figure {
    let pairable: Vec<&Vec<C>> = units.iter().filter(|unit| unit.len() > 1).collect();
    let mut totals: BTreeMap<C, f64> = BTreeMap::new();
    for &verdict in pairable.iter().copied().flatten() {
        *totals.entry(verdict).or_default() += 1.0;
    }
    match totals.len() {
        0 => return Err(NOTHING_IN_COMMON),
        1 => return Err(ONE_CATEGORY),
        _ => {}
    }
    let distance = |one: C, other: C| distance(&totals, scale, one, other);
    let mut observed = 0.0;
    for unit in pairable {
        let pairs = unit.iter().flat_map(|&one| unit.iter().map(move |&other| (one, other)));
        let apart: f64 = pairs.map(|(one, other)| distance(one, other)).sum();
        observed += apart / (real(unit.len()) - 1.0);
    }
    let mut expected = 0.0;
    for (&one, count) in &totals {
        for (&other, other_count) in &totals {
            expected += count * other_count * distance(one, other);
        }
    }
    let all: f64 = totals.values().sum();
    Ok(1.0 - (all - 1.0) * observed / expected)
}

/// Returns the squared distance of two verdicts.
fn distance<C: Ord + Copy>(totals: &BTreeMap<C, f64>, scale: Scale, one: C, other: C) -> f64 {
    if one == other {
        return 0.0;
    }
    match scale {
        Scale::Nominal => 1.0,
        Scale::Ordinal => {
            let between: f64 = totals.range(one.min(other)..=one.max(other)).map(|(_, n)| n).sum();
            let of = |verdict| totals.get(&verdict).copied().unwrap_or_default();
            (between - f64::midpoint(of(one), of(other))).powi(2)
        }
    }
}
