//! The marks in an answer: `[1]`, `[1][2]`, `[1, 2]`, `[1#section]`.
//!
//! The app reads them by a rule of its Markdown parser, so code is safe; it takes `a[1]` for a mark
//! all the same, which we do not. Groups that touch are one chip there and one citation here.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::code::Code;
use crate::model::Card;
use crate::text::Span;

static GROUP: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"[0-9]{1,18}(?:#[^,\]\s]+)?";
    Regex::new(&format!(r"\[{number}(?:,[ \t]*{number})*\]")).expect("the pattern is sound")
});

static SUMMARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?is)<summary[^>]*>(.*?)</summary>").expect("the pattern is sound")
});

/// Numbers larger than this and than any source are years and the like.
const MAX_STRAY: u64 = 999;

/// A chip: one or more groups that touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Bytes of the answer.
    pub(crate) span: Span,
    /// The numbers, in order, without their suffixes; of touching groups each once.
    pub(crate) numbers: Vec<u64>,
}

/// Returns the marks in `text` outside code and `hidden` parts (in order); `sources` can be cited.
pub(crate) fn scan(text: &str, sources: usize, hidden: &[Span]) -> Vec<Mark> {
    let code = Code::beside(text, hidden);
    let mut marks: Vec<Mark> = Vec::new();
    for found in GROUP.find_iter(text) {
        let span = Span::from(found.range());
        let next = hidden.partition_point(|other| other.start < span.end);
        let last = next.checked_sub(1).and_then(|at| hidden.get(at));
        if code.overlaps(span) || last.is_some_and(|hidden| hidden.overlaps(span)) {
            continue;
        }
        let numbers = numbers(found.as_str());
        match marks.last_mut() {
            Some(last) if last.span.end == span.start && numbers.iter().copied().all(may_stray) => {
                last.span.end = span.end;
                for number in numbers {
                    if !last.numbers.contains(&number) {
                        last.numbers.push(number);
                    }
                }
            }
            _ if is_mark(text, span, &numbers, sources) => marks.push(Mark { span, numbers }),
            _ => {}
        }
    }
    marks
}

fn numbers(group: &str) -> Vec<u64> {
    let inside = group.trim_start_matches('[').trim_end_matches(']');
    let number = |part: &str| part.split('#').next().and_then(|digits| digits.trim().parse().ok());
    inside.split(',').filter_map(number).collect()
}

/// True if each number is a source's.
fn is_known(numbers: &[u64], sources: usize) -> bool {
    let sources = sources as u64;
    numbers.iter().all(|number| (1..=sources).contains(number))
}

/// True if a number that is not a source's may still have been meant as one.
fn may_stray(number: u64) -> bool {
    number <= MAX_STRAY
}

fn is_mark(text: &str, span: Span, numbers: &[u64], sources: usize) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let blanks = [' ', '\t'];
    let is_start = |text: &str| text.is_empty() || text.ends_with('\n');
    let indent = before.trim_end_matches(blanks);
    let item = indent.strip_suffix(['-', '*', '+']).map(|head| head.trim_end_matches(blanks));
    let definition = is_start(indent) && after.starts_with(':');
    if before.ends_with(['\\', '!']) || definition || item.is_some_and(is_start) {
        return false;
    }
    if is_known(numbers, sources) {
        return !is_index(before);
    }
    let behind_word = before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_])".contains(c));
    let some_known = numbers.iter().any(|number| is_known(&[*number], sources));
    !behind_word
        && numbers.iter().copied().all(may_stray)
        && (numbers.len() == 1 || (some_known && !numbers.contains(&0)))
}

/// True if the text before a bracket is a name in a formula or in code: one letter, or a word with
/// an underscore.
fn is_index(before: &str) -> bool {
    let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = before.trim_end_matches(of_name);
    let name = before.get(name.len()..).unwrap_or_default();
    name.contains('_') || (name.len() == 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the blocks that the app folds away (`<details type="reasoning">`, tool calls, code
/// runs), as cards; no mark is read in them. One that is never closed runs to the end.
pub(crate) fn folded(text: &str) -> Vec<Card> {
    const OPEN: &str = "<details";
    const CLOSE: &str = "</details>";
    let mut cards = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(OPEN)).map(|found| at + found)
    {
        let rest = text.get(start..).unwrap_or_default();
        // Values of attributes are escaped, so neither of these occurs in one.
        let tag = rest.get(1..).unwrap_or_default().split(['>', '<']).next().unwrap_or_default();
        let Some(kind) = attribute(tag, "type") else {
            at = start + OPEN.len();
            continue;
        };
        let end = rest.find(CLOSE).map_or(text.len(), |end| start + end + CLOSE.len());
        let span = Span::new(start, end);
        let summary = span.slice(text).and_then(|block| SUMMARY.captures(block));
        let summary = summary.and_then(|found| found.get(1)).map(|found| found.as_str().trim());
        let label = match summary.filter(|summary| !summary.is_empty()) {
            Some(summary) => format!("[{summary}]"),
            None => format!("[{kind}]"),
        };
        cards.push(Card { family: kind.to_owned(), span, label: Some(label), known: true });
        at = end;
    }
    cards
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[u64])]) {
        let marks = scan(text, 3, &[]);
        let found: Vec<(&str, &[u64])> =
            marks.iter().map(|m| (m.span.slice(text).unwrap(), m.numbers.as_slice())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn groups_that_touch_are_one_chip() {
        check(
            "So [1][2]. And [1,2] or [1, 3].",
            &[("[1][2]", &[1, 2]), ("[1,2]", &[1, 2]), ("[1, 3]", &[1, 3])],
        );
        check("See [1#page=4,2#x] and fact[3].", &[("[1#page=4,2#x]", &[1, 2]), ("[3]", &[3])]);
        check("Link [1](https://x.example).", &[("[1]", &[1])]);
    }

    #[test]
    fn what_only_looks_like_a_mark_is_left() {
        for text in [
            "[^1] and [1-3] and [1 ,2] and 【1】",
            "a[1], row_x[2], items[0], items[7]",
            "`[1]` and\n\n```\n[2]\n```\n",
            "[1]: https://x.example\n",
            "- [1] Kiln rules\n",
            "in [2024] or [0, 1] or [7, 8] or \\[1]",
            "![1](picture.png)",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn a_number_without_source_is_still_a_mark() {
        check("Not so [7].", &[("[7]", &[7])]);
        check("Not so [0].", &[("[0]", &[0])]);
        check("Not so [3][4].", &[("[3][4]", &[3, 4])]);
    }

    #[test]
    fn folded_blocks_are_cards() {
        let text = "<details type=\"reasoning\" done=\"true\">\n<summary>Thought</summary>\n> [1]\n\
                    </details>\nSo [2]. <details>x [1]</details>";
        let cards = folded(text);
        assert_eq!((cards.len(), cards[0].label.as_deref()), (1, Some("[Thought]")));
        let hidden: Vec<Span> = cards.iter().map(|card| card.span).collect();
        assert_eq!(scan(text, 3, &hidden).len(), 2);
    }
}
