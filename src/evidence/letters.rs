//! Runs of letters that a claim and a passage share. They match inflections, compounds and spelling
//! variants, which whole words miss.

use std::hash::{BuildHasherDefault, Hasher};

use super::support::ContentWords;

/// Letters of a run. The ends of a word count as letters.
const LENGTH: usize = 4;

/// The code of an end of a word.
const END: u16 = 0;

/// Four letters, 16 bits each.
type LetterRun = u64;

/// The runs of a claim's content words.
#[derive(Debug, Default)]
pub struct Letters {
    /// The share of the claim that each run stands for.
    shares: Vec<f64>,
    /// The place of each run in `shares`.
    places: RunMap<usize>,
    seen: RunFilter,
}

/// The number of bits of a [`RunFilter`].
const FILTER_BITS: usize = 4096;

/// A set of runs by parts of their hashes: most others are known not to be in it.
#[derive(Debug)]
struct RunFilter([u64; FILTER_BITS / 64]);

impl Default for RunFilter {
    fn default() -> Self {
        Self([0; FILTER_BITS / 64])
    }
}

impl RunFilter {
    /// Returns the word and the bit in it of a run.
    fn place(run: LetterRun) -> (usize, u64) {
        let bit = mixed(run) % (FILTER_BITS as u64);
        (usize::try_from(bit / 64).unwrap_or(0), 1 << (bit % 64))
    }

    fn add(&mut self, run: LetterRun) {
        let (word, bit) = Self::place(run);
        if let Some(bits) = self.0.get_mut(word) {
            *bits |= bit;
        }
    }

    /// Returns false only for a run that was not added.
    fn may_have(&self, run: LetterRun) -> bool {
        let (word, bit) = Self::place(run);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

/// Mixes the bits of a run with one multiplication.
const fn mixed(run: LetterRun) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    // A map takes the place from the lowest bits, which a product mixes least.
    run.wrapping_mul(MIX).rotate_left(26)
}

/// A map by runs of letters.
#[expect(clippy::disallowed_types, reason = "looked up by run; nothing depends on its order")]
type RunMap<T> = std::collections::HashMap<LetterRun, T, BuildHasherDefault<RunHasher>>;

/// Hashes a run.
#[derive(Debug, Default)]
struct RunHasher(u64);

impl Hasher for RunHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, run: LetterRun) {
        self.0 = mixed(run);
    }
}

/// The runs of a claim that some words have, parallel to its runs.
#[derive(Debug, Clone)]
pub struct RunsFound(Vec<bool>);

impl Letters {
    /// Reads the content words of a claim; `weights` are parallel to them and `text` is what they
    /// are words of.
    pub fn new(content: &ContentWords, text: &str, weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut letters = Self::default();
        // A word has as many runs as bytes, or fewer, but for a short one.
        let runs = content.words.iter().zip(weights).map(|(word, _)| word.span.len()).sum();
        letters.places.reserve(runs);
        letters.shares.reserve(runs);
        let mut own = Vec::new();
        for (word, weight) in content.words.iter().zip(weights) {
            own.clear();
            each_run(word.span.slice(text).unwrap_or_default(), |run| own.push(run));
            own.sort_unstable();
            own.dedup();
            #[expect(clippy::cast_precision_loss, reason = "a word has few letters")]
            let share = weight / total.max(f64::MIN_POSITIVE) / own.len().max(1) as f64;
            for run in &own {
                letters.seen.add(*run);
                let place = *letters.places.entry(*run).or_insert(letters.shares.len());
                match letters.shares.get_mut(place) {
                    Some(known) => *known += share,
                    None => letters.shares.push(share),
                }
            }
        }
        letters
    }

    /// Finds the runs of the claim in content words.
    pub fn find<'t>(&self, words: impl IntoIterator<Item = &'t str>) -> RunsFound {
        let mut found = RunsFound(vec![false; self.shares.len()]);
        for word in words {
            self.mark(word, &mut found);
        }
        found
    }

    /// Adds the runs of the claim that `word` has.
    pub fn mark(&self, word: &str, found: &mut RunsFound) {
        each_run(word, |run| {
            let place = self.seen.may_have(run).then(|| self.places.get(&run)).flatten();
            if let Some(is_found) = place.and_then(|place| found.0.get_mut(*place)) {
                *is_found = true;
            }
        });
    }

    /// Returns the share of the claim whose runs are in any of some texts, 0 to 1.
    pub fn share<'f>(&self, found: impl IntoIterator<Item = &'f RunsFound>) -> f64 {
        let mut all = vec![false; self.shares.len()];
        for one in found {
            for (is_found, more) in all.iter_mut().zip(&one.0) {
                *is_found |= more;
            }
        }
        let there = self.shares.iter().zip(all).filter(|(_, is_found)| *is_found);
        there.map(|(share, _)| share).sum()
    }
}

/// Returns the code of a letter. Those past U+FFFF, which are rare, share the codes of surrogates.
fn code(letter: char) -> u16 {
    let number = u32::from(letter);
    u16::try_from(number).or_else(|_| u16::try_from(0xd800 | number & 0x7ff)).unwrap_or_default()
}

/// Calls `use_run` for each run of a word, in order; a run may come twice.
fn each_run(word: &str, mut use_run: impl FnMut(LetterRun)) {
    let bare = ["'s", "\u{2019}s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let mut run = LetterRun::from(END);
    let mut length = 1;
    let mut add = |letter: u16| {
        run = run << 16 | LetterRun::from(letter);
        length += 1;
        if length >= LENGTH {
            use_run(run);
        }
        length
    };
    if bare.is_ascii() {
        for letter in bare.bytes() {
            add(u16::from(letter.to_ascii_lowercase()));
        }
    } else {
        for letter in bare.chars().flat_map(char::to_lowercase) {
            add(code(letter));
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
        let there = words(passage).into_iter().filter(|word| word.class.is_content());
        let there = there.filter_map(|word| word.span.slice(passage));
        letters.share([&letters.find(there)])
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
