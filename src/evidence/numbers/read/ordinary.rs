//! Words that begin no number, which are nearly all words: their first letters show it.

use std::sync::LazyLock;

use super::ordinal;
use crate::evidence::numbers::{dates, foreign, numerals};

/// The number of letters that are looked at.
const LETTERS: usize = 3;

/// The number of small letters.
const ALPHABET: usize = 26;

/// For each three letters: true if a word that begins a number begins with them.
static KNOWN: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut known = vec![false; ALPHABET.pow(3)];
    let other = ["fis"];
    let words = numerals::BEGINNINGS.into_iter().chain(ordinal::BEGINNINGS).chain(other);
    for word in words.chain(ordinal::in_other_languages()).chain(foreign::beginnings()) {
        mark(&mut known, word);
    }
    dates::month_names().for_each(|name| mark(&mut known, name));
    known
});

/// Marks the first letters of a word; all that begin with them if there are fewer than three.
fn mark(known: &mut [bool], word: &str) {
    let letters: Option<Vec<usize>> = word.bytes().take(LETTERS).map(place).collect();
    // A word of small ASCII letters begins with nothing else.
    let Some(letters) = letters else { return };
    let width = ALPHABET.pow(u32::try_from(LETTERS - letters.len()).unwrap_or(0));
    let first = letters.iter().fold(0, |all, letter| ALPHABET * all + letter) * width;
    known.iter_mut().skip(first).take(width).for_each(|it| *it = true);
}

fn place(letter: u8) -> Option<usize> {
    letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'))
}

/// True if a word in small ASCII letters, but for its first one, begins no number, name or date, whatever is
/// before it; `after` is the text after it.
pub(super) fn is_ordinary(word: &str, after: &str) -> bool {
    let is_apart = matches!(after.as_bytes().first(), None | Some(b' ' | b',' | b'.'));
    let Some((first, rest)) = word.as_bytes().split_first().filter(|_| is_apart) else {
        return false;
    };
    if !first.is_ascii_alphabetic() || !rest.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let first = first.to_ascii_lowercase();
    match *rest {
        // `an hour`
        [second] => [first, second] != *b"an",
        [second, third, ..] => {
            let at = [first, second, third].into_iter().filter_map(place);
            let at = at.fold(0, |all, letter| ALPHABET * all + letter);
            !KNOWN.get(at).copied().unwrap_or(true)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::numbers::read::NumberReader;
    use crate::evidence::numbers::read::edges::letters;

    #[test]
    fn most_words_are_ordinary() {
        assert!(["shop", "Opens", "by", "refunds", "Paid"].iter().all(|it| is_ordinary(it, " ")));
        for (word, after) in [("an", " "), ("A", " "), ("cvss", "3"), ("cvss", "-3"), ("XIV", " ")]
        {
            assert!(!is_ordinary(word, after), "{word}{after}");
        }
    }

    fn capitalized(word: &str) -> String {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    /// Every word of the readers of numbers and of the lists of words, with what may make it a number.
    #[test]
    fn no_word_that_begins_a_number_is_ordinary() {
        let texts = [
            include_str!("../../../../assets/words/numbers.txt"),
            include_str!("../../../../assets/words/months.txt"),
            include_str!("../articles.rs"),
            include_str!("../dates.rs"),
            include_str!("../foreign.rs"),
            include_str!("../numerals.rs"),
            include_str!("ordinal.rs"),
        ];
        let words = texts.into_iter().flat_map(|it| it.split(|c: char| !c.is_alphabetic()));
        let mut found = 0;
        let words = words.filter(|it| it.len() > 1).map(str::to_lowercase);
        let words = words.flat_map(|word| [capitalized(&word), word]);
        for word in words {
            for (before, after) in [
                ("", ""),
                ("for ", " hour"),
                ("in ", " 5"),
                ("la ", " quarter of 2020"),
                ("un ", " hundred"),
                ("a ", " of an hour"),
                ("un ", "zig"),
            ] {
                let text = format!("{before}{word}{after}");
                let mut reader = NumberReader::new(&text);
                reader.at = before.len();
                reader.word_that_may_begin(letters(reader.rest()));
                let begins = !reader.found.is_empty();
                found += usize::from(begins);
                assert!(!begins || !is_ordinary(&word, after), "{text}");
            }
        }
        assert!(found > 300, "{found}");
    }
}
