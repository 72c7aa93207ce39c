//! Numbers that follow from two numbers of the passage: sums, differences, shares, changes.
//!
//! With enough numbers anything can be computed: small operands and small results are left out, and
//! the more numbers a passage has the longer the result must be.

use super::decimal::Decimal;
use super::read::{Meaning, Measure, Quantity};
use super::units::Dimension;
use crate::text::Span;

/// Two numbers and the operation that leads from them to a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Derivation {
    pub(super) first: Span,
    pub(super) second: Span,
    pub(super) how: Operation,
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Sum,
    Difference,
    Share,
    Change,
    Ratio,
}

/// Operands and results up to this are too common to count.
const TRIVIAL: Decimal = Decimal::whole(10);

/// Maximum number of different numbers in a passage for a result of two digits, and for a longer one.
const MAX_FOR_SHORT: usize = 8;
const MAX_FOR_LONG: usize = 24;

/// Maximum distance of the two operands, in bytes.
const MAX_DISTANCE: usize = 240;

/// Two numbers of about the same size give a share like this by chance, in percent.
const NEARLY_ALL: f64 = 95.0;

/// Finds two numbers of the passage from which `claim` follows.
pub(super) fn derive(claim: &Measure, passage: &[Quantity]) -> Option<Derivation> {
    let significant = claim.written.significant();
    let is_distinctive = significant > 1 && !claim.value.at_most(TRIVIAL);
    let is_ratio = claim.kind == Dimension::Amount("times") && significant > 1;
    if claim.high.is_some() || !(is_distinctive || is_ratio) {
        return None;
    }
    let operands = operands(passage);
    let most = if significant > 2 { MAX_FOR_LONG } else { MAX_FOR_SHORT };
    if operands.len() > most {
        return None;
    }
    for (index, (first, one)) in operands.iter().enumerate() {
        for (second, two) in operands.iter().skip(index + 1) {
            let is_far = second.start.saturating_sub(first.end) > MAX_DISTANCE;
            if one.kind != two.kind || one.is_scaled != two.is_scaled || is_far {
                continue;
            }
            let (large, small) = if one.value.at_most(two.value) {
                ((second, two), (first, one))
            } else {
                ((first, one), (second, two))
            };
            let how = combine(claim, large.1, small.1).or_else(|| share(claim, large.1, small.1));
            if let Some((how, turned)) = how {
                let (first, second) = if turned { (small.0, large.0) } else { (large.0, small.0) };
                return Some(Derivation { first: *first, second: *second, how });
            }
        }
    }
    None
}

/// Returns the different amounts of a passage that are long enough to compute with.
fn operands(passage: &[Quantity]) -> Vec<(Span, Measure)> {
    let mut found: Vec<(Span, Measure)> = Vec::new();
    for quantity in passage {
        let Meaning::Measure(measure) = &quantity.what else { continue };
        let is_known =
            found.iter().any(|(_, m)| m.value == measure.value && m.kind == measure.kind);
        let is_small = measure.written.at_most(TRIVIAL) && measure.written.significant() < 2;
        if is_known || is_small || quantity.is_weak || measure.high.is_some() {
            continue;
        }
        found.push((quantity.span, *measure));
        if found.len() > MAX_FOR_LONG {
            break;
        }
    }
    found
}

/// Tries sum and difference: of the claim's own kind, exactly.
fn combine(claim: &Measure, large: &Measure, small: &Measure) -> Option<(Operation, bool)> {
    if !claim.kind.fits(large.kind)
        || (claim.kind == Dimension::Plain) != (large.kind == Dimension::Plain)
    {
        return None;
    }
    let is = |value: Option<Decimal>| value == Some(claim.value);
    if is(large.value.minus(small.value)) {
        return Some((Operation::Difference, false));
    }
    is(large.value.plus(small.value)).then_some((Operation::Sum, false))
}

/// Tries share and change in percent, and the ratio, rounded as far as the claim is written.
fn share(claim: &Measure, large: &Measure, small: &Measure) -> Option<(Operation, bool)> {
    let (more, less) = (large.value.to_f64(), small.value.to_f64());
    if less <= 0.0 || large.kind == Dimension::Percent {
        return None;
    }
    let (value, half) = (claim.value.to_f64(), claim.step.to_f64() / 2.0);
    let is = |found: f64| (found - value).abs() <= half * 1.000_001;
    match claim.kind {
        Dimension::Percent if value < NEARLY_ALL && is(less / more * 100.0) => {
            Some((Operation::Share, true))
        }
        Dimension::Percent if is((more - less) / less * 100.0) => Some((Operation::Change, true)),
        Dimension::Percent if is((more - less) / more * 100.0) => Some((Operation::Change, false)),
        Dimension::Amount("times") if is(more / less) => Some((Operation::Ratio, false)),
        _ => None,
    }
}

impl Derivation {
    /// Describes the operation.
    pub(super) fn note(&self, passage: &str) -> String {
        let one = self.first.slice(passage).unwrap_or_default();
        let two = self.second.slice(passage).unwrap_or_default();
        match self.how {
            Operation::Sum => format!("{one} + {two}"),
            Operation::Difference => format!("{one} − {two}"),
            Operation::Share => format!("the share of {one} in {two}"),
            Operation::Change => format!("the change from {one} to {two}"),
            Operation::Ratio => format!("{one} ÷ {two}"),
        }
    }
}
