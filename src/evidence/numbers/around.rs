//! Numbers of a passage by what is around them: swapped counts, and the year of a date without one.

use super::context::{self, shared};
use super::pair::{Candidate, MAX_CANDIDATES, Pair};
use super::read::{Meaning, Measure, Quantity};
use super::relation::Relation;
use super::side::Side;
use super::units::Dimension;
use crate::evidence::words::Key;
use crate::text::Span;

impl Pair<'_> {
    /// Returns the years that a date without one may be of: those in its sentence, else all of the
    /// passage, and with them one that makes it uncertain.
    pub(super) fn years_around(&self, there: &Quantity) -> Vec<u16> {
        let dates = self.passage.quantities.iter();
        let years = dates.filter_map(|it| match it.what {
            Meaning::Date(date) => date.year.map(|year| (it.span, year)),
            _ => None,
        });
        let all: Vec<(Span, u16)> = years.collect();
        let sentence = context::sentence(self.passage.text(), there.span);
        let mut found: Vec<u16> = all.iter().map(|(_, year)| *year).collect();
        found.sort_unstable();
        found.dedup();
        let is_near = all.iter().any(|(span, _)| sentence.overlaps(*span));
        if !is_near && found.len() == 1 {
            // A year in another sentence is not surely that of the date.
            found.push(0);
        }
        found
    }

    /// Returns the number of the passage that counts what a number of the claim counts, if the passage
    /// has the two numbers of the claim swapped: `30 engineers and 45 designers`.
    pub(super) fn swapped<'q>(&'q self, quantity: &Quantity) -> Option<&'q Quantity> {
        let is_count = |it: &Quantity| {
            !it.is_weak
                && matches!(
                    it.what,
                    Meaning::Measure(Measure { kind: Dimension::Plain, high: None, .. })
                )
        };
        if !is_count(quantity) {
            return None;
        }
        let others = self.claim.quantities.iter();
        let mut others = others.filter(|it| is_count(it) && it.what != quantity.what);
        let same = |one: &Quantity| {
            let there = self.passage.quantities.iter().filter(|there| is_count(there));
            there.filter(|it| it.what == one.what).take(MAX_CANDIDATES).collect::<Vec<_>>()
        };
        let noun = |side: &Side<'_>, it: &Quantity| side.context(it.span).noun;
        others.find_map(|other| {
            let (mine, theirs) = (same(quantity), same(other));
            if mine.is_empty() || theirs.is_empty() {
                return None;
            }
            let (counted, beside) = (noun(self.claim, quantity), noun(self.claim, other));
            let is_other = |there: &&&Quantity, one: &[_], two: &[_]| {
                let noun = noun(self.passage, there);
                shared(one, &noun) > 0 && shared(two, &noun) == 0
            };
            let is_all_swapped = mine.iter().all(|there| is_other(&there, &beside, &counted));
            let found = theirs.iter().find(|there| is_other(there, &counted, &beside))?;
            is_all_swapped.then_some(*found)
        })
    }

    /// Returns the number of the passage whose words a number of the claim has, if the passage has each of two
    /// numbers of one kind once, after the words of the other: `lasts 2 hours and charges in 12 hours`.
    pub(super) fn exchanged<'q>(&'q self, quantity: &Quantity) -> Option<&'q Quantity> {
        let mut others = self.claim.quantities.iter();
        let other = others.find(|it| it.span != quantity.span && is_of_one_kind(quantity, it))?;
        let only = |one: &Quantity| {
            let mut same = self.passage.quantities.iter().filter(|it| it.what == one.what);
            same.next().filter(|_| same.next().is_none())
        };
        let (mine, theirs) = (only(quantity)?, only(other)?);
        let (own, beside) = own_words(self.claim, quantity, other);
        let (own_there, beside_there) = own_words(self.passage, mine, theirs);
        let is_exchanged = shared(&own, &beside_there) > 0
            && shared(&beside, &own_there) > 0
            && shared(&own, &own_there) == 0
            && shared(&beside, &beside_there) == 0;
        is_exchanged.then_some(theirs)
    }

    /// Returns the number that the passage gives for what a number of the claim is about, if it gives the
    /// claim's number for something else in the same sentence only: `Adults pay 6 euros` beside `adults pay 12
    /// euros and children pay 6 euros`, `5 million in 2019` beside `4 million in 2019 and 5 million in 2020`.
    pub(super) fn of_another<'q>(
        &'q self,
        quantity: &Quantity,
        candidates: &[Candidate<'q>],
    ) -> Option<&'q Quantity> {
        let mut holding = candidates.iter().filter(|it| it.relation.holds());
        let mine = holding.next().filter(|it| it.relation == Relation::Same)?.there;
        let is_sure = matches!(quantity.what, Meaning::Measure(_)) && quantity.bound.is_none();
        if holding.next().is_some() || !is_sure || quantity.is_weak || mine.is_weak {
            return None;
        }
        let sentence = context::sentence(self.passage.text(), mine.span);
        let beside = self.passage.quantities.iter();
        let beside: Vec<&Quantity> =
            beside.filter(|it| sentence.overlaps(it.span) && !it.is_shadow).collect();
        let of_kind = |it: &&&Quantity| is_of_one_kind(mine, it);
        self.of_another_year(quantity, mine, &beside).or_else(|| {
            beside.iter().find(of_kind)?;
            let own = self.passage.clause_before(mine.span);
            let claimed = self.claim.sentence_words(quantity.span);
            if own.iter().all(|key| claimed.contains(key)) {
                return None;
            }
            let subject = self.claim.subject(quantity.span).filter(|key| !own.contains(key))?;
            let mut lead = self.claim.lead(quantity.span);
            lead.retain(|key| !own.contains(key));
            let noun = |it: &Quantity| self.passage.context(it.span).noun;
            let counted = noun(mine);
            let is_meant = |it: &&&Quantity| {
                let there = self.passage.clause_before(it.span);
                let other = noun(it);
                let is_alike =
                    counted.is_empty() || other.is_empty() || shared(&counted, &other) > 0;
                is_alike
                    && there.contains(&subject)
                    && lead.iter().all(|key| there.contains(key))
                    && there.iter().all(|key| claimed.contains(key))
            };
            beside.iter().filter(of_kind).find(is_meant).copied()
        })
    }

    /// The same by years, if amounts and years of the sentence take turns.
    fn of_another_year<'q>(
        &self,
        quantity: &Quantity,
        mine: &Quantity,
        beside: &[&'q Quantity],
    ) -> Option<&'q Quantity> {
        let year_of = |it: &Quantity| match it.what {
            Meaning::Date(date) if date.is_bare_year() => date.year,
            _ => None,
        };
        let around = context::sentence(self.claim.text(), quantity.span);
        let claimed = self.claim.quantities.iter().filter(|it| around.overlaps(it.span));
        let mut years = claimed.filter_map(|it| Some((it.span, year_of(it)?)));
        let (place, year) = years.next().filter(|_| years.next().is_none())?;
        if !is_of_year(self.claim.text(), quantity.span, place) {
            return None;
        }
        let is_amount = |it: &Quantity| it.what == mine.what || is_of_one_kind(mine, it);
        let all: Vec<&Quantity> =
            beside.iter().copied().filter(|it| year_of(it).is_some() || is_amount(it)).collect();
        let pairs: Vec<(&Quantity, u16)> = all
            .chunks_exact(2)
            .filter_map(|pair| match *pair {
                [one, two] if is_amount(one) => Some((one, year_of(two)?)),
                [one, two] if is_amount(two) => Some((two, year_of(one)?)),
                _ => None,
            })
            .collect();
        if pairs.len() < 2 || 2 * pairs.len() != all.len() {
            return None;
        }
        let mut meant = pairs.iter().filter(|(_, own)| *own == year).map(|(it, _)| *it);
        let there = meant.next().filter(|_| meant.next().is_none())?;
        (there.what != mine.what).then_some(there)
    }

    /// True if the two numbers are about two things of one kind: the `standard plan` of the claim and the `premium
    /// plan` of the passage.
    pub(super) fn is_of_other(&self, quantity: &Quantity, there: &Quantity) -> bool {
        let sentence = context::sentence(self.passage.text(), there.span);
        let (said, known) =
            (self.claim.sentence_words(quantity.span), self.passage.sentence_words(there.span));
        let own = self.claim.plain_pairs(self.claim.leading(quantity.span));
        let own = own.into_iter().filter(|(one, two)| !known.contains(one) && known.contains(two));
        let nouns: Vec<Key> = own.map(|(_, noun)| noun).collect();
        let is_other = |(other, noun): &(Key, Key)| nouns.contains(noun) && !said.contains(other);
        !nouns.is_empty() && self.passage.plain_pairs(sentence).iter().any(is_other)
    }

    /// Returns the number of the passage from which something changes to a number of the claim, if there it
    /// changes from that number: `from 14 to 22`, `from 22 to 14`.
    pub(super) fn turned<'q>(&'q self, quantity: &Quantity) -> Option<&'q Quantity> {
        let is_same = |one: &Quantity, two: &Quantity| match (&one.what, &two.what) {
            (Meaning::Measure(one), Meaning::Measure(two)) => one.written == two.written,
            (one, two) => one == two,
        };
        let only = |one: &Quantity| {
            let mut same = self.passage.quantities.iter().filter(|it| is_same(one, it));
            same.next().filter(|_| same.next().is_none())
        };
        self.claim.quantities.iter().filter(|it| !is_same(it, quantity)).find_map(|other| {
            let here = end(self.claim, quantity, other)?;
            let (mine, theirs) = (only(quantity)?, only(other)?);
            (end(self.passage, theirs, mine) == Some(here)).then_some(theirs)
        })
    }
}

/// True if nothing between a number and the only year of its sentence keeps them apart: `3 million, a million
/// more than in 2019`.
fn is_of_year(text: &str, number: Span, year: Span) -> bool {
    const OTHER_TIMES: [&str; 9] =
        ["than", "from", "since", "until", "after", "before", "compared", "versus", "against"];
    let is_behind = number.end <= year.start;
    let between = if is_behind {
        Span::new(number.end, year.start)
    } else {
        Span::new(year.end, number.start.max(year.end))
    };
    let between = between.slice(text).unwrap_or_default();
    let is_other = |word: &str| OTHER_TIMES.iter().any(|other| word.eq_ignore_ascii_case(other));
    let is_parted = is_behind && between.contains([',', ';', '(']);
    !is_parted && !between.split(|c: char| !c.is_alphabetic()).any(is_other)
}

/// True for two different amounts of one kind, or two dates.
fn is_of_one_kind(one: &Quantity, two: &Quantity) -> bool {
    let is_kind = match (&one.what, &two.what) {
        (Meaning::Measure(one), Meaning::Measure(two)) => one.kind == two.kind,
        (Meaning::Date(_), Meaning::Date(_)) => true,
        _ => false,
    };
    is_kind && one.what != two.what && !one.is_weak && !two.is_weak
}

/// An end of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Returns the end that a number is of a change between two: `from 14 to 22`.
fn end(side: &Side<'_>, one: &Quantity, other: &Quantity) -> Option<End> {
    let word = |it: &Quantity| {
        let before = side.text().get(..it.span.start)?.trim_end();
        before.rsplit(|c: char| !c.is_alphabetic()).next()
    };
    let (first, last, end) =
        if one.span < other.span { (one, other, End::First) } else { (other, one, End::Last) };
    let is_change =
        matches!((word(first)?, word(last)?), ("from" | "From", "to") | ("von" | "Von", "auf"));
    is_change.then_some(end)
}

/// Returns the content words that lead to each of two numbers, without those that lead to both.
fn own_words(side: &Side<'_>, one: &Quantity, two: &Quantity) -> (Vec<Key>, Vec<Key>) {
    let (mut first, mut second) = (side.lead(one.span), side.lead(two.span));
    let both: Vec<Key> = first.iter().copied().filter(|key| second.contains(key)).collect();
    first.retain(|key| !both.contains(key));
    second.retain(|key| !both.contains(key));
    (first, second)
}
