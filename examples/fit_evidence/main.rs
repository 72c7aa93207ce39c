//! Fits the evidence model to labelled claims and writes `assets/evidence/model.toml`:
//! `cargo run --profile profiling --example fit_evidence -- ../shared/evidence [MORE]`.
//!
//! The first folder has the claims with marked lines. MORE holds public pairs of a claim and a text
//! as published, under the names in `published.rs`; without it, the coefficients of support stay as
//! they are. `docs/evidence.md` explains the features, the steps and the costs.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a tool for developers may fail loudly, and prints what it finds"
)]

mod logistic;
mod lookalikes;
mod pairs;
mod place;
mod published;

#[expect(dead_code, reason = "the benches use the rest")]
#[path = "../../benches/evidence/pointer/mod.rs"]
mod pointer;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use logistic::Sign::Positive;
use logistic::{Row, fit};
use pairs::Pair;
use pincite::evidence::model::{SupportModel, probability};
use pincite::evidence::{Model, SupportFeatures};
use place::{Measured, Ready, alike_found, cross_validated, fit_place, scores, separation};
use pointer::{Half, Kind, SETS, plant, rows};
use rayon::prelude::*;

/// Planted cases of each set.
const CASES: usize = 2000;

/// The seed of the cases.
const SEED: u64 = 1;

/// Precision of the report that a claim is unsupported.
const PRECISION: f64 = 0.9;

/// The share of real citations that do not support their claim. Readers who checked answers of four
/// search engines found 25.5 % (Liu, Zhang and Liang 2023, arXiv:2304.09848); planted cases have more.
const UNSUPPORTED: f64 = 0.255;

fn main() {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let folder = arguments.next().expect("the folder with the labelled claims");
    let more = arguments.next();
    let mut model = Model::fitted().clone();
    let sets: Vec<Vec<Ready>> = SETS
        .iter()
        .map(|set| {
            let planted = plant(&rows(&folder, set, None), CASES, SEED);
            planted.into_par_iter().map(Ready::new).collect()
        })
        .collect();
    let alike: Vec<Vec<Ready>> = sets
        .iter()
        .map(|cases| {
            let planted: Vec<_> = cases.iter().map(|case| case.planted.clone()).collect();
            lookalikes::lookalikes(&planted).into_par_iter().map(Ready::new).collect()
        })
        .collect();
    let alike = measure(&model, &alike);
    let cases = measure(&model, &sets);
    println!("AUC {:.4}", separation(&cases, &model));
    fit_place(&cases, &mut model);
    if let Some(more) = &more {
        fit_support(&mut model, &folder, more);
    }
    fit_unsupported(&mut model, &folder, &sets);
    let mut figures = String::new();
    for (name, scores) in
        [("cross-validated", cross_validated(&cases, &model)), ("fitted", scores(&cases, &model))]
    {
        for (set, score) in SETS.iter().zip(scores) {
            let score = score.figures().map(|it| format!("{it:.1}"));
            writeln!(figures, "# {set}, {name}: {}", score.join(" ")).unwrap();
        }
    }
    let found = alike_found(&alike, &model);
    writeln!(figures, "# lookalikes found: {found:.1} % of {}", alike.len()).unwrap();
    figures.push_str(&support_figures(&model, &folder, more.as_deref()));
    write(&model, &figures);
    println!("{figures}");
}

fn measure(model: &Model, sets: &[Vec<Ready>]) -> Vec<Measured> {
    let all =
        sets.iter().enumerate().flat_map(|(set, cases)| cases.iter().map(move |it| (set, it)));
    let all: Vec<(usize, &Ready)> = all.collect();
    all.par_iter().map(|(set, case)| Measured::new(*set, case, model)).collect()
}

/// Returns the rows for a fit of support, with equal weight of both labels.
fn rows_of(pairs: &[(SupportFeatures, bool)]) -> Vec<Row<4>> {
    let supported = pairs.iter().filter(|pair| pair.1).count();
    let weight = |label: bool| {
        let of = if label { supported } else { pairs.len() - supported };
        #[expect(clippy::cast_precision_loss, reason = "a few thousand pairs")]
        let weight = 1.0 / of.max(1) as f64;
        weight
    };
    pairs.iter().map(|(features, label)| (features.shares(), *label, weight(*label))).collect()
}

fn measured(pairs: &[Pair]) -> Vec<(SupportFeatures, bool)> {
    let found =
        pairs.par_iter().filter_map(|pair| Some((pairs::features(pair)?, pair.is_supported)));
    found.collect()
}

/// Returns the cited lines of planted cases: they support the claim where the locator is right.
fn planted(cases: &[Ready], model: &Model) -> Vec<(SupportFeatures, bool)> {
    let found = cases.par_iter().filter_map(|case| {
        Some((case.weighed(model)?.features.support, case.planted.kind == Kind::Exact))
    });
    found.collect()
}

/// Fits the probability of support to texts about the question of the claim, each kind counting alike.
/// Planted cases are not among them: most of their wrong lines are about something else, which makes
/// every text about the question look like support.
fn fit_support(model: &mut Model, folder: &Path, more: &Path) {
    let mut kinds = Vec::new();
    for set in SETS {
        let rows = rows(folder, set, Some(Half::Fit));
        kinds.push(measured(&pairs::stretches(&rows)));
        kinds.push(measured(&pairs::pages(&rows)));
    }
    let fitted = published::SETS.iter().filter(|set| set.is_fitted);
    kinds.extend(fitted.map(|set| measured(&set.half(more, Half::Fit))));
    let all: Vec<Row<4>> = kinds.iter().flat_map(|pairs| rows_of(pairs)).collect();
    let (intercept, [words, letters, pairs, tight]) = fit(&all, [Positive; 4]);
    let support = &mut model.support;
    (support.intercept, support.words, support.letters) = (intercept, words, letters);
    (support.pairs, support.tight) = (pairs, tight);
    // Claims with numbers beside one sentence count as much as all others, in which next to no number
    // is contradicted.
    let numbers = measured(&published::sentences(folder, Half::Fit));
    kinds.extend(vec![numbers; kinds.len()]);
    support.contradicted = contradicted(support, &kinds);
    println!("support: {support:?}");
}

/// Returns the part of the probability that is left where a number is contradicted: so much that it
/// is right on average, over claims of which a sentence says or refutes the number and over the other
/// pairs that support is fitted to.
fn contradicted(model: &SupportModel, pairs: &[Vec<(SupportFeatures, bool)>]) -> f64 {
    let (mut supported, mut expected) = (0.0, 0.0);
    for pairs in pairs {
        for ((_, label, weight), (features, _)) in rows_of(pairs).into_iter().zip(pairs) {
            if features.contradicted > 0.0 {
                supported += if label { weight } else { 0.0 };
                expected += weight * probability(model.log_odds(features));
            }
        }
    }
    round(supported / expected)
}

/// Chooses below which probability a claim is reported as unsupported. Cited lines of planted cases
/// and stretches about the same question count alike: wrong citations of real answers mostly lead to
/// texts about the question.
fn fit_unsupported(model: &mut Model, folder: &Path, sets: &[Vec<Ready>]) {
    let mut all = Vec::new();
    for (set, cases) in SETS.iter().zip(sets) {
        let stretches = measured(&pairs::stretches(&rows(folder, set, Some(Half::Fit))));
        for pairs in [planted(cases, model), stretches] {
            let weighted = rows_of(&pairs).into_iter().zip(pairs);
            all.extend(weighted.map(|((_, label, weight), (features, _))| {
                let share = if label { 1.0 - UNSUPPORTED } else { UNSUPPORTED };
                // Claims whose numbers are contradicted have a rule of their own.
                let said = probability(model.support.log_odds(&features));
                (said, label, weight * share)
            }));
        }
    }
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut right, mut wrong, mut threshold) = (0.0, 0.0, 0.0);
    for (probability, is_supported, weight) in all {
        *if is_supported { &mut wrong } else { &mut right } += weight;
        if right >= PRECISION * (right + wrong) {
            threshold = probability;
        }
    }
    println!("unsupported below {threshold:.3}");
    model.support.unsupported = round(threshold);
}

/// Describes how well support orders and divides pairs of claims and texts.
fn support_figures(model: &Model, folder: &Path, more: Option<&Path>) -> String {
    let mut sets: Vec<(String, Vec<(SupportFeatures, bool)>)> = Vec::new();
    for set in SETS {
        let rows = rows(folder, set, Some(Half::Check));
        let stretches = measured(&pairs::stretches(&rows));
        sets.push((format!("{set}, stretches of pages, check"), stretches));
        sets.push((format!("{set}, whole pages, check"), measured(&pairs::pages(&rows))));
    }
    let sentences = published::sentences(folder, Half::Check);
    sets.push(("VitaminC, sentences beside numbers, check".to_owned(), measured(&sentences)));
    for (more, set) in more.iter().flat_map(|more| published::SETS.iter().map(move |it| (more, it)))
    {
        let (pairs, part) = if set.is_fitted {
            (set.half(more, Half::Check), "check")
        } else {
            (set.pairs(more), "not fitted on")
        };
        sets.push((format!("{}, {part}", set.name), measured(&pairs)));
    }
    let mut figures = String::new();
    for (name, pairs) in sets.iter().filter(|set| !set.1.is_empty()) {
        let score = |it: &SupportFeatures| it.probability(&model.support);
        let by_words = area_by(pairs, |it| it.words);
        let auc = area_by(pairs, score);
        let [f1, best] = [macro_f1(pairs, score, 0.5), best_f1(pairs, score)];
        writeln!(
            figures,
            "# support, {name}: {} pairs, AUC {auc:.3} (share of words {by_words:.3}), macro-F1 {f1:.1} (best {best:.1})",
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

/// Returns the mean F1 of both labels where a score divides them, in percent.
fn macro_f1(
    pairs: &[(SupportFeatures, bool)],
    score: impl Fn(&SupportFeatures) -> f64,
    least: f64,
) -> f64 {
    let count = |said: bool, label: bool| {
        let hits = pairs.iter().filter(|pair| (score(&pair.0) >= least) == said && pair.1 == label);
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

/// Returns the highest of these over hundredths of the probability.
fn best_f1(pairs: &[(SupportFeatures, bool)], score: impl Fn(&SupportFeatures) -> f64) -> f64 {
    let all = (1..100).map(|least| macro_f1(pairs, &score, f64::from(least) / 100.0));
    all.fold(0.0, f64::max)
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
        # (lovodkin93); support also to halves of CLAPNQ (primeqa/clapnq) and of the stances in\n\
        # Factcheck-GPT (yuxiaw/Factcheck-GPT); read in November 2026.\n\
        #\n\
        # False alarms, drift, wrong source, repair right, absent, twins, undecided, in percent:\n";
    let text = format!("{head}{figures}\n{}\n", rounded.collect::<Vec<_>>().join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/evidence/model.toml");
    std::fs::write(path, text).unwrap();
}
