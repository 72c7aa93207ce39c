//! A run of lines in an earlier text, beside a later one.

use std::collections::BTreeSet;
use std::time::Duration;

/// Maximum time for comparing two texts.
pub(super) const MAX_TIME: Duration = Duration::from_secs(2);

/// Lines with fewer letters and digits together stand in many places by chance.
pub(super) const MIN_LETTERS: usize = 8;

/// A line with fewer letters and digits says nothing about the lines next to it.
pub(super) const MIN_LETTERS_NEARBY: usize = 4;

/// Number of lines before and after a place by which it is recognised.
pub(super) const NEARBY: usize = 10;

/// A run of lines that is looked for.
pub(super) struct Run<'l> {
    pub(super) old: &'l [&'l str],
    pub(super) new: &'l [&'l str],
    /// For each old line the new one that it became unchanged.
    pub(super) images: &'l [Option<usize>],
    /// Indexes of the first line and of the one after the last.
    pub(super) from: usize,
    pub(super) to: usize,
}

impl<'l> Run<'l> {
    pub(super) fn lines(&self) -> &'l [&'l str] {
        self.old.get(self.from..self.to).unwrap_or_default()
    }

    pub(super) fn image(&self, line: usize) -> Option<usize> {
        self.images.get(line).copied().flatten()
    }

    /// The index of the first new line if the whole run that begins at an old line was left alone.
    pub(super) fn whole_image(&self, from: usize) -> Option<usize> {
        let start = self.image(from)?;
        let count = self.to - self.from;
        let is_whole = (0..count).all(|offset| self.image(from + offset) == Some(start + offset));
        is_whole.then_some(start)
    }

    /// Counts the lines around the run that are also around its place in the new text.
    pub(super) fn nearby(&self, start: usize, end: usize) -> usize {
        let around = |lines: &'l [&'l str], from: usize, to: usize| {
            let before = lines.get(from.saturating_sub(NEARBY)..from).unwrap_or_default();
            let behind = lines.get(to..lines.len().min(to + NEARBY)).unwrap_or_default();
            let trimmed = |part: &'l [&'l str]| -> BTreeSet<&'l str> {
                let lines = part.iter().map(|line| line.trim());
                lines.filter(|line| letters(line) >= MIN_LETTERS_NEARBY).collect()
            };
            (trimmed(before), trimmed(behind))
        };
        let (before, behind) = around(self.old, self.from, self.to);
        let (new_before, new_behind) = around(self.new, start, end);
        before.intersection(&new_before).count() + behind.intersection(&new_behind).count()
    }
}

/// Number of letters and digits of a line.
pub(super) fn letters(line: &str) -> usize {
    line.chars().filter(|c| c.is_alphanumeric()).count()
}
