//! A logistic model of every doubtful number. A claim is labelled as a whole: it is refuted if at
//! least one of its numbers is.

use pincite::evidence::numbers::Features;

/// The doubtful numbers of one claim beside one passage.
pub(crate) struct Doubts {
    pub(crate) all: Vec<[f64; Features::COUNT]>,
    pub(crate) is_refuted: bool,
    /// The passage is one sentence whose label is about this claim.
    pub(crate) is_sentence: bool,
    pub(crate) weight: f64,
}

pub(crate) struct Model {
    pub(crate) bias: f64,
    pub(crate) weights: [f64; Features::COUNT],
}

const STEPS: usize = 3000;
const RATE: f64 = 0.5;
const MOMENTUM: f64 = 0.9;
const PENALTY: f64 = 1e-3;

/// Features that may only raise the probability, so that words in common never hide a clash.
const RAISING: [&str; 7] =
    ["sentence", "beside", "same noun", "same figure", "leads by noun", "lead", "closer"];

/// Features that may only lower it.
const LOWERING: [&str; 6] =
    ["other noun", "taken", "distance", "rivals", "holds elsewhere", "other ordinal"];

impl Model {
    /// Fits by gradient descent over all cases, with the signs kept.
    pub(crate) fn fit(cases: &[Doubts]) -> Self {
        let mut model = Self { bias: -1.0, weights: [0.0; Features::COUNT] };
        let mut speed = [0.0; Features::COUNT + 1];
        let total: f64 = cases.iter().map(|case| case.weight).sum();
        for _ in 0..STEPS {
            let slope = model.slope(cases);
            let at = |index: usize| MOMENTUM * speed[index] - RATE * slope[index] / total;
            let last = at(Features::COUNT);
            let mut next = [0.0; Features::COUNT + 1];
            next[Features::COUNT] = last;
            model.bias += last;
            for (index, name) in Features::NAMES.iter().enumerate() {
                let step = at(index) - RATE * PENALTY * model.weights[index];
                let moved = model.weights[index] + step;
                let breaks_sign =
                    RAISING.contains(name) && moved < 0.0 || LOWERING.contains(name) && moved > 0.0;
                model.weights[index] = if breaks_sign { 0.0 } else { moved };
                next[index] = if breaks_sign { 0.0 } else { step };
            }
            speed = next;
        }
        model
    }

    /// Returns the slope of the loss by each weight, and last by the bias.
    fn slope(&self, cases: &[Doubts]) -> [f64; Features::COUNT + 1] {
        let mut slope = [0.0; Features::COUNT + 1];
        for case in cases.iter().filter(|case| !case.all.is_empty()) {
            let shares: Vec<f64> = case.all.iter().map(|it| self.probability(it)).collect();
            let none: f64 = shares.iter().map(|share| 1.0 - share).product();
            let none = none.clamp(1e-9, 1.0 - 1e-9);
            let side = if case.is_refuted { -none / (1.0 - none) } else { 1.0 };
            for (values, share) in case.all.iter().zip(&shares) {
                let push = case.weight * side * share;
                for (slot, value) in slope.iter_mut().zip(values) {
                    *slot += push * value;
                }
                slope[Features::COUNT] += push;
            }
        }
        slope
    }

    fn probability(&self, values: &[f64; Features::COUNT]) -> f64 {
        let terms = values.iter().zip(self.weights).map(|(value, weight)| value * weight);
        1.0 / (1.0 + (-self.bias - terms.sum::<f64>()).exp())
    }

    /// Returns the probability of the most doubtful number of a claim.
    pub(crate) fn highest(&self, case: &Doubts) -> f64 {
        case.all.iter().map(|values| self.probability(values)).fold(0.0, f64::max)
    }
}
