//! A run of lines in an earlier text, beside a later one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Maximum time for comparing two texts.
pub(super) const MAX_TIME: Duration = Duration::from_secs(2);

/// Lines with fewer letters and digits together occur in many places by chance.
pub(super) const MIN_LETTERS: usize = 8;

/// A line with fewer letters and digits says nothing about the lines next to it.
pub(super) const MIN_LETTERS_NEARBY: usize = 4;

/// Number of lines before and after a place by which it is recognised.
pub(super) const NEARBY: usize = 10;

/// A run of lines that is looked for.
pub(super) struct LineRun<'l> {
    pub(super) old: &'l [&'l str],
    pub(super) new: &'l [&'l str],
    /// For each old line the new one that it became unchanged.
    pub(super) images: &'l [Option<usize>],
    /// Indexes of the first line and of the one after the last.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The lines of it and around it that the earlier text has only once.
    distinct: BTreeSet<&'l str>,
}

impl<'l> LineRun<'l> {
    pub(super) fn new(
        (old, new): (&'l [&'l str], &'l [&'l str]),
        images: &'l [Option<usize>],
        (from, to): (usize, usize),
    ) -> Self {
        Self { old, new, images, from, to, distinct: distinct(old, (from, to)) }
    }

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

    /// True if a line is one of those around that the earlier text has only once.
    pub(super) fn is_distinct(&self, line: &str) -> bool {
        self.distinct.contains(line.trim())
    }

    /// The lines around the run: before and after it, the nearest first.
    fn around<'t>(
        lines: &'t [&'t str],
        (from, to): (usize, usize),
    ) -> (impl Iterator<Item = &'t str>, impl Iterator<Item = &'t str>) {
        let before = lines.get(from.saturating_sub(NEARBY)..from).unwrap_or_default();
        let after = lines.get(to..lines.len().min(to + NEARBY)).unwrap_or_default();
        (before.iter().rev().map(|line| line.trim()), after.iter().map(|line| line.trim()))
    }

    /// Counts the lines around the run that are also around its place in the new text.
    pub(super) fn nearby(&self, start: usize, end: usize) -> usize {
        let (before, after) = Self::around(self.old, (self.from, self.to));
        let (new_before, new_behind) = Self::around(self.new, (start, end));
        let (new_before, new_behind): (BTreeSet<&str>, BTreeSet<&str>) =
            (new_before.collect(), new_behind.collect());
        let same = |lines: &BTreeSet<&str>, line: &str| {
            usize::from(self.is_distinct(line) && lines.contains(line))
        };
        before.map(|line| same(&new_before, line)).sum::<usize>()
            + after.map(|line| same(&new_behind, line)).sum::<usize>()
    }

    /// True if the nearest line that nothing else looks like went along to a place; or if there is none.
    pub(super) fn is_anchored(&self, start: usize, end: usize) -> bool {
        let (before, after) = Self::around(self.old, (self.from, self.to));
        let (mut new_before, mut new_behind) = Self::around(self.new, (start, end));
        let above = before.enumerate().find(|(_, line)| self.is_distinct(line));
        let below = after.enumerate().find(|(_, line)| self.is_distinct(line));
        match (above, below) {
            (None, None) => true,
            // A line belongs to what begins above it rather than to what follows.
            (Some((far, above)), below) if below.is_none_or(|(other, _)| far <= other) => {
                new_before.any(|line| line == above)
            }
            (_, below) => below.is_some_and(|(_, below)| new_behind.any(|line| line == below)),
        }
    }
}

/// The lines of a run and around it that a text has only once.
fn distinct<'l>(old: &'l [&'l str], (from, to): (usize, usize)) -> BTreeSet<&'l str> {
    let around = old.get(from.saturating_sub(NEARBY)..old.len().min(to + NEARBY));
    let around = around.unwrap_or_default().iter().map(|line| line.trim());
    let mut counts: BTreeMap<&str, usize> =
        around.filter(|line| letters(line) >= MIN_LETTERS_NEARBY).map(|line| (line, 0)).collect();
    for line in old {
        if let Some(count) = counts.get_mut(line.trim()) {
            *count += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count == 1).map(|(line, _)| line).collect()
}

/// Number of letters and digits of a line.
pub(super) fn letters(line: &str) -> usize {
    line.chars().filter(|c| c.is_alphanumeric()).count()
}
