//! Numbers of a passage by what is around them: swapped counts, and the year of a date without one.

use super::context::{self, shared};
use super::pair::{MAX_CANDIDATES, Pair};
use super::read::{Meaning, Measure, Quantity};
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
    /// numbers of one kind once, behind the words of the other: `lasts 2 hours and charges in 12 hours`.
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
