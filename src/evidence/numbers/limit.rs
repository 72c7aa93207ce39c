//! Relates amounts that the claim bounds: `more than 50`, `up to 1,000`.

use std::cmp::Ordering;

use super::bounds::Bound;
use super::decimal::Decimal;
use super::read::Measure;
use super::relation::{Clash, Reading, Relation};

pub(super) type Bounded<'m> = (&'m Measure, Option<Bound>);

/// Relates an amount that the claim bounds.
pub(super) fn bounded(
    (claim, limit): (&Measure, Bound),
    (passage, other): Bounded<'_>,
) -> Relation {
    let (claim, passage) = (&claim.read_as(passage), &passage.read_as(claim));
    let (claim, passage) = (&closest(claim, passage), &closest(passage, claim));
    let meets = |value: Decimal| is_beyond(claim.value, value, limit);
    let is_equal = claim.value == passage.value;
    let clash = |clash| Relation::Clash(clash);
    if let Some(high) = passage.high {
        let (near, far) =
            if limit.is_lower() { (passage.value, high) } else { (high, passage.value) };
        let at_end = !limit.is_strict() && claim.value == near;
        return match (meets(near) || claim.value == near || at_end, meets(far)) {
            (true, _) => Relation::Implied,
            (false, true) => Relation::Open,
            (false, false) => clash(Clash::Bound),
        };
    }
    let opposes = |it: Bound| it.is_lower() != limit.is_lower();
    match other.filter(|it| *it != Bound::About) {
        Some(it) if opposes(it) && is_equal && it.is_strict() != limit.is_strict() => {
            Relation::SameAs(Reading::Limit)
        }
        Some(it) if opposes(it) => {
            let has_room = is_beyond(claim.value, passage.value, limit);
            if has_room { Relation::Open } else { clash(Clash::Bound) }
        }
        Some(it) if it.is_lower() == limit.is_lower() && is_next((claim, limit), (passage, it)) => {
            Relation::Same
        }
        Some(_) if is_equal => Relation::Same,
        // Limits are stated: `up to 1,500` is not what `up to 1,000` says.
        Some(it) if !it.is_strict() && !limit.is_strict() || it == limit && limit.is_upper() => {
            clash(figure_clash(claim, passage).unwrap_or(Clash::Value))
        }
        // More than a billion is more than a million, but whoever has read it does not say so.
        Some(it) if it == limit && figure_clash(claim, passage) == Some(Clash::Scale) => {
            clash(Clash::Scale)
        }
        _ if meets(passage.value) => Relation::Implied,
        _ if is_equal && !limit.is_strict() => Relation::Same,
        _ if other == Some(Bound::About) && is_close(claim.value, passage.value) => Relation::Open,
        _ if is_equal => clash(Clash::Bound),
        _ => clash(figure_clash(claim, passage).unwrap_or(Clash::Bound)),
    }
}

/// True if two limits in one direction leave the same whole numbers: `at most 10`, `fewer than 11`.
fn is_next((claim, limit): (&Measure, Bound), (passage, other): (&Measure, Bound)) -> bool {
    let one = Decimal::whole(1);
    let is_whole = |it: &Measure| it.written_step == one && !it.is_scaled;
    let (strict, other) = match (limit.is_strict(), other.is_strict()) {
        (false, true) => (passage, claim),
        (true, false) => (claim, passage),
        _ => return false,
    };
    let (low, high) = if limit.is_lower() { (strict, other) } else { (other, strict) };
    is_whole(claim)
        && is_whole(passage)
        && claim.kind == passage.kind
        && low.written.at_most(high.written)
        && high.written.minus(low.written) == Some(one)
}

/// Returns `one` in the reading that is closest to a reading of `other`: `1.234` beside `1,000` is
/// more than a thousand.
fn closest(one: &Measure, other: &Measure) -> Measure {
    let gap = |value: Decimal| {
        let gaps = other.readings().map(|it| (value.to_f64() / it.to_f64()).ln().abs());
        gaps.fold(f64::INFINITY, f64::min)
    };
    let value = one.readings().min_by(|a, b| gap(*a).total_cmp(&gap(*b)));
    Measure { value: value.unwrap_or(one.value), other: None, ..*one }
}

pub(super) fn is_close(one: Decimal, two: Decimal) -> bool {
    let (one, two) = (one.to_f64(), two.to_f64());
    (one - two).abs() <= 0.1 * one.abs()
}

/// True if `value` lies on the side of `limit` that the bound allows, not on the limit itself.
pub(super) fn is_beyond(limit: Decimal, value: Decimal, bound: Bound) -> bool {
    match value.order(limit) {
        Ordering::Greater => bound.is_lower(),
        Ordering::Less => bound.is_upper(),
        Ordering::Equal => false,
    }
}

/// Returns the difference between two amounts whose digits are the same.
pub(super) fn figure_clash(claim: &Measure, passage: &Measure) -> Option<Clash> {
    let has_scale = claim.is_scaled || passage.is_scaled;
    if claim.written == passage.written {
        return Some(Clash::Unit);
    }
    (has_scale && claim.has_figure_of(passage)).then_some(Clash::Scale)
}
