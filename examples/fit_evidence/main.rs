//! Fits the evidence model to labelled claims and writes `assets/evidence/model.toml`:
//! `cargo run --profile profiling --example fit_evidence -- ../shared/evidence [MORE]`.
//!
//! The first folder has the claims with marked lines. MORE may hold `fool-me-twice.jsonl`,
//! `climate-fever.jsonl` and `clapnq.jsonl` as published: pairs of a claim and a text that are
//! only used to check. `docs/evidence.md` explains the features, the steps and the costs.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a tool for developers may fail loudly, and prints what it finds"
)]

mod logistic;
mod pairs;

#[expect(dead_code, reason = "the benches use the rest")]
#[path = "../../benches/evidence/pointer/mod.rs"]
mod pointer;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use logistic::Sign::{Negative, Positive};
use logistic::{Row, fit};
use pairs::Pair;
use pincite::evidence::model::{DecisionModel, WindowModel};
use pincite::evidence::{Evidence, Model, Place, SupportFeatures, Weigher};
use pincite::inspect::{Inspection, inspect};
use pointer::score::{Answer, Score};
use pointer::{Half, Kind, Planted, SETS, plant, rows};
use rayon::prelude::*;

/// Planted cases of each set for the coefficients, and for the coarser search of window weights.
const CASES: usize = 800;
const CASES_OF_SEARCH: usize = 300;

/// Seeds of the cases to fit and to check.
const FIT_SEED: u64 = 1;
const CHECK_SEED: u64 = 2;

/// Costs of mistakes, per percent: a false alarm, and a place offered for an absent claim, cost a
/// reader's trust; a miss leaves things as they were.
const COST_OF_FALSE_ALARM: f64 = 2.0;
const COST_OF_ABSENT: f64 = 2.0;

/// Cost of naming several places where one is marked.
const COST_OF_UNDECIDED: f64 = 1.0;

/// Share of right locators that may be called found nowhere, in percent.
const MAX_NOWHERE: f64 = 0.2;

/// Precision of the report that a claim is unsupported.
const PRECISION: f64 = 0.95;

fn main() {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let folder = arguments.next().expect("the folder with the labelled claims");
    let more = arguments.next();
    let mut model = Model::fitted().clone();
    model.window =
        WindowModel { kin: 0.25, near: 0.25, around: 0.25, number: 0.1, name: 0.25, unseen: 1.0 };
    let search: Vec<Ready> =
        SETS.iter().flat_map(|set| ready(&folder, set, Half::Fit, CASES_OF_SEARCH)).collect();
    fit_window(&mut model, &search);
    let sets: Vec<Vec<Ready>> =
        SETS.iter().map(|set| ready(&folder, set, Half::Fit, CASES)).collect();
    fit_decision(&mut model, &sets);
    fit_thresholds(&mut model, &sets);
    let check: Vec<Vec<Ready>> =
        SETS.iter().map(|set| ready(&folder, set, Half::Check, CASES)).collect();
    fit_support(&mut model, &folder, &sets);
    fit_unsupported(&mut model, &check);
    let mut figures = String::new();
    for (half, sets) in [("fit", &sets), ("check", &check)] {
        for (set, cases) in SETS.iter().zip(sets) {
            let score = scored(cases, &model).figures().map(|it| format!("{it:.1}"));
            writeln!(figures, "# {set}, {half}: {}", score.join(" ")).unwrap();
        }
    }
    figures.push_str(&support_figures(&model, &folder, more.as_deref()));
    write(&model, &figures);
    println!("{figures}");
}

/// A planted case, inspected once.
struct Ready {
    planted: Planted,
    inspection: Inspection,
}

fn ready(folder: &Path, set: &str, half: Half, count: usize) -> Vec<Ready> {
    let seed = if half == Half::Fit { FIT_SEED } else { CHECK_SEED };
    let planted = plant(&rows(folder, set, Some(half)), count, seed);
    let inspected = planted.into_par_iter().map(|planted| {
        let inspection = inspect(planted.case());
        Ready { planted, inspection }
    });
    inspected.collect()
}

/// Weighs the one citation of a case by a model.
fn weighed(ready: &Ready, model: &Model) -> Option<Evidence> {
    let Inspection { case, stores, inspected, .. } = &ready.inspection;
    let mut inspected = inspected.clone();
    Weigher::with_model(case, stores, model).weigh_all(&case.response.citations, &mut inspected);
    inspected.into_iter().next()?.evidence.into_iter().next()?
}

/// A coefficient of the model.
type Field = fn(&mut Model) -> &mut f64;

/// Chooses the weights of a window one after the other, so that wrong locators are separated from right
/// ones as well as possible.
fn fit_window(model: &mut Model, cases: &[Ready]) {
    let kinds = [Kind::Exact, Kind::Drift, Kind::Source];
    let cases: Vec<&Ready> =
        cases.iter().filter(|case| kinds.contains(&case.planted.kind)).collect();
    let separation = |model: &Model| {
        let scored: Vec<(f64, bool)> = cases
            .par_iter()
            .map(|case| {
                let decision = weighed(case, model).and_then(|it| it.features.decision);
                let log_odds = decision.map_or(0.0, |it| model.decision.log_odds(&it));
                (log_odds, case.planted.kind != Kind::Exact)
            })
            .collect();
        area(&scored)
    };
    let fields: [(&str, Field, &[f64]); 6] = [
        ("unseen", |model| &mut model.window.unseen, &[0.6]),
        ("kin", |model| &mut model.window.kin, &[0.1, 0.5]),
        ("near", |model| &mut model.window.near, &[0.1, 0.4]),
        ("around", |model| &mut model.window.around, &[0.1, 0.4]),
        ("number", |model| &mut model.window.number, &[0.0, 0.5]),
        ("name", |model| &mut model.window.name, &[0.0, 0.5]),
    ];
    let mut best = separation(model);
    for (name, field, values) in fields {
        for value in values {
            let mut other = model.clone();
            *field(&mut other) = *value;
            let found = separation(&other);
            if found > best {
                best = found;
                *model = other;
            }
        }
        println!("{name}: {} (AUC {best:.4})", field(model));
    }
}

/// Fits the log-odds that the best other window is the place of the claim.
fn fit_decision(model: &mut Model, sets: &[Vec<Ready>]) {
    let rows: Vec<Row<4>> = sets
        .iter()
        .flatten()
        .filter(|case| case.planted.kind != Kind::Twin)
        .collect::<Vec<_>>()
        .par_iter()
        .filter_map(|case| {
            let decision = weighed(case, model)?.features.decision?;
            let is_misplaced = matches!(case.planted.kind, Kind::Drift | Kind::Source);
            Some((decision.values(), is_misplaced, 1.0))
        })
        .collect();
    let (intercept, [best, cited, page, length]) =
        fit(&rows, [Positive, Negative, Positive, Positive]);
    let decision = &mut model.decision;
    (decision.intercept, decision.best, decision.cited) = (intercept, best, cited);
    (decision.page, decision.length) = (page, length);
    println!("decision: {decision:?}");
}

fn scored(cases: &[Ready], model: &Model) -> Score {
    let answers: Vec<Answer> = cases.par_iter().map(|case| answer(case, model)).collect();
    let planted: Vec<Planted> = cases.iter().map(|case| case.planted.clone()).collect();
    Score::new(&planted, &answers)
}

fn answer(case: &Ready, model: &Model) -> Answer {
    let found = weighed(case, model);
    let place = found.as_ref().map_or(Place::Unknown, |found| found.place);
    let better = found.and_then(|found| found.better.first().copied());
    Answer { place, better: better.map(|it| (it.source, it.first_line, it.last_line)) }
}

/// Chooses from which log-odds on, and how near to each other, windows are reported, so that
/// mistakes cost least over all sets.
fn fit_thresholds(model: &mut Model, sets: &[Vec<Ready>]) {
    let scores = sets.iter().flatten().filter(|case| case.planted.kind == Kind::Exact);
    let mut exact: Vec<f64> = scores
        .filter_map(|case| weighed(case, model)?.features.decision)
        .map(|decision| decision.cited.max(decision.best))
        .collect();
    exact.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few thousand cases"
    )]
    let allowed = (exact.len() as f64 * MAX_NOWHERE / 100.0) as usize;
    model.decision.nowhere = round(exact[allowed]);
    let mut least = f64::INFINITY;
    let mut chosen = model.decision.clone();
    for tie in [0.05, 0.07, 0.1, 0.13] {
        let mut other = model.clone();
        (other.decision.threshold, other.decision.tie) = (f64::NEG_INFINITY, tie);
        let answers: Vec<Vec<(f64, Answer)>> = sets
            .iter()
            .map(|cases| cases.par_iter().map(|case| with_log_odds(case, &other)).collect())
            .collect();
        for threshold in (-8..=8).map(|step| f64::from(step) / 8.0) {
            let costs =
                sets.iter().zip(&answers).map(|(cases, answers)| cost(cases, answers, threshold));
            let cost: f64 = costs.sum();
            if cost < least {
                least = cost;
                chosen = DecisionModel { threshold, ..other.decision.clone() };
            }
        }
        println!("tie {tie}: least cost so far {least:.1}, threshold {}", chosen.threshold);
    }
    model.decision = chosen;
}

/// Returns the answer of a model that always reports a place, with the log-odds behind it.
fn with_log_odds(case: &Ready, model: &Model) -> (f64, Answer) {
    let decision = weighed(case, model).and_then(|found| found.features.decision);
    let log_odds = decision.map_or(f64::NEG_INFINITY, |it| model.decision.log_odds(&it));
    (log_odds, answer(case, model))
}

/// Returns what the mistakes cost that a threshold makes.
fn cost(cases: &[Ready], answers: &[(f64, Answer)], threshold: f64) -> f64 {
    let here = || Answer { place: Place::Here, better: None };
    let answers: Vec<Answer> = answers
        .iter()
        .map(|(log_odds, answer)| if *log_odds >= threshold { answer.clone() } else { here() })
        .collect();
    let planted: Vec<Planted> = cases.iter().map(|case| case.planted.clone()).collect();
    let Score { false_alarms, drift, wrong_source, repair, absent, twins, undecided } =
        Score::new(&planted, &answers);
    let missed = [drift, wrong_source, repair, twins].map(|share| 100.0 - share);
    COST_OF_FALSE_ALARM * false_alarms
        + COST_OF_ABSENT * absent
        + COST_OF_UNDECIDED * undecided
        + missed.iter().sum::<f64>()
}

/// Returns the rows for a fit of support, with equal weight of both labels.
fn rows_of(pairs: &[(SupportFeatures, bool)]) -> Vec<Row<6>> {
    let supported = pairs.iter().filter(|pair| pair.1).count();
    let weight = |label: bool| {
        let of = if label { supported } else { pairs.len() - supported };
        #[expect(clippy::cast_precision_loss, reason = "a few thousand pairs")]
        let weight = 1.0 / of.max(1) as f64;
        weight
    };
    pairs.iter().map(|(features, label)| (features.values(), *label, weight(*label))).collect()
}

fn measured(pairs: &[Pair]) -> Vec<(SupportFeatures, bool)> {
    let found =
        pairs.par_iter().filter_map(|pair| Some((pairs::features(pair)?, pair.is_supported)));
    found.collect()
}

/// The cited lines of planted cases: they support the claim where the locator is right.
fn planted(cases: &[Ready], model: &Model) -> Vec<(SupportFeatures, bool)> {
    let found = cases.par_iter().filter_map(|case| {
        Some((weighed(case, model)?.features.support, case.planted.kind == Kind::Exact))
    });
    found.collect()
}

/// Fits the probability of support: to the cited lines of planted cases, and to stretches of pages
/// about the same question.
fn fit_support(model: &mut Model, folder: &Path, sets: &[Vec<Ready>]) {
    let mut all = Vec::new();
    for (set, cases) in SETS.iter().zip(sets) {
        all.extend(rows_of(&planted(cases, model)));
        all.extend(rows_of(&measured(&pairs::stretches(&rows(folder, set, Some(Half::Fit))))));
    }
    let (intercept, [words, related, pairs, tight, numbers, names]) = fit(&all, [Positive; 6]);
    let support = &mut model.support;
    (support.intercept, support.words, support.related) = (intercept, words, related);
    (support.pairs, support.tight) = (pairs, tight);
    (support.numbers, support.names) = (numbers, names);
    println!("support: {support:?}");
}

/// Chooses below which probability a claim is reported as unsupported.
fn fit_unsupported(model: &mut Model, sets: &[Vec<Ready>]) {
    let mut found: Vec<(f64, bool)> = sets
        .iter()
        .flat_map(|cases| planted(cases, model))
        .map(|(features, is_right)| (features.probability(&model.support), is_right))
        .collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut right, mut threshold) = (0.0, 0.0);
    for (at, (probability, is_supported)) in found.iter().enumerate() {
        right += f64::from(u8::from(!is_supported));
        #[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
        let precision = right / (at + 1) as f64;
        if precision >= PRECISION {
            threshold = *probability;
        }
    }
    model.support.unsupported = round(threshold);
}

/// Describes how well support orders and divides pairs of claims and texts.
fn support_figures(model: &Model, folder: &Path, more: Option<&Path>) -> String {
    let mut sets: Vec<(String, Vec<(SupportFeatures, bool)>)> = Vec::new();
    for set in SETS {
        let pairs = pairs::stretches(&rows(folder, set, Some(Half::Check)));
        sets.push((format!("{set}, stretches of pages, check"), measured(&pairs)));
    }
    if let Some(more) = more {
        let fool = pairs::fool_me_twice(&more.join("fool-me-twice.jsonl"));
        sets.push(("FoolMeTwice, not fitted on".to_owned(), measured(&fool)));
        let climate = pairs::climate(&more.join("climate-fever.jsonl"));
        sets.push(("Climate-FEVER, not fitted on".to_owned(), measured(&climate)));
        let answers = pairs::clapnq(&more.join("clapnq.jsonl"));
        sets.push(("CLAPNQ, not fitted on".to_owned(), measured(&answers)));
    }
    let mut figures = String::new();
    for (name, pairs) in sets.iter().filter(|set| !set.1.is_empty()) {
        let score = |it: &SupportFeatures| it.probability(&model.support);
        let by_words = area_by(pairs, |it| it.words);
        let (auc, f1) = (area_by(pairs, score), macro_f1(pairs, score));
        writeln!(
            figures,
            "# support, {name}: {} pairs, AUC {auc:.3} (share of words {by_words:.3}), macro-F1 {f1:.1}",
            pairs.len()
        )
        .unwrap();
    }
    figures
}

/// Returns the area under the curve of a score of pairs.
fn area_by(pairs: &[(SupportFeatures, bool)], score: impl Fn(&SupportFeatures) -> f64) -> f64 {
    area(&pairs.iter().map(|(features, label)| (score(features), *label)).collect::<Vec<_>>())
}

/// Returns the area under the curve: how often a true case scores above another.
fn area(scored: &[(f64, bool)]) -> f64 {
    let of = |label: bool| scored.iter().filter(move |one| one.1 == label).map(|one| one.0);
    let (yes, no): (Vec<f64>, Vec<f64>) = (of(true).collect(), of(false).collect());
    let above = yes.iter().flat_map(|one| {
        no.iter().map(move |other| match one.total_cmp(other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    });
    #[expect(clippy::cast_precision_loss, reason = "a few million pairs")]
    let count = (yes.len() * no.len()).max(1) as f64;
    above.sum::<f64>() / count
}

/// Returns the mean F1 of both labels where a probability of a half divides them, in percent.
fn macro_f1(pairs: &[(SupportFeatures, bool)], score: impl Fn(&SupportFeatures) -> f64) -> f64 {
    let count = |said: bool, label: bool| {
        let hits = pairs.iter().filter(|pair| (score(&pair.0) >= 0.5) == said && pair.1 == label);
        #[expect(clippy::cast_precision_loss, reason = "a few thousand pairs")]
        let hits = hits.count() as f64;
        hits
    };
    let f1 = |label: bool| {
        let hits = count(label, label);
        2.0 * hits / (2.0 * hits + count(label, !label) + count(!label, label)).max(1.0)
    };
    50.0 * (f1(true) + f1(false))
}

fn round(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn write(model: &Model, figures: &str) {
    let text = toml::to_string(model).unwrap();
    let rounded = text.lines().map(|line| match line.split_once(" = ") {
        Some((name, value)) => format!("{name} = {:.3}", value.parse::<f64>().unwrap()),
        None => line.to_owned(),
    });
    let head = "# Coefficients of the evidence model, written by `cargo run --example fit_evidence`.\n\
        # docs/evidence.md explains what each one means. Fitted to the development parts of WiCE\n\
        # (ryokamoi/wice) and of the LFQA statements in attribute-first-then-generate\n\
        # (lovodkin93), the half of the topics called \"fit\".\n\
        #\n\
        # False alarms, drift, wrong source, repair right, absent, twins, undecided, in percent:\n";
    let text = format!("{head}{figures}\n{}\n", rounded.collect::<Vec<_>>().join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/evidence/model.toml");
    std::fs::write(path, text).unwrap();
}
