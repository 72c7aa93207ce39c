//! Words before numbers that count no sources: `Table 1`, and names of a series, `(Finding 1)`, `(Finding 2)`.

use std::collections::{BTreeMap, BTreeSet};

/// Words before a number that counts or names something, in lower case.
const COUNTING: &str = "phase step steps stage table figure fig chart chapter section part note image exhibit example slide appendix annex article rule \
    clause paragraph page pages line volume level tier type class grade group category scope option \
    question version release no number nr top age aged ages week day month year years quarter hour \
    january february march april may june july august september october november december jan feb mar \
    apr jun jul aug sep sept oct nov dec of to by at in on for from than over under about around above \
    below approximately nearly roughly almost is are was were be equals equal and or between only just \
    with exactly until till before after since through per least most score phasen schritt kapitel \
    abschnitt tabelle abbildung seite stufe von bis und oder mit auf um capítulo tabla página chapitre \
    tableau étape";

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
        let (number, after) = rest.split_at_checked(end).unwrap_or_default();
        let is_name = WORD.contains(&word.len()) && word.starts_with(char::is_uppercase);
        if is_name && (1..=3).contains(&number.len()) && after.starts_with([')', ',', ';']) {
            numbers.entry(word).or_default().insert(number);
        }
    }
    numbers.retain(|word, own| own.len() >= MIN_NUMBERS && !is_counting(word));
    numbers.into_keys().collect()
}

/// True for a word that counts or names something by the number after it.
pub(crate) fn is_counting(word: &str) -> bool {
    let word = word.to_lowercase();
    COUNTING.split_whitespace().any(|own| own == word)
}
