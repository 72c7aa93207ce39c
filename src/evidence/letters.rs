//! Runs of letters that a claim and a passage share. They match inflections, compounds and spelling
//! variants, which whole words miss.

use super::support::ContentWords;
use super::words::Word;

/// Letters of a run. The ends of a word count as letters.
const LENGTH: usize = 4;

/// A letter that stands for an end of a word.
const END: char = '\0';

/// Four letters, 32 bits each.
type LetterRun = u128;

/// The runs of a claim's content words.
#[derive(Debug, Default)]
pub struct Letters {
    /// Each run with the share of the claim that it stands for, in order.
    runs: Vec<(LetterRun, f64)>,
    /// A bit for each hash that a run has: most words of a passage share no run with the claim.
    hashes: [u64; 8],
}

/// The runs of a claim that some words have, parallel to its runs.
#[derive(Debug, Clone)]
pub struct RunsFound(Vec<bool>);

impl Letters {
    /// Reads the content words of a claim; `weights` are parallel to them and `text` is what they
    /// are words of.
    pub fn new(content: &ContentWords, text: &str, weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut runs = Vec::new();
        let mut own = Vec::new();
        for (word, weight) in content.words.iter().zip(weights) {
            own.clear();
            each_run(word.span.slice(text).unwrap_or_default(), |run| own.push(run));
            own.sort_unstable();
            own.dedup();
            #[expect(clippy::cast_precision_loss, reason = "a word has few letters")]
            let share = weight / total.max(f64::MIN_POSITIVE) / own.len().max(1) as f64;
            runs.extend(own.iter().map(|run| (*run, share)));
        }
        runs.sort_by_key(|(run, _)| *run);
        runs.dedup_by(|one, kept| {
            let is_same = one.0 == kept.0;
            kept.1 += if is_same { one.1 } else { 0.0 };
            is_same
        });
        let mut hashes = [0; 8];
        for (run, _) in &runs {
            let (place, bit) = hash(*run);
            if let Some(bits) = hashes.get_mut(place) {
                *bits |= bit;
            }
        }
        Self { runs, hashes }
    }

    /// Finds the runs of the claim in the content words among `words`, whose spans are bytes of
    /// `text`.
    pub fn find(&self, words: &[Word], text: &str) -> RunsFound {
        let mut found = RunsFound(vec![false; self.runs.len()]);
        for word in words.iter().filter(|word| word.class.is_content()) {
            self.mark(word.span.slice(text).unwrap_or_default(), &mut found);
        }
        found
    }

    /// Adds the runs of the claim that `word` has.
    pub fn mark(&self, word: &str, found: &mut RunsFound) {
        each_run(word, |run| {
            let (place, bit) = hash(run);
            if self.hashes.get(place).is_some_and(|bits| bits & bit != 0)
                && let Ok(at) = self.runs.binary_search_by_key(&run, |(run, _)| *run)
                && let Some(is_found) = found.0.get_mut(at)
            {
                *is_found = true;
            }
        });
    }

    /// Returns the share of the claim whose runs are in any of some texts, 0 to 1.
    pub fn share<'f>(&self, found: impl IntoIterator<Item = &'f RunsFound>) -> f64 {
        let mut all = vec![false; self.runs.len()];
        for one in found {
            for (is_found, more) in all.iter_mut().zip(&one.0) {
                *is_found |= more;
            }
        }
        let there = self.runs.iter().zip(all).filter(|(_, is_found)| *is_found);
        there.map(|((_, share), _)| share).sum()
    }
}

/// Returns the bit of a run: the index of its 64 bits, and the bit in them.
#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
const fn hash(run: LetterRun) -> (usize, u64) {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    // The letters of the halves lie beside each other.
    let letters = (run >> 64) as u64 ^ (run as u64).rotate_left(16);
    let mixed = letters.wrapping_mul(MIX) >> 55;
    ((mixed >> 6) as usize, 1 << (mixed & 63))
}

/// Calls `use_run` for each run of a word, in order; a run may come twice.
fn each_run(word: &str, mut use_run: impl FnMut(LetterRun)) {
    let bare = ["'s", "\u{2019}s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let mut run = LetterRun::from(u32::from(END));
    let mut length = 1;
    let mut add = |letter: char| {
        run = run << 32 | LetterRun::from(u32::from(letter));
        length += 1;
        if length >= LENGTH {
            use_run(run);
        }
        length
    };
    if bare.is_ascii() {
        for letter in bare.bytes() {
            add(char::from(letter.to_ascii_lowercase()));
        }
    } else {
        for letter in bare.chars().flat_map(char::to_lowercase) {
            add(letter);
        }
    }
    while add(END) < LENGTH {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::{KeySet, words};

    fn share(claim: &str, passage: &str) -> f64 {
        let content = ContentWords::new(&words(claim), claim, &KeySet::default(), None);
        let weights = vec![1.0; content.words.len()];
        let letters = Letters::new(&content, claim, &weights);
        letters.share([&letters.find(&words(passage), passage)])
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
