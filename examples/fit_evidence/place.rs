//! Fits the decision about the place of a claim to planted locators.

use std::collections::BTreeMap;

use pincite::evidence::features::{DecisionFeatures, Verdict};
use pincite::evidence::{Evidence, Model, Place, Weigher};
use pincite::inspect::{Inspection, inspect};
use rayon::prelude::*;

use crate::logistic::Sign::{Negative, Positive};
use crate::logistic::{Row, fit};
use crate::pointer::score::{Answer, Score};
use crate::pointer::{Kind, Planted, fold_of};

/// Parts that the topics are divided into: each is judged by what the others were fitted to.
pub(crate) const FOLDS: u64 = 5;

/// Share of right locators that may be reported, in percent: the mean of the sets.
const MAX_FALSE_ALARMS: f64 = 1.8;

/// Weight of a claim without a place in the fit of the decision, chosen by cross-validation.
const ABSENT: f64 = 0.2;

// The limits say which mistakes are worth which: a wrong pointer that is named as the right one
// costs a reader more than a choice of several. They are decisions and cannot be fitted.

/// Share of misplaced claims that may be called found nowhere, in percent.
const MAX_NOWHERE: f64 = 0.25;

/// Share of right locators that may be reported in addition because other lines have a number or
/// name more, in percent.
const MAX_LOOKALIKES: f64 = 0.0;

/// Share of claims without a place that may be given one alone, in percent.
const MAX_ABSENT: f64 = 1.5;

/// Share of the reported claims with two places for which several are named, in percent.
const MIN_TWINS: f64 = 94.0;

/// A planted case, inspected once.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) planted: Planted,
    inspection: Inspection,
}

impl Ready {
    pub(crate) fn new(planted: Planted) -> Self {
        let inspection = inspect(planted.case());
        Self { planted, inspection }
    }

    /// Weighs the one citation of the case by a model.
    pub(crate) fn weighed(&self, model: &Model) -> Option<Evidence> {
        let Inspection { case, stores, inspected, .. } = &self.inspection;
        let mut inspected = inspected.clone();
        let weigher = Weigher::with_model(case, stores, model);
        weigher.weigh_all(&case.response.citations, &mut inspected);
        inspected.into_iter().next()?.evidence.into_iter().next()?.map(|it| *it)
    }
}

/// The measured features of a case.
#[derive(Debug, Clone)]
pub(crate) struct Measured {
    /// Index of its set.
    pub(crate) set: usize,
    pub(crate) planted: Planted,
    /// `None` if the program compares nothing.
    features: Option<DecisionFeatures>,
}

impl Measured {
    pub(crate) fn new(set: usize, ready: &Ready, model: &Model) -> Self {
        let features = ready.weighed(model).and_then(|it| it.features.decision).map(|it| *it);
        // The text is not needed any more, and is copied often.
        let planted = Planted { documents: Vec::new(), ..ready.planted.clone() };
        Self { set, planted, features }
    }

    fn fold(&self) -> u64 {
        fold_of(&self.planted.topic, FOLDS)
    }

    fn is_wrong(&self) -> bool {
        self.planted.kind != Kind::Exact
    }

    /// Claims without a place weigh less: no other window is good, so what they teach about it
    /// blurs the difference between right and misplaced ones.
    fn weight(&self) -> f64 {
        if self.planted.kind == Kind::Absent { ABSENT } else { 1.0 }
    }

    fn is_misplaced(&self) -> bool {
        matches!(self.planted.kind, Kind::Drift | Kind::Source)
    }

    /// Returns the answer of a model.
    fn answer(&self, model: &Model) -> Answer {
        let here = Answer { place: Place::Here, better: None };
        let Some(features) = &self.features else { return here };
        let place = match features.verdict(model) {
            Verdict::Here => Place::Here,
            Verdict::Nowhere => Place::Nowhere,
            Verdict::Several => Place::Ambiguous,
            Verdict::There => Place::Elsewhere,
        };
        let better = features.window.as_ref().map(|it| (it.source, it.first_line, it.last_line));
        Answer { place, better }
    }

    /// True if people marked a line of the best window.
    fn is_found(&self) -> bool {
        let window = self.features.as_ref().and_then(|it| it.window.as_deref());
        window.is_some_and(|it| {
            let lines = (it.source, it.first_line)..=(it.source, it.last_line);
            self.planted.gold.range(lines).next().is_some()
        })
    }
}

/// Returns how well the score of the cited passage and of the best window separate wrong locators
/// from right ones: the area under the curve.
pub(crate) fn separation(cases: &[Measured], model: &Model) -> f64 {
    let scored = cases.iter().filter_map(|case| {
        Some((model.decision.log_odds(case.features.as_ref()?), case.planted.kind != Kind::Exact))
    });
    crate::area(&scored.collect::<Vec<_>>())
}

/// Fits all coefficients and thresholds of the place.
pub(crate) fn fit_place(cases: &[Measured], model: &mut Model) {
    let even = even(cases);
    let all = cases.iter().zip(&even).filter_map(|(case, even)| {
        Some((case.features.as_ref()?.values(), case.is_wrong(), case.weight() * even))
    });
    let rows: Vec<Row<6>> = all.collect();
    let signs = [Negative, Positive, Positive, Positive, Positive, Positive];
    let (intercept, coefficients) = fit(&rows, signs);
    let decision = &mut model.decision;
    decision.intercept = intercept;
    [decision.cited, decision.lead, decision.tight, decision.rest, ..] = coefficients;
    [.., decision.rivals, decision.particulars] = coefficients;
    decision.nowhere = nowhere(cases);
    model.decision.threshold = threshold(cases, &even, model);
    model.decision.lookalike = lookalike(cases, model);
    fit_repair(cases, model);
}

/// Returns the weight at which each claim counts as much as another of its set and kind, however
/// often it is planted: a claim with many right places would otherwise choose the threshold.
fn even(cases: &[Measured]) -> Vec<f64> {
    let mut planted: BTreeMap<_, BTreeMap<_, f64>> = BTreeMap::new();
    let key = |case: &Measured| (case.set, case.planted.kind);
    for case in cases {
        let claims = planted.entry(key(case)).or_default();
        *claims.entry(case.planted.claim.as_str()).or_default() += 1.0;
    }
    let weight = |case: &Measured| {
        let claims = &planted[&key(case)];
        #[expect(clippy::cast_precision_loss, reason = "a few hundred claims")]
        let mean = claims.values().sum::<f64>() / claims.len() as f64;
        mean / claims[case.planted.claim.as_str()]
    };
    cases.iter().map(weight).collect()
}

/// Returns below which score a window is no place.
fn nowhere(cases: &[Measured]) -> f64 {
    let misplaced = cases.iter().filter(|case| case.is_misplaced());
    let mut scores: Vec<f64> =
        misplaced.filter_map(|case| Some(case.features.as_ref()?.best)).collect();
    scores.sort_by(f64::total_cmp);
    scores[part(scores.len(), MAX_NOWHERE)]
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few thousand cases"
)]
fn part(count: usize, percent: f64) -> usize {
    (count as f64 * percent / 100.0) as usize
}

/// Returns the lowest score of a window for which a passage that lacks a number or name of it may
/// be called a lookalike.
fn lookalike(cases: &[Measured], model: &Model) -> f64 {
    let right = || cases.iter().filter(|case| case.planted.kind == Kind::Exact);
    let reported = |least: f64| {
        let mut model = model.clone();
        model.decision.lookalike = least;
        let features = right().filter_map(|case| case.features.as_ref());
        features.filter(|it| it.verdict(&model) != Verdict::Here).count()
    };
    let allowed = reported(f64::INFINITY) + part(right().count(), MAX_LOOKALIKES);
    let steps = (0..=20).map(|step| f64::from(step) / 20.0);
    steps.into_iter().find(|least| reported(*least) <= allowed).unwrap_or(f64::INFINITY)
}

/// Returns the lowest threshold with few enough false alarms.
fn threshold(cases: &[Measured], even: &[f64], model: &Model) -> f64 {
    let all = || cases.iter().zip(even);
    let right = || all().filter(|(case, _)| case.planted.kind == Kind::Exact);
    let sets = 1 + cases.iter().map(|case| case.set).max().unwrap_or_default();
    let weights: Vec<f64> = (0..sets)
        .map(|set| {
            #[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
            let count = (sets * right().filter(|(case, _)| case.set == set).count().max(1)) as f64;
            100.0 / count
        })
        .collect();
    let scored = right().filter_map(|(case, even)| {
        Some((model.decision.log_odds(case.features.as_ref()?), weights[case.set] * even))
    });
    let mut scored: Vec<(f64, f64)> = scored.collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut reported = 0.0;
    let allowed = scored.iter().take_while(|(_, weight)| {
        reported += weight;
        reported <= MAX_FALSE_ALARMS
    });
    // Halfway to the first right locator that would be one too many.
    let last = allowed.count();
    let [before, after] =
        [last.saturating_sub(1), last].map(|at| scored[at.min(scored.len() - 1)].0);
    f64::midpoint(before, after)
}

/// Fits if the best window is the place of a claim that is not in the cited passage.
fn fit_repair(cases: &[Measured], model: &mut Model) {
    let repair = &mut model.repair;
    let cases_to_fit =
        cases.iter().filter(|it| it.is_misplaced() || it.planted.kind == Kind::Absent);
    let rows = cases_to_fit.filter_map(|case| {
        Some((case.features.as_ref()?.repair_values(repair), case.is_found(), 1.0))
    });
    let rows: Vec<Row<2>> = rows.collect();
    let (intercept, [of_best, of_margin]) = fit(&rows, [Positive; 2]);
    (repair.intercept, repair.best, repair.margin) = (intercept, of_best, of_margin);
    let sets: Vec<Vec<Measured>> = sets(cases).collect();
    for step in 0..=40 {
        model.repair.threshold = f64::from(step) / 8.0;
        let is_enough = sets.iter().all(|cases| {
            let is_twin = |case: &&Measured| case.planted.kind == Kind::Twin;
            let places = cases.iter().filter(is_twin).map(|case| case.answer(model).place);
            let reported: Vec<Place> = places.filter(|place| *place != Place::Here).collect();
            let several = reported.iter().filter(|place| **place == Place::Ambiguous).count();
            score(cases, model).absent <= MAX_ABSENT && several >= part(reported.len(), MIN_TWINS)
        });
        if is_enough {
            break;
        }
    }
}

/// Returns the share of lookalikes that are reported, in percent.
pub(crate) fn alike_found(alike: &[Measured], model: &Model) -> f64 {
    score(alike, model).drift
}

/// Returns the cases of each set.
pub(crate) fn sets(cases: &[Measured]) -> impl Iterator<Item = Vec<Measured>> {
    let count = 1 + cases.iter().map(|case| case.set).max().unwrap_or_default();
    (0..count).map(|set| cases.iter().filter(|case| case.set == set).cloned().collect())
}

fn score(cases: &[Measured], model: &Model) -> Score {
    let answers: Vec<Answer> = cases.iter().map(|case| case.answer(model)).collect();
    let planted: Vec<Planted> = cases.iter().map(|case| case.planted.clone()).collect();
    Score::new(&planted, &answers)
}

/// Returns the scores of each set, every topic judged by what was fitted to the others.
pub(crate) fn cross_validated(cases: &[Measured], model: &Model) -> Vec<Score> {
    let folds: Vec<(u64, Model)> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let others: Vec<Measured> =
                cases.iter().filter(|case| case.fold() != fold).cloned().collect();
            let mut model = model.clone();
            fit_place(&others, &mut model);
            (fold, model)
        })
        .collect();
    let judged = sets(cases).map(|cases| {
        let answers = cases.iter().map(|case| {
            let model = &folds.iter().find(|(fold, _)| *fold == case.fold()).unwrap().1;
            case.answer(model)
        });
        let answers: Vec<Answer> = answers.collect();
        let planted: Vec<Planted> = cases.iter().map(|case| case.planted.clone()).collect();
        Score::new(&planted, &answers)
    });
    judged.collect()
}

/// Returns the scores of each set by one model.
pub(crate) fn scores(cases: &[Measured], model: &Model) -> Vec<Score> {
    sets(cases).map(|cases| score(&cases, model)).collect()
}
