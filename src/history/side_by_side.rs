//! Lines of an earlier text beside those of a later one, with the words that differ.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::text::Span;

/// A line, and the bytes of it that the other text has otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairedLine {
    /// Its index in its text.
    pub index: usize,
    /// The words that differ, in order.
    pub differing: Vec<Span>,
    /// True if the other text does not have it as it is, its indentation aside.
    pub is_edited: bool,
}

/// A line then, and the one beside it now.
pub type LinePair = (Option<PairedLine>, Option<PairedLine>);

/// Puts the lines of two texts side by side. Layout is no difference.
pub fn side_by_side(then: &str, now: &str) -> Vec<LinePair> {
    let (old, new) = (lines(then), lines(now));
    let trimmed = |lines: &[&str]| lines.iter().map(|line| line.trim().to_owned()).collect();
    let (old_keys, new_keys): (Vec<String>, Vec<String>) = (trimmed(&old), trimmed(&new));
    let mut rows = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &old_keys, &new_keys) {
        let (before, after) = (op.old_range(), op.new_range());
        let is_edited = !matches!(op, DiffOp::Equal { .. });
        let marks = if is_edited {
            differing(&words(&old, before.clone()), &words(&new, after.clone()))
        } else {
            (Vec::new(), Vec::new())
        };
        let line = |index: usize, marks: &[Word<'_>]| {
            let own = marks.iter().filter(|word| word.line == index);
            PairedLine { index, differing: own.map(|word| word.span).collect(), is_edited }
        };
        let left = before.map(|index| line(index, &marks.0));
        let right = after.map(|index| line(index, &marks.1));
        rows.extend(zip(left, right));
    }
    rows
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

/// Pairs of items, to the end of the longer list.
fn zip(
    mut left: impl Iterator<Item = PairedLine>,
    mut right: impl Iterator<Item = PairedLine>,
) -> impl Iterator<Item = LinePair> {
    std::iter::from_fn(move || match (left.next(), right.next()) {
        (None, None) => None,
        pair => Some(pair),
    })
}

/// A word, or a sign of its own.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: usize,
    span: Span,
}

/// The words of some of the lines.
fn words<'t>(lines: &[&'t str], range: Range<usize>) -> Vec<Word<'t>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    for (line, text) in range.clone().zip(lines.get(range).unwrap_or_default()) {
        let mut rest = *text;
        while let Some(first) = rest.chars().next() {
            let end = match rest.find(|c| !is_word(c)) {
                Some(0) => first.len_utf8(),
                Some(end) => end,
                None => rest.len(),
            };
            let (word, after) = rest.split_at(end);
            let start = text.len() - rest.len();
            if !first.is_whitespace() {
                words.push(Word { text: word, line, span: Span::new(start, start + end) });
            }
            rest = after;
        }
    }
    words
}

/// The words that only one of two texts has.
fn differing<'t>(old: &[Word<'t>], new: &[Word<'t>]) -> (Vec<Word<'t>>, Vec<Word<'t>>) {
    let keys = |words: &[Word<'t>]| words.iter().map(|word| word.text).collect::<Vec<&str>>();
    let (mut only_old, mut only_new) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, &keys(old), &keys(new)) {
        if let DiffOp::Equal { .. } = op {
            continue;
        }
        only_old.extend(old.get(op.old_range()).unwrap_or_default());
        only_new.extend(new.get(op.new_range()).unwrap_or_default());
    }
    (only_old, only_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each pair of lines, the words that differ in brackets.
    fn shown(then: &str, now: &str) -> Vec<String> {
        let side = |text: &str, line: Option<PairedLine>| {
            let Some(line) = line else { return "-".to_owned() };
            let mut shown = text.lines().nth(line.index).unwrap().to_owned();
            for span in line.differing.iter().rev() {
                shown.insert(span.end, ']');
                shown.insert(span.start, '[');
            }
            format!("{}{shown}", if line.is_edited { "*" } else { "" })
        };
        let rows = side_by_side(then, now).into_iter();
        rows.map(|(old, new)| format!("{} | {}", side(then, old), side(now, new))).collect()
    }

    #[test]
    fn words_that_differ_are_marked() {
        assert_eq!(
            shown("a(x):\n  return x + 1\n", "a(x):\n  return value + 1\n"),
            ["a(x): | a(x):", "*  return [x] + 1 | *  return [value] + 1"]
        );
        assert_eq!(shown("é = 1", "é = 2"), ["*é = [1] | *é = [2]"]);
    }

    #[test]
    fn a_line_of_one_text_stands_alone() {
        assert_eq!(shown("a\nb", "a\nnew\nb"), ["a | a", "- | *[new]", "b | b"]);
        assert_eq!(shown("a\nb", ""), ["*[a] | -", "*[b] | -"]);
    }

    #[test]
    fn layout_is_no_difference() {
        assert_eq!(shown("  a\n\tb", "a\nb"), ["  a | a", "\tb | b"]);
        assert_eq!(shown("f(a, b)", "f(\n  a, b\n)"), ["*f(a, b) | *f(", "- | *  a, b", "- | *)"]);
    }
}
