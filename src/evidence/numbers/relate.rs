//! The relation of two numbers by value, unit, rate and bound, the words around them aside.

use super::bounds::Bound;
use super::dates::Date;
use super::decimal::Decimal;
use super::limit::{Bounded, bounded, figure_clash, is_beyond, is_close};
use super::rate::Per;
use super::read::{Form, Meaning, Measure, Quantity};
use super::relation::{Clash, Reading, Relation};
use super::time::{clocks, dates};
use super::units::Dimension;

/// Relates a claim's number to a passage's. `has_scale` says that the passage names a scale
/// somewhere, as the head of a table does.
pub(super) fn relate(claim: &Quantity, passage: &Quantity, has_scale: bool) -> Relation {
    let is_weak = claim.is_weak || passage.is_weak;
    match (&claim.what, &passage.what) {
        (Meaning::Measure(one), Meaning::Measure(two)) => {
            let relation = measures((one, claim.bound), (two, passage.bound), has_scale);
            let is_exact = matches!(relation, Relation::Same | Relation::SameAs(_));
            let is_share = one.kind != Dimension::Plain && relation == Relation::Rounded;
            if is_weak && !is_exact && !is_share { Relation::Unrelated } else { relation }
        }
        (Meaning::Date(one), Meaning::Date(two)) => {
            dates((*one, claim.bound), (*two, passage.bound))
        }
        (Meaning::Clock(one), Meaning::Clock(two)) => {
            clocks((*one, claim.bound), (*two, passage.bound))
        }
        (Meaning::Ordinal(one, _), Meaning::Ordinal(two, _)) if one == two => Relation::Same,
        (Meaning::Ordinal(place, _), Meaning::Name(_, Some(value)))
        | (Meaning::Name(_, Some(value)), Meaning::Ordinal(place, _))
            if *value == Decimal::whole(*place) =>
        {
            Relation::Same
        }
        (Meaning::Ordinal(..), Meaning::Ordinal(..)) => Relation::Clash(Clash::Value),
        // `number 13` may be 13; `third` is never three.
        (Meaning::Ordinal(place, Form::Number), Meaning::Measure(measure))
        | (Meaning::Measure(measure), Meaning::Ordinal(place, Form::Number))
            if measure.kind == Dimension::Plain
                && measure.high.is_none()
                && measure.value == Decimal::whole(*place) =>
        {
            Relation::Same
        }
        (Meaning::Name(one, _), Meaning::Name(two, _)) if one == two => Relation::Same,
        (Meaning::Name(one, Some(_)), Meaning::Name(two, Some(_)))
            if label_of(one) == label_of(two) =>
        {
            Relation::Clash(Clash::Value)
        }
        (Meaning::Name(_, Some(value)), Meaning::Measure(measure))
        | (Meaning::Measure(measure), Meaning::Name(_, Some(value)))
            if *value == measure.value =>
        {
            Relation::Same
        }
        (Meaning::Name(_, Some(one)), Meaning::Name(_, Some(two))) if is_weak && one == two => {
            Relation::Same
        }
        (Meaning::Date(date), Meaning::Measure(measure))
        | (Meaning::Measure(measure), Meaning::Date(date))
            if is_year(*date, measure) =>
        {
            Relation::Same
        }
        _ => Relation::Unrelated,
    }
}

/// Returns the label of a name: `section` of `section4.2`.
fn label_of(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','))
}

fn is_year(date: Date, measure: &Measure) -> bool {
    let is_year = date.is_bare_year() && !date.is_decade;
    let year = date.year.filter(|_| is_year).map(u32::from);
    measure.kind == Dimension::Plain
        && year.is_some_and(|year| Decimal::whole(year) == measure.value)
}

/// Parts of a whole that have a name, in percent: fifths, quarters, thirds and the half.
const PARTS: [Decimal; 6] = [
    Decimal::whole(20),
    Decimal::whole(25),
    Decimal::new(3333, -2),
    Decimal::whole(50),
    Decimal::new(6667, -2),
    Decimal::whole(75),
];

/// The maximum number of digits of an amount that `about` makes a round one.
const MAX_ROUND: u32 = 2;

fn measures(
    (claim, bound): Bounded<'_>,
    (passage, other): Bounded<'_>,
    has_scale: bool,
) -> Relation {
    if !claim.kind.fits(passage.kind) {
        return across_kinds(claim, passage);
    }
    // `fourteen` is found in `fourteen days`, which is counted in seconds.
    let is_bare = |kind| kind == Dimension::Plain;
    let is_mixed = is_bare(claim.kind) != is_bare(passage.kind);
    let (claim, passage) = if is_mixed && claim.high.is_none() && passage.high.is_none() {
        (&claim.as_written(), &passage.as_written())
    } else {
        (claim, passage)
    };
    let Some((claim, passage, is_rescaled)) = at_one_rate(claim, passage) else {
        let is_figure = claim.value == passage.value;
        return if is_figure { Relation::Clash(Clash::Rate) } else { Relation::Unrelated };
    };
    let (claim, passage) = (&claim, &passage);
    // A deadline of 30 days and a time of more than 90 are about two things.
    let are_opposed = |own, other: Option<Bound>| {
        own == Some(Bound::Within) && other.is_some_and(Bound::is_lower)
    };
    if are_opposed(bound, other) || are_opposed(other, bound) {
        return Relation::Open;
    }
    let (bound, other) = (deadline(bound, other), deadline(other, bound));
    let relation = match bound {
        Some(limit) if limit != Bound::About && claim.high.is_none() => {
            bounded((claim, limit), (passage, other))
        }
        _ => exact((claim, bound), (passage, other), has_scale),
    };
    let is_kind = claim.kind == passage.kind
        || !matches!((claim.kind, passage.kind), (Dimension::Plain, _) | (_, Dimension::Plain))
        || (claim.kind == Dimension::Plain && matches!(passage.kind, Dimension::OutOf(_)))
        || (claim.is_share() && passage.kind == Dimension::Percent)
        || (claim.kind == Dimension::Percent && passage.is_share());
    match relation {
        Relation::Clash(_) | Relation::Implied | Relation::Open if !is_kind => Relation::Unrelated,
        Relation::Same if is_rescaled => Relation::SameAs(Reading::Rate),
        Relation::Clash(_) if is_rescaled => {
            let is_figure = claim.written == passage.written;
            Relation::Clash(if is_figure { Clash::Rate } else { Clash::Value })
        }
        relation => relation,
    }
}

/// Returns a deadline as what it is beside another bound: an upper limit, or the figure itself.
fn deadline(own: Option<Bound>, other: Option<Bound>) -> Option<Bound> {
    if own == Some(Bound::Within) {
        other.filter(|bound| bound.is_upper()).map(|_| Bound::AtMost)
    } else {
        own
    }
}

impl Measure {
    pub(super) fn has_figure_of(&self, other: &Self) -> bool {
        self.written.has_figure_of(other.written)
    }

    /// Returns the amount in its own unit.
    fn as_written(&self) -> Self {
        let is_same = self.written == self.value;
        if is_same {
            *self
        } else {
            Self { value: self.written, step: self.written_step, other: None, ..*self }
        }
    }

    /// True for a decimal fraction of one, which may be written in percent as well.
    pub(super) fn is_share(&self) -> bool {
        let value = self.value;
        self.kind == Dimension::Plain && value.last_place() < 0 && value.at_most(Decimal::whole(1))
    }

    /// Returns the amount in one reading only if the other is written with the same sign: `3.193 million`
    /// and `3.193 billion` are not the same, in whatever country.
    pub(super) fn read_as(&self, other: &Self) -> Self {
        let is_whole = |it: &Self| it.other.map(|other| other.abs().at_most(it.value.abs()));
        let is_same = is_whole(self).is_some() && is_whole(self) == is_whole(other);
        Self { other: self.other.filter(|_| !is_same), ..*self }
    }

    /// Returns the values that may be meant.
    pub(super) fn readings(&self) -> impl Iterator<Item = Decimal> {
        std::iter::once(self.value).chain(self.other)
    }

    fn times(&self, factor: Decimal) -> Option<Self> {
        let other = self.other.map_or(Some(None), |value| value.times(factor).map(Some))?;
        let high = self.high.map_or(Some(None), |value| value.times(factor).map(Some))?;
        let (value, step) = (self.value.times(factor)?, self.step.times(factor)?);
        Some(Self { value, step, other, high, per: None, ..*self })
    }
}

/// Returns both amounts over one stretch of time, and whether that changes them; `None` if their
/// rates cannot be compared.
pub(super) fn at_one_rate(claim: &Measure, passage: &Measure) -> Option<(Measure, Measure, bool)> {
    let unchanged = || Some((*claim, *passage, false));
    match (claim.per, passage.per) {
        (one, two) if one == two => unchanged(),
        // 5 a minute is 300 an hour: each is multiplied by the other's stretch of time.
        (Some(Per::Seconds(one)), Some(Per::Seconds(two)))
        | (Some(Per::Months(one)), Some(Per::Months(two))) => {
            Some((claim.times(two)?, passage.times(one)?, true))
        }
        (Some(Per::Thing(_)), None) | (None, Some(Per::Thing(_)))
            if claim.value != passage.value =>
        {
            None
        }
        (None, _) | (_, None) => unchanged(),
        _ => None,
    }
}

/// Relates amounts of two kinds: the same figure of a unit that is mistaken for the other, and
/// stretches of time in months and in days.
fn across_kinds(claim: &Measure, passage: &Measure) -> Relation {
    const MONTH: f64 = 30.44 * 86_400.0;
    let has_figure = claim.written == passage.written;
    if are_alike(claim.kind, passage.kind) && has_figure {
        return Relation::Clash(Clash::Unit);
    }
    let seconds = |measure: &Measure| match measure.kind {
        Dimension::Amount("s") => Some(measure.value.to_f64()),
        Dimension::Amount("month") => Some(measure.value.to_f64() * MONTH),
        _ => None,
    };
    let ratio = seconds(claim).zip(seconds(passage)).map(|(one, two)| one / two);
    match ratio {
        Some(ratio) if !(0.9..=1.1).contains(&ratio) => Relation::Clash(Clash::Value),
        Some(_) => Relation::Open,
        None => Relation::Unrelated,
    }
}

/// True if figures of the two kinds are mistaken for one another: money for money, time for time.
fn are_alike(one: Dimension, two: Dimension) -> bool {
    const GROUPS: [&[&str]; 8] = [
        &["s", "month", "working day"],
        &["°C", "°F"],
        &["g", "pound", "ounce", "ton"],
        &["L", "gallon", "m³"],
        &["m²", "acre", "sq ft", "sq mi"],
        &["B", "bit", "bit/s"],
        &["cent", "penny"],
        &["kJ", "Wh"],
    ];
    match (one, two) {
        (Dimension::Amount("cent" | "penny") | Dimension::Money(_), Dimension::Money(_))
        | (Dimension::Money(_), Dimension::Amount("cent" | "penny"))
        | (Dimension::OutOf(_), Dimension::OutOf(_))
        | (Dimension::Amount("point"), Dimension::Percent)
        | (Dimension::Percent, Dimension::Amount("point")) => true,
        (Dimension::Amount(one), Dimension::Amount(two)) => {
            GROUPS.iter().any(|group| group.contains(&one) && group.contains(&two))
        }
        _ => false,
    }
}

/// Relates an amount that the claim states as it is, or as an approximation.
fn exact((claim, bound): Bounded<'_>, (passage, other): Bounded<'_>, has_scale: bool) -> Relation {
    if let Some(relation) = ranges(claim, passage) {
        return relation;
    }
    let (claim, passage) = (&claim.read_as(passage), &passage.read_as(claim));
    if claim.readings().any(|one| passage.readings().any(|two| one == two)) {
        return Relation::Same;
    }
    if let Some(reading) = reading(claim, passage, has_scale) {
        return Relation::SameAs(reading);
    }
    if passage.readings().any(|value| rounds_to(value, claim, bound)) {
        return Relation::Rounded;
    }
    let allows = other.is_some_and(|it| is_beyond(passage.value, claim.value, it));
    if allows {
        return if claim.kind == Dimension::Plain { Relation::Unrelated } else { Relation::Open };
    }
    let is_coarser = passage.step != claim.step && passage.value.significant() > 1;
    // `About 1,210` is no 1,250: whoever writes so many digits means them.
    let is_round = passage.value.significant() <= MAX_ROUND;
    let is_vague = other == Some(Bound::About) && is_round && is_close(claim.value, passage.value);
    if is_vague || (is_coarser && claim.value.is_near(passage.value, passage.step)) {
        return Relation::Open;
    }
    if claim.value.abs() == passage.value.abs() {
        return Relation::Clash(Clash::Sign);
    }
    Relation::Clash(figure_clash(claim, passage).unwrap_or(Clash::Value))
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
        // `3-5 million`: the number before the scale may be meant without it.
        (None, Some(_)) if within(claim.value, passage) => Some(Relation::Open),
        (Some(_), None) if within(passage.value, claim) => Some(Relation::Open),
        _ if claim.kind != passage.kind => Some(Relation::Unrelated),
        (Some(one), Some(two))
            if claim.written == passage.written
                && one.times(passage.value) == two.times(claim.value) =>
        {
            Some(Relation::Clash(Clash::Unit))
        }
        _ => Some(Relation::Clash(Clash::Value)),
    }
}

/// Returns the way in which the two are the same number on another scale.
fn reading(claim: &Measure, passage: &Measure, has_scale: bool) -> Option<Reading> {
    let is_share = |share: &Measure, percent: &Measure| {
        share.kind == Dimension::Plain
            && percent.kind == Dimension::Percent
            && share.value.last_place() < 0
            && share.value.at_most(Decimal::whole(2))
            && (share.value.shifted(2) == percent.value
                || share.value.shifted(2).is_near(percent.value, percent.step))
    };
    if is_share(passage, claim) || is_share(claim, passage) {
        return Some(Reading::Share);
    }
    if passage.kind != Dimension::Plain && passage.kind != claim.kind
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

/// True if the claim's value is `value` rounded: as far as it is written, to its zeros where at least
/// two are at its end, or to its last digit and a tenth where it says that it is not exact.
fn rounds_to(value: Decimal, claim: &Measure, bound: Option<Bound>) -> bool {
    let to = claim.value;
    if to == Decimal::ZERO || value == Decimal::ZERO || to.is_negative() != value.is_negative() {
        return false;
    }
    let gap = value.minus(to).map_or(f64::INFINITY, |gap| gap.to_f64() / to.to_f64().abs());
    let zeros = Decimal::place(to.last_place());
    let ends_in_zeros = to.last_place() >= 2 && to.significant() >= 2;
    let is_loose = bound == Some(Bound::About) && gap <= 0.1;
    // `almost a third` is 32 % as well.
    let is_part = claim.kind == Dimension::Percent && PARTS.contains(&to);
    if is_part && bound == Some(Bound::About) && gap <= 0.05 {
        return true;
    }
    (gap <= 0.2 && value.is_near(to, claim.step))
        || (ends_in_zeros && gap <= 0.05 && value.is_near(to, zeros))
        || (is_loose && value.is_near(to, zeros))
}
