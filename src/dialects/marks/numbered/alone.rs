//! Numbers alone on their lines after sentences, as the page of a chat app is copied:
//!
//! ```text
//! It rose.
//! 1
//!  It fell.
//! 2
//! ```
//!
//! A copy of `DeepSeek`'s page has hyphens before them, at the end of the line above.
//!
//! A list of sources with these numbers makes them sure; without one, several that count from 1 and come
//! back, which numbers of pages never do.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::marks::{Form, Mark};
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::code::Code;
use crate::text::Span;

/// The largest such number.
const MAX_NUMBER: u64 = 300;

/// The minimum number of marks that show by themselves that a text is cited so.
const MIN_MARKS: usize = 5;

/// The minimum number of marks where a list has their numbers.
const MIN_LISTED: usize = 2;

/// The minimum number of words of a line that a mark may follow.
const MIN_WORDS: usize = 3;

/// Returns the numbers alone on their lines that cite, where `listed` are those of the list.
pub(super) fn alone(text: &str, closed: &[Span], listed: &BTreeSet<u64>) -> Vec<Mark> {
    let mut marks = marks(text, closed);
    let number = |mark: &Mark| mark.items.first().map_or(0, |(number, _)| *number);
    if !listed.is_empty() {
        marks.retain(|mark| listed.contains(&number(mark)));
        return if marks.len() < MIN_LISTED { Vec::new() } else { marks };
    }
    let mut seen = BTreeSet::new();
    let counts = marks.iter().all(|mark| {
        let number = number(mark);
        !seen.insert(number) || number == seen.len() as u64
    });
    let is_sure = counts && marks.len() >= MIN_MARKS && seen.len() < marks.len();
    if is_sure { marks } else { Vec::new() }
}

/// Returns the numbers alone on their lines after sentences, whether they cite or not.
pub(crate) fn alone_in(text: &str) -> Vec<Span> {
    if !may_have(text) {
        return Vec::new();
    }
    marks(text, &Code::of(text).into_spans()).into_iter().map(|mark| mark.span).collect()
}

/// True if a text may have such numbers.
pub(super) fn may_have(text: &str) -> bool {
    text.lines().any(|line| number(line.trim()).is_some())
}

fn marks(text: &str, closed: &[Span]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut start = 0;
    // True after the end of a sentence, or after a mark that follows one.
    let mut is_said = false;
    for line in text.split_inclusive('\n') {
        let begin = start + line.len() - line.trim_start().len();
        start += line.len();
        let words = line.trim();
        let Some(number) = number(words) else {
            is_said = says(words) || hangs(words) || is_said && words == "-";
            continue;
        };
        if is_said && !inside(closed, begin) {
            let (located, names, label, url) = (Vec::new(), Vec::new(), None, None);
            let (span, items) = (Span::new(begin, begin + words.len()), vec![(number, number)]);
            marks.push(Mark { span, form: Form::Alone, items, located, names, label, url });
        }
    }
    marks
}

fn number(line: &str) -> Option<u64> {
    let is_written = (1..=3).contains(&line.len())
        && !line.starts_with('0')
        && line.bytes().all(|byte| byte.is_ascii_digit());
    line.parse().ok().filter(|number| is_written && *number <= MAX_NUMBER)
}

/// True for a line that ends with the hyphen before a number.
fn hangs(line: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ')' | '）' | '”' | '"');
    let is_said = line.strip_suffix('-').is_some_and(|words| words.trim_end().ends_with(is_word));
    is_said && (!line.is_ascii() || line.split_whitespace().nth(MIN_WORDS - 1).is_some())
}

/// True for a line that ends a sentence.
fn says(line: &str) -> bool {
    let ends = line.trim_end_matches(['"', '”', '’', '\'', ')', '*', '_']);
    let is_sentence = ends.ends_with(['.', '!', '?', '。', '！', '？']);
    let is_other = line.starts_with(['#', '|', '`']);
    let words = line.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    is_sentence && !is_other && (words >= MIN_WORDS || !line.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, listed: &[u64], expected: &[u64]) {
        let marks = alone(text, &[], &listed.iter().copied().collect());
        let found: Vec<u64> = marks.iter().map(|mark| mark.items[0].0).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn they_follow_sentences_and_come_back() {
        let said = "0\n1\nThe ferry leaves early. \n1\n It comes back late. \n2\n1\n\nIt is full then.\n3\n \
                    It waits for nobody.\n2\n";
        check(said, &[], &[1, 2, 1, 3, 2]);
        check(said, &[1, 2], &[1, 2, 1, 2]);
        let pages = "The ferry leaves early.\n1\nIt comes back late.\n2\nIt is full then.\n3\n\
                     It waits for nobody.\n4\nIt is blue and white.\n5\n";
        check(pages, &[], &[]);
        assert_eq!(alone_in(pages).len(), 5);
        check("The ferry leaves.\n\n1\n", &[1], &[]);
        let copied = "渡船很早离开-\n1\n-\n10\n。它很晚才回来-\n2\n。\n\n3\n";
        let found: Vec<_> = alone_in(copied).iter().map(|span| span.slice(copied)).collect();
        assert_eq!(found, [Some("1"), Some("10"), Some("2")]);
    }
}
