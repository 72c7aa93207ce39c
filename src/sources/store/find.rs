//! Searching a text piece by piece.

use regex::bytes::Regex;

use super::{Store, bytes};
use crate::text::Span;

/// Bytes before a piece that are shown to the pattern, for its word and line boundaries.
const CONTEXT: usize = 8;

impl Store {
    /// Returns the next match of `pattern` that starts at or after `from` (before `from` if
    /// `backward`), without wrapping around. Calls `go_on` once per MiB.
    ///
    /// Matches of at most [`super::MATCH_BYTES`] are found across the borders of the pieces read;
    /// empty ones are skipped. The pattern's own flags determine the start and end of a line, and
    /// `^` without `m` is the start of the whole text.
    pub fn find(
        &self,
        pattern: &Regex,
        from: usize,
        backward: bool,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Span> {
        let found = if backward {
            self.find_before(pattern, from, go_on)
        } else {
            self.find_from(pattern, from, go_on)
        };
        bytes::release_buffer();
        found
    }

    fn find_from(&self, pattern: &Regex, from: usize, go_on: &dyn Fn() -> bool) -> Option<Span> {
        let mut low = from.max(self.bom);
        while low < self.len && go_on() {
            let high = low.saturating_add(self.sizes.search).min(self.len);
            let found = self.matches(pattern, Span::new(low, high), |found| found.next());
            if found.is_some() {
                return found;
            }
            low = high;
        }
        None
    }

    fn find_before(&self, pattern: &Regex, from: usize, go_on: &dyn Fn() -> bool) -> Option<Span> {
        let mut high = from.min(self.len);
        while high > self.bom && go_on() {
            let low = high.saturating_sub(self.sizes.search).max(self.bom);
            let found = self.matches(pattern, Span::new(low, high), |found| found.last());
            if found.is_some() {
                return found;
            }
            high = low;
        }
        None
    }

    /// Lets `choose` pick from the matches that start in `range`.
    fn matches(
        &self,
        pattern: &Regex,
        range: Span,
        choose: impl FnOnce(&mut dyn Iterator<Item = Span>) -> Option<Span>,
    ) -> Option<Span> {
        let low = range.start.saturating_sub(CONTEXT).max(self.bom);
        self.window(low, range.end.saturating_add(self.sizes.reach), |bytes| {
            let mut at = range.start - low;
            let mut matches = std::iter::from_fn(|| {
                while at <= bytes.len() {
                    let found = pattern.find_at(bytes, at)?;
                    at = found.end().max(found.start() + 1);
                    if !found.is_empty() {
                        return Some(Span::from(found.range()).shifted(low));
                    }
                }
                None
            })
            .take_while(|found| found.start < range.end);
            choose(&mut matches)
        })
    }
}
