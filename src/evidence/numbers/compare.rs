//! Pairs the numbers of a claim with those of a passage.

use super::articles;
use super::context;
use super::decimal::Decimal;
use super::decision::{Decision, Features};
use super::derive::derive;
use super::pair::{Candidate, Doubt, Pair};
use super::read::{Meaning, Measure, Quantity};
use super::relate::relate;
use super::relation::{Clash, Reading, Relation};
use super::side::Side;
use super::units::Dimension;
use super::{NumberMatch, NumberStatus};
use crate::text::Span;

/// A count up to this may have been counted by the claim's author.
const COUNTABLE: u32 = 12;

/// The result for one number of the claim.
struct NumberResult<'q> {
    status: NumberStatus,
    there: Option<&'q Quantity>,
    note: Option<Box<str>>,
}

impl<'q> NumberResult<'q> {
    const fn at(status: NumberStatus, there: &'q Quantity) -> Self {
        Self { status, there: Some(there), note: None }
    }

    fn none(status: NumberStatus, note: Option<&str>) -> Self {
        Self { status, there: None, note: note.map(Box::from) }
    }

    fn noting(self, note: impl Into<Box<str>>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}

/// Compares the numbers of `claim` with those of `passage`. `claim_at` and `passage_at` are where
/// the two begin in the response and in the source.
#[cfg(any(test, feature = "internals"))]
pub fn compare(claim: &str, claim_at: usize, passage: &str, passage_at: usize) -> Vec<NumberMatch> {
    compare_read(&Side::of_claim(claim, claim_at), &Side::of_passage(passage, passage_at))
}

/// Compares the numbers of a claim with those of a passage.
pub(in crate::evidence) fn compare_read(claim: &Side<'_>, passage: &Side<'_>) -> Vec<NumberMatch> {
    let pair = Pair::new(claim, passage);
    claim.quantities.iter().map(|quantity| pair.matched(quantity)).collect()
}

/// Returns the features of every number of the claim that the passage may contradict; the decision
/// is fitted on them.
#[cfg(any(test, feature = "internals"))]
pub fn features(claim: &str, passage: &str) -> Vec<Features> {
    let (claim, passage) = (Side::of_claim(claim, 0), Side::of_passage(passage, 0));
    let pair = Pair::new(&claim, &passage);
    let mut all = Vec::new();
    for quantity in &claim.quantities {
        let candidates = pair.candidates(quantity);
        all.extend(pair.doubt(quantity, &candidates).map(|doubt| doubt.features));
    }
    all
}

impl Pair<'_> {
    fn matched(&self, quantity: &Quantity) -> NumberMatch {
        let NumberResult { status, there, note } = self.find(quantity);
        let shown = |side: &Side<'_>, quantity: &Quantity| {
            let span = Span::new(quantity.span.start, quantity.shown_end);
            (side.place(span), side.written(quantity).into_boxed_str())
        };
        let (span, claim) = shown(self.claim, quantity);
        let (found, passage) = there.map(|there| shown(self.passage, there)).unzip();
        let is_name = matches!(quantity.what, Meaning::Name(..) | Meaning::Ordinal(..))
            || articles::is_length(&claim);
        let bounded = self.claim.place(self.claim.bounded(quantity));
        NumberMatch { span, bounded, claim, found, passage, status, note, is_name }
    }

    fn find<'q>(&'q self, quantity: &'q Quantity) -> NumberResult<'q> {
        let candidates = self.candidates(quantity);
        let is_there = candidates.iter().any(|it| it.relation.holds());
        if !is_there && context::is_denied(self.claim.text(), quantity.span) {
            return NumberResult::none(NumberStatus::Unknown, Some("the claim denies it"));
        }
        let doubt = self.doubt(quantity, &candidates);
        let is_clash =
            |doubt: &Doubt<'_>| doubt.is_certain || Decision::fitted().is_clash(&doubt.features);
        // `free before 1 May`, `not free after 1 May`
        let is_turned = |doubt: &Doubt<'_>| {
            doubt.clash == Clash::Bound && self.negation_note(quantity, doubt.there).is_some()
        };
        let doubt = doubt.filter(|it| is_clash(it) && !is_turned(it));
        let is_sure = |doubt: &Doubt<'_>| {
            !self.is_repeated(quantity)
                && !self.is_of_other(quantity, doubt.there)
                && !self.is_of_other_amounts(quantity, doubt)
                && !self.are_centuries_apart(quantity, doubt)
                && !is_other_place(quantity, doubt)
                && !self.is_choice_beside_all(quantity, doubt.there)
                && !self.is_percentage_beside_decimal(quantity, doubt.there)
        };
        if let Some(doubt) = doubt.filter(is_sure) {
            return self.differs(quantity, &doubt);
        }
        if let Some(there) = self.swapped(quantity) {
            return NumberResult::at(NumberStatus::Differs, there)
                .noting("the passage counts something else by this number");
        }
        if let Some(there) = self.exchanged(quantity).or_else(|| self.turned(quantity)) {
            return NumberResult::at(NumberStatus::Differs, there)
                .noting("the passage has the two numbers the other way round");
        }
        if let Some(there) = self.of_another(quantity, &candidates) {
            return NumberResult::at(NumberStatus::Differs, there)
                .noting("the passage gives the number for something else");
        }
        self.same(quantity, &candidates)
            .or_else(|| self.ends(quantity))
            .unwrap_or_else(|| self.missing(quantity, &candidates))
    }

    fn differs<'q>(&self, quantity: &Quantity, doubt: &Doubt<'q>) -> NumberResult<'q> {
        let found = NumberResult::at(NumberStatus::Differs, doubt.there);
        match doubt.clash {
            Clash::Unit => found.noting("same number, different unit"),
            Clash::Rate => found.noting("same number, different rate"),
            Clash::Scale => found.noting("same digits, different scale"),
            Clash::HalfDay => found.noting("other half of the day"),
            Clash::Sign => found.noting("same number, different sign or direction"),
            Clash::Bound => {
                let claimed = bounded_text(self.claim, quantity).map(|it| format!("claimed: {it}"));
                let found_bound = bounded_text(self.passage, doubt.there);
                let there = found_bound.map(|it| format!("found: {it}"));
                let notes: Vec<String> = claimed.into_iter().chain(there).collect();
                found.noting(notes.join(", "))
            }
            Clash::Value => found,
        }
    }

    /// Returns the number that bears out the claim's, at the place whose words agree best.
    fn same<'q>(
        &self,
        quantity: &Quantity,
        candidates: &[Candidate<'q>],
    ) -> Option<NumberResult<'q>> {
        let best = |accept: fn(Relation) -> bool| {
            let accepted = candidates.iter().filter(|it| accept(it.relation));
            let accepted = accepted.filter(|it| !self.is_displaced(quantity, it, candidates));
            // Of equals the first is taken.
            accepted.rev().max_by(|one, two| one.affinity().total_cmp(&two.affinity()))
        };
        let is_plain =
            matches!(quantity.what, Meaning::Measure(Measure { kind: Dimension::Plain, .. }));
        let found = best(|it| it == Relation::Same)
            .or_else(|| best(|it| matches!(it, Relation::SameAs(_))))
            .or_else(|| best(|it| it == Relation::Implied))
            .or_else(|| {
                best(|it| it == Relation::Rounded).filter(|it| !is_plain || it.sentence > 0.0)
            })?;
        let status = match found.relation {
            Relation::Implied => NumberStatus::Implied,
            Relation::Rounded => NumberStatus::Rounded,
            _ => NumberStatus::Same,
        };
        let reading = match found.relation {
            Relation::SameAs(reading) => Some(reading_note(reading)),
            _ => None,
        };
        let notes: Vec<String> =
            reading.into_iter().chain(self.negation_note(quantity, found.there)).collect();
        let found = NumberResult::at(status, found.there);
        Some(if notes.is_empty() { found } else { found.noting(notes.join("; ")) })
    }

    /// Describes a negation before only one of the two numbers.
    fn negation_note(&self, quantity: &Quantity, there: &Quantity) -> Option<String> {
        let mine = context::negation(self.claim.text(), quantity.span);
        let theirs = context::negation(self.passage.text(), there.span);
        match (mine, theirs) {
            (Some(word), None) => Some(format!("the claim has `{word}` before it")),
            (None, Some(word)) => Some(format!("the passage has `{word}` before it")),
            _ => None,
        }
    }

    /// Returns the lower end of a range whose two ends the passage gives apart.
    fn ends(&self, quantity: &Quantity) -> Option<NumberResult<'_>> {
        let Meaning::Measure(measure) = quantity.what else { return None };
        let high = measure.high?;
        let single = |value| {
            let measure = Measure { value, high: None, other: None, ..measure };
            let one = Quantity { what: Meaning::Measure(measure), bound: None, ..quantity.clone() };
            let mut there = self.passage.quantities.iter();
            there.find(|there| relate(&one, there, false) == Relation::Same)
        };
        let low = single(measure.value)?;
        single(high)?;
        Some(
            NumberResult::at(NumberStatus::Same, low)
                .noting("the passage has both ends of the range"),
        )
    }

    /// Returns the result for a number that nothing in the passage bears out or contradicts.
    fn missing<'q>(
        &'q self,
        quantity: &Quantity,
        candidates: &[Candidate<'q>],
    ) -> NumberResult<'q> {
        let open = candidates.iter().find(|it| it.relation == Relation::Open);
        if let Some(open) = open {
            let is_limit = open.there.bound.is_some_and(|it| it.is_lower() || it.is_upper());
            let note = match quantity.what {
                _ if is_limit => "the passage gives a limit",
                Meaning::Date(_) => "the passage gives the date less exactly",
                _ => "the passage gives the number less exactly",
            };
            return NumberResult::at(NumberStatus::Unknown, open.there).noting(note);
        }
        // `first` orders the words of a text as often as it counts, `a quarter` is a time too.
        let is_word = self.claim.written(quantity).starts_with(char::is_alphabetic);
        let is_share = matches!(
            quantity.what,
            Meaning::Measure(Measure { kind: Dimension::Percent, .. }) if is_word
        );
        let is_article = articles::is_length(&self.claim.written(quantity));
        if quantity.is_weak
            || is_article
            || is_share
            || matches!(quantity.what, Meaning::Ordinal(..))
        {
            return NumberResult::none(NumberStatus::Unknown, Some("may not be a quantity"));
        }
        if let Meaning::Measure(measure) = &quantity.what {
            if let Some(derivation) = derive(measure, &self.passage.quantities) {
                let note = derivation.note(self.passage.text());
                let first = derivation.first;
                let there = self.passage.quantities.iter().find(|it| it.span == first);
                return NumberResult {
                    status: NumberStatus::Derived,
                    there,
                    note: Some(note.into()),
                };
            }
            let count = Decimal::whole(COUNTABLE);
            if measure.kind == Dimension::Plain && measure.value.abs().at_most(count) {
                return NumberResult::none(NumberStatus::Unknown, Some("may be a count"));
            }
        }
        NumberResult::none(NumberStatus::Absent, None)
    }
}

/// True for a place in an order beside one that is another of the claim's: `the nineteenth film and the third of
/// the series`, `the 19th film`.
fn is_other_place(quantity: &Quantity, doubt: &Doubt<'_>) -> bool {
    matches!(quantity.what, Meaning::Ordinal(..)) && doubt.features.is_taken
}

fn reading_note(reading: Reading) -> String {
    match reading {
        Reading::Share => "the same share, once in percent".to_owned(),
        Reading::Scaled(power) => {
            let scale = match power {
                3 => "thousands",
                6 => "millions",
                _ => "billions",
            };
            format!("the same if the passage counts in {scale}")
        }
        Reading::End => "one end of a range in the passage".to_owned(),
        Reading::Rate => "the same rate".to_owned(),
        Reading::Limit => "the same limit from its other side".to_owned(),
    }
}

/// Returns a number with its bound in words: `more than 60`.
fn bounded_text(side: &Side<'_>, quantity: &Quantity) -> Option<String> {
    let is_time = matches!(quantity.what, Meaning::Date(_) | Meaning::Clock(_));
    let bound = quantity.bound?;
    let name = if is_time { bound.name_in_time() } else { bound.name() };
    Some(format!("{name} {}", side.written(quantity)))
}
