//! Searching a text piece by piece.

use regex::bytes::Regex;

use super::{Store, bytes};
use crate::text::Span;

/// Bytes before a piece that are shown to the pattern, for its word and line boundaries.
const CONTEXT: usize = 8;

impl Store {
    /// Returns the matches of `pattern`, one after the other, in their order. Reads a MiB at a time, and
    /// ends when `go_on`, which is asked before each, returns false.
    ///
    /// Matches of at most [`super::MATCH_BYTES`] are found across the borders of the pieces read;
    /// empty ones are skipped. The pattern's own flags determine the start and end of a line, and
    /// `^` without `m` is the start of the whole text.
    pub fn matches<'s>(&'s self, pattern: &'s Regex, go_on: &'s dyn Fn() -> bool) -> Matches<'s> {
        let found = Vec::new().into_iter();
        Matches { store: self, pattern, go_on, at: self.bom, found }
    }

    /// Returns the matches that start in `range`, one after the other.
    fn matches_in(&self, pattern: &Regex, range: Span) -> Vec<Span> {
        let low = range.start.saturating_sub(CONTEXT).max(self.bom);
        self.window(low, range.end.saturating_add(self.sizes.reach), |bytes| {
            let mut at = range.start - low;
            let next = || {
                while at <= bytes.len() {
                    let found = pattern.find_at(bytes, at)?;
                    at = found.end().max(found.start() + 1);
                    if !found.is_empty() {
                        return Some(Span::from(found.range()).shifted(low));
                    }
                }
                None
            };
            std::iter::from_fn(next).take_while(|found| found.start < range.end).collect()
        })
    }
}

/// The matches of a pattern in a store.
pub struct Matches<'s> {
    store: &'s Store,
    pattern: &'s Regex,
    go_on: &'s dyn Fn() -> bool,
    /// The byte from which on the next piece is searched.
    at: usize,
    /// Those of the last piece that are not returned yet.
    found: std::vec::IntoIter<Span>,
}

impl Iterator for Matches<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            if let Some(found) = self.found.next() {
                return Some(found);
            }
            if self.at >= self.store.len || !(self.go_on)() {
                return None;
            }
            let end = self.at.saturating_add(self.store.sizes.search).min(self.store.len);
            let found = self.store.matches_in(self.pattern, Span::new(self.at, end));
            self.at = found.last().map_or(end, |last| last.end.max(end));
            self.found = found.into_iter();
        }
    }
}

impl Drop for Matches<'_> {
    fn drop(&mut self) {
        bytes::release_buffer();
    }
}
