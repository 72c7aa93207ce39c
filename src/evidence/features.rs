//! Features of a claim and a passage: measurable shares from 0 to 1, each of which only ever
//! speaks for the passage.

use std::collections::BTreeMap;

use super::Window;
use super::model::{DecisionModel, SupportModel, probability};
use super::places::Mask;
use super::support::{Telling, weight};
use super::words::{Class, Key, Word};

/// Two words of a claim stand together in a passage when at most so many telling words are from
/// the one to the other.
const TOGETHER: usize = 3;

/// What was measured of a claim and its cited passage.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features {
    /// The features behind [`Evidence::support`](super::Evidence::support).
    pub support: SupportFeatures,
    /// The features behind [`Evidence::place`](super::Evidence::place); `None` where the place is
    /// unknown.
    pub decision: Option<DecisionFeatures>,
}

/// How much of a claim is in the whole cited passage. Every field is a share from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SupportFeatures {
    /// Telling words found; numbers count twice, names one and a half times.
    pub words: f64,
    /// Words of the same root or of a near meaning, of those not found themselves.
    pub related: f64,
    /// Neighbouring words of the claim that are close together in the passage.
    pub pairs: f64,
    /// Telling words found in the best single sentence or line.
    pub tight: f64,
    /// Numbers in digits found; 1 where the claim has none.
    pub numbers: f64,
    /// Names found; 1 where the claim has none.
    pub names: f64,
}

impl SupportFeatures {
    /// The names of the features in JSON, in the order of [`values`](Self::values).
    pub const NAMES: [&'static str; 6] = ["words", "related", "pairs", "tight", "numbers", "names"];

    /// Measures a claim against all words of a passage. `best` is what its best segment has, and
    /// `kin` the bits of words of the claim that have kin in the passage.
    pub fn new(telling: &Telling, passage: &[Word], best: Mask, kin: u128) -> Self {
        let bits = bits(telling);
        let found = passage.iter().filter_map(|word| bits.get(&word.key));
        let found = found.fold(0_u128, |all, bit| all | 1_u128 << bit);
        let share = |mask: u128| share(telling, |_| true, mask);
        let of_class = |class: fn(&super::support::TellingWord) -> bool| {
            let has_any = telling.words.iter().any(class);
            if has_any { self::share(telling, class, found) } else { 1.0 }
        };
        Self {
            words: share(found),
            related: share(found | kin) - share(found),
            pairs: pairs(telling, &bits, passage),
            tight: share(best.full),
            numbers: of_class(|word| word.in_digits),
            names: of_class(|word| word.class == Class::Name),
        }
    }

    /// Returns the values in the order of [`NAMES`](Self::NAMES).
    pub const fn values(&self) -> [f64; 6] {
        [self.words, self.related, self.pairs, self.tight, self.numbers, self.names]
    }

    /// Returns the probability that the passage supports the claim.
    pub fn probability(&self, model: &SupportModel) -> f64 {
        probability(model.log_odds(self))
    }
}

impl SupportModel {
    /// Returns the coefficients in the order of [`SupportFeatures::NAMES`].
    pub const fn coefficients(&self) -> [f64; 6] {
        [self.words, self.related, self.pairs, self.tight, self.numbers, self.names]
    }

    /// Returns the log-odds that a passage with these features supports its claim.
    pub fn log_odds(&self, features: &SupportFeatures) -> f64 {
        let terms = self.coefficients().into_iter().zip(features.values());
        self.intercept + terms.map(|(coefficient, value)| coefficient * value).sum::<f64>()
    }
}

/// What the decision about the place of a claim rests on. Scores are shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecisionFeatures {
    /// Score of the cited passage.
    pub cited: f64,
    /// Score of the best window that is not cited.
    pub best: f64,
    /// Score of the best window apart from that one.
    pub second: f64,
    /// Share of the claim that is anywhere in the source of the best window.
    pub page: f64,
    /// Number of telling words in the claim.
    pub words: usize,
    /// Probability that the best window, and not the cited passage, is the place of the claim.
    pub probability: f64,
    /// The best window; `None` where nothing of the claim is outside the cited passage.
    pub window: Option<Window>,
}

impl DecisionFeatures {
    /// The names of the features in JSON, in the order of [`values`](Self::values).
    pub const NAMES: [&'static str; 4] = ["best", "cited", "page", "length"];

    /// Returns the values in the order of [`NAMES`](Self::NAMES).
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 words")]
    pub fn values(&self) -> [f64; 4] {
        [self.best, self.cited, self.page, (self.words.max(1) as f64).ln()]
    }
}

impl DecisionModel {
    /// Returns the coefficients in the order of [`DecisionFeatures::NAMES`].
    pub const fn coefficients(&self) -> [f64; 4] {
        [self.best, self.cited, self.page, self.length]
    }

    /// Returns the log-odds that the best window, and not the cited passage, is the place.
    pub fn log_odds(&self, features: &DecisionFeatures) -> f64 {
        let terms = self.coefficients().into_iter().zip(features.values());
        self.intercept + terms.map(|(coefficient, value)| coefficient * value).sum::<f64>()
    }
}

fn bits(telling: &Telling) -> BTreeMap<Key, usize> {
    let words = telling.words.iter().enumerate().take(128);
    words.map(|(bit, word)| (word.key, bit)).collect()
}

/// Returns the weighted share of the words of a kind whose bits are set.
fn share(
    telling: &Telling,
    is_of_kind: impl Fn(&super::support::TellingWord) -> bool,
    bits: u128,
) -> f64 {
    let (mut there, mut total) = (0.0, 0.0);
    for (bit, word) in telling.words.iter().enumerate().take(128) {
        if is_of_kind(word) {
            total += weight(word.class);
            there += if bits >> bit & 1 == 1 { weight(word.class) } else { 0.0 };
        }
    }
    if total > 0.0 { there / total } else { 0.0 }
}

/// Returns the share of the claim's neighbouring telling words that are close together.
#[expect(clippy::cast_precision_loss, reason = "at most 128 words")]
fn pairs(telling: &Telling, bits: &BTreeMap<Key, usize>, passage: &[Word]) -> f64 {
    let of = telling.words.len().min(128).saturating_sub(1);
    if of == 0 {
        return 0.0;
    }
    let mut together = vec![false; of];
    let mut recent: Vec<(usize, usize)> = Vec::new();
    for (at, word) in passage.iter().filter(|word| word.class.tells()).enumerate() {
        let Some(&bit) = bits.get(&word.key) else { continue };
        recent.retain(|(before, _)| at - before <= TOGETHER);
        for (_, other) in &recent {
            if bit.abs_diff(*other) == 1
                && let Some(pair) = together.get_mut(bit.min(*other))
            {
                *pair = true;
            }
        }
        recent.push((at, bit));
    }
    together.iter().filter(|pair| **pair).count() as f64 / of as f64
}
