//! Fits the coefficients in `assets/evidence/code.toml` on labelled code references.
//!
//! ```text
//! cargo rustc --example fit_code_references -- -C opt-level=3
//! target/debug/examples/fit_code_references CASES.jsonl > assets/evidence/code.toml
//! ```
//!
//! Each line of the input is a case with one citation of lines of code, and the label
//! `"truth": {"kind": "drift" | "exact", "first": N, "last": N}`: references that authors re-derived by
//! hand, and references beside them that they left as they were. The id of a case begins with the
//! path of the text it was taken from, up to the first colon.
//!
//! Maximises the probability of the right lines, summed over the runs that overlap them, with a
//! ridge penalty. The two limits are chosen on cross-validated probabilities, each fold a fifth of the
//! texts: `flag-below` so that at most 4 of 100 right references are called drifted, `offer-from` so
//! that 85 of 100 offered places are right. The coefficients are then fitted on all cases. Prints the
//! figures of the cross-validation as comments.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::indexing_slicing,
    reason = "a program for developers: it prints its result, and a panic is how it fails"
)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::BufRead as _;
use std::process::ExitCode;

use pincite::dialects::shared::markers::Families;
use pincite::evidence::claim_text::without_markers;
use pincite::evidence::claims;
use pincite::evidence::code::features::{COUNT, NAMES, Question, Runs, describe};
use pincite::evidence::code::model::{Judgement, Model};
use pincite::evidence::code::{CodeClaim, CodeText};
use pincite::input::Input;
use pincite::inspect::resolved;

const FOLDS: u64 = 5;
const FALSE_ALARMS: f64 = 0.04;
const PRECISION: f64 = 0.85;
const RIDGE: f64 = 0.004;
const STEPS: i32 = 250;

/// A case with its features and its label.
struct Labelled {
    fold: u64,
    is_drift: bool,
    /// The lines that are right.
    truth: (usize, usize),
    /// `None` if the program finds no claim or no lines to compare.
    runs: Option<Runs>,
}

impl Labelled {
    /// Returns the first lines of the runs that count as right.
    fn is_right(&self, runs: &Runs, start: usize) -> bool {
        if !self.is_drift {
            return start == runs.cited;
        }
        start != runs.cited && self.overlaps(runs, start)
    }

    fn overlaps(&self, runs: &Runs, start: usize) -> bool {
        start < self.truth.1 && start + runs.length >= self.truth.0
    }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: fit_code_references CASES.jsonl");
        return ExitCode::from(2);
    };
    let file = std::fs::File::open(&path).expect("the cases can be opened");
    let lines = std::io::BufReader::new(file).lines();
    let cases: Vec<Labelled> =
        lines.map_while(Result::ok).filter_map(|line| labelled(&line)).collect();
    let mut held_out = Vec::new();
    for fold in 0..FOLDS {
        let rest: Vec<&Labelled> = cases.iter().filter(|case| case.fold != fold).collect();
        let model = Model { weights: fit(&rest), flag_below: 0.0, offer_from: 0.0 };
        let own = cases.iter().filter(|case| case.fold == fold);
        held_out.extend(own.map(|case| (case, case.runs.as_ref().map(|runs| model.judge(runs)))));
    }
    let (flag_below, offer_from) = limits(&held_out);
    report(&held_out, flag_below, offer_from);
    println!("\n[limits]\nflag-below = {flag_below:.4}\noffer-from = {offer_from:.4}\n\n[weights]");
    let all: Vec<&Labelled> = cases.iter().collect();
    for (name, weight) in NAMES.iter().zip(fit(&all)) {
        println!("{name} = {weight:.4}");
    }
    ExitCode::SUCCESS
}

/// Reads a case as the program does, and describes the runs of the cited file.
fn labelled(line: &str) -> Option<Labelled> {
    let record: serde_json::Value = serde_json::from_str(line).ok()?;
    let truth = record.get("truth")?;
    let number = |name: &str| usize::try_from(truth.get(name)?.as_u64()?).ok();
    let text = record.get("id")?.as_str()?.split(':').next()?;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let labelled = Labelled {
        fold: hasher.finish() % FOLDS,
        is_drift: truth.get("kind")?.as_str()? == "drift",
        truth: (number("first")?, number("last")?),
        runs: runs(line),
    };
    if labelled.runs.is_none() {
        eprintln!("not compared: {}", record.get("id")?);
    }
    Some(labelled)
}

fn runs(line: &str) -> Option<Runs> {
    let input = Input::record("case.jsonl", line.as_bytes().to_vec());
    let case = pincite::cases::open(input, None, &Families::default()).ok()?.read(0).ok()?;
    let response = without_markers(&case.response);
    let claim = claims(&case.response).into_iter().next()??;
    let inspection = resolved(case);
    let passage = inspection.inspected.first()?.targets.first()?.passage()?;
    let store = inspection.stores.get(passage.source)?.as_ref().ok()?;
    let text = store.read_in_place(pincite::text::Span::new(0, store.len()));
    let first = usize::try_from(passage.first_line?).ok()?;
    let last = usize::try_from(passage.last_line?).ok()?;
    let claim = CodeClaim::new(claim.span.slice(&response)?, None);
    describe(&CodeText::new(&text)?, &Question { claim: &claim, first, last, others: &[] })
}

/// Fits the coefficients with Adam, from zero.
fn fit(cases: &[&Labelled]) -> [f64; COUNT] {
    let (mut weights, mut mean, mut square) = ([0.0; COUNT], [0.0; COUNT], [0.0; COUNT]);
    for step in 1..=STEPS {
        let model = Model { weights, flag_below: 0.0, offer_from: 0.0 };
        let mut slope = [0.0; COUNT];
        for case in cases {
            add_slope(case, &model, &mut slope);
        }
        let done = f64::from(step) / f64::from(STEPS);
        let rate = if done < 0.6 {
            0.15
        } else if done < 0.85 {
            0.075
        } else {
            0.015
        };
        for index in 0..COUNT {
            #[expect(clippy::cast_precision_loss, reason = "a few hundred cases")]
            let slope = slope[index] / cases.len() as f64 - RIDGE * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let (a, b) = (1.0 - 0.9_f64.powi(step), 1.0 - 0.99_f64.powi(step));
            weights[index] += rate * (mean[index] / a) / ((square[index] / b).sqrt() + 1e-8);
        }
    }
    weights
}

/// Adds the derivative of the logarithm of the probability of the right runs.
fn add_slope(case: &Labelled, model: &Model, slope: &mut [f64; COUNT]) {
    let Some(runs) = &case.runs else { return };
    let probabilities = model.probabilities(runs);
    let all = || probabilities.iter().enumerate().zip(&runs.rows);
    let right: f64 =
        all().filter(|((start, _), _)| case.is_right(runs, *start)).map(|((_, p), _)| *p).sum();
    if right <= 0.0 {
        return;
    }
    for ((start, probability), row) in all() {
        let wanted = if case.is_right(runs, start) { probability / right } else { 0.0 };
        let step = wanted - probability;
        for (slope, value) in slope.iter_mut().zip(row) {
            *slope += step * value;
        }
    }
}

type HeldOut<'c> = [(&'c Labelled, Option<Judgement>)];

fn share(part: usize, of: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred cases")]
    let share = part as f64 / of.max(1) as f64;
    share
}

/// Returns the limits that keep to the goals on held-out cases.
fn limits(cases: &HeldOut<'_>) -> (f64, f64) {
    let cited = |is_drift: bool| {
        let kind = cases.iter().filter(move |(case, _)| case.is_drift == is_drift);
        kind.map(|(_, judged)| judged.map_or(1.0, |it| it.cited))
    };
    let mut right: Vec<f64> = cited(false).collect();
    right.sort_by(f64::total_cmp);
    let alarms = right.iter().enumerate().find(|(at, _)| share(at + 1, right.len()) > FALSE_ALARMS);
    let flag_below = alarms.map_or(0.0, |(_, limit)| *limit).min(0.5);
    let mut offered: Vec<(f64, bool)> = cases
        .iter()
        .filter(|(case, _)| case.is_drift)
        .filter_map(|(case, judged)| {
            let judged = (*judged).filter(|it| it.cited < flag_below)?;
            Some((judged.mass, case.overlaps(case.runs.as_ref()?, judged.best)))
        })
        .collect();
    offered.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut right = 0;
    let mut offer_from = 1.0;
    for (number, (mass, is_right)) in (1..).zip(&offered) {
        right += usize::from(*is_right);
        if share(right, number) >= PRECISION {
            offer_from = *mass;
        }
    }
    (flag_below, offer_from)
}

fn report(cases: &HeldOut<'_>, flag_below: f64, offer_from: f64) {
    let count = |test: &dyn Fn(&Labelled, &Judgement) -> bool| {
        cases.iter().filter(|(case, it)| it.is_some_and(|it| test(case, &it))).count()
    };
    let all = |is_drift: bool| cases.iter().filter(|(case, _)| case.is_drift == is_drift).count();
    let flagged = |it: &Judgement| it.cited < flag_below;
    let offered =
        |case: &Labelled, it: &Judgement| case.is_drift && flagged(it) && it.mass >= offer_from;
    let hits = |case: &Labelled, it: &Judgement| {
        case.runs.as_ref().is_some_and(|runs| case.overlaps(runs, it.best))
    };
    let found = count(&|case, it| case.is_drift && flagged(it));
    let places = count(&offered);
    let right = count(&|case, it| offered(case, it) && hits(case, it));
    let alarms = count(&|case, it| !case.is_drift && flagged(it));
    println!("# Written by examples/fit_code_references.rs; do not edit.");
    println!("# Cross-validated by text: of {} drifted references", all(true));
    println!(
        "# {:.1} % found, right lines offered for {:.1} %,",
        100.0 * share(found, all(true)),
        100.0 * share(right, all(true))
    );
    println!(
        "# {:.1} % of those offered right; of {} right references",
        100.0 * share(right, places),
        all(false)
    );
    println!("# {:.1} % called drifted.", 100.0 * share(alarms, all(false)));
}
