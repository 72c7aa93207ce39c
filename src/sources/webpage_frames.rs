//! `[webpage 1 begin]…[webpage 1 end]`: pages of a web search, numbered.
//!
//! Spec: the prompt for web search that `DeepSeek` publishes (`search_answer_zh_template` and `search_answer_en_template` in
//! the README of `deepseek-ai/DeepSeek-R1`); the marks of its answers are `[citation:1]`. Fields such as `Title:` and
//! `URL:` may come first. A page may begin on the line on which the one before it ends.

use super::lines::number;
use super::{Opening, Presentation, PresentationForm};
use crate::model::{IdFrom, Source};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "webpage-frames",
    title: "`[webpage 1 begin]` and `[webpage 1 end]` around each page",
    example: "[webpage 1 begin]\n\
              Title: Employee Handbook\n\
              URL: https://intranet.example/handbook\n\
              Additional remote days require manager approval.\n\
              [webpage 1 end]",
    shape: PresentationForm::Frame { element: ELEMENT, open, close },
};

const ELEMENT: &str = "webpage";

/// The beginning of both marks.
pub(super) const SIGN: &str = "[webpage ";

/// True if a text has the mark that begins such a page.
pub(super) fn shows(text: &str) -> bool {
    let mut marks = text.match_indices(SIGN);
    marks.any(|(at, _)| text.get(at..).and_then(|rest| open(rest, "")).is_some())
}

fn open(rest: &str, _after: &str) -> Option<Opening> {
    let (id, len) = mark(rest, " begin]")?;
    let source = Source { id: id.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    Some(Opening { len, source })
}

fn close(rest: &str) -> Option<usize> {
    mark(rest, " end]").map(|(_, len)| len)
}

/// Returns the number in a mark at the start of `rest`, and the length of the mark in bytes.
fn mark<'t>(rest: &'t str, end: &str) -> Option<(&'t str, usize)> {
    let inner = rest.strip_prefix(SIGN)?;
    let (_, after) = number(inner)?;
    let id = inner.get(..inner.len() - after.len())?;
    let after = after.strip_prefix(end)?;
    Some((id, rest.len() - after.len()))
}

#[cfg(test)]
mod tests {
    use super::{close, open};

    #[test]
    fn only_numbered_marks_count() {
        let read = |rest| open(rest, "").map(|it| (it.source.id, it.len));
        assert_eq!(read("[webpage 12 begin] text"), Some(("12".to_owned(), 18)));
        for rest in
            ["[webpage X begin]", "[webpage 1 end]", "[webpage 1]", "[webpage1 begin]", "webpage 1"]
        {
            assert_eq!(read(rest), None, "{rest}");
        }
        assert_eq!(close("[webpage 12 end] [webpage"), Some(16));
        assert_eq!(close("[webpage 12 begin]"), None);
    }
}
