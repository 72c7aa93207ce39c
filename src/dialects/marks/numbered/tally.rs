//! Rows that only repeat which sources an answer cites: `Sources: [1] [2] [3]`. They are no citations of
//! the words before them.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::numbered::marks::Mark;
use crate::text::{Span, list_heading};

/// Maximum distance of such a mark from the beginning and the end of its row, in bytes.
const MAX_ROW: usize = 400;

/// Removes the marks of such rows, if marks elsewhere cite all of their numbers. In a text with several rows, one
/// cites for the words above it, unless marks above in the same part of the text have its numbers, or it repeats
/// all that the text cites.
pub(super) fn remove(text: &str, marks: &mut Vec<Mark>) {
    let are_in_rows: Vec<bool> = marks.iter().map(|mark| is_in_row(text, mark.span)).collect();
    if !are_in_rows.contains(&true) {
        return;
    }
    let pairs = || marks.iter().zip(&are_in_rows);
    let elsewhere = pairs().filter(|(_, is_in_row)| !**is_in_row);
    let all: BTreeSet<u64> = elsewhere.flat_map(|(mark, _)| numbers(mark)).collect();
    let mut rows: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    for (mark, _) in pairs().filter(|(_, is_in_row)| **is_in_row) {
        rows.entry(line_start(text, mark)).or_default().extend(numbers(mark));
    }
    let mut above: BTreeSet<u64> = BTreeSet::new();
    let (mut end, mut follows_row) = (0, false);
    let mut are_in_rows = are_in_rows.iter();
    marks.retain(|mark| {
        let is_in_row = *are_in_rows.next().unwrap_or(&false);
        let between = text.get(end..mark.span.start).unwrap_or_default();
        end = mark.span.end;
        if follows_row && !is_in_row || between.contains("\n#") {
            above.clear();
        }
        follows_row = is_in_row;
        if !is_in_row {
            above.extend(numbers(mark));
            return true;
        }
        let repeats_all = rows.get(&line_start(text, mark)).is_some_and(|row| all.is_subset(row));
        let cited = if rows.len() == 1 || repeats_all { &all } else { &above };
        !numbers(mark).all(|number| cited.contains(&number))
    });
}

/// Returns the start of the line of a mark in a row.
fn line_start(text: &str, mark: &Mark) -> usize {
    let from = text.floor_char_boundary(mark.span.start.saturating_sub(MAX_ROW));
    let before = text.get(from..mark.span.start).unwrap_or_default();
    before.rfind('\n').map_or(from, |at| from + at)
}

fn numbers(mark: &Mark) -> impl Iterator<Item = u64> {
    mark.items.iter().flat_map(|(first, last)| [*first, *last])
}

/// True if the line of a mark has words for sources, a colon, and marks alone.
pub(crate) fn is_in_row(text: &str, mark: Span) -> bool {
    let from = text.floor_char_boundary(mark.start.saturating_sub(MAX_ROW));
    let to = text.ceil_char_boundary(mark.end.saturating_add(MAX_ROW).min(text.len()));
    let before = text.get(from..mark.start).unwrap_or_default();
    let after = text.get(mark.end..to).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_cut = line.len() == before.len() && from > 0;
    let rest = after.split('\n').next().unwrap_or_default();
    let Some((words, marks)) = line.split_once([':', '：']).filter(|_| !is_cut) else {
        return false;
    };
    let is_mark = |part: &str| {
        part.chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || "[]【】,;–-*_.\\".contains(c))
    };
    list_heading::is_label(words) && is_mark(marks) && is_mark(rest)
}
