//! Numbers of a passage by what is around them: swapped counts, and the year of a date without one.

use super::context::{self, shared};
use super::pair::{MAX_CANDIDATES, Pair, Side};
use super::read::{Meaning, Measure, Quantity};
use super::units::Dimension;
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
        let sentence = context::sentence(self.passage.text, there.span);
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
}
