//! The fitted decision that two numbers contradict each other.

use std::sync::LazyLock;

/// Measurements of a number of the claim and the number of the passage that it clashes with.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of its own")]
pub struct Features {
    /// Share of the words of the claim's sentence that stand in the passage's.
    pub sentence: f64,
    /// Share of the words right beside the claim's number that stand beside the passage's.
    pub beside: f64,
    /// Both count the same thing.
    pub has_same_noun: bool,
    /// The two count things of different names.
    pub has_other_noun: bool,
    /// The passage's number bears out another number of the claim.
    pub is_taken: bool,
    /// Natural logarithm of the ratio of the two values, at most 4. If no number of the passage holds, less
    /// the more of the sentences agree: what replaces a number there may be far from it.
    pub distance: f64,
    /// The claim's number has a unit.
    pub has_unit: bool,
    /// The claim gives a date.
    pub is_date: bool,
    /// The claim has an ordinal and the passage one of something else.
    pub is_other_ordinal: bool,
    /// The claim gives a time of day.
    pub is_clock: bool,
    /// The claim compares: `more than`, `before`.
    pub is_bounded: bool,
    /// The claim gives a limit: `at least`, `by`.
    pub is_limited: bool,
    /// The claim compares with a value close by that is not on the side it says, and no other number of the passage is:
    /// `more than 1,400` beside 1,390.
    pub is_just_missed: bool,
    /// The digits are the same, the scale, unit, rate or sign is not.
    pub is_same_figure: bool,
    /// Logarithm of one plus the number of other values in the passage that clash as well.
    pub rivals: f64,
    /// Another number of the passage bears the claim's out.
    pub holds_elsewhere: bool,
    /// Only the clashing number counts the same thing (1), or only the one that holds (-1).
    pub leads_by_noun: f64,
    /// Lead of the clashing number over the one that holds, by the words around that agree.
    pub lead: f64,
    /// Lead of the clashing number over the one that holds, by the distance of the values.
    pub closer: f64,
}

impl Features {
    /// The number of features.
    pub const COUNT: usize = 19;

    /// The names of the features, in the order of [`Features::values`].
    pub const NAMES: [&str; Self::COUNT] = [
        "sentence",
        "beside",
        "same noun",
        "other noun",
        "taken",
        "distance",
        "unit",
        "date",
        "other ordinal",
        "clock",
        "compared",
        "limited",
        "just missed",
        "same figure",
        "rivals",
        "holds elsewhere",
        "leads by noun",
        "lead",
        "closer",
    ];

    /// Returns the features as numbers.
    pub fn values(&self) -> [f64; Self::COUNT] {
        let flag = |is: bool| f64::from(u8::from(is));
        [
            self.sentence,
            self.beside,
            flag(self.has_same_noun),
            flag(self.has_other_noun),
            flag(self.is_taken),
            self.distance,
            flag(self.has_unit),
            flag(self.is_date),
            flag(self.is_other_ordinal),
            flag(self.is_clock),
            flag(self.is_bounded),
            flag(self.is_limited),
            flag(self.is_just_missed),
            flag(self.is_same_figure),
            self.rivals,
            flag(self.holds_elsewhere),
            self.leads_by_noun,
            self.lead,
            self.closer,
        ]
    }
}

/// The fitted coefficients.
#[derive(Debug)]
pub(super) struct Decision {
    bias: f64,
    weights: [f64; Features::COUNT],
    threshold: f64,
}

/// The coefficients, one per line after its name, with the data that they were fitted on.
const FITTED: &str = include_str!("../../../assets/evidence/numbers.txt");

impl Decision {
    /// Returns the decision in [`FITTED`].
    pub(super) fn fitted() -> &'static Self {
        static DECISION: LazyLock<Decision> = LazyLock::new(|| Decision::read(FITTED));
        &DECISION
    }

    fn read(text: &str) -> Self {
        let value = |name: &str| {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let mut parts = lines.filter_map(|line| line.rsplit_once(' '));
            let found = parts.find(|(key, _)| *key == name);
            found.and_then(|(_, value)| value.parse().ok()).unwrap_or(0.0)
        };
        Self {
            bias: value("bias"),
            weights: Features::NAMES.map(value),
            threshold: value("threshold"),
        }
    }

    /// Returns the probability that the two numbers contradict each other.
    fn probability(&self, features: &Features) -> f64 {
        let terms = features.values().into_iter().zip(self.weights);
        let sum: f64 = terms.map(|(value, weight)| value * weight).sum();
        1.0 / (1.0 + (-self.bias - sum).exp())
    }

    /// True if the passage's number contradicts the claim's.
    pub(super) fn is_clash(&self, features: &Features) -> bool {
        self.probability(features) >= self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coefficient_is_given_once() {
        let names = Features::NAMES.into_iter().chain(["bias", "threshold"]);
        for name in names {
            let lines = FITTED.lines().filter(|line| {
                line.rsplit_once(' ')
                    .is_some_and(|(key, value)| key == name && value.parse::<f64>().is_ok())
            });
            assert_eq!(lines.count(), 1, "{name}");
        }
    }

    #[test]
    fn agreeing_words_never_lower_the_probability() {
        let decision = Decision::fitted();
        let at = |sentence| Features { sentence, ..Features::default() };
        assert!(decision.probability(&at(1.0)) >= decision.probability(&at(0.0)));
    }
}
