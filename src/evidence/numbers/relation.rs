//! How two numbers stand to each other, the words around them aside.

use super::dates::Date;
use super::decimal::Decimal;
use super::near::Bound;
use super::read::{Measure, Quantity, What};
use super::units::Kind;

/// How a number of the passage stands to one of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same value.
    Same,
    /// The same, if it is read so.
    SameAs(Reading),
    /// The claim's is this one rounded.
    Rounded,
    /// The claim's is more exact, or lies in the range of this one: nothing can be told.
    Open,
    /// The same figure of another unit or currency.
    OtherUnit,
    /// Another value of the same kind.
    Other,
    /// They have nothing to do with each other.
    Unrelated,
}

/// In which way two numbers are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// One is a share of one, the other of a hundred.
    Share,
    /// The passage's counts in thousands, millions or billions.
    Scaled(i32),
    /// One end of a range.
    End,
}

/// Compares a claim's number with a passage's. `has_scale` says that the passage names a scale
/// somewhere, as the head of a table does.
pub(super) fn relate(claim: &Quantity, passage: &Quantity, has_scale: bool) -> Relation {
    let is_weak = claim.is_weak || passage.is_weak;
    match (&claim.what, &passage.what) {
        (What::Measure(one), What::Measure(two)) => {
            let relation = measures(one, two, claim.bound, has_scale);
            // 120 does not contradict `more than 100`.
            let is_allowed = relation == Relation::Other
                && one.kind == Kind::Plain
                && claim.bound.is_none()
                && is_bounded(two.value, one.value, passage.bound);
            let relation = if is_allowed { Relation::Unrelated } else { relation };
            let is_exact = matches!(relation, Relation::Same | Relation::SameAs(_));
            let is_share = one.kind != Kind::Plain && relation == Relation::Rounded;
            if is_weak && !is_exact && !is_share { Relation::Unrelated } else { relation }
        }
        (What::Date(one), What::Date(two)) => days(*one, *two),
        (What::Clock(one), What::Clock(two)) => {
            // Without `am` or `pm` the halves of a day cannot be told apart.
            if one == two || one.abs_diff(*two) == 12 * 60 {
                Relation::Same
            } else {
                Relation::Other
            }
        }
        (What::Name(one, _), What::Name(two, _)) if one == two => Relation::Same,
        (What::Name(_, Some(value)), What::Measure(measure))
        | (What::Measure(measure), What::Name(_, Some(value)))
            if *value == measure.value =>
        {
            Relation::Same
        }
        (What::Name(_, Some(one)), What::Name(_, Some(two))) if is_weak && one == two => {
            Relation::Same
        }
        (What::Date(date), What::Measure(measure)) | (What::Measure(measure), What::Date(date))
            if is_year(*date, measure) =>
        {
            Relation::Same
        }
        _ => Relation::Unrelated,
    }
}

fn is_year(date: Date, measure: &Measure) -> bool {
    let year = date.year.filter(|_| date.is_bare_year()).map(u32::from);
    measure.kind == Kind::Plain && year.is_some_and(|year| Decimal::whole(year) == measure.value)
}

fn days(claim: Date, passage: Date) -> Relation {
    if passage.says(claim) || claim.turned().is_some_and(|claim| passage.says(claim)) {
        return Relation::Same;
    }
    if passage.overlaps(claim) {
        return Relation::Open;
    }
    let is_near = claim.has_shape_of(passage) && claim.differing(passage) == 1;
    if is_near && !claim.is_ambiguous && !passage.is_ambiguous {
        Relation::Other
    } else {
        Relation::Unrelated
    }
}

fn measures(claim: &Measure, passage: &Measure, bound: Option<Bound>, has_scale: bool) -> Relation {
    if !claim.kind.fits(passage.kind) {
        let is_other = are_alike(claim.kind, passage.kind) && claim.written == passage.written;
        return if is_other { Relation::OtherUnit } else { Relation::Unrelated };
    }
    if let Some(relation) = ranges(claim, passage) {
        return relation;
    }
    let readings = |measure: &Measure| [Some(measure.value), measure.other].into_iter().flatten();
    if readings(claim).any(|one| readings(passage).any(|two| one == two)) {
        return Relation::Same;
    }
    if let Some(reading) = reading(claim, passage, has_scale) {
        return Relation::SameAs(reading);
    }
    let is_rounded = readings(passage).any(|value| rounds_to(value, claim, bound));
    if is_rounded {
        return Relation::Rounded;
    }
    if is_bounded(claim.value, passage.value, bound)
        || (passage.step != claim.step
            && passage.value.significant() > 1
            && claim.value.is_near(passage.value, passage.step))
    {
        return Relation::Open;
    }
    // A dose and a dose for each kilogram do not contradict one another.
    if claim.is_rate != passage.is_rate {
        return Relation::Unrelated;
    }
    let is_kind = claim.kind == passage.kind
        || !matches!((claim.kind, passage.kind), (Kind::Plain, _) | (_, Kind::Plain));
    if is_kind { Relation::Other } else { Relation::Unrelated }
}

/// Whether figures of the two kinds are mistaken for one another: money for money, time for time.
fn are_alike(one: Kind, two: Kind) -> bool {
    let is_time = |kind| matches!(kind, Kind::Amount("s" | "month" | "working day"));
    matches!((one, two), (Kind::Money(_), Kind::Money(_))) || (is_time(one) && is_time(two))
}

fn ranges(claim: &Measure, passage: &Measure) -> Option<Relation> {
    let within = |value: Decimal, range: &Measure| {
        range.high.is_some_and(|high| range.value.at_most(value) && value.at_most(high))
    };
    match (claim.high, passage.high) {
        (None, None) => None,
        (Some(one), Some(two)) if one == two && claim.value == passage.value => {
            Some(Relation::Same)
        }
        (None, Some(high)) if claim.value == passage.value || claim.value == high => {
            Some(Relation::SameAs(Reading::End))
        }
        // `3-5 million`: what stands before the scale may be meant without it.
        (None, Some(_)) if within(claim.value, passage) => Some(Relation::Open),
        (Some(_), None) if within(passage.value, claim) => Some(Relation::Open),
        (Some(_), Some(_)) if claim.kind == passage.kind && claim.is_rate == passage.is_rate => {
            Some(Relation::Other)
        }
        _ => Some(Relation::Unrelated),
    }
}

/// Whether the two are the same number on another scale.
fn reading(claim: &Measure, passage: &Measure, has_scale: bool) -> Option<Reading> {
    let is_share = |share: &Measure, percent: &Measure| {
        share.kind == Kind::Plain
            && percent.kind == Kind::Percent
            && share.value.last_place() < 0
            && share.value.at_most(Decimal::whole(2))
            && (share.value.shifted(2) == percent.value
                || share.value.shifted(2).is_near(percent.value, percent.step))
    };
    if is_share(passage, claim) || is_share(claim, passage) {
        return Some(Reading::Share);
    }
    if passage.kind != Kind::Plain && passage.kind != claim.kind
        || !claim.is_scaled
        || passage.is_scaled
    {
        return None;
    }
    let significant = claim.value.significant();
    let fits = |power: &i32| {
        let scaled = passage.value.shifted(*power);
        let is_same = scaled == claim.value && (significant > 2 || has_scale);
        is_same || (has_scale && significant > 1 && scaled.is_near(claim.value, claim.step))
    };
    [3, 6, 9].into_iter().find(fits).map(Reading::Scaled)
}

/// Whether `claim` is `value` rounded: as far as it is written, to its zeros where at least two
/// stand at its end, or to its last digit and a tenth where it says that it is not exact.
pub(super) fn rounds_to(value: Decimal, claim: &Measure, bound: Option<Bound>) -> bool {
    let to = claim.value;
    if to == Decimal::ZERO || value == Decimal::ZERO {
        return false;
    }
    let gap = value.minus(to).map_or(f64::INFINITY, |gap| gap.to_f64() / to.to_f64());
    let zeros = Decimal::place(to.last_place());
    let ends_in_zeros = to.last_place() >= 2 && to.significant() >= 2;
    let is_loose = bound == Some(Bound::About) && gap <= 0.1;
    (gap <= 0.2 && value.is_near(to, claim.step))
        || (ends_in_zeros && gap <= 0.05 && value.is_near(to, zeros))
        || (is_loose && value.is_near(to, zeros))
        || (is_bounded(to, value, bound) && gap <= 0.25)
}

/// Whether `value` lies on the side of `limit` that the bound says.
fn is_bounded(limit: Decimal, value: Decimal, bound: Option<Bound>) -> bool {
    match bound {
        Some(Bound::AtLeast) => limit.at_most(value),
        Some(Bound::AtMost) => value.at_most(limit),
        Some(Bound::About) | None => false,
    }
}
