//! Abbreviations, and the words of a text that they may be short for.

use std::ops::RangeInclusive;

/// The number of letters of a word in capitals that is looked for as an abbreviation. Two letters are short for
/// words of nearly every text.
const LETTERS: RangeInclusive<usize> = 3..=5;

/// The maximum length of a text that is searched for the words of an abbreviation, in bytes.
const MAX_TEXT: usize = 200_000;

/// The minimum number of letters of one word that an abbreviation is short for: `electrocardiogram`.
const MIN_WORD: usize = 8;

/// The maximum number of letters of a word that an abbreviation may pass over: `and`, `of`.
const MAX_PASSED: usize = 3;

/// True if a text has no words that a word in capitals may be short for. Of long texts, nothing is known.
pub(super) fn is_unexplained(abbreviation: &str, text: &str) -> bool {
    if !LETTERS.contains(&abbreviation.len()) || text.len() > MAX_TEXT {
        return false;
    }
    let letters = abbreviation.to_ascii_lowercase();
    let text = text.to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let first = letters.chars().next();
    let mut starts = (0..words.len()).filter_map(|at| words.get(at..));
    !starts.any(|words| {
        words.first().and_then(|word| word.chars().next()) == first && spells(&letters, words)
    })
}

/// True if letters are the first ones, and others in their order, of the words that a text begins with.
fn spells(letters: &str, words: &[&str]) -> bool {
    let Some((word, rest)) = words.split_first() else { return false };
    (1..=letters.len()).any(|taken| {
        let Some((own, others)) = letters.split_at_checked(taken) else { return false };
        if !has_in_order(word, own) {
            return false;
        }
        match others {
            "" => taken == 1 || word.len() >= MIN_WORD,
            _ => {
                spells(others, rest)
                    || rest.split_first().is_some_and(|(next, rest)| {
                        next.len() <= MAX_PASSED && spells(others, rest)
                    })
            }
        }
    })
}

/// True if a word begins with the first letter and has the others in their order.
fn has_in_order(word: &str, letters: &str) -> bool {
    let mut there = word.chars();
    let first = letters.chars().next();
    there.next() == first && letters.chars().skip(1).all(|own| there.any(|it| it == own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_short_for_words_in_their_order() {
        for (abbreviation, text) in [
            ("NATO", "a member of the North Atlantic Treaty Organization"),
            ("ECG", "An electrocardiogram is recorded."),
            ("USA", "in the United States of America"),
            ("SSRI", "selective serotonin re-uptake inhibitors"),
            ("WHO", "guidance of the World Health Organization"),
            ("GPU", "on graphics processing units"),
        ] {
            assert!(!is_unexplained(abbreviation, text), "{abbreviation}");
        }
        for (abbreviation, text) in [
            ("IBM", "3M has paid dividends since 1916."),
            ("SMF", "The AMF provides the node with the weight factors."),
            ("NATO", "The jet was shot down near the border."),
        ] {
            assert!(is_unexplained(abbreviation, text), "{abbreviation}");
        }
        assert!(!is_unexplained("UK", "Sales in France rose."));
    }
}
