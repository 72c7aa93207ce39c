//! The number of words of a text, also in scripts that put no blanks between them.

use crate::text::bare::is_unspaced;

/// Characters of such a script that count as a word.
const CHARS_OF_WORD: usize = 2;

/// True if a text has at least `min` words. It is read only as far as that takes.
pub(crate) fn has_words(text: &str, min: usize) -> bool {
    let mut words = 0;
    for word in text.split_whitespace() {
        let unspaced = word.chars().filter(|c| is_unspaced(*c));
        let most = CHARS_OF_WORD * (min - words);
        words += unspaced.take(most).count().div_ceil(CHARS_OF_WORD).max(1);
        if words >= min {
            return true;
        }
    }
    words >= min
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_every_script() {
        for (text, words) in [
            ("", 0),
            (" pier ", 1),
            ("the pier opens", 3),
            ("pier.md", 1),
            ("码头七点开门。", 3),
            ("港は七時に開く [1]", 5),
            ("你", 1),
        ] {
            assert!(has_words(text, words), "{text}");
            assert!(!has_words(text, words + 1), "{text}");
        }
    }
}
