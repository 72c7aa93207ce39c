//! Changes of the subjects of a case that was reloaded.

use super::carry::likeness;
use super::{Fingerprint, Subject};

/// The difference between a subject and its earlier form. A change in a source outside the passage
/// does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// The source has other content; the cited text and its place are the same.
    Source,
    /// Another place is cited.
    Locator,
    /// The claim was reworded.
    Claim,
    /// It was not there before.
    New,
}

impl Difference {
    /// Describes the change.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Source => "the source changed",
            Self::Locator => "another place is now cited",
            Self::Claim => "the claim changed",
            Self::New => "new",
        }
    }
}

/// The earlier state of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    /// Its index before; `None` for a new one.
    pub before: Option<usize>,
    /// The difference; `None` if there is none.
    pub difference: Option<Difference>,
}

/// Maximum number of pairs of claims compared by their words. Beyond it, a reworded claim counts as
/// new.
const MAX_COMPARED: usize = 50_000;

/// Finds `now`'s subjects among those of `before`, parallel to `now`. Each of `before` becomes one
/// at most: those that are the same first, then those that share most.
pub fn trace(before: &[Subject], now: &[Subject]) -> Vec<Trace> {
    let mut left: Vec<usize> = (0..before.len()).collect();
    let mut found: Vec<Option<Trace>> = vec![None; now.len()];
    for (is_it, compares_words, difference) in STEPS {
        let open = found.iter().filter(|found| found.is_none()).count();
        if *compares_words && open.saturating_mul(left.len()) > MAX_COMPARED {
            break;
        }
        for (subject, found) in now.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let is_it = |index: &usize| before.get(*index).is_some_and(|it| is_it(it, subject));
            if let Some(at) = left.iter().position(is_it) {
                let before = Some(left.remove(at));
                *found = Some(Trace { before, difference: *difference });
            }
        }
    }
    let new = Trace { before: None, difference: Some(Difference::New) };
    found.into_iter().map(|found| found.unwrap_or(new)).collect()
}

type IsIt = fn(&Subject, &Subject) -> bool;

/// Ways to recognize a subject, the most reliable first: a predicate, true if words are compared,
/// and the resulting difference.
const STEPS: &[(IsIt, bool, Option<Difference>)] = &[
    (|one, other| same(one, other, |it| it.in_any_case()), false, None),
    (|one, other| one.passage.is_some() && at_passage(one) == at_passage(other), false, None),
    (|one, other| same(one, other, |it| (it.claim, it.locator)), false, Some(Difference::Source)),
    (|one, other| same(one, other, |it| (it.claim, it.source)), false, Some(Difference::Locator)),
    (|one, other| same(one, other, |it| it.claim), false, Some(Difference::Locator)),
    (
        |one, other| same(one, other, |it| (it.locator, it.source)) && are_alike(one, other),
        true,
        Some(Difference::Claim),
    ),
    (are_alike, true, Some(Difference::Claim)),
];

fn at_passage(subject: &Subject) -> Option<Fingerprint> {
    subject.at_passage().map(Fingerprint::in_any_case)
}

fn same<P: PartialEq>(one: &Subject, other: &Subject, part: fn(&Fingerprint) -> P) -> bool {
    part(&one.fingerprint) == part(&other.fingerprint)
}

fn are_alike(one: &Subject, other: &Subject) -> bool {
    one.cited.is_empty() == other.cited.is_empty() && likeness(&one.claim, &other.claim).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::subject;

    #[test]
    fn each_subject_is_found_again_wherever_it_stands() {
        let before = [
            subject("Fees are due in May.", 3, "s"),
            subject("Refunds take five days.", 5, "s"),
            subject("It rains.", 9, "s"),
            subject("Shops open at nine.", 1, "t"),
        ];
        let now = [
            subject("Something else.", 3, "s"),
            subject("Shops open at nine.", 1, "u"),
            subject("It rains.", 8, "s"),
            subject("Refunds take ten days.", 5, "s"),
            subject("Fees are due in May.", 3, "s"),
        ];
        let found: Vec<_> =
            trace(&before, &now).iter().map(|it| (it.before, it.difference)).collect();
        let expected = [
            (None, Some(Difference::New)),
            (Some(3), Some(Difference::Source)),
            (Some(2), Some(Difference::Locator)),
            (Some(1), Some(Difference::Claim)),
            (Some(0), None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn twins_are_found_in_order_and_one_that_is_gone_is_no_other() {
        let twin = subject("It rains.", 9, "s");
        let twice = [twin.clone(), twin.clone()];
        let found: Vec<_> = trace(&twice, &twice).iter().map(|it| it.before).collect();
        assert_eq!(found, [Some(0), Some(1)]);
        let found = trace(&[twin], &[subject("Wholly other words.", 9, "s")]);
        assert_eq!(found, [Trace { before: None, difference: Some(Difference::New) }]);
    }
}
