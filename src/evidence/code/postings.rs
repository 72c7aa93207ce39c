//! The lines of each word of a file.

use super::tokens::Key;

/// Pairs of a word and a line, sorted, each once; lines count from 0.
#[derive(Debug, Default)]
pub(super) struct Postings(Vec<(Key, u32)>);

impl Postings {
    pub(super) fn new(mut pairs: Vec<(Key, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs)
    }

    /// Returns the lines of a word, ascending.
    pub(super) fn lines(&self, word: Key) -> impl Iterator<Item = usize> {
        let from = self.0.partition_point(|(key, _)| *key < word);
        let rest = self.0.get(from..).unwrap_or_default();
        rest.iter()
            .take_while(move |(key, _)| *key == word)
            .filter_map(|(_, line)| usize::try_from(*line).ok())
    }

    /// Returns true if one of some lines has a word.
    pub(super) fn has(&self, word: Key, (first, last): (usize, usize)) -> bool {
        let from = u32::try_from(first).unwrap_or(u32::MAX);
        let at = self.0.partition_point(|pair| *pair < (word, from));
        let next = self.0.get(at).filter(|(key, _)| *key == word);
        next.is_some_and(|(_, line)| usize::try_from(*line).is_ok_and(|line| line <= last))
    }
}
