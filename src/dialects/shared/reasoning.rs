//! The reasoning before an answer, if a server leaves it in the text: `<think>…</think>`.
//!
//! Some chat templates put the opening into the prompt, so that only the close is in the text.
//! Reasoning is not part of the answer: it is folded, and no marks are read in it.

use crate::model::Card;
use crate::text::Span;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Returns the thoughts at the beginning of `text`; those that are never closed run to its end.
pub(crate) fn thoughts(text: &str) -> Option<Card> {
    let opened = text.trim_start().starts_with(OPEN);
    let end = match text.find(CLOSE) {
        Some(at) if opened || !text.get(..at).is_some_and(is_answer) => at + CLOSE.len(),
        None if opened => text.len(),
        _ => return None,
    };
    let label = Some("[thoughts]".to_owned());
    Some(Card { family: "think".to_owned(), span: Span::new(0, end), label, known: true })
}

/// True if a lone `</think>` after this is only mentioned: in code, or in a line with other words.
fn is_answer(before: &str) -> bool {
    before.rsplit('\n').next().is_some_and(|line| !line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(
            thoughts(text).map(|card| card.span.slice(text).unwrap().to_owned()),
            expected.map(str::to_owned)
        );
    }

    #[test]
    fn thoughts_stand_before_the_answer() {
        check("<think>\nOr [1]?\n</think>\n\nIt is so [2].", Some("<think>\nOr [1]?\n</think>"));
        check("Or [1]?\n</think>\nIt is so.", Some("Or [1]?\n</think>"));
        check("<think>It was cut", Some("<think>It was cut"));
        check("Close it with `</think>`.", None);
        check("It is so.", None);
    }
}
