//! Names of a series in a text, `(Finding 1)`, `(Finding 2)`, whose numbers count no sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::numbered::bare::is_counting;

/// The minimum number of different numbers that show a series.
const MIN_NUMBERS: usize = 3;

/// The minimum and the maximum length of the word, in bytes.
const WORD: std::ops::RangeInclusive<usize> = 3..=24;

/// Returns the words before numbers that open brackets and name a series; not those that count parts of
/// a text, such as `Table`.
pub(crate) fn series(text: &str) -> BTreeSet<&str> {
    let mut numbers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (open, _) in text.match_indices('(') {
        let inner = text.get(open + 1..).unwrap_or_default();
        let end = inner.find(|c: char| !c.is_alphabetic()).unwrap_or(inner.len());
        let (word, rest) = inner.split_at_checked(end).unwrap_or_default();
        let Some(rest) = rest.strip_prefix([' ', '\u{a0}']) else { continue };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, behind) = rest.split_at_checked(end).unwrap_or_default();
        let is_name = WORD.contains(&word.len()) && word.starts_with(char::is_uppercase);
        if is_name && (1..=3).contains(&number.len()) && behind.starts_with([')', ',', ';']) {
            numbers.entry(word).or_default().insert(number);
        }
    }
    numbers.retain(|word, own| own.len() >= MIN_NUMBERS && !is_counting(word));
    numbers.into_keys().collect()
}
