//! Words in which letters of another script stand for Latin ones that look the same, `nоt` with a Cyrillic о,
//! and numbers in characters that no comparison of numbers reads: `𝟒𝟎`, or `4O` with a letter.

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

/// Returns the numbers of a text with mathematical digits, or with the letter O among their digits, with the
/// first such character; in order. One digit alone is a symbol, and `GPT-4O` is a name.
pub fn disguised_numbers(text: &str) -> Vec<(Span, char)> {
    let is_digit = |c: char| c.is_ascii_digit() || is_mathematical(c);
    let may_be = |c: char| c == 'O' || is_mathematical(c);
    let mut found = Vec::new();
    let mut done = 0;
    for (at, _) in text.char_indices().filter(|(_, c)| may_be(*c)) {
        if at < done {
            continue;
        }
        let start = text.get(done..at).unwrap_or_default();
        let start = done + start.trim_end_matches(char::is_alphanumeric).len();
        let rest = text.get(start..).unwrap_or_default();
        let word = rest.get(..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()));
        let word = word.unwrap_or_default();
        done = start + word.len();
        let before = text.get(..start).unwrap_or_default();
        let is_part = before.ends_with(['-', '_', '#', '/', '.']);
        let is_number = word.starts_with(is_digit) && word.chars().all(|c| is_digit(c) || c == 'O');
        let first = word.chars().find(|c| may_be(*c));
        if let (Some(first), true) = (first, is_number && !is_part && word.chars().count() > 1) {
            found.push((Span::new(start, done), first));
        }
    }
    found
}

/// True for a digit of the mathematical alphabets.
fn is_mathematical(c: char) -> bool {
    ('\u{1d7ce}'..='\u{1d7ff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_read_are_found() {
        let text = "It costs \u{1d7d2}\u{1d7ce} or 4O euros, 1O0 at most, 2\u{1d7ce} %.";
        let words: Vec<&str> =
            disguised_numbers(text).iter().map(|(span, _)| span.slice(text).unwrap()).collect();
        assert_eq!(words, ["\u{1d7d2}\u{1d7ce}", "4O", "1O0", "2\u{1d7ce}"]);
        for sound in
            ["OK", "GPT-4O", "H2O", "CO2", "O2", "4o", "\u{1d7d9}", "SO2 and NO", "v1.O", "4K", "O"]
        {
            assert_eq!(disguised_numbers(sound), [], "{sound}");
        }
    }

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
