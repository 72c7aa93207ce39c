//! Pairs the numbers of a claim with those of a passage.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::bounds::Bound;
use super::context::{self, Context, Direction, context, shared};
use super::decimal::Decimal;
use super::decision::{Decision, Features};
use super::derive::derive;
use super::read::{Measure, Quantity, What, read};
use super::relation::{Clash, Reading, Relation, relate};
use super::units::Kind;
use super::{NumberMatch, NumberStatus};
use crate::evidence::words::{Word, words};
use crate::text::Span;

/// Maximum number of quantities of one claim, and of one passage, that are compared.
const MAX_IN_CLAIM: usize = 64;
const MAX_IN_PASSAGE: usize = 20_000;

/// Maximum number of quantities of a passage whose context is compared with one of the claim.
const MAX_CANDIDATES: usize = 64;

/// A count up to this may have been counted by the claim's author.
const COUNTABLE: u32 = 12;

/// A text with its quantities and, once they are needed, its words.
struct Side<'t> {
    text: &'t str,
    at: usize,
    quantities: Vec<Quantity>,
    words: OnceCell<Cow<'t, [Word]>>,
    /// The spans of the quantities that are not shadows.
    spans: OnceCell<Vec<Span>>,
}

impl<'t> Side<'t> {
    fn new(text: &'t str, at: usize, max: usize) -> Self {
        let mut quantities = read(text);
        quantities.truncate(max);
        Self { text, at, quantities, words: OnceCell::new(), spans: OnceCell::new() }
    }

    fn of_claim(text: &'t str, at: usize) -> Self {
        let mut side = Self::new(text, at, MAX_IN_CLAIM);
        side.quantities.retain(|quantity| !quantity.is_shadow);
        side
    }

    fn context(&self, span: Span) -> Context {
        let words = self.words.get_or_init(|| words(self.text).into());
        let spans = self.spans.get_or_init(|| {
            let shown = self.quantities.iter().filter(|quantity| !quantity.is_shadow);
            shown.map(|quantity| quantity.span).collect()
        });
        context(self.text, words, spans, span)
    }

    fn written(&self, quantity: &Quantity) -> String {
        let shown = Span::new(quantity.span.start, quantity.shown_end.max(quantity.span.end));
        shown.slice(self.text).unwrap_or_default().to_owned()
    }
}

/// The result for one number of the claim.
struct Found<'q> {
    status: NumberStatus,
    there: Option<&'q Quantity>,
    note: Option<String>,
}

impl<'q> Found<'q> {
    const fn at(status: NumberStatus, there: &'q Quantity) -> Self {
        Self { status, there: Some(there), note: None }
    }

    fn none(status: NumberStatus, note: Option<&str>) -> Self {
        Self { status, there: None, note: note.map(str::to_owned) }
    }

    fn noting(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}

/// Compares the numbers of `claim` with those of `passage`. `claim_at` and `passage_at` are where
/// the two begin in the response and in the source.
pub fn compare(claim: &str, claim_at: usize, passage: &str, passage_at: usize) -> Vec<NumberMatch> {
    compare_read(claim, claim_at, passage, passage_at, None)
}

/// Compares numbers as [`compare`] does, where the words of the passage are known.
pub(in crate::evidence) fn compare_read(
    claim: &str,
    claim_at: usize,
    passage: &str,
    passage_at: usize,
    passage_words: Option<&[Word]>,
) -> Vec<NumberMatch> {
    let claim = Side::of_claim(claim, claim_at);
    if claim.quantities.is_empty() {
        return Vec::new();
    }
    let mut passage = Side::new(passage, passage_at, MAX_IN_PASSAGE);
    passage.words = passage_words.map(Cow::from).map_or_else(OnceCell::new, OnceCell::from);
    let pair = Pair::new(&claim, &passage);
    claim.quantities.iter().filter_map(|quantity| pair.matched(quantity)).collect()
}

/// True if `passage` contradicts a number of `claim`. Asked of a passage that is otherwise said to
/// support the claim.
pub(in crate::evidence) fn contradicts(claim: &str, passage: &str) -> bool {
    let claim = Side::of_claim(claim, 0);
    if claim.quantities.is_empty() {
        return false;
    }
    let passage = Side::new(passage, 0, MAX_IN_PASSAGE);
    let pair = Pair::new(&claim, &passage);
    claim.quantities.iter().any(|quantity| pair.is_contradicted(quantity))
}

/// The features of every number of the claim that the passage may contradict: what the decision is
/// fitted on.
pub fn features(claim: &str, passage: &str) -> Vec<Features> {
    let claim = Side::of_claim(claim, 0);
    let passage = Side::new(passage, 0, MAX_IN_PASSAGE);
    let pair = Pair::new(&claim, &passage);
    let mut all = Vec::new();
    for quantity in &claim.quantities {
        let candidates = pair.candidates(quantity);
        all.extend(pair.doubt(quantity, &candidates).map(|doubt| doubt.features));
    }
    all
}

/// A number of the passage that may be the counterpart of one of the claim.
struct Candidate<'q> {
    there: &'q Quantity,
    relation: Relation,
    /// Share of the claim's words that stand in the sentence of both, and right beside both.
    sentence: f64,
    beside: f64,
    has_same_noun: bool,
    has_other_noun: bool,
    /// It bears out another number of the claim.
    is_taken: bool,
    /// How far the values lie apart, in powers of e.
    distance: f64,
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
            is_taken: false,
            distance: 0.0,
        }
    }

    /// How well the words around the two agree: orders candidates.
    fn affinity(&self) -> f64 {
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
struct Doubt<'q> {
    there: &'q Quantity,
    clash: Clash,
    features: Features,
}

struct Pair<'s> {
    claim: &'s Side<'s>,
    passage: &'s Side<'s>,
    has_scale: bool,
}

impl<'s> Pair<'s> {
    fn new(claim: &'s Side<'s>, passage: &'s Side<'s>) -> Self {
        let scales = ["illion", "housand", "000s", "万", "億", "亿"];
        let has_scale = scales.iter().any(|word| passage.text.contains(word));
        Self { claim, passage, has_scale }
    }

    fn matched(&self, quantity: &Quantity) -> Option<NumberMatch> {
        let Found { status, there, note } = self.find(quantity);
        let is_told = matches!(status, NumberStatus::Absent | NumberStatus::Unknown);
        // `first` and `third` order words of a sentence as often as they count.
        if is_told && matches!(quantity.what, What::Ordinal(_)) {
            return None;
        }
        let shown = |side: &Side<'_>, quantity: &Quantity| {
            let span = Span::new(quantity.span.start, quantity.shown_end);
            (span.shifted(side.at), side.written(quantity))
        };
        let (span, claim) = shown(self.claim, quantity);
        let (found, passage) = there.map(|there| shown(self.passage, there)).unzip();
        let is_name = matches!(quantity.what, What::Name(..));
        Some(NumberMatch { span, claim, found, passage, status, note, is_name })
    }

    fn is_contradicted(&self, quantity: &Quantity) -> bool {
        self.find(quantity).status == NumberStatus::Differs
    }

    fn find<'q>(&'q self, quantity: &'q Quantity) -> Found<'q> {
        let candidates = self.candidates(quantity);
        let doubt = self.doubt(quantity, &candidates);
        if let Some(doubt) = doubt.filter(|doubt| Decision::fitted().is_clash(&doubt.features)) {
            return self.differs(quantity, &doubt);
        }
        self.same(quantity, &candidates)
            .or_else(|| self.ends(quantity))
            .unwrap_or_else(|| self.missing(quantity, &candidates))
    }

    /// The numbers of the passage that can be compared with one of the claim.
    fn candidates<'q>(&'q self, quantity: &Quantity) -> Vec<Candidate<'q>> {
        let here = OnceCell::new();
        let related = self.passage.quantities.iter().filter_map(|there| {
            let relation = self.relate(quantity, there);
            (relation != Relation::Unrelated).then_some((there, relation))
        });
        let related: Vec<_> = related.take(MAX_CANDIDATES).collect();
        let mut telling = related.iter().filter(|(_, relation)| is_telling(quantity, *relation));
        if let (Some((there, relation)), None) = (telling.next(), telling.next()) {
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
                What::Measure(Measure { kind: Kind::Plain, .. }) | What::Ordinal(_)
            );
            let has_same_noun = counts && shared(&here.noun, &around.noun) > 0;
            let has_other_noun =
                counts && !has_same_noun && !here.noun.is_empty() && !around.noun.is_empty();
            Candidate {
                there,
                relation,
                sentence: share(&here.sentence, &around.sentence),
                beside: share(&here.beside, &around.beside),
                has_same_noun,
                has_other_noun,
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
        candidates.retain(|it| {
            !is_count
                || it.relation == Relation::Same
                || !is_rating_beside_count(quantity, it.there)
        });
        candidates
    }

    /// Relates two numbers, with the signs and directions that the words beside them give.
    fn relate(&self, quantity: &Quantity, there: &Quantity) -> Relation {
        let relation = relate(quantity, there, self.has_scale);
        let (What::Measure(one), What::Measure(two)) = (&quantity.what, &there.what) else {
            return relation;
        };
        let is_signed = one.value.is_negative() != two.value.is_negative();
        let is_change = matches!(one.kind, Kind::Percent | Kind::Amount("point"));
        if !(is_signed || is_change && relation.holds()) {
            return relation;
        }
        let directions = (
            context::direction(self.claim.text, quantity.span),
            context::direction(self.passage.text, there.span),
        );
        match directions {
            // A loss of 5 is −5.
            (Some(Direction::Down), _) if is_signed && two.value.is_negative() => {
                relate(&quantity.negated(), there, self.has_scale)
            }
            (_, Some(Direction::Down)) if is_signed && one.value.is_negative() => {
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
            matches!(relation, Relation::Same | Relation::SameAs(_) | Relation::Rounded)
        })
    }

    /// The number of the passage that the claim's clashes with most likely, with the features that
    /// decide whether it does.
    fn doubt<'q>(&self, quantity: &Quantity, candidates: &[Candidate<'q>]) -> Option<Doubt<'q>> {
        if quantity.is_weak || matches!(quantity.what, What::Name(..)) {
            return None;
        }
        // `zero cases` is as often said without a number.
        if matches!(quantity.what, What::Measure(Measure { value: Decimal::ZERO, .. })) {
            return None;
        }
        if let What::Measure(measure) = &quantity.what
            && quantity.bound.is_none()
            && derive(measure, &self.passage.quantities).is_some()
        {
            return None;
        }
        let clashes: Vec<(&Candidate<'q>, Clash)> = candidates
            .iter()
            .filter_map(|it| match it.relation {
                Relation::Clash(clash) if !it.there.is_weak => Some((it, clash)),
                _ => None,
            })
            .filter(|(it, _)| !self.is_step(it.there))
            .collect();
        let (best, clash) = clashes
            .iter()
            .copied()
            .max_by(|(one, _), (two, _)| one.affinity().total_cmp(&two.affinity()))?;
        let holding =
            candidates.iter().filter(|it| it.relation.holds() || it.relation == Relation::Open);
        let holding = holding.max_by(|one, two| one.affinity().total_cmp(&two.affinity()));
        if holding.is_some_and(|it| is_telling(quantity, it.relation)) {
            return None;
        }
        let rivals =
            clashes.iter().filter(|(it, _)| it.there.what != best.there.what && !it.is_taken);
        let features = Features {
            sentence: best.sentence,
            beside: best.beside,
            has_same_noun: best.has_same_noun,
            has_other_noun: best.has_other_noun,
            is_taken: best.is_taken,
            distance: best.distance.min(4.0),
            has_unit: matches!(&quantity.what, What::Measure(it) if it.kind != Kind::Plain),
            is_date: matches!(quantity.what, What::Date(_)),
            is_other_ordinal: matches!(quantity.what, What::Ordinal(_)) && !best.has_same_noun,
            is_clock: matches!(quantity.what, What::Clock(_)),
            is_bounded: quantity.bound.is_some_and(Bound::is_strict),
            is_limited: matches!(quantity.bound, Some(Bound::AtLeast | Bound::AtMost)),
            is_same_figure: clash.is_of_same_figure(),
            rivals: f64::from(u32::try_from(rivals.count()).unwrap_or(u32::MAX)).ln_1p(),
            holds_elsewhere: holding.is_some(),
            leads_by_noun: holding
                .map_or(0.0, |it| flag(best.has_same_noun) - flag(it.has_same_noun)),
            lead: holding.map_or(0.0, |it| best.sentence + best.beside - it.sentence - it.beside),
            closer: holding.map_or(0.0, |it| it.distance.min(4.0) - best.distance.min(4.0)),
        };
        Some(Doubt { there: best.there, clash, features })
    }

    /// True if the passage has a number as a limit from both sides, as the steps of a scale are: it
    /// does not stand in place of a number of a claim.
    fn is_step(&self, there: &Quantity) -> bool {
        let has = |is_side: fn(Bound) -> bool| {
            let mut all = self.passage.quantities.iter();
            all.any(|one| one.bound.is_some_and(is_side) && one.what == there.what)
        };
        there.bound.is_some() && has(Bound::is_lower) && has(Bound::is_upper)
    }

    fn differs<'q>(&self, quantity: &Quantity, doubt: &Doubt<'q>) -> Found<'q> {
        let found = Found::at(NumberStatus::Differs, doubt.there);
        match doubt.clash {
            Clash::Unit => found.noting("same number, different unit"),
            Clash::Rate => found.noting("same number, different rate"),
            Clash::Scale => found.noting("same digits, different scale"),
            Clash::HalfDay => found.noting("other half of the day"),
            Clash::Sign => found.noting("same number, different sign or direction"),
            Clash::Bound => {
                let note = quantity.bound.map(|it| bound_note(quantity, it, doubt.there));
                Found { note, ..found }
            }
            Clash::Value => found,
        }
    }

    /// The number that bears out the claim's, at the place whose words agree best.
    fn same<'q>(&self, quantity: &Quantity, candidates: &[Candidate<'q>]) -> Option<Found<'q>> {
        let best = |accept: fn(Relation) -> bool| {
            let accepted = candidates.iter().filter(|it| accept(it.relation));
            // Of equals the first is taken.
            accepted.rev().max_by(|one, two| one.affinity().total_cmp(&two.affinity()))
        };
        let is_plain = matches!(quantity.what, What::Measure(Measure { kind: Kind::Plain, .. }));
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
        let found = Found::at(status, found.there);
        Some(if notes.is_empty() { found } else { found.noting(notes.join("; ")) })
    }

    /// Describes a negation before only one of the two numbers.
    fn negation_note(&self, quantity: &Quantity, there: &Quantity) -> Option<String> {
        let mine = context::negation(self.claim.text, quantity.span);
        let theirs = context::negation(self.passage.text, there.span);
        match (mine, theirs) {
            (Some(word), None) => Some(format!("the claim has `{word}` before it")),
            (None, Some(word)) => Some(format!("the passage has `{word}` before it")),
            _ => None,
        }
    }

    /// A range whose two ends stand apart in the passage.
    fn ends(&self, quantity: &Quantity) -> Option<Found<'_>> {
        let What::Measure(measure) = quantity.what else { return None };
        let high = measure.high?;
        let single = |value| {
            let measure = Measure { value, high: None, other: None, ..measure };
            let one = Quantity { what: What::Measure(measure), bound: None, ..quantity.clone() };
            let mut there = self.passage.quantities.iter();
            there.find(|there| relate(&one, there, false) == Relation::Same)
        };
        let low = single(measure.value)?;
        single(high)?;
        Some(Found::at(NumberStatus::Same, low).noting("the passage has both ends of the range"))
    }

    /// The result for a number that nothing in the passage bears out or contradicts.
    fn missing<'q>(&'q self, quantity: &Quantity, candidates: &[Candidate<'q>]) -> Found<'q> {
        let open = candidates.iter().find(|it| it.relation == Relation::Open);
        if let Some(open) = open {
            let note = match quantity.what {
                What::Date(_) => "the passage gives the date less exactly",
                _ => "the passage gives the number less exactly",
            };
            return Found::at(NumberStatus::Unknown, open.there).noting(note);
        }
        if quantity.is_weak {
            return Found::none(NumberStatus::Unknown, Some("may not be a quantity"));
        }
        if let What::Measure(measure) = &quantity.what {
            if let Some(derivation) = derive(measure, &self.passage.quantities) {
                let note = derivation.note(self.passage.text);
                let first = derivation.first;
                let there = self.passage.quantities.iter().find(|it| it.span == first);
                return Found { status: NumberStatus::Derived, there, note: Some(note) };
            }
            let count = Decimal::whole(COUNTABLE);
            if measure.kind == Kind::Plain && measure.value.abs().at_most(count) {
                return Found::none(NumberStatus::Unknown, Some("may be a count"));
            }
        }
        Found::none(NumberStatus::Absent, None)
    }
}

fn is_rating_beside_count(one: &Quantity, two: &Quantity) -> bool {
    let kind = |it: &Quantity| match it.what {
        What::Measure(measure) => Some(measure.kind),
        _ => None,
    };
    kind(one) == Some(Kind::Plain) && matches!(kind(two), Some(Kind::OutOf(_)))
}

/// True if a number that is found again says so much that no other number is its counterpart.
fn is_telling(quantity: &Quantity, relation: Relation) -> bool {
    let digits = match &quantity.what {
        What::Measure(measure) => measure.value.significant(),
        What::Date(date) if date.is_bare_year() => 1,
        What::Date(_) | What::Clock(_) => 3,
        What::Ordinal(_) | What::Name(..) => 1,
    };
    matches!(relation, Relation::Same | Relation::SameAs(_)) && digits > 2
}

/// Returns how far two values lie apart, in powers of e; 0 for what has no distance.
fn distance(one: &Quantity, two: &Quantity) -> f64 {
    let (one, two) = match (&one.what, &two.what) {
        (What::Measure(one), What::Measure(two)) => (one, two),
        (What::Date(one), What::Date(two)) => return one.distance(*two),
        (What::Clock(one), What::Clock(two)) => return one.distance(*two),
        _ => return 0.0,
    };
    // A share of one is compared in hundredths.
    let value = |it: &Measure, other: &Measure| {
        let is_share = it.kind == Kind::Plain && other.kind == Kind::Percent;
        it.value.abs().shifted(if is_share { 2 } else { 0 }).to_f64()
    };
    let (one, two) = (value(one, two), value(two, one));
    if one > 0.0 && two > 0.0 { (one / two).ln().abs() } else { 1.0 }
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
    }
}

/// Describes the bound that the passage's number does not meet.
fn bound_note(quantity: &Quantity, bound: Bound, there: &Quantity) -> String {
    let is_time = matches!(quantity.what, What::Date(_) | What::Clock(_));
    let name = |bound: Bound| if is_time { bound.name_in_time() } else { bound.name() };
    match there.bound {
        Some(other) => format!("the claim says {}, the passage {}", name(bound), name(other)),
        None => format!("the claim says {}", name(bound)),
    }
}
