//! Numbers of claim and passage by the numbers beside them: a bound or a unit that two have in common, another value of
//! the same thing, sentences with other amounts.

use super::bounds::Bound;
use super::context;
use super::pair::{Candidate, Doubt, Pair, distance, has_unit};
use super::read::{Meaning, Measure, Quantity};
use super::relate::relate;
use super::relation::{Clash, Relation};
use super::side::Side;
use super::units::Dimension;

/// The number of other amounts in both sentences from which on they show that these are about two things.
const MIN_OTHERS: usize = 2;

/// The distance, in powers of e, from which on an amount is not the same one with an error: some twice as much.
const MIN_DISTANCE: f64 = 0.7;

/// The share of the claim's words from which on two sentences are about one thing, whatever else they say.
const MIN_SENTENCE: f64 = 0.75;

/// The minimum share of the claim's words in the sentence of a number that displaces the same number of something else.
const DISPLACING: f64 = 0.5;

impl<'s> Pair<'s> {
    /// True if both numbers say over which time something is done, each another one: `infused over 20 minutes`.
    pub(super) fn are_durations(&self, quantity: &Quantity, there: &Quantity) -> bool {
        is_over_time(self.claim, quantity) && is_over_time(self.passage, there)
    }

    /// True if the claim's number is compared with others: `more than 40`, unless `over 40 years` may say how long.
    pub(super) fn is_compared(&self, quantity: &Quantity) -> bool {
        quantity.bound.is_some_and(Bound::is_strict) && !is_over_time(self.claim, quantity)
    }

    /// True if the two numbers are centuries in sentences of which most differs: they date two events.
    pub(super) fn are_centuries_apart(&self, quantity: &Quantity, doubt: &Doubt<'_>) -> bool {
        let are_centuries =
            is_century(self.claim, quantity) && is_century(self.passage, doubt.there);
        are_centuries && doubt.features.sentence < 0.5
    }

    /// True if one of the two is a percentage and the other a decimal that may measure something else: `95 %`, `a
    /// warming of 0.85`, unlike `0.85 of the sample`.
    pub(super) fn is_percentage_beside_decimal(
        &self,
        quantity: &Quantity,
        there: &Quantity,
    ) -> bool {
        let is_percentage = |it: &Quantity| match it.what {
            Meaning::Measure(measure) => measure.kind == Dimension::Percent,
            _ => false,
        };
        is_percentage(quantity) && is_lone_decimal(self.passage, there)
            || is_percentage(there) && is_lone_decimal(self.claim, quantity)
    }

    /// True if only one of two numbers says how many are chosen of all: `the top two parties`, `six parties`.
    pub(super) fn is_choice_beside_all(&self, quantity: &Quantity, there: &Quantity) -> bool {
        choice(self.claim, quantity) != choice(self.passage, there)
    }

    /// Returns the bound of the number before one without a bound, if both are of one kind and only joined: `more
    /// than 102 cm and 88 cm`.
    pub(super) fn shared_bound(&self, there: &Quantity) -> Option<Bound> {
        const JOINS: [&str; 8] = [" and ", " or ", " und ", " oder ", " et ", " ou ", "/", " / "];
        let kind = |it: &Quantity| match it.what {
            Meaning::Measure(measure) => Some(measure.kind),
            _ => None,
        };
        let of_one_kind = |first: &Quantity| {
            kind(first).is_some_and(|first| first == Dimension::Plain || Some(first) == kind(there))
        };
        let is_joined = |first: &&Quantity| {
            let between = self.passage.text().get(first.span.end..there.span.start);
            between.is_some_and(|between| JOINS.contains(&between))
        };
        let mut before = self.passage.quantities.iter();
        let first = before.rfind(is_joined).filter(|_| there.bound.is_none())?;
        first.bound.filter(|it| of_one_kind(first) && (it.is_lower() || it.is_upper()))
    }

    /// True if a number of the passage is of something else than the claim's `quantity`, and another of `all` gives
    /// another value for just that: `9 days` beside `14 days. The office opens at 9.`
    pub(super) fn is_displaced(
        &self,
        quantity: &Quantity,
        one: &Candidate<'_>,
        all: &[Candidate<'_>],
    ) -> bool {
        let displaces = |other: &Candidate<'_>| {
            matches!(other.relation, Relation::Clash(Clash::Value))
                && !other.is_taken
                && other.sentence >= DISPLACING.max(one.sentence)
                && (one.is_of_other_noun(quantity, other)
                    || self.is_of_other_unit(quantity, one, other))
        };
        all.iter().any(displaces)
    }

    /// True if only the number of `other` has the claim's unit. A number without one may share that of its sentence
    /// (`16 weeks (range: 0-35)`) or of a heading, so it has to be in another sentence, with less of the claim's.
    fn is_of_other_unit(
        &self,
        quantity: &Quantity,
        one: &Candidate<'_>,
        other: &Candidate<'_>,
    ) -> bool {
        let is_unit = has_unit(quantity) && has_unit(other.there) && !has_unit(one.there);
        is_unit
            && other.sentence > one.sentence
            && !context::sentence(self.passage.text(), other.there.span).overlaps(one.there.span)
    }

    /// True if one of the numbers that hold has the unit of `there`.
    pub(super) fn shares_unit(&self, candidates: &[Candidate<'_>], there: &Quantity) -> bool {
        let mut holding = candidates.iter().filter(|it| it.relation.holds());
        holding.any(|it| {
            self.is_joined(it.there, there)
                || !it.is_other_thing && self.repeats_unit(it.there, there)
        })
    }

    /// True if a number without a unit comes after the passage's `other` in its sentence, and may have its unit: `seven
    /// days in a dry room and ten in a damp one`.
    fn repeats_unit(&self, one: &Quantity, other: &Quantity) -> bool {
        let is_after = has_unit(other) && !has_unit(one) && one.span.start >= other.span.end;
        is_after && context::sentence(self.passage.text(), other.span).overlaps(one.span)
    }

    /// True if a number without a unit has that of the passage's `other`, to which it is joined: `2, 5 or 10 years`.
    fn is_joined(&self, one: &Quantity, other: &Quantity) -> bool {
        const JOINS: [&str; 8] = ["and", "or", "und", "oder", "et", "ou", "y", "o"];
        const MAX_BETWEEN: usize = 40;
        let between = self.passage.text().get(one.span.end..other.span.start);
        let Some(between) = between.filter(|it| it.len() <= MAX_BETWEEN) else { return false };
        let is_plain = |c: char| c.is_alphanumeric() || " ,/~*_-\u{2013}".contains(c);
        let mut words =
            between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let joins =
            |word: &str| JOINS.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit());
        has_unit(other) && !has_unit(one) && between.chars().all(is_plain) && words.all(joins)
    }

    /// True if most of the other amounts around a number of the claim are others than those around one of the
    /// passage: the sentences are about two things.
    pub(super) fn is_of_other_amounts(&self, quantity: &Quantity, doubt: &Doubt<'_>) -> bool {
        let is_amount = |it: &&Quantity| {
            let has_unit = matches!(it.what, Meaning::Measure(Measure { kind, .. }) if kind != Dimension::Plain);
            has_unit && !it.is_weak && !it.is_shadow
        };
        let around = |side: &'s Side<'s>, own: &Quantity| {
            let sentence = context::sentence(side.text(), own.span);
            let own = own.span;
            let all = side.quantities.iter().filter(move |it| sentence.overlaps(it.span));
            all.filter(is_amount).filter(move |it| it.span != own).collect::<Vec<_>>()
        };
        let (claimed, there) = (around(self.claim, quantity), around(self.passage, doubt.there));
        let is_there = |one: &&Quantity| {
            there.iter().any(|it| {
                let relation = relate(one, it, self.has_scale);
                let is_near =
                    || matches!(relation, Relation::Clash(_)) && distance(one, it) < MIN_DISTANCE;
                relation.holds() || relation == Relation::Open || is_near()
            })
        };
        doubt.features.sentence < MIN_SENTENCE
            && claimed.len() >= MIN_OTHERS
            && there.len() >= MIN_OTHERS
            && !claimed.iter().any(is_there)
    }
}

/// True for a stretch of time after `over`.
fn is_over_time(side: &Side<'_>, it: &Quantity) -> bool {
    const STRETCHES: [Dimension; 2] = [Dimension::Amount("s"), Dimension::Amount("month")];
    let is_time = matches!(it.what, Meaning::Measure(measure) if STRETCHES.contains(&measure.kind));
    is_time && before(side, it).ends_with(" over")
}

/// True for a decimal below one that is not said to be a share of something.
fn is_lone_decimal(side: &Side<'_>, it: &Quantity) -> bool {
    let is_decimal = matches!(it.what, Meaning::Measure(measure) if measure.is_share());
    is_decimal && !side.text().get(it.span.end..).is_some_and(|after| after.starts_with(" of "))
}

/// True for the number of a century.
fn is_century(side: &Side<'_>, it: &Quantity) -> bool {
    const CENTURIES: [&str; 5] = ["centur", "jahrhundert", "siècle", "secolo", "eeuw"];
    let after = side.text().get(it.span.end..).unwrap_or_default();
    let next = after.trim_start_matches(['.', ' ', '-', '\u{2013}']);
    let is_place = matches!(it.what, Meaning::Ordinal(..));
    let begins =
        |name: &str| next.get(..name.len()).is_some_and(|word| word.to_lowercase() == *name);
    is_place && CENTURIES.into_iter().any(begins)
}

/// Returns the word before a number that chooses as many of all.
fn choice(side: &Side<'_>, it: &Quantity) -> Option<&'static str> {
    const CHOOSING: [&str; 10] = [
        "top",
        "first",
        "last",
        "next",
        "other",
        "remaining",
        "leading",
        "latter",
        "former",
        "final",
    ];
    let before = before(side, it);
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next()?;
    CHOOSING.into_iter().find(|known| word.eq_ignore_ascii_case(known))
}

fn before<'t>(side: &'t Side<'_>, it: &Quantity) -> &'t str {
    side.text().get(..it.span.start).unwrap_or_default().trim_end_matches([' ', '\n'])
}
