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

/// True if a text has no words that a word in capitals may be short for. Of long texts, and of letters that are
/// not ASCII, nothing is known.
pub(super) fn is_unexplained(abbreviation: &str, text: &str) -> bool {
    let is_looked_for = abbreviation.is_ascii() && LETTERS.contains(&abbreviation.len());
    let Some(first) = abbreviation.bytes().next().filter(|_| is_looked_for) else { return false };
    if text.len() > MAX_TEXT {
        return false;
    }
    // No copy of the text is made: an answer may have very many abbreviations.
    let (small, capital) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    let starts_word =
        |at: &usize| text.get(..*at).is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    !memchr::memchr2_iter(small, capital, text.as_bytes())
        .filter(starts_word)
        .any(|at| text.get(at..).is_some_and(|text| spells(abbreviation, text)))
}

/// True if letters are the first ones, and others in their order, of the words that a text begins with.
fn spells(letters: &str, text: &str) -> bool {
    let Some((word, rest)) = next_word(text) else { return false };
    (1..=letters.len()).any(|taken| {
        let Some((own, others)) = letters.split_at_checked(taken) else { return false };
        if !has_in_order(word, own) {
            return false;
        }
        let is_passed =
            |(next, rest): (&str, &str)| next.len() <= MAX_PASSED && spells(others, rest);
        match others {
            "" => taken == 1 || word.len() >= MIN_WORD,
            _ => spells(others, rest) || next_word(rest).is_some_and(is_passed),
        }
    })
}

/// Returns the first word of a text and the text after it.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let words = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = words.find(|c: char| !c.is_alphanumeric()).unwrap_or(words.len());
    words.split_at_checked(end).filter(|(word, _)| !word.is_empty())
}

/// True if a word begins with the first letter and has the others in their order, in either case.
fn has_in_order(word: &str, letters: &str) -> bool {
    let is = |own: char| move |it: char| it.eq_ignore_ascii_case(&own);
    let (mut there, mut letters) = (word.chars(), letters.chars());
    letters.next().is_some_and(|first| there.next().is_some_and(is(first)))
        && letters.all(|own| there.any(is(own)))
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
        assert!(!is_unexplained("ÖPP", "Sales in France rose."));
    }
}
