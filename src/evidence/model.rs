//! The fitted model: how much each feature counts, and from where on a decision is made.
//!
//! `examples/fit_evidence.rs` fits the numbers to labelled claims and writes the file; nothing in
//! it is set by hand. `docs/evidence.md` explains it.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// The model that the program decides by.
const FITTED: &str = include_str!("../../assets/evidence/model.toml");

/// The coefficients of everything that is decided about a claim and a passage.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// How much of a claim a window holds.
    pub window: WindowModel,
    /// If another place is the better match.
    pub decision: DecisionModel,
    /// How likely a passage supports a claim.
    pub support: SupportModel,
}

/// What counts toward a window's score beside the claim's words themselves, which count 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowModel {
    /// A word of the same root or of a near meaning.
    pub kin: f64,
    /// A word in the line before or after the window.
    pub near: f64,
    /// A word up to three lines away.
    pub around: f64,
    /// Added weight of a number.
    pub number: f64,
    /// Added weight of a name.
    pub name: f64,
    /// Weight of a word that no source has.
    pub unseen: f64,
}

/// Log-odds that the best other window, and not the cited passage, is the place of the claim.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DecisionModel {
    /// Added in every case.
    pub intercept: f64,
    /// Per unit of the best other window's score.
    pub best: f64,
    /// Per unit of the cited passage's score; negative.
    pub cited: f64,
    /// Per unit of the claim's share in the whole source of the best other window.
    pub page: f64,
    /// Per natural logarithm of the number of telling words.
    pub length: f64,
    /// Log-odds from which the other place is reported.
    pub threshold: f64,
    /// Two windows whose scores differ by less are equally good.
    pub tie: f64,
    /// Below this score nothing of the claim is in a window.
    pub nowhere: f64,
}

/// Log-odds that a passage supports a claim; see [`SupportFeatures`](super::SupportFeatures).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SupportModel {
    /// Added in every case.
    pub intercept: f64,
    /// Per unit of [`SupportFeatures::words`](super::SupportFeatures::words).
    pub words: f64,
    /// Per unit of [`SupportFeatures::related`](super::SupportFeatures::related).
    pub related: f64,
    /// Per unit of [`SupportFeatures::pairs`](super::SupportFeatures::pairs).
    pub pairs: f64,
    /// Per unit of [`SupportFeatures::tight`](super::SupportFeatures::tight).
    pub tight: f64,
    /// Per unit of [`SupportFeatures::numbers`](super::SupportFeatures::numbers).
    pub numbers: f64,
    /// Per unit of [`SupportFeatures::names`](super::SupportFeatures::names).
    pub names: f64,
    /// Probability below which a claim is reported as unsupported.
    pub unsupported: f64,
}

impl Model {
    /// Returns the fitted model.
    pub fn fitted() -> &'static Self {
        static MODEL: OnceLock<Model> = OnceLock::new();
        // A test reads the embedded file, so the default is never what is decided by.
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
        let Model { window, decision, support } = &model;
        assert!(decision.best > 0.0 && decision.cited < 0.0 && decision.length >= 0.0);
        for shown in [window.kin, window.near, window.around, window.number, window.name] {
            assert!((0.0..=1.0).contains(&shown), "{window:?}");
        }
        let SupportModel { words, related, pairs, tight, numbers, names, .. } = *support;
        for shown in [words, related, pairs, tight, numbers, names] {
            assert!(shown >= 0.0, "{support:?}");
        }
        assert!(words > 0.0);
    }

    #[test]
    fn log_odds_become_probabilities() {
        assert!((probability(0.0) - 0.5).abs() < 1e-12);
        assert!(probability(40.0) > 0.999 && probability(-40.0) < 0.001);
    }
}
