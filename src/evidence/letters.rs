//! Runs of letters that a claim and a passage share. They match inflections, compounds and spelling
//! variants, which whole words miss.

use super::support::ContentWords;
use super::words::{Word, words};

/// Letters of a run. The ends of a word count as letters.
const LENGTH: usize = 4;

/// A letter that stands for an end of a word.
const END: char = '\0';

/// The runs of a claim's content words.
#[derive(Debug, Default)]
pub struct Letters {
    /// Each run with the share of the claim that it stands for, in order.
    runs: Vec<([char; LENGTH], f64)>,
}

impl Letters {
    /// Reads the content words of a claim; `weights` are parallel to them and `text` is what they
    /// are words of.
    pub fn new(content: &ContentWords, text: &str, weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut runs = Vec::new();
        for (word, weight) in content.words.iter().zip(weights) {
            let own = runs_of(word.span.slice(text).unwrap_or_default());
            #[expect(clippy::cast_precision_loss, reason = "a word has few letters")]
            let share = weight / total.max(f64::MIN_POSITIVE) / own.len().max(1) as f64;
            runs.extend(own.into_iter().map(|run| (run, share)));
        }
        runs.sort_by_key(|(run, _)| *run);
        runs.dedup_by(|one, kept| {
            let is_same = one.0 == kept.0;
            kept.1 += if is_same { one.1 } else { 0.0 };
            is_same
        });
        Self { runs }
    }

    /// Returns the share of the claim whose runs are in some texts, 0 to 1.
    pub fn share<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> f64 {
        let mut found = vec![false; self.runs.len()];
        for text in texts {
            for word in words(text).iter().filter(|word| word.class.is_content()) {
                self.mark(word, text, &mut found);
            }
        }
        let there = self.runs.iter().zip(found).filter(|(_, is_found)| *is_found);
        there.map(|((_, share), _)| share).sum()
    }

    fn mark(&self, word: &Word, text: &str, found: &mut [bool]) {
        for run in runs_of(word.span.slice(text).unwrap_or_default()) {
            if let Ok(at) = self.runs.binary_search_by_key(&run, |(run, _)| *run)
                && let Some(is_found) = found.get_mut(at)
            {
                *is_found = true;
            }
        }
    }
}

/// Returns the different runs of a word, in order.
fn runs_of(word: &str) -> Vec<[char; LENGTH]> {
    let bare = ["'s", "\u{2019}s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let inner = bare.chars().flat_map(char::to_lowercase);
    let mut letters: Vec<char> = std::iter::once(END).chain(inner).collect();
    letters.push(END);
    letters.resize(letters.len().max(LENGTH), END);
    let mut runs: Vec<[char; LENGTH]> =
        letters.windows(LENGTH).filter_map(|run| run.try_into().ok()).collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::KeySet;

    fn share(claim: &str, passage: &str) -> f64 {
        let content = ContentWords::new(&words(claim), claim, &KeySet::default(), None);
        let weights = vec![1.0; content.words.len()];
        Letters::new(&content, claim, &weights).share([passage])
    }

    #[test]
    fn inflections_and_compounds_share_runs() {
        assert!((share("Parcel", "The parcel's weight") - 1.0).abs() < 1e-12);
        assert!(share("Wohnungen", "Die Wohnung ist klein") > 0.5);
        assert!(share("Stromversorgung", "Versorgung mit Strom") > 0.5);
        assert!(share("\u{6771}\u{4eac}\u{90fd}", "\u{6771}\u{4eac}\u{306e}\u{590f}") > 0.4);
        assert!(share("parcel", "Nothing about that") < 1e-12);
    }

    #[test]
    fn more_text_never_lowers_the_share() {
        let claim = "Refunds for damaged parcels arrive within ten working days";
        let one = share(claim, "Damage is rare.");
        assert!(share(claim, "Damage is rare. A refund takes ten days.") > one);
    }
}
