//! English words with the same, a similar or the opposite meaning, from tables.

/// Lines of a word and its synonyms, the nearest first; all words are stems, and the lines are
/// sorted.
const ENGLISH: &str = include_str!("../../../assets/synonyms/english.txt");

/// Lines of a word and its opposites; all are stems, or function words as they are, and the lines are
/// sorted.
const OPPOSITES: &str = include_str!("../../../assets/synonyms/opposites.txt");

/// Returns the stems with a similar meaning to `stem`, the nearest first.
pub(super) fn synonyms(stem: &str) -> impl Iterator<Item = &'static str> {
    line(ENGLISH, stem)
}

/// Returns the stems and function words with the opposite meaning of one.
pub(super) fn opposites(word: &str) -> impl Iterator<Item = &'static str> {
    line(OPPOSITES, word)
}

/// Returns the words of a table's line after its first one.
fn line(table: &'static str, first: &str) -> impl Iterator<Item = &'static str> {
    rest(table, first).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

fn rest(table: &'static str, first: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let bytes = table.as_bytes();
        let start = memchr::memrchr(b'\n', bytes.get(..middle)?).map_or(0, |at| at + 1);
        let len = memchr::memchr(b'\n', bytes.get(start..)?)?;
        let line = table.get(start..start + len)?;
        let (word, rest) = line.split_once(' ')?;
        match word.cmp(first) {
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
        for table in [ENGLISH, OPPOSITES] {
            let mut before = "";
            for row in table.lines() {
                let (word, rest) = row.split_once(' ').unwrap();
                assert!(before < word, "{before} stands before {word}");
                let words: Vec<_> = line(table, word).collect();
                assert_eq!(words, rest.split(' ').collect::<Vec<_>>());
                before = word;
            }
        }
    }

    #[test]
    fn opposites_are_those_of_each_other() {
        for row in OPPOSITES.lines() {
            let (word, others) = row.split_once(' ').unwrap();
            for other in others.split(' ') {
                assert!(opposites(other).any(|it| it == word), "{word} {other}");
            }
        }
    }

    #[test]
    fn words_that_are_not_there_have_none() {
        for word in ["", "a", "zzz", "warrantee\n", "guarante warranti", "\u{4e00}"] {
            assert_eq!(synonyms(word).chain(opposites(word)).next(), None, "{word:?}");
        }
    }
}
