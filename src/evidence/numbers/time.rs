//! The relation of dates and of times of day.

use super::bounds::Bound;
use super::dates::Date;
use super::read::{Clock, HALF_DAY};
use super::relation::{Clash, Relation};

/// Relates two dates. A year that only one of them gives is taken for both.
pub(super) fn dates(
    (claim, bound): (Date, Option<Bound>),
    (passage, other): (Date, Option<Bound>),
) -> Relation {
    let are_turned = are_turned(bound, other);
    let (bound, other) = (limit(bound), limit(other));
    let is_ambiguous = claim.is_ambiguous || passage.is_ambiguous;
    let one_is_turned = claim.turned().is_some_and(|claim| passage.says(claim));
    let is_same = passage.says(claim) || one_is_turned;
    let year = claim.year.or(passage.year).or(Some(0));
    let (Some((from, to)), Some(there)) = (claim.days(year), passage.days(year)) else {
        return Relation::Unrelated;
    };
    if !claim.shares_part(passage) || claim.is_of_other_calendar(passage) {
        return Relation::Unrelated;
    }
    if are_turned && is_same {
        return Relation::Clash(Clash::Bound);
    }
    let limits = bound.filter(|bound| *bound != Bound::About);
    let Some(limit) = limits else {
        if is_same || (from <= there.0 && there.1 <= to) {
            return Relation::Same;
        }
        let overlaps = from <= there.1 && there.0 <= to;
        let are_rows = claim.last_day.is_some() && passage.last_day.is_some();
        let is_open =
            overlaps && !are_rows || is_ambiguous || other.is_some_and(|it| it != Bound::About);
        return if is_open { Relation::Open } else { Relation::Clash(Clash::Value) };
    };
    if other == bound && is_same {
        return Relation::Same;
    }
    // Deadlines are stated: `before 2024` is not what `before 2023` says.
    if other == bound && limit.is_upper() && !is_ambiguous {
        return Relation::Clash(Clash::Value);
    }
    let order = match limit {
        Bound::Above | Bound::AtLeast => (there.0 > to, there.1 <= to),
        _ => (there.1 < from, there.0 >= from),
    };
    match order {
        _ if is_ambiguous && !is_same => Relation::Open,
        (true, _) => Relation::Implied,
        _ if !limit.is_strict() && from <= there.1 && there.0 <= to => Relation::Same,
        // The passage's own bound may lead to the other side.
        (_, true) if other.is_none_or(|it| it.is_upper() != limit.is_upper()) => {
            Relation::Clash(Clash::Bound)
        }
        _ => Relation::Open,
    }
}

/// Returns a bound that limits what may be meant.
fn limit(bound: Option<Bound>) -> Option<Bound> {
    bound.filter(|bound| !bound.is_end())
}

/// True if one says since when and the other until when.
pub(super) fn are_turned(one: Option<Bound>, other: Option<Bound>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other && one.is_end() && other.is_end())
}

/// Relates two times of day.
pub(super) fn clocks(
    (claim, bound): (Clock, Option<Bound>),
    (passage, other): (Clock, Option<Bound>),
) -> Relation {
    let are_turned = are_turned(bound, other);
    let (bound, other) = (limit(bound), limit(other));
    let pairs = || claim.readings().flat_map(|one| passage.readings().map(move |two| (one, two)));
    if pairs().any(|(one, two)| one == two) {
        let clashes = are_turned || bound.is_some_and(Bound::is_strict) && other != bound;
        return if clashes { Relation::Clash(Clash::Bound) } else { Relation::Same };
    }
    let is_met = |(limit, time): (u32, u32)| match bound {
        Some(bound) if bound.is_lower() => time > limit,
        Some(bound) if bound.is_upper() => time < limit,
        _ => false,
    };
    let is_half = claim.minutes.abs_diff(passage.minutes) == HALF_DAY;
    match bound {
        Some(limit) if other == bound && limit.is_upper() => Relation::Clash(Clash::Value),
        _ if pairs().any(is_met) => Relation::Implied,
        None if is_half => Relation::Clash(Clash::HalfDay),
        None => Relation::Clash(Clash::Value),
        Some(_) => Relation::Clash(Clash::Bound),
    }
}
