//! The fitted model: coefficients from `assets/evidence/code.toml`, and the probability of each run.
//!
//! `examples/fit_code_references.rs` fits and writes them; nothing in that file is set by hand.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::features::{COUNT, NAMES, Runs};

/// The output of the fitting program.
const FITTED: &str = include_str!("../../../assets/evidence/code.toml");

/// A conditional logit model over the runs of one file.
#[derive(Debug, Clone)]
pub struct Model {
    /// The coefficient of each feature, in the order of [`NAMES`].
    pub weights: [f64; COUNT],
    /// A cited run with a lower probability is called drifted.
    pub flag_below: f64,
    /// A better place is offered from this probability on.
    pub offer_from: f64,
}

/// The judgement of the model on one cited run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The probability that the cited run is meant.
    pub cited: f64,
    /// The most probable other run, by its first line from 0.
    pub best: usize,
    /// The probability of it and all runs that overlap it, without the cited one.
    pub mass: f64,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| read(FITTED));

/// Returns the model that the program uses.
pub fn fitted() -> &'static Model {
    &MODEL
}

/// Reads coefficients; a name that is not there counts 0.
fn read(text: &str) -> Model {
    let table: toml::Table = text.parse().unwrap_or_default();
    let numbers = |name: &str| -> BTreeMap<String, f64> {
        let section = table.get(name).and_then(toml::Value::as_table);
        let pairs = section.into_iter().flatten();
        pairs.filter_map(|(name, value)| Some((name.clone(), value.as_float()?))).collect()
    };
    let (weights, limits) = (numbers("weights"), numbers("limits"));
    let limit = |name: &str, otherwise: f64| limits.get(name).copied().unwrap_or(otherwise);
    Model {
        weights: NAMES.map(|name| weights.get(name).copied().unwrap_or(0.0)),
        // Without limits nothing is called drifted.
        flag_below: limit("flag-below", 0.0),
        offer_from: limit("offer-from", f64::INFINITY),
    }
}

impl Model {
    /// Judges the cited run among all runs of its file.
    #[inline]
    pub fn judge(&self, runs: &Runs) -> Judgement {
        let probabilities = self.probabilities(runs);
        let at = |start: usize| probabilities.get(start).copied().unwrap_or(0.0);
        let others = probabilities.iter().enumerate().filter(|(start, _)| *start != runs.cited);
        let best = others.max_by(|one, other| one.1.total_cmp(other.1).then(other.0.cmp(&one.0)));
        let best = best.map_or(runs.cited, |(start, _)| start);
        let reach = runs.length.saturating_sub(1);
        let around = best.saturating_sub(reach)..=best + reach;
        let mass = around.filter(|start| *start != runs.cited).map(at).sum();
        Judgement { cited: at(runs.cited), best, mass }
    }

    /// Returns the probability of each run.
    #[inline]
    pub fn probabilities(&self, runs: &Runs) -> Vec<f64> {
        let score = |row: &[f64; COUNT]| -> f64 {
            row.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum()
        };
        let mut scores: Vec<f64> = runs.rows.iter().map(score).collect();
        for excluded in &runs.excluded {
            if let Some(score) = scores.get_mut(*excluded) {
                *score = f64::NEG_INFINITY;
            }
        }
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for score in &mut scores {
            *score = (*score - most).exp();
        }
        let sum: f64 = scores.iter().sum();
        scores.iter().map(|score| score / sum.max(f64::MIN_POSITIVE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coefficient_has_the_name_of_a_feature() {
        let table: toml::Table = FITTED.parse().unwrap();
        let weights = table["weights"].as_table().unwrap();
        let mut names: Vec<&str> = weights.keys().map(String::as_str).collect();
        names.sort_unstable();
        let mut expected = NAMES.to_vec();
        expected.sort_unstable();
        assert_eq!(names, expected);
        let model = fitted();
        assert!(model.flag_below > 0.0 && model.flag_below < 1.0);
        assert!(model.offer_from > 0.0 && model.offer_from < 1.0);
    }

    #[test]
    fn probabilities_sum_to_one_and_leave_out_what_is_excluded() {
        let mut rows = vec![[0.0; COUNT]; 4];
        rows[2][0] = 2.0;
        let runs = Runs { rows, cited: 0, length: 1, excluded: vec![3] };
        let mut weights = [0.0; COUNT];
        weights[0] = 1.0;
        let model = Model { weights, flag_below: 0.5, offer_from: 0.5 };
        let all = model.probabilities(&runs);
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(all[3].abs() < 1e-12 && all[2] > all[1]);
        let judged = model.judge(&runs);
        assert_eq!(judged.best, 2);
        assert!((judged.mass - all[2]).abs() < 1e-12);
    }
}
