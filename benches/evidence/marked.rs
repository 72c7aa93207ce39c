//! Are wrong places found on real pages? `cargo bench --bench evidence -- marked`
//!
//! Claims with marked lines from the folder named by `PINCITE_EVIDENCE`, the half of the topics
//! called "check", planted with right and wrong locators. The few coefficients are fitted to all
//! topics; `assets/evidence/model.toml` has the cross-validated figures. The baseline beside it gets
//! three thresholds, because no single one suits both sets.

use std::collections::BTreeSet;
use std::path::Path;

use pincite::evidence::Place;
use pincite::inspect::inspect;
use rayon::prelude::*;

use crate::pointer::score::{Answer, Score};
use crate::pointer::{Half, Planted, Row, SETS, baseline, plant, rows};

/// Cases of each set.
const CASES: usize = 1500;

/// A seed of cases that nothing was fitted to.
const SEED: u64 = 2;

/// Thresholds of the baseline.
const MARGINS: [f64; 3] = [0.15, 0.2, 0.3];

/// Prints a table for each set.
pub(crate) fn run(folder: &Path) {
    for set in SETS {
        print_set(set, &rows(folder, set, Some(Half::Check)));
    }
}

/// Plants cases of some rows and prints the scores of all methods.
pub(crate) fn print_set(name: &str, rows: &[Row]) {
    let cases = plant(rows, CASES, SEED);
    let topics: BTreeSet<&str> = cases.iter().map(|case| case.topic.as_str()).collect();
    println!("\n{name}, {CASES} cases about {} topics\n", topics.len());
    println!(
        "| method | false alarms | drift | wrong source | repair right | absent | twins \
         | undecided | not compared |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let answers: Vec<Answer> = cases.par_iter().map(answer).collect();
    print("pincite", &cases, &answers);
    for margin in MARGINS {
        let answers = cases.par_iter().map(|case| baseline::answer(case, margin));
        print(&format!("baseline, threshold {margin}"), &cases, &answers.collect::<Vec<_>>());
    }
}

fn answer(case: &Planted) -> Answer {
    let inspection = inspect(case.case());
    let found = inspection.inspected.first().and_then(|one| one.evidence.first());
    let found = found.and_then(Option::as_ref);
    let better = found.and_then(|found| found.better.first());
    Answer {
        place: found.map_or(Place::Unknown, |found| found.place),
        better: better.map(|it| (it.source, it.first_line, it.last_line)),
    }
}

fn print(method: &str, cases: &[Planted], answers: &[Answer]) {
    let figures = Score::new(cases, answers).figures().map(|figure| format!("{figure:.1}"));
    let unknown = answers.iter().filter(|answer| answer.place == Place::Unknown).count();
    let unknown = 100 * unknown / answers.len().max(1);
    println!("| {method} | {} | {unknown} |", figures.join(" | "));
}
