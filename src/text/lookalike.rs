//! Words in which letters of another script stand for Latin ones that look the same: `nоt` with a Cyrillic о.

use super::Span;

/// Cyrillic and Greek letters that look like Latin ones.
const LOOKALIKES: &str = "\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}\u{501}\u{4bb}\u{51b}\u{51d}\
    \u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{423}\u{425}\u{405}\u{406}\u{408}\
    \u{3bf}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}";

/// The minimum number of Latin letters of a word that is no name of a quantity or a part of a formula.
const MIN_LATIN: usize = 2;

/// Returns the words of a text with Latin letters and letters that only look like such, with the first of the
/// latter; in order. A word with any other letter of these scripts is left alone.
pub fn mixed(text: &str) -> Vec<(Span, char)> {
    let may_be = |c: char| ('\u{370}'..='\u{52f}').contains(&c);
    if text.is_ascii() || !text.chars().any(may_be) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphabetic() {
            start = start.or(Some(at));
        } else if let Some(from) = start.take() {
            let span = Span::new(from, at);
            found.extend(span.slice(text).and_then(disguised).map(|c| (span, c)));
        }
    }
    found
}

/// Returns the first letter of a word that stands for a Latin one.
fn disguised(word: &str) -> Option<char> {
    let is_foreign = |c: &char| !c.is_ascii() && ('\u{370}'..='\u{52f}').contains(c);
    let first = word.chars().find(is_foreign)?;
    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
    let foreign = word.chars().filter(is_foreign).count();
    let are_alike = word.chars().filter(is_foreign).all(|c| LOOKALIKES.contains(c));
    (latin >= MIN_LATIN && latin >= foreign && are_alike).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_stand_for_others_are_found() {
        let text = "It is n\u{43e}t refunded, \u{41d}ello, and nev\u{435}r closed.";
        let words: Vec<&str> =
            mixed(text).iter().map(|(span, _)| span.slice(text).unwrap()).collect();
        assert_eq!(words, ["n\u{43e}t", "\u{41d}ello", "nev\u{435}r"]);
        for sound in [
            "plain",
            "\u{3b1}-helix",
            "\u{394}t",
            "\u{3bc}m",
            "USB-\u{43a}\u{430}\u{431}\u{435}\u{43b}\u{44c}",
            "\u{41c}\u{43e}\u{441}\u{43a}\u{432}\u{430}",
            "SMS\u{43a}\u{430}",
            "na\u{ef}ve",
            "\u{3c7}2",
        ] {
            assert_eq!(mixed(sound), [], "{sound}");
        }
    }
}
