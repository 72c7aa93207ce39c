//! Scores decisions about planted cases, as shares in percent.

use pincite::evidence::Place;

use super::{Kind, Planted};

/// The answer of a method for one case.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) place: Place,
    /// The first better place: source, first and last line from 1.
    pub(crate) better: Option<(usize, u64, u64)>,
}

/// The scores of a method on a set of cases.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    /// Right locators that are reported.
    pub(crate) false_alarms: f64,
    pub(crate) drift: f64,
    pub(crate) wrong_source: f64,
    /// Of the drifted and wrong sources with one better place, those where a line of it is marked.
    pub(crate) repair: f64,
    /// Claims without a place for which one is offered.
    pub(crate) absent: f64,
    /// Claims with two places that are called ambiguous.
    pub(crate) twins: f64,
    /// Drifted and wrong sources for which several places are named.
    pub(crate) undecided: f64,
}

impl Score {
    pub(crate) fn new(cases: &[Planted], answers: &[Answer]) -> Self {
        let pairs: Vec<(&Planted, &Answer)> = cases.iter().zip(answers).collect();
        let is_reported = |answer: &Answer| is_firm(answer) || answer.place == Place::Ambiguous;
        let share = |kind: Kind, is_hit: &dyn Fn(&Answer) -> bool| {
            let of = pairs.iter().filter(|(case, _)| case.kind == kind);
            percent(of.clone().filter(|(_, answer)| is_hit(answer)).count(), of.count())
        };
        let offered: Vec<_> = pairs
            .iter()
            .filter(|(case, answer)| {
                matches!(case.kind, Kind::Drift | Kind::Source) && is_firm(answer)
            })
            .collect();
        let misplaced =
            pairs.iter().filter(|(case, _)| matches!(case.kind, Kind::Drift | Kind::Source));
        let undecided =
            misplaced.clone().filter(|(_, answer)| answer.place == Place::Ambiguous).count();
        let right = offered.iter().filter(|(case, answer)| is_right(case, answer)).count();
        Self {
            false_alarms: share(Kind::Exact, &|it| is_reported(it) || it.place == Place::Nowhere),
            drift: share(Kind::Drift, &is_reported),
            wrong_source: share(Kind::Source, &is_reported),
            repair: percent(right, offered.len()),
            absent: share(Kind::Absent, &is_firm),
            twins: share(Kind::Twin, &|it| it.place == Place::Ambiguous),
            undecided: percent(undecided, misplaced.count()),
        }
    }

    /// Returns the figures in the order of the tables.
    pub(crate) const fn figures(&self) -> [f64; 7] {
        let Self { false_alarms, drift, wrong_source, repair, absent, twins, undecided } = *self;
        [false_alarms, drift, wrong_source, repair, absent, twins, undecided]
    }
}

fn is_firm(answer: &Answer) -> bool {
    matches!(answer.place, Place::Drifted | Place::Elsewhere)
}

/// Returns true if the better place has a marked line.
pub(crate) fn is_right(case: &Planted, answer: &Answer) -> bool {
    answer.better.is_some_and(|(source, first, last)| {
        case.gold.range((source, first)..=(source, last)).next().is_some()
    })
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
fn percent(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 }
}
