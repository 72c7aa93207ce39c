//! The numbers of a passage beside one of a claim: which may be its counterpart, and how likely it
//! contradicts.

use std::cell::OnceCell;

use super::bounds::Bound;
use super::context::{self, Context, Direction, shared};
use super::decimal::Decimal;
use super::decision::Features;
use super::derive::derive;
use super::read::{Meaning, Measure, Quantity};
use super::relate::{at_one_rate, relate};
use super::relation::{Clash, Relation};
use super::side::Side;
use super::time::are_turned;
use super::units::Dimension;

/// Maximum number of quantities of a passage whose context is compared with one of the claim.
pub(super) const MAX_CANDIDATES: usize = 64;

/// The distance of a value from a bound that it just misses, in powers of e.
const JUST_MISSED: f64 = 0.1;

/// The distance from which a number is not the one that a bound was written for, in powers of e.
const FAR: f64 = 0.7;

/// A number of the passage that may be the counterpart of one of the claim.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Candidate<'q> {
    pub(super) there: &'q Quantity,
    pub(super) relation: Relation,
    /// Share of the claim's words that are in the sentence of both, and right beside both.
    pub(super) sentence: f64,
    pub(super) beside: f64,
    pub(super) has_same_noun: bool,
    pub(super) has_other_noun: bool,
    /// Both count the same thing in all words.
    has_whole_noun: bool,
    /// They count things that differ in one word: `gold medals` and `silver medals`.
    has_mixed_noun: bool,
    /// One of the two counts things or names one, and the other has a unit: `15 crew members` and `15
    /// euros`.
    pub(super) is_other_thing: bool,
    /// It bears out another number of the claim.
    pub(super) is_taken: bool,
    /// Distance of the values, in powers of e.
    pub(super) distance: f64,
}

impl<'q> Candidate<'q> {
    const fn without_context(there: &'q Quantity, relation: Relation) -> Self {
        Self {
            there,
            relation,
            sentence: 0.0,
            beside: 0.0,
            has_same_noun: false,
            has_other_noun: false,
            has_whole_noun: false,
            has_mixed_noun: false,
            is_other_thing: false,
            is_taken: false,
            distance: 0.0,
        }
    }

    /// True if the sentences have so many words in common that a comparison may be of the same thing: most that
    /// share hardly a word are about another.
    fn is_about_the_same(&self) -> bool {
        self.sentence >= 0.2 || self.beside >= 0.5
    }

    /// True if only `other` counts what the claim's `quantity` counts.
    pub(super) fn is_of_other_noun(&self, quantity: &Quantity, other: &Self) -> bool {
        matches!(quantity.what, Meaning::Measure(_))
            && (other.has_same_noun && self.has_other_noun
                || other.has_whole_noun && self.has_mixed_noun)
    }

    /// Returns how well the words around the two agree, to order candidates by.
    pub(super) fn affinity(&self) -> f64 {
        2.0 * flag(self.has_same_noun) - flag(self.has_other_noun)
            + 1.5 * self.beside
            + self.sentence
            - 1.5 * flag(self.is_taken)
            - 0.2 * self.distance.min(5.0)
    }
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// A number of the passage that the claim's clashes with.
pub(super) struct Doubt<'q> {
    pub(super) there: &'q Quantity,
    pub(super) clash: Clash,
    pub(super) features: Features,
    /// True if no other reading is possible: one day in two years, one figure in two units.
    pub(super) is_certain: bool,
}

pub(super) struct Pair<'s> {
    pub(super) claim: &'s Side<'s>,
    pub(super) passage: &'s Side<'s>,
    pub(super) has_scale: bool,
}

impl<'s> Pair<'s> {
    pub(super) fn new(claim: &'s Side<'s>, passage: &'s Side<'s>) -> Self {
        let scales = ["illion", "housand", "000s", "万", "億", "亿"];
        let has_scale = scales.iter().any(|word| passage.text().contains(word));
        Self { claim, passage, has_scale }
    }

    /// True if the passage has the claim's sentence around a number word for word.
    pub(super) fn is_repeated(&self, quantity: &Quantity) -> bool {
        let around = context::sentence(self.claim.text(), quantity.span);
        let sentence = around.slice(self.claim.text()).unwrap_or_default().trim();
        !sentence.is_empty() && self.passage.text().contains(sentence)
    }

    /// Returns the numbers of the passage that can be compared with one of the claim.
    pub(super) fn candidates<'q>(&'q self, quantity: &Quantity) -> Vec<Candidate<'q>> {
        let here = OnceCell::new();
        let related = self.passage.quantities.iter().filter_map(|there| {
            let relation = self.relate(quantity, there);
            (relation != Relation::Unrelated).then_some((there, relation))
        });
        let related: Vec<_> = related.take(MAX_CANDIDATES).collect();
        let mut distinctive =
            related.iter().filter(|(_, relation)| is_distinctive(quantity, *relation));
        if let (Some((there, relation)), None) = (distinctive.next(), distinctive.next()) {
            return vec![Candidate::without_context(there, *relation)];
        }
        let candidate = |(there, relation): (&'q Quantity, Relation)| {
            let here = here.get_or_init(|| self.claim.context(quantity.span));
            let around = self.passage.context(there.span);
            let share = |one: &[_], other: &[_]| match u32::try_from(one.len()) {
                // A bare number has no words that could differ.
                Ok(0) | Err(_) => 0.5,
                Ok(of) => {
                    f64::from(u32::try_from(shared(one, other)).unwrap_or(of)) / f64::from(of)
                }
            };
            let counts = matches!(
                quantity.what,
                Meaning::Measure(Measure { kind: Dimension::Plain, .. }) | Meaning::Ordinal(..)
            );
            let same_words = if counts { shared(&here.noun, &around.noun) } else { 0 };
            let has_same_noun = same_words > 0;
            let has_other_noun =
                counts && !has_same_noun && !here.noun.is_empty() && !around.noun.is_empty();
            Candidate {
                there,
                relation,
                sentence: share(&here.sentence, &around.sentence),
                beside: share(&here.beside, &around.beside),
                has_same_noun,
                has_other_noun,
                has_whole_noun: has_same_noun && same_words == here.noun.len(),
                has_mixed_noun: has_same_noun
                    && same_words < here.noun.len().min(around.noun.len()),
                is_other_thing: is_other_thing((quantity, here), (there, &around)),
                is_taken: self.is_taken(quantity, there),
                distance: match relation {
                    Relation::Clash(clash) if clash.is_of_same_figure() => 0.0,
                    _ => distance(quantity, there),
                },
            }
        };
        let mut candidates: Vec<_> = related.into_iter().map(candidate).collect();
        // What is counted has no end of scale.
        let is_count = here.get().is_some_and(|here| !here.noun.is_empty());
        candidates
            .retain(|it| !is_count || !is_measure_beside_count(quantity, it.there, it.relation));
        candidates
    }

    /// Relates two numbers, with the signs and directions that the words beside them give.
    fn relate(&self, quantity: &Quantity, there: &Quantity) -> Relation {
        let relation = match relate(quantity, there, self.has_scale) {
            Relation::Clash(Clash::Bound) => {
                self.shared_bound(there).map_or(Relation::Clash(Clash::Bound), |bound| {
                    let bounded = Quantity { bound: Some(bound), ..there.clone() };
                    relate(quantity, &bounded, self.has_scale)
                })
            }
            Relation::Implied if self.are_durations(quantity, there) => {
                Relation::Clash(Clash::Value)
            }
            relation => relation,
        };
        if let (Meaning::Date(one), Meaning::Date(two)) = (&quantity.what, &there.what) {
            let year = || self.years_around(there);
            return match (one.year, one.day.zip(one.month)) {
                (Some(mine), Some(_)) if two.year.is_none() && relation.holds() => {
                    match *year().as_slice() {
                        ref years if years.contains(&mine) => relation,
                        [_] => Relation::Clash(Clash::Value),
                        _ => Relation::Open,
                    }
                }
                _ => relation,
            };
        }
        let (Meaning::Measure(one), Meaning::Measure(two)) = (&quantity.what, &there.what) else {
            return relation;
        };
        let is_signed = one.value.is_negative() != two.value.is_negative();
        let is_change = matches!(one.kind, Dimension::Percent | Dimension::Amount("point"));
        if !(is_signed || is_change && relation.holds()) {
            return relation;
        }
        let directions = (
            context::direction(self.claim.text(), quantity.span),
            context::direction(self.passage.text(), there.span),
        );
        // `falls to 5 degrees` states a level, `falls by 5` a loss.
        let is_level = |side: &Side<'_>, it: &Quantity| {
            side.text().get(..it.span.start).is_some_and(|before| before.ends_with(" to "))
        };
        match directions {
            // A loss of 5 is −5.
            (Some(Direction::Down), _)
                if is_signed && two.value.is_negative() && !is_level(self.claim, quantity) =>
            {
                relate(&quantity.negated(), there, self.has_scale)
            }
            (_, Some(Direction::Down))
                if is_signed && one.value.is_negative() && !is_level(self.passage, there) =>
            {
                relate(quantity, &there.negated(), self.has_scale)
            }
            (Some(one), Some(two)) if one != two && !is_signed => Relation::Clash(Clash::Sign),
            _ => relation,
        }
    }

    /// True if the passage's number bears out another number of the claim.
    fn is_taken(&self, quantity: &Quantity, there: &Quantity) -> bool {
        let mut others = self.claim.quantities.iter().filter(|it| it.span != quantity.span);
        others.any(|mine| {
            let relation = relate(mine, there, false);
            matches!(
                relation,
                Relation::Same | Relation::SameAs(_) | Relation::Rounded | Relation::Open
            )
        })
    }

    /// Returns the number of the passage that the claim's most likely clashes with, with the features
    /// that decide it.
    pub(super) fn doubt<'q>(
        &self,
        quantity: &Quantity,
        candidates: &[Candidate<'q>],
    ) -> Option<Doubt<'q>> {
        let is_name = matches!(quantity.what, Meaning::Name(..));
        if quantity.is_weak && !is_name {
            return None;
        }
        // `zero cases` is as often said without a number.
        if matches!(quantity.what, Meaning::Measure(Measure { value: Decimal::ZERO, .. })) {
            return None;
        }
        if let Meaning::Measure(measure) = &quantity.what
            && quantity.bound.is_none()
            && derive(measure, &self.passage.quantities).is_some()
        {
            return None;
        }
        let clashes: Vec<(&Candidate<'q>, Clash)> = candidates
            .iter()
            .filter_map(|it| match it.relation {
                Relation::Clash(clash) if is_name || !it.there.is_weak => Some((it, clash)),
                _ => None,
            })
            .filter(|(it, _)| !self.is_step(it.there) && !is_read_again(it.there, candidates))
            .filter(|(it, _)| !self.shares_unit(candidates, it.there))
            .collect();
        let (best, clash) = clashes
            .iter()
            .copied()
            .max_by(|(one, _), (two, _)| one.affinity().total_cmp(&two.affinity()))?;
        // The same figure of something else does not hold beside another value of the thing itself.
        let holding = candidates
            .iter()
            .filter(|it| it.relation.holds() || it.relation == Relation::Open)
            .filter(|it| !it.is_other_thing || best.sentence < it.sentence)
            .filter(|it| !self.is_displaced(quantity, it, candidates));
        let holding = holding.max_by(|one, two| one.affinity().total_cmp(&two.affinity()));
        if holding.is_some_and(|it| is_distinctive(quantity, it.relation)) {
            return None;
        }
        let rivals = clashes.iter();
        let rivals = rivals.filter(|(it, _)| it.there.what != best.there.what && !it.is_taken);
        let is_compared = self.is_compared(quantity);
        let features = Features {
            is_bounded: is_compared && best.is_about_the_same(),
            is_just_missed: is_compared && is_just_missed(best, holding),
            ..features(quantity, (best, clash), holding, rivals.count())
        };
        let is_certain = holding.is_none() && is_certain(quantity, best, clash);
        Some(Doubt { there: best.there, clash, features, is_certain })
    }

    /// True if the passage has a number as a limit from both sides, as the steps of a scale are: it
    /// does not replace a number of a claim.
    fn is_step(&self, there: &Quantity) -> bool {
        let has = |is_side: fn(Bound) -> bool| {
            let mut all = self.passage.quantities.iter();
            all.any(|one| one.bound.is_some_and(is_side) && one.what == there.what)
        };
        there.bound.is_some() && has(Bound::is_lower) && has(Bound::is_upper)
    }
}

/// True if a number is close to the claim's, and the one that holds is far from it: whoever bounds a number
/// takes a bound close to it. The same value is often bounded in passing: `over 97 percent` for 97 %.
fn is_just_missed(best: &Candidate<'_>, holding: Option<&Candidate<'_>>) -> bool {
    best.distance > 0.0
        && best.distance <= JUST_MISSED
        && holding.is_none_or(|it| it.distance >= FAR)
}

/// True if the digits of a number are those of one that bears the claim's out, read in another way.
fn is_read_again(there: &Quantity, candidates: &[Candidate<'_>]) -> bool {
    let holding = candidates.iter().filter(|it| it.relation.holds() && it.there.is_shadow);
    holding.map(|it| it.there.span).any(|span| span.overlaps(there.span))
}

/// True if a clash leaves no doubt: the same day and month of another year, or a figure of several
/// digits in another unit, in sentences that agree.
fn is_certain(quantity: &Quantity, best: &Candidate<'_>, clash: Clash) -> bool {
    let is_day_of_other_year = match (&quantity.what, &best.there.what) {
        (Meaning::Date(one), Meaning::Date(two)) => one.is_day_of_other_year(*two),
        _ => false,
    };
    let is_figure = match &quantity.what {
        Meaning::Measure(measure) => {
            let is_long = measure.high.is_some() || measure.written.significant() > 2;
            clash == Clash::Rate || clash == Clash::Unit && is_long
        }
        _ => false,
    };
    // `at least 30` and `at most 30`
    let are_opposed = match (&quantity.what, &best.there.what) {
        (Meaning::Measure(one), Meaning::Measure(two)) => {
            let are_sides = |(one, two): (Bound, Bound)| {
                one.is_lower() && two.is_upper() || one.is_upper() && two.is_lower()
            };
            clash == Clash::Bound
                && one.value == two.value
                && quantity.bound.zip(best.there.bound).is_some_and(are_sides)
        }
        _ => are_turned(quantity.bound, best.there.bound) && clash == Clash::Bound,
    };
    let is_free =
        |bound: Option<Bound>| bound.is_none_or(|bound| bound.is_end() || bound == Bound::Within);
    let is_unbounded =
        is_free(quantity.bound) && is_free(best.there.bound) || quantity.bound == best.there.bound;
    is_unbounded && best.sentence >= 0.5 && is_day_of_other_year
        || best.sentence >= 0.3 && (is_figure || are_opposed)
}

/// Measures a number of the claim, which may compare, beside the one that it clashes with, and the best of those
/// that hold.
fn features(
    quantity: &Quantity,
    (best, clash): (&Candidate<'_>, Clash),
    holding: Option<&Candidate<'_>>,
    rivals: usize,
) -> Features {
    Features {
        sentence: best.sentence,
        beside: best.beside,
        has_same_noun: best.has_same_noun,
        has_other_noun: best.has_other_noun,
        is_taken: best.is_taken,
        distance: best.distance.min(4.0) * holding.map_or(1.0 - best.sentence.powi(4), |_| 1.0),
        has_unit: has_unit(quantity),
        is_date: matches!(quantity.what, Meaning::Date(_)),
        is_other_ordinal: matches!(quantity.what, Meaning::Ordinal(..)) && !best.has_same_noun,
        is_clock: matches!(quantity.what, Meaning::Clock(_)),
        is_bounded: false,
        is_just_missed: false,
        is_limited: matches!(quantity.bound, Some(Bound::AtLeast | Bound::AtMost)),
        is_same_figure: clash.is_of_same_figure(),
        rivals: f64::from(u32::try_from(rivals).unwrap_or(u32::MAX)).ln_1p(),
        holds_elsewhere: holding.is_some(),
        leads_by_noun: holding.map_or(0.0, |it| flag(best.has_same_noun) - flag(it.has_same_noun)),
        lead: holding.map_or(0.0, |it| best.sentence + best.beside - it.sentence - it.beside),
        closer: holding.map_or(0.0, |it| it.distance.min(4.0) - best.distance.min(4.0)),
    }
}

/// True if one number counts things and the other measures: `10 people` is not found in `10 metres`,
/// and a rating is no counterpart of a count.
fn is_measure_beside_count(one: &Quantity, two: &Quantity, relation: Relation) -> bool {
    let kind = |it: &Quantity| match it.what {
        Meaning::Measure(measure) => Some(measure.kind),
        _ => None,
    };
    let is_other = match kind(two) {
        Some(Dimension::Amount(unit)) => unit != "times",
        Some(Dimension::OutOf(_)) => relation != Relation::Same,
        _ => false,
    };
    kind(one) == Some(Dimension::Plain) && is_other
}

/// True if a number is an amount of a unit or a share.
pub(super) fn has_unit(quantity: &Quantity) -> bool {
    matches!(&quantity.what, Meaning::Measure(it) if it.kind != Dimension::Plain)
}

/// True if only one of two numbers has a unit, and the other counts what is named after it or is part of
/// a name.
fn is_other_thing(one: (&Quantity, &Context), two: (&Quantity, &Context)) -> bool {
    let counts = |(it, around): (&Quantity, &Context)| match it.what {
        Meaning::Measure(measure) => measure.kind == Dimension::Plain && !around.noun.is_empty(),
        Meaning::Name(..) => true,
        _ => false,
    };
    has_unit(one.0) && counts(two) || has_unit(two.0) && counts(one)
}

/// True if a number that is found again says so much that no other number is its counterpart.
fn is_distinctive(quantity: &Quantity, relation: Relation) -> bool {
    let digits = match &quantity.what {
        // Not those of the value in base units: 9 days are 777,600 seconds.
        Meaning::Measure(measure) => measure.written.significant(),
        Meaning::Date(date) if date.is_bare_year() => 1,
        Meaning::Date(_) | Meaning::Clock(_) => 3,
        Meaning::Ordinal(..) | Meaning::Name(..) => 1,
    };
    matches!(relation, Relation::Same | Relation::SameAs(_)) && digits > 2
}

/// Returns how far two values lie apart, in powers of e; 0 for what has no distance.
pub(super) fn distance(one: &Quantity, two: &Quantity) -> f64 {
    let (one, two) = match (&one.what, &two.what) {
        (Meaning::Measure(one), Meaning::Measure(two)) => (one, two),
        (Meaning::Date(one), Meaning::Date(two)) => return one.distance(*two),
        (Meaning::Clock(one), Meaning::Clock(two)) => return one.distance(*two),
        _ => return 0.0,
    };
    let (one, two) = match at_one_rate(one, two) {
        Some((one, two, true)) => (&one.clone(), &two.clone()),
        _ => (one, two),
    };
    // A share of one is compared in hundredths.
    let value = |it: &Measure, other: &Measure| {
        let is_share = it.kind == Dimension::Plain && other.kind == Dimension::Percent;
        it.value.abs().shifted(if is_share { 2 } else { 0 }).to_f64()
    };
    let (one, two) = (value(one, two), value(two, one));
    if one > 0.0 && two > 0.0 { (one / two).ln().abs() } else { 1.0 }
}
