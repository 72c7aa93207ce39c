//! Passages that a text quotes under labels that count: `[PASSAGE 1] …`, `[PASSAGE 2] …`, or from zero, as
//! programs print what they found: `[0]: …`, `[1]: …`.
//!
//! The labels are no citations, and the marks in the passages are those of other texts.

use memchr::memmem;

use crate::text::Span;

/// Minimum number of passages in one text.
const MIN_PASSAGES: usize = 3;

/// Words of their labels, in lower case.
const WORDS: [&str; 9] =
    ["passage", "context", "document", "doc", "chunk", "excerpt", "snippet", "text", "evidence"];

/// A word of labels that lists of sources use too, so that their passages need several lines.
const SOURCE: &str = "source";

/// Minimum number of lines of such a passage.
const MIN_LINES: usize = 4;

/// A label at the beginning of a line, and its number.
#[derive(Debug, Clone, Copy)]
struct Label {
    start: usize,
    number: usize,
    /// True if what follows may be the middle of a sentence: `[Passage 1] states that …`.
    goes_on: bool,
    /// True for `[Source 1]`.
    is_source: bool,
}

/// A passage under its label.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    /// The label and the passage.
    pub(crate) span: Span,
    /// The number of the label; `None` for a number that a program printed.
    pub(crate) number: Option<usize>,
}

impl Passage {
    /// Returns the place of the label.
    pub(crate) fn label(&self, text: &str) -> Span {
        let passage = self.span.slice(text).unwrap_or_default();
        let length = passage.find(']').map_or(0, |end| end + 1);
        Span::new(self.span.start, self.span.start + length)
    }

    /// Returns the words after the label.
    pub(crate) fn words<'t>(&self, text: &'t str) -> &'t str {
        let passage = self.span.slice(text).unwrap_or_default();
        passage.split_once(']').map_or("", |(_, words)| words.trim())
    }
}

/// Returns the passages with their labels, in order. The last of those that count on ends at the next blank
/// line, since the answer may follow.
pub(crate) fn labelled_passages(text: &str) -> Vec<Passage> {
    let printed = printed(text);
    if !printed.is_empty() {
        return printed.into_iter().map(|span| Passage { span, number: None }).collect();
    }
    let places = memmem::find_iter(text.as_bytes(), b"\n[").map(|at| at + 1);
    let first = text.starts_with('[').then_some(0);
    let labels = first.into_iter().chain(places).filter_map(|at| label(text, at));
    let mut counted: Vec<Label> = Vec::new();
    for label in labels {
        let next = counted.last().map_or(1, |last| last.number + 1);
        if label.number == next || label.number == 1 {
            counted.push(label);
        }
    }
    let going_on = counted.iter().filter(|label| label.goes_on).count();
    if counted.iter().all(|label| label.number < MIN_PASSAGES)
        || counted.len() < going_on + MIN_PASSAGES.max(going_on)
    {
        return Vec::new();
    }
    let nexts = counted.iter().skip(1).map(|next| (next.start, next.number));
    let passage = |(label, (next, number)): (&Label, (usize, usize))| {
        let whole = Span::new(label.start, next);
        let blank = if number > label.number { None } else { whole.slice(text) };
        let ends = ["\n\n", "\n\r\n"].iter().filter_map(|end| blank?.find(end));
        let length = ends.min();
        let end = length.map_or(next, |length| label.start + length);
        Passage { span: Span::new(label.start, end), number: Some(label.number) }
    };
    let passages: Vec<Passage> =
        counted.iter().zip(nexts.chain([(text.len(), 0)])).map(passage).collect();
    let is_long = |passage: &&Passage| {
        passage
            .span
            .slice(text)
            .is_some_and(|passage| passage.trim_end().lines().count() >= MIN_LINES)
    };
    let has_sources = counted.iter().any(|label| label.is_source);
    if has_sources && passages.iter().filter(is_long).count() * 2 < passages.len() {
        return Vec::new();
    }
    passages
}

/// Returns the passages that a program printed after numbers from zero. The first begins a line; each goes on to
/// the next, and the last to the next blank line.
fn printed(text: &str) -> Vec<Span> {
    const ZERO: &str = "[0]: ";
    let begins = |at: &usize| *at == 0 || text.get(..*at).is_some_and(|it| it.ends_with('\n'));
    let mut passages = Vec::new();
    let mut end = 0;
    // The place of each number as it was found last: no part of the text is searched twice for one.
    let mut known: Vec<usize> = Vec::new();
    let mut place = |number: usize, after: usize| {
        known.resize(known.len().max(number + 1), 0);
        let known = known.get_mut(number)?;
        if *known <= after {
            let found = text.get(after..).and_then(|it| it.find(&format!("[{number}]: ")));
            *known = found.map_or(usize::MAX, |found| after + found);
        }
        (*known != usize::MAX).then_some(*known)
    };
    for first in memmem::find_iter(text.as_bytes(), ZERO.as_bytes()).filter(begins) {
        if first < end {
            continue;
        }
        let mut starts = vec![first];
        let mut last = first;
        while let Some(next) = place(starts.len(), last) {
            starts.push(next);
            last = next;
        }
        if starts.len() < MIN_PASSAGES {
            continue;
        }
        let blank = text.get(last..).and_then(|rest| rest.find("\n\n"));
        end = blank.map_or(text.len(), |blank| last + blank);
        let ends = starts.iter().skip(1).copied().chain([end]);
        passages.extend(starts.iter().zip(ends).map(|(start, end)| Span::new(*start, end)));
    }
    passages
}

/// Reads `[PASSAGE 1] ` before the beginning of a passage.
fn label(text: &str, start: usize) -> Option<Label> {
    const MAX_LENGTH: usize = 24;
    let rest = text.get(start..)?;
    let near = rest.get(..rest.floor_char_boundary(MAX_LENGTH)).unwrap_or(rest);
    let (label, _) = near.strip_prefix('[')?.split_once(']')?;
    let (word, number) = label.rsplit_once([' ', '_', '-'])?;
    let is_source = word.eq_ignore_ascii_case(SOURCE);
    let is_word = is_source || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let after = rest.get(label.len() + "[]".len()..)?;
    let goes_on = after.strip_prefix([' ', '\n'])?.starts_with(char::is_lowercase);
    let number = number.parse().ok().filter(|_| is_word)?;
    Some(Label { start, number, goes_on, is_source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_count_on_and_begin_again() {
        let text = "Given:\n\n[Passage 1] A [1].\n\nB [2].\n\n[PASSAGE 2] C.\n\n[Passage 3] D.\n\nIt is D \
                    [Passage 3].\n\n[Passage 1] e\n\nF.\n";
        let found = labelled_passages(text);
        let texts: Vec<_> = found.iter().filter_map(|passage| passage.span.slice(text)).collect();
        let expected = [
            "[Passage 1] A [1].\n\nB [2].\n\n",
            "[PASSAGE 2] C.\n\n",
            "[Passage 3] D.",
            "[Passage 1] e",
        ];
        assert_eq!(texts, expected);
        let lines = "[Text 1] A.\r\n\r\n[Text 2] B.\r\n\r\n[Text 3] C.\r\n\r\nIt is C.\r\n";
        let last = labelled_passages(lines).pop().and_then(|last| last.span.slice(lines));
        assert_eq!(last, Some("[Text 3] C.\r"));
    }

    #[test]
    fn passages_are_printed_after_numbers_from_zero() {
        let text = "Found:\n[0]: A [3]. B [1]: C [2]: D\n\nIt is D [2].\n";
        let found = labelled_passages(text);
        let texts: Vec<_> = found.iter().filter_map(|passage| passage.span.slice(text)).collect();
        assert_eq!(texts, ["[0]: A [3]. B ", "[1]: C ", "[2]: D"]);
    }

    #[test]
    fn numbers_from_zero_without_their_next_are_read_at_once() {
        let begun = std::time::Instant::now();
        let text = "[0]: \n".repeat(40_000) + "[1]: x\n";
        assert!(labelled_passages(&text).is_empty());
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    }

    #[test]
    fn a_few_marks_and_sentences_are_none() {
        for text in [
            "[0]: A\n[1]: B\n",
            "It is so [0]: A [1]: B [2]: C\n",
            "[Passage 1] A.\n[Passage 2] B.\n",
            "[Passage 1] states A.\n[Passage 2] states B.\n[Passage 3] states C.\n",
            "[Passage 4] A.\n[Passage 7] B.\n[Passage 9] C.\n",
            "- [Passage 1] A.\n- [Passage 2] B.\n- [Passage 3] C.\n",
        ] {
            assert!(labelled_passages(text).is_empty(), "{text}");
        }
    }
}
