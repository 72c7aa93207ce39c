//! Numbers of claim and passage by the numbers beside them: a bound that two have in common, sentences with other
//! amounts.

use super::bounds::Bound;
use super::context;
use super::pair::{Doubt, Pair, distance};
use super::read::{Meaning, Measure, Quantity};
use super::relate::relate;
use super::relation::Relation;
use super::side::Side;
use super::units::Dimension;

/// The number of other amounts in both sentences from which on they show that these are about two things.
const MIN_OTHERS: usize = 2;

/// The distance, in powers of e, from which on an amount is not the same one with an error: some twice as much.
const MIN_DISTANCE: f64 = 0.7;

/// The share of the claim's words from which on two sentences are about one thing, whatever else they say.
const MIN_SENTENCE: f64 = 0.75;

impl<'s> Pair<'s> {
    /// True if both numbers say over which time something is done, each another one: `infused over 20 minutes`.
    pub(super) fn are_durations(&self, quantity: &Quantity, there: &Quantity) -> bool {
        let is_over = |side: &Side<'_>, it: &Quantity| {
            let before = side.text().get(..it.span.start).unwrap_or_default().trim_end();
            let is_time =
                matches!(it.what, Meaning::Measure(Measure { kind: Dimension::Amount("s"), .. }));
            is_time && before.ends_with(" over")
        };
        is_over(self.claim, quantity) && is_over(self.passage, there)
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
