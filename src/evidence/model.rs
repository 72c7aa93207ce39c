//! The fitted model: how much each feature counts, and from where on a decision is made.
//!
//! `examples/fit_evidence` fits the numbers to labelled claims and writes the file. It keeps
//! `full_best` and `full_margin`, which shape features and are set by hand: a window with a third
//! of a claim is already as good as one with all of it. `docs/evidence.md` explains the rest.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// The model that the program decides by.
const FITTED: &str = include_str!("../../assets/evidence/model.toml");

/// The coefficients of everything that is decided about a claim and a passage.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The probability that the cited passage is not the place of the claim.
    pub decision: DecisionModel,
    /// The probability that the best other window is the place of the claim.
    pub repair: RepairModel,
    /// The probability that a passage supports a claim.
    pub support: SupportModel,
}

/// Log-odds that the cited passage is not the place of the claim.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DecisionModel {
    /// Added in every case.
    pub intercept: f64,
    /// Per unit of the square root of the cited passage's score; negative.
    pub cited: f64,
    /// Per unit of the logarithm of how much more of the claim's runs of letters the best other
    /// window has.
    pub lead: f64,
    /// Per unit of the score of the best line or sentence of the best other window, times the
    /// fourth root of the claim's size.
    pub tight: f64,
    /// Per unit of what the rest of that window adds to its score, times the same.
    pub rest: f64,
    /// Per unit of the square root of the share of lines of the cited sources that have as much of
    /// the claim as the cited passage.
    pub rivals: f64,
    /// Per unit of the share of numbers and names that only the best other window has.
    pub particulars: f64,
    /// Log-odds from which the cited passage is reported.
    pub threshold: f64,
    /// With such a score, the best other window is the place of a claim if it has a number or name
    /// that the cited passage lacks, and all else that it has.
    pub lookalike: f64,
    /// A window with a lower score is no place of the claim.
    pub nowhere: f64,
}

/// Log-odds that the best other window is the place of a claim that is not in the cited passage.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RepairModel {
    /// Added in every case.
    pub intercept: f64,
    /// Per unit of the best window's score, which counts up to `full_best`.
    pub best: f64,
    /// A higher score adds nothing.
    pub full_best: f64,
    /// Per unit of the difference to the best window apart from it, which counts up to
    /// `full_margin`.
    pub margin: f64,
    /// A larger difference adds nothing.
    pub full_margin: f64,
    /// Log-odds from which the best window alone is reported.
    pub threshold: f64,
}

/// Log-odds that a passage supports a claim; see [`SupportFeatures`](super::SupportFeatures).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SupportModel {
    /// Added in every case.
    pub intercept: f64,
    /// Per unit of [`SupportFeatures::words`](super::SupportFeatures::words).
    pub words: f64,
    /// Per unit of [`SupportFeatures::letters`](super::SupportFeatures::letters).
    pub letters: f64,
    /// Per unit of [`SupportFeatures::pairs`](super::SupportFeatures::pairs).
    pub pairs: f64,
    /// Per unit of [`SupportFeatures::tight`](super::SupportFeatures::tight).
    pub tight: f64,
    /// The part of the probability that is left if the passage contradicts a number of the claim.
    pub contradicted: f64,
    /// Probability below which a claim is reported as unsupported.
    pub unsupported: f64,
}

impl Model {
    /// Returns the fitted model.
    pub fn fitted() -> &'static Self {
        static MODEL: OnceLock<Model> = OnceLock::new();
        // A test reads the embedded file, so the default is never used for a decision.
        MODEL.get_or_init(|| toml::from_str(FITTED).unwrap_or_default())
    }
}

/// Turns log-odds into a probability.
pub fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_model_is_read_and_monotone() {
        let model: Model = toml::from_str(FITTED).unwrap();
        assert_eq!(&model, Model::fitted());
        let Model { decision, repair, support } = &model;
        assert!(
            decision.tight > 0.0
                && decision.lead >= 0.0
                && decision.rest >= 0.0
                && decision.rivals >= 0.0
                && decision.particulars >= 0.0
                && decision.cited < 0.0
        );
        assert!(repair.best > 0.0 && repair.margin > 0.0, "{repair:?}");
        let SupportModel { words, letters, pairs, tight, contradicted, .. } = *support;
        for shown in [words, letters, pairs, tight] {
            assert!(shown >= 0.0, "{support:?}");
        }
        assert!((0.0..0.5).contains(&contradicted), "{support:?}");
    }

    #[test]
    fn log_odds_become_probabilities() {
        assert!((probability(0.0) - 0.5).abs() < 1e-12);
        assert!(probability(40.0) > 0.999 && probability(-40.0) < 0.001);
    }
}
