//! English words with the same or a similar meaning, from a table.

/// Lines of a word and its synonyms, the nearest first; all words are stems, and the lines are
/// sorted.
const ENGLISH: &str = include_str!("../../../assets/synonyms/english.txt");

/// Returns the stems with a similar meaning to `stem`, the nearest first.
pub(super) fn synonyms(stem: &str) -> impl Iterator<Item = &'static str> {
    line(stem).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

/// Returns the rest of the line after its word.
fn line(stem: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, ENGLISH.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let bytes = ENGLISH.as_bytes();
        let start = memchr::memrchr(b'\n', bytes.get(..middle)?).map_or(0, |at| at + 1);
        let len = memchr::memchr(b'\n', bytes.get(start..)?)?;
        let line = ENGLISH.get(start..start + len)?;
        let (word, rest) = line.split_once(' ')?;
        match word.cmp(stem) {
            std::cmp::Ordering::Equal => return Some(rest),
            std::cmp::Ordering::Less => low = start + len + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_by_its_word() {
        let mut before = "";
        for line in ENGLISH.lines() {
            let (word, rest) = line.split_once(' ').unwrap();
            assert!(before < word, "{before} stands before {word}");
            assert_eq!(synonyms(word).collect::<Vec<_>>(), rest.split(' ').collect::<Vec<_>>());
            before = word;
        }
    }

    #[test]
    fn words_that_are_not_there_have_none() {
        for word in ["", "a", "zzz", "warrantee\n", "guarante warranti", "\u{4e00}"] {
            assert_eq!(synonyms(word).next(), None, "{word:?}");
        }
    }
}
