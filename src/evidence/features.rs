//! Features of a claim and a passage: measurable shares from 0 to 1, each of which only ever
//! speaks for the passage.

use super::Window;
use super::model::{DecisionModel, Model, RepairModel, SupportModel, probability};
use super::places::Mask;
use super::support::{ContentWords, weight};
use super::words::{KeyMap, Word};

/// The maximum distance, in content words, at which two words of a claim count as close together in
/// a passage.
const TOGETHER: usize = 3;

/// The score that is added to both sides of a ratio: below it, a difference of scores means little.
const LITTLE: f64 = 0.1;

/// The power of the claim's size by which the scores of the best window count. Chosen by
/// cross-validation.
const SIZE_COUNTS: f64 = 0.25;

/// The measured features of a claim and its cited passage.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features {
    /// The features of [`Evidence::support`](super::Evidence::support).
    pub support: SupportFeatures,
    /// The features of [`Evidence::place`](super::Evidence::place); `None` if the place is
    /// unknown. Not in place: most of many citations may have none.
    pub decision: Option<Box<DecisionFeatures>>,
}

/// The features of a claim and the whole cited passage. Every field is from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SupportFeatures {
    /// Content words found; numbers count twice, names one and a half times.
    pub words: f64,
    /// Runs of letters of the content words found; rare words count more.
    pub letters: f64,
    /// Neighbouring words of the claim that are close together in the passage.
    pub pairs: f64,
    /// Content words found in the best single sentence or line.
    pub tight: f64,
    /// 1 if the passage contradicts a number of the claim or reverses a word, else 0.
    pub contradicted: f64,
}

impl SupportFeatures {
    /// The names of the features in JSON, in the order of [`values`](Self::values).
    pub const NAMES: [&'static str; 5] = ["words", "letters", "pairs", "tight", "contradicted"];

    /// Measures a claim against all words of a passage. `best` is what its best segment has, and
    /// `letters` the share of the claim whose runs of letters it has. Numbers are compared elsewhere.
    pub fn new(content: &ContentWords, passage: &[Word], best: Mask, letters: f64) -> Self {
        let bits = bits(content);
        let found = passage.iter().filter_map(|word| bits.get(&word.key));
        let found = found.fold(0_u128, |all, bit| all | 1_u128 << bit);
        Self {
            words: share(content, found),
            letters,
            pairs: pairs(content, &bits, passage),
            tight: share(content, best),
            contradicted: 0.0,
        }
    }

    /// Returns the values in the order of [`NAMES`](Self::NAMES).
    pub const fn values(&self) -> [f64; 5] {
        [self.words, self.letters, self.pairs, self.tight, self.contradicted]
    }

    /// Describes the features that decide, those of most weight first.
    pub fn describe(&self) -> Vec<String> {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let mut all = vec![
            format!("{} of its letters in runs of four", percent(self.letters)),
            format!("{} of its neighbouring words close together", percent(self.pairs)),
            format!("{} of its words in one sentence or line", percent(self.tight)),
        ];
        if self.contradicted > 0.0 {
            all.insert(0, "a number or a word contradicts the claim".to_owned());
        }
        all
    }

    /// Returns the least that these passages of a claim and one more have together: the better of each
    /// value. A contradiction is left out: it has findings of its own.
    #[must_use]
    pub fn together(self, passage: &Features) -> Self {
        let Features { support, decision } = passage;
        let cited = decision.as_ref().map_or(0.0, |it| it.cited);
        Self {
            words: self.words.max(support.words),
            letters: self.letters.max(support.letters).max(cited),
            pairs: self.pairs.max(support.pairs),
            tight: self.tight.max(support.tight),
            contradicted: 0.0,
        }
    }

    /// Returns the shares of the claim that the passage has.
    pub const fn shares(&self) -> [f64; 4] {
        [self.words, self.letters, self.pairs, self.tight]
    }

    /// Returns the probability that the passage supports the claim.
    pub fn probability(&self, model: &SupportModel) -> f64 {
        // However many words agree, the number does not.
        let agrees = 1.0 - self.contradicted * (1.0 - model.contradicted);
        agrees * probability(model.log_odds(self))
    }
}

impl SupportModel {
    /// Returns the log-odds that a passage with these shares of a claim supports it.
    pub fn log_odds(&self, features: &SupportFeatures) -> f64 {
        let coefficients = [self.words, self.letters, self.pairs, self.tight];
        log_odds(self.intercept, coefficients, features.shares())
    }
}

/// The features of the decision about the place of a claim. Scores are shares from 0 to 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DecisionFeatures {
    /// Score of the cited passages: the share of the claim whose runs of letters they have.
    pub cited: f64,
    /// Score of the best window that is not cited: the share of the claim's words that it has.
    pub best: f64,
    /// Score of that window by runs of letters, as of the cited passages.
    pub spelled: f64,
    /// Score of the best line or sentence of that window.
    pub tight: f64,
    /// Score of the best window apart from that one.
    pub second: f64,
    /// The weight of the claim's words, as a number of words that no source has.
    pub size: f64,
    /// The share of the other lines and sentences of the cited sources that have at least as much
    /// of the claim as the best one of the cited passages.
    pub rivals: f64,
    /// The share of the claim's numbers and names that the best window has and the cited passages
    /// lack, if it has everything else that they have.
    pub particulars: f64,
    /// The same without the names in the sentence before the cited passages.
    pub unnamed: f64,
    /// True if the cited passage contradicts a number of the claim.
    pub is_contradicted: bool,
    /// Probability that the cited passages are not the place of the claim.
    pub misplaced: f64,
    /// Probability that the best window is the place of the claim if they are not.
    pub found: f64,
    /// The best window; `None` if nothing of the claim is outside the cited passage.
    pub window: Option<Box<Window>>,
}

/// The place of a claim, decided from its features alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// In the cited passage.
    Here,
    /// In the best other window.
    There,
    /// In that window or in another one.
    Several,
    /// In none.
    Nowhere,
}

impl DecisionFeatures {
    /// Returns the scores and probabilities, each with its name in JSON.
    pub const fn named(&self) -> [(&'static str, f64); 10] {
        [
            ("cited", self.cited),
            ("best", self.best),
            ("spelled", self.spelled),
            ("tight", self.tight),
            ("second", self.second),
            ("size", self.size),
            ("rivals", self.rivals),
            ("particulars", self.particulars),
            ("misplaced", self.misplaced),
            ("found", self.found),
        ]
    }

    /// Returns the values of the misplacement, in the order of the coefficients.
    pub fn values(&self) -> [f64; 6] {
        // A share that chance explains in a short claim is evidence in a long one. A word that no
        // source has makes the claim longer, so it hardly speaks against the best window.
        let scale = self.size.powf(SIZE_COUNTS);
        let tight = scale * self.tight;
        let rest = scale * (self.best - self.tight).max(0.0);
        let lead = ((self.spelled + LITTLE) / (self.cited + LITTLE)).ln();
        [self.cited.sqrt(), lead, tight, rest, self.rivals.sqrt(), self.particulars]
    }

    /// Returns the values of the repair, in the order of the coefficients.
    pub fn repair_values(&self, model: &RepairModel) -> [f64; 2] {
        let margin = self.best - self.second;
        [self.best.min(model.full_best), margin.min(model.full_margin)]
    }

    /// Decides by a model.
    pub fn verdict(&self, model: &Model) -> Verdict {
        let Model { decision, repair, .. } = model;
        // Lines that are right but for a number or name score nearly as high as the right ones.
        let is_sure = self.is_contradicted || self.best >= decision.lookalike;
        let is_lookalike = is_sure && self.unnamed > 0.0 && self.best > self.cited;
        if self.cited <= 0.0 && self.best < decision.nowhere {
            return Verdict::Nowhere;
        }
        if decision.log_odds(self) < decision.threshold && !is_lookalike {
            Verdict::Here
        } else if self.best < decision.nowhere {
            Verdict::Nowhere
        } else if repair.log_odds(self) >= repair.threshold {
            Verdict::There
        } else if self.second > 0.0 {
            Verdict::Several
        } else {
            // Nothing else has a word of the claim, and this has few.
            Verdict::Nowhere
        }
    }
}

impl DecisionModel {
    /// Returns the log-odds that the cited passages are not the place of the claim.
    pub fn log_odds(&self, features: &DecisionFeatures) -> f64 {
        let Self { cited, lead, tight, rest, rivals, particulars, .. } = *self;
        log_odds(self.intercept, [cited, lead, tight, rest, rivals, particulars], features.values())
    }
}

impl RepairModel {
    /// Returns the log-odds that the best window is the place of the claim.
    pub fn log_odds(&self, features: &DecisionFeatures) -> f64 {
        log_odds(self.intercept, [self.best, self.margin], features.repair_values(self))
    }
}

fn log_odds<const N: usize>(intercept: f64, coefficients: [f64; N], values: [f64; N]) -> f64 {
    let terms = coefficients.into_iter().zip(values);
    intercept + terms.map(|(coefficient, value)| coefficient * value).sum::<f64>()
}

fn bits(content: &ContentWords) -> KeyMap<usize> {
    let words = content.words.iter().enumerate().take(128);
    words.map(|(bit, word)| (word.key, bit)).collect()
}

/// Returns the weighted share of the words whose bits are set.
fn share(content: &ContentWords, bits: u128) -> f64 {
    let (mut there, mut total) = (0.0, 0.0);
    for (bit, word) in content.words.iter().enumerate().take(128) {
        total += weight(word.class);
        there += if bits >> bit & 1 == 1 { weight(word.class) } else { 0.0 };
    }
    if total > 0.0 { there / total } else { 0.0 }
}

/// Returns the share of the claim's neighbouring content words that are close together.
#[expect(clippy::cast_precision_loss, reason = "at most 128 words")]
fn pairs(content: &ContentWords, bits: &KeyMap<usize>, passage: &[Word]) -> f64 {
    let of = content.words.len().min(128).saturating_sub(1);
    if of == 0 {
        return 0.0;
    }
    let mut together = vec![false; of];
    let mut recent: Vec<(usize, usize)> = Vec::new();
    for (at, word) in passage.iter().filter(|word| word.class.is_content()).enumerate() {
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
