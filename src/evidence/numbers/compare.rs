//! Pairing the numbers of a claim with those of a passage.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::derive::derive;
use super::near::{self, Around, Bound, around};
use super::read::{Measure, Quantity, What, read};
use super::relation::{Reading, Relation, relate};
use super::units::Kind;
use super::{NumberMatch, NumberStatus};
use crate::evidence::words::{Word, words};
use crate::text::Span;

/// The most numbers of one claim, and of one passage, that are compared.
const MOST_IN_CLAIM: usize = 64;
const MOST_IN_PASSAGE: usize = 20_000;

/// The most numbers of a passage whose neighbourhood is looked at for one of the claim.
const MOST_LOOKED_AT: usize = 64;

/// A count up to this may have been counted by the claim's author.
const COUNTABLE: u32 = 12;

/// A text with its quantities and, once they are needed, its words.
struct Side<'t> {
    text: &'t str,
    at: usize,
    quantities: Vec<Quantity>,
    words: OnceCell<Cow<'t, [Word]>>,
    /// Where the quantities stand that are shown.
    spans: OnceCell<Vec<Span>>,
}

impl<'t> Side<'t> {
    fn new(text: &'t str, at: usize, most: usize) -> Self {
        let mut quantities = read(text);
        quantities.truncate(most);
        Self { text, at, quantities, words: OnceCell::new(), spans: OnceCell::new() }
    }

    fn of_claim(text: &'t str, at: usize) -> Self {
        let mut side = Self::new(text, at, MOST_IN_CLAIM);
        side.quantities.retain(|quantity| !quantity.is_shadow);
        side
    }

    fn around(&self, span: Span) -> Around {
        let words = self.words.get_or_init(|| words(self.text).into());
        let spans = self.spans.get_or_init(|| {
            let shown = self.quantities.iter().filter(|quantity| !quantity.is_shadow);
            shown.map(|quantity| quantity.span).collect()
        });
        around(self.text, words, spans, span)
    }
}

/// What was found for a number of the claim.
struct Found {
    status: NumberStatus,
    span: Option<Span>,
    note: Option<String>,
}

impl Found {
    const fn at(status: NumberStatus, span: Span) -> Self {
        Self { status, span: Some(span), note: None }
    }

    fn none(status: NumberStatus, note: Option<&str>) -> Self {
        Self { status, span: None, note: note.map(str::to_owned) }
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

/// As [`compare`], where the words of the passage are known.
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
    let mut passage = Side::new(passage, passage_at, MOST_IN_PASSAGE);
    passage.words = passage_words.map(Cow::from).map_or_else(OnceCell::new, OnceCell::from);
    let pair = Pair::new(&claim, &passage);
    claim.quantities.iter().map(|quantity| pair.shown(quantity)).collect()
}

/// Whether `passage` has other numbers than `claim` says: one that differs, or another amount in
/// the place of one that it lacks. Asked of a passage that is said to be what the claim is from.
pub(in crate::evidence) fn contradicts(claim: &str, passage: &str) -> bool {
    let claim = Side::of_claim(claim, 0);
    if claim.quantities.is_empty() {
        return false;
    }
    let passage = Side::new(passage, 0, MOST_IN_PASSAGE);
    let pair = Pair::new(&claim, &passage);
    claim.quantities.iter().any(|quantity| pair.is_contradicted(quantity))
}

struct Pair<'s> {
    claim: &'s Side<'s>,
    passage: &'s Side<'s>,
    has_scale: bool,
}

impl<'s> Pair<'s> {
    fn new(claim: &'s Side<'s>, passage: &'s Side<'s>) -> Self {
        let has_scale = ["illion", "housand", "000s", "万", "億", "亿"];
        let has_scale = has_scale.iter().any(|word| passage.text.contains(word));
        Self { claim, passage, has_scale }
    }

    fn shown(&self, quantity: &Quantity) -> NumberMatch {
        let Found { status, span, note } = self.find(quantity);
        let written = |text: &str, span: Span| span.slice(text).unwrap_or_default().to_owned();
        NumberMatch {
            span: quantity.span.shifted(self.claim.at),
            claim: written(self.claim.text, quantity.span),
            found: span.map(|span| span.shifted(self.passage.at)),
            passage: span.map(|span| written(self.passage.text, span)),
            status,
            note,
            is_name: matches!(quantity.what, What::Name(..)),
        }
    }

    fn find(&self, quantity: &Quantity) -> Found {
        let related: Vec<(&Quantity, Relation)> = self
            .passage
            .quantities
            .iter()
            .map(|there| (there, relate(quantity, there, self.has_scale)))
            .filter(|(_, relation)| *relation != Relation::Unrelated)
            .collect();
        self.same(quantity, &related)
            .or_else(|| self.ends(quantity))
            .or_else(|| self.rounded(quantity, &related))
            .unwrap_or_else(|| self.missing(quantity, &related))
    }

    /// The same value, at the place whose words are nearest to the claim's.
    fn same(&self, quantity: &Quantity, related: &[(&Quantity, Relation)]) -> Option<Found> {
        let exact = related.iter().filter(|(_, relation)| *relation == Relation::Same);
        let read = related.iter().filter(|(_, relation)| matches!(relation, Relation::SameAs(_)));
        let exact: Vec<_> = exact.copied().collect();
        let found: Vec<_> = if exact.is_empty() { read.copied().collect() } else { exact };
        let (there, relation) = self.nearest(quantity, &found)?;
        let mut notes = Vec::new();
        match relation {
            Relation::SameAs(Reading::Share) => {
                notes.push("A share of one is the same in percent.".to_owned());
            }
            Relation::SameAs(Reading::Scaled(power)) => {
                let scale = match power {
                    3 => "thousands",
                    6 => "millions",
                    _ => "billions",
                };
                notes.push(format!("The same if the passage counts in {scale}."));
            }
            Relation::SameAs(Reading::End) => {
                notes.push("In the passage it is one end of a range.".to_owned());
            }
            _ => {}
        }
        notes.extend(self.remarks(quantity, there));
        let found = Found::at(NumberStatus::Same, there.span);
        Some(if notes.is_empty() { found } else { found.noting(notes.join(" ")) })
    }

    /// Whether the claim says this number of the passage.
    fn is_taken(&self, there: &Quantity) -> bool {
        self.claim.quantities.iter().any(|mine| {
            matches!(
                relate(mine, there, false),
                Relation::Same | Relation::SameAs(_) | Relation::Rounded
            )
        })
    }

    fn is_contradicted(&self, quantity: &Quantity) -> bool {
        let has_unit =
            matches!(quantity.what, What::Measure(measure) if measure.kind != Kind::Plain);
        match self.find(quantity).status {
            NumberStatus::Differs => !matches!(quantity.what, What::Name(..)),
            NumberStatus::Absent if has_unit => self.passage.quantities.iter().any(|there| {
                let is_other = relate(quantity, there, self.has_scale) == Relation::Other;
                is_other && !there.is_weak && !self.is_taken(there)
            }),
            _ => false,
        }
    }

    /// What the words right before the two numbers say differently: bounds and negations.
    fn remarks(&self, quantity: &Quantity, there: &Quantity) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(one), Some(two)) = (quantity.bound, there.bound)
            && one != two
        {
            notes.push(format!("The claim says {}, the passage {}.", one.name(), two.name()));
        }
        let mine = near::negation(self.claim.text, quantity.span);
        let theirs = near::negation(self.passage.text, there.span);
        match (mine, theirs) {
            (Some(word), None) => {
                notes.push(format!("The claim has `{word}` before it, the passage has not."));
            }
            (None, Some(word)) => {
                notes.push(format!("The passage has `{word}` before it, the claim has not."));
            }
            _ => {}
        }
        notes
    }

    /// A range whose two ends stand apart in the passage.
    fn ends(&self, quantity: &Quantity) -> Option<Found> {
        let What::Measure(measure) = quantity.what else { return None };
        let high = measure.high?;
        let single = |value| {
            let measure = Measure { value, high: None, other: None, ..measure };
            let one = Quantity { what: What::Measure(measure), ..quantity.clone() };
            let mut there = self.passage.quantities.iter();
            there.find(|there| relate(&one, there, false) == Relation::Same)
        };
        let low = single(measure.value)?;
        single(high)?;
        Some(Found::at(NumberStatus::Same, low.span).noting("Both ends stand in the passage."))
    }

    fn rounded(&self, quantity: &Quantity, related: &[(&Quantity, Relation)]) -> Option<Found> {
        let rounded = related.iter().filter(|(_, relation)| *relation == Relation::Rounded);
        let is_plain = matches!(quantity.what, What::Measure(Measure { kind: Kind::Plain, .. }));
        let here = self.claim.around(quantity.span);
        let rounded: Vec<_> = rounded
            .copied()
            .take(MOST_LOOKED_AT)
            .filter(|(there, _)| {
                !is_plain || near::shared(&here.keys, &self.passage.around(there.span).keys) > 0
            })
            .collect();
        let (there, _) = self.nearest(quantity, &rounded)?;
        Some(Found::at(NumberStatus::Rounded, there.span))
    }

    /// The one among `found` whose words are nearest to those of the claim's number.
    fn nearest<'q>(
        &self,
        quantity: &Quantity,
        found: &[(&'q Quantity, Relation)],
    ) -> Option<(&'q Quantity, Relation)> {
        if let [] | [_] = found {
            return found.first().copied();
        }
        let here = self.claim.around(quantity.span);
        let score = |there: &Quantity| {
            let there = self.passage.around(there.span);
            (near::shared(&here.keys, &there.keys), here.noun.is_some() && here.noun == there.noun)
        };
        let scored = found.iter().take(MOST_LOOKED_AT).map(|one| (score(one.0), *one));
        // Of equals the first is taken.
        scored.rev().max_by_key(|(score, _)| *score).map(|(_, one)| one)
    }

    /// What there is to say about a number that does not stand in the passage.
    fn missing(&self, quantity: &Quantity, related: &[(&Quantity, Relation)]) -> Found {
        let open = related.iter().find(|(_, relation)| *relation == Relation::Open);
        if let Some((there, _)) = open {
            let note = match quantity.what {
                What::Date(_) => "The passage gives only a part of the date.",
                _ => "The passage gives less than the exact number.",
            };
            return Found::at(NumberStatus::Unknown, there.span).noting(note);
        }
        if quantity.is_weak {
            return Found::none(NumberStatus::Unknown, Some("It may be no quantity."));
        }
        let differing = self.differing(quantity, related);
        if let Some(Differing { there, relation, is_clear: true }) = differing {
            return Self::differs(there, relation);
        }
        if let What::Measure(measure) = &quantity.what {
            if let Some(derivation) = derive(measure, &self.passage.quantities) {
                let note = derivation.note(self.passage.text);
                return Found::at(NumberStatus::Derived, derivation.first).noting(note);
            }
            if let Some(Differing { there, relation, .. }) = differing {
                return Self::differs(there, relation);
            }
            let count = super::decimal::Decimal::whole(COUNTABLE);
            if measure.kind == Kind::Plain && measure.value.at_most(count) {
                return Found::none(NumberStatus::Unknown, Some("It may have been counted."));
            }
        } else if let Some(Differing { there, relation, .. }) = differing {
            return Self::differs(there, relation);
        }
        Found::none(NumberStatus::Absent, None)
    }

    fn differs(there: &Quantity, relation: Relation) -> Found {
        let found = Found::at(NumberStatus::Differs, there.span);
        match relation {
            Relation::OtherUnit => found.noting("The figure is the same, the unit is not."),
            _ => found,
        }
    }

    /// Whether the passage has a number as a limit from both sides, as the steps of a scale are: no
    /// number of a claim stands in place of such a one.
    fn is_threshold(&self, there: &Quantity) -> bool {
        let has = |bound| {
            let mut all = self.passage.quantities.iter();
            all.any(|one| one.bound == Some(bound) && one.what == there.what)
        };
        there.bound.is_some() && has(Bound::AtLeast) && has(Bound::AtMost)
    }

    /// The number that the passage has in place of the claim's: of its kind, with its words
    /// around, and said nowhere in the claim.
    fn differing<'q>(
        &self,
        quantity: &Quantity,
        related: &[(&'q Quantity, Relation)],
    ) -> Option<Differing<'q>> {
        let here = self.claim.around(quantity.span);
        let other = related.iter().filter(|(there, relation)| {
            matches!(relation, Relation::Other | Relation::OtherUnit) && !there.is_weak
        });
        let mut scored = Vec::new();
        for (there, relation) in other.take(MOST_LOOKED_AT) {
            let around = self.passage.around(there.span);
            let shared = near::shared(&here.keys, &around.keys);
            if !agrees(quantity, &here, &around, shared) || self.is_threshold(there) {
                continue;
            }
            let is_taken = self.is_taken(there);
            if !is_taken || *relation == Relation::OtherUnit {
                let same_noun = here.noun.is_some() && here.noun == around.noun;
                scored.push(((shared, same_noun), *there, *relation));
            }
        }
        let best = scored.iter().max_by_key(|(score, ..)| *score)?;
        // Where two other numbers have as many of the words, neither is clearly meant.
        let is_tied =
            scored.iter().any(|(score, there, _)| *score == best.0 && there.what != best.1.what);
        if is_tied {
            return None;
        }
        let is_clear = best.0.0 >= 3 && best.0.0 * 5 >= here.keys.len() * 3;
        Some(Differing { there: best.1, relation: best.2, is_clear })
    }
}

#[derive(Clone, Copy)]
struct Differing<'q> {
    there: &'q Quantity,
    relation: Relation,
    /// The sentences are nearly the same.
    is_clear: bool,
}

/// Whether enough of the words around two numbers agree to say that they are about one thing.
fn agrees(quantity: &Quantity, here: &Around, there: &Around, shared: usize) -> bool {
    let of = here.keys.len();
    if shared == 0 || of == 0 {
        return false;
    }
    let is_all = shared == of;
    match &quantity.what {
        // A year beside another says little: it takes nearly the same sentence.
        What::Date(date) if date.is_bare_year() => {
            (shared >= 3 && shared * 2 >= of) || (is_all && of > 1)
        }
        What::Measure(Measure { kind: Kind::Plain, .. }) => {
            // At the end of a sentence there is no noun to go by.
            let enough = if here.noun.is_some() { shared * 5 >= of * 2 } else { shared * 2 >= of };
            here.noun == there.noun && shared >= 2 && enough
        }
        What::Measure(_) | What::Date(_) | What::Clock(_) => {
            is_all || (shared >= 2 && shared * 5 >= of * 2)
        }
        What::Name(..) => false,
    }
}
