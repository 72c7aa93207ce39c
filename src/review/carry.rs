//! Carries decisions over to a new version of a case: after a new answer, or a change of a source.

use std::collections::BTreeSet;

use super::{Entry, EventId, Judgement, Ledger, Subject};

/// The minimum similarity of a changed claim that counts as the same one, reworded.
const SAME_CLAIM: f64 = 0.5;

/// Returns the similarity of two claims from 0 to 1, the Dice coefficient of their pairs of
/// letters; `None` if it is too small for one reworded claim.
pub(super) fn likeness(one: &str, other: &str) -> Option<f64> {
    Some(strsim::sorensen_dice(one, other)).filter(|like| *like >= SAME_CLAIM)
}

/// The state of a verdict after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarriedStanding {
    /// Claim, locator and source are as they were: it holds.
    Same,
    /// The text of the source is another one, but the passage is as it was, in the same line: it
    /// holds.
    SourceChangedElsewhere,
    /// The text of the source has changed: the verdict has to be reviewed.
    SourceChanged,
    /// The claim was reworded: the verdict has to be reviewed.
    ClaimChanged,
}

impl CarriedStanding {
    /// True if the verdict holds without another review.
    pub const fn holds(self) -> bool {
        matches!(self, Self::Same | Self::SourceChangedElsewhere)
    }
}

/// An earlier decision and its current standing.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'l> {
    /// Its state.
    pub standing: CarriedStanding,
    /// The decision's entry.
    pub entry: &'l Entry,
    /// The decision.
    pub judgement: &'l Judgement,
}

/// Returns the decisions of `reviewer` on `subjects` of the case called `case`, parallel to them,
/// and those on subjects of this case that no longer exist. Decisions on other cases count only if these
/// are earlier versions of this one.
pub fn carry<'l>(
    ledger: &'l Ledger,
    reviewer: &str,
    case: &str,
    subjects: &[Subject],
) -> (Vec<Option<Carried<'l>>>, Vec<Carried<'l>>) {
    let mut used: BTreeSet<&EventId> = BTreeSet::new();
    let mut carried: Vec<Option<Carried<'l>>> = Vec::new();
    let earlier = ledger.earlier(reviewer, case);
    for subject in subjects {
        let own = ledger.decision(reviewer, &subject.fingerprint);
        let own = own.or_else(|| earlier.get(&subject.fingerprint.in_any_case()).copied());
        let own = own.map(|(entry, judgement)| {
            used.insert(&entry.id);
            Carried { standing: CarriedStanding::Same, entry, judgement }
        });
        carried.push(own);
    }
    // Only a subject without any current match can have changed into another.
    let own = ledger.decisions().filter(|(entry, judgement)| {
        entry.reviewer == reviewer && judgement.case == case && !used.contains(&entry.id)
    });
    let mut left: Vec<(&Entry, &Judgement)> = own.collect();
    for changed in [elsewhere_changed as FindEarlier, source_changed, claim_changed] {
        for (subject, carried) in subjects.iter().zip(&mut carried) {
            if carried.is_none()
                && let Some((index, standing)) = changed(subject, &left)
            {
                let (entry, judgement) = left.swap_remove(index);
                *carried = Some(Carried { standing, entry, judgement });
            }
        }
    }
    let gone = left.into_iter().map(|(entry, judgement)| Carried {
        standing: CarriedStanding::Same,
        entry,
        judgement,
    });
    (carried, gone.collect())
}

/// Finds the decision on an earlier version of a subject, by its index.
type FindEarlier = fn(&Subject, &[(&Entry, &Judgement)]) -> Option<(usize, CarriedStanding)>;

fn elsewhere_changed(
    subject: &Subject,
    left: &[(&Entry, &Judgement)],
) -> Option<(usize, CarriedStanding)> {
    let own = subject.at_passage()?;
    let same = |(_, judgement): &(&Entry, &Judgement)| judgement.at_passage() == Some(own);
    left.iter().position(same).map(|index| (index, CarriedStanding::SourceChangedElsewhere))
}

fn source_changed(
    subject: &Subject,
    left: &[(&Entry, &Judgement)],
) -> Option<(usize, CarriedStanding)> {
    let own = subject.fingerprint;
    let same = |(_, judgement): &(&Entry, &Judgement)| {
        let other = judgement.fingerprint;
        other.claim == own.claim && other.locator == own.locator
    };
    left.iter().position(same).map(|index| (index, CarriedStanding::SourceChanged))
}

fn claim_changed(
    subject: &Subject,
    left: &[(&Entry, &Judgement)],
) -> Option<(usize, CarriedStanding)> {
    let own = subject.fingerprint;
    let alike = left.iter().enumerate().filter_map(|(index, (_, judgement))| {
        let other = judgement.fingerprint;
        let same_place = other.locator == own.locator && other.source == own.source;
        let like = same_place.then(|| likeness(&judgement.claim, &subject.claim))?;
        Some((index, like?))
    });
    let best = alike.max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map(|(index, _)| (index, CarriedStanding::ClaimChanged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Event, Hash, Verdict, testing};

    fn subject(claim: &str, line: u64, source: &str) -> Subject {
        let passage = Some(Hash::of([source.trim_end_matches('+')]));
        Subject { passage, ..testing::subject(claim, line, source) }
    }

    fn ledger(judged: &[Subject]) -> Ledger {
        Ledger::of(judged.iter().map(|subject| {
            let judgement = Judgement {
                case: "case".to_owned(),
                fingerprint: subject.fingerprint,
                passage: subject.passage,
                claim: subject.claim.clone(),
                verdict: Some(Verdict::Supports),
                ..Judgement::default()
            };
            Entry::new("ann", Event::Judged(Box::new(judgement)))
        }))
    }

    /// Returns the standing of each new subject, and the number of decisions on subjects that no
    /// longer exist.
    fn check(before: &[Subject], now: &[Subject]) -> (Vec<Option<CarriedStanding>>, usize) {
        let ledger = ledger(before);
        let (carried, gone) = carry(&ledger, "ann", "case", now);
        (carried.iter().map(|it| it.map(|it| it.standing)).collect(), gone.len())
    }

    #[test]
    fn a_decision_holds_wherever_its_subject_stands_now() {
        let (one, two) = (subject("Fees are due.", 3, "s"), subject("It rains.", 4, "s"));
        let new = subject("Something else.", 4, "s");
        let now = [two.clone(), new, one.clone()];
        assert_eq!(
            check(&[one, two], &now).0,
            [Some(CarriedStanding::Same), None, Some(CarriedStanding::Same)]
        );
    }

    #[test]
    fn changes_are_reported_and_lost_decisions_are_counted() {
        let before = [
            subject("Fees are due in May.", 3, "s"),
            subject("Refunds take five days.", 5, "s"),
            subject("It rains.", 9, "s"),
        ];
        let now =
            [subject("Fees are due in May.", 3, "t"), subject("Refunds take ten days.", 5, "s")];
        let standings = [Some(CarriedStanding::SourceChanged), Some(CarriedStanding::ClaimChanged)];
        assert_eq!(check(&before, &now), (standings.to_vec(), 1));
    }

    #[test]
    fn a_decision_holds_while_its_passage_is_the_same() {
        let before = [subject("Fees are due in May.", 3, "s")];
        let (grown, other) =
            (subject("Fees are due in May.", 3, "s+"), subject("Fees are due in May.", 3, "t"));
        let standing = |now: Subject| check(&before, &[now]).0[0];
        assert_eq!(standing(grown.clone()), Some(CarriedStanding::SourceChangedElsewhere));
        assert_eq!(standing(other.clone()), Some(CarriedStanding::SourceChanged));
        // The subject with the same passage gets the decision, wherever it is.
        let both = check(&before, &[other, grown]).0;
        assert_eq!(both, [None, Some(CarriedStanding::SourceChangedElsewhere)]);
    }

    #[test]
    fn one_decision_speaks_for_one_changed_subject_only() {
        let before = [subject("Fees are due in May.", 3, "s")];
        let twice =
            [subject("Fees are due in May.", 3, "t"), subject("Fees are due in May.", 3, "u")];
        assert_eq!(check(&before, &twice).0, [Some(CarriedStanding::SourceChanged), None]);
    }

    #[test]
    fn a_decision_on_another_answer_counts_only_if_it_is_an_earlier_version() {
        let one = subject("Fees are due.", 3, "s");
        let other = Subject { fingerprint: one.fingerprint.in_case("other"), ..one.clone() };
        let mut ledger = ledger(std::slice::from_ref(&one));
        let standing = |ledger: &Ledger| {
            let carried = carry(ledger, "ann", "other", std::slice::from_ref(&other)).0;
            carried[0].map(|it| it.standing)
        };
        assert_eq!(standing(&ledger), None);
        ledger.set_one_case(true);
        assert_eq!(standing(&ledger), Some(CarriedStanding::Same));
        for input in ["a.md", "b.md"] {
            let (input, tool) = (input.to_owned(), String::new());
            ledger.add(Entry::new("ann", Event::Began { input, tool, format: 1 }));
        }
        assert_eq!(standing(&ledger), None);
    }

    #[test]
    fn what_others_decided_is_not_mine() {
        let one = subject("Fees are due.", 3, "s");
        let ledger = ledger(std::slice::from_ref(&one));
        let (carried, gone) = carry(&ledger, "bob", "case", &[one]);
        assert!(carried.iter().all(Option::is_none) && gone.is_empty());
    }
}
