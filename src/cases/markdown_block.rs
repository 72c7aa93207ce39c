//! Answers that a model wraps in one block of Markdown: ` ```markdown `.

use crate::input::Input;
use crate::text::Span;

/// Returns the input as the content of the block that is all of it, or unchanged if it is none.
pub(crate) fn opened(input: Input) -> Input {
    let note = "the answer is in a block of Markdown, whose content is read";
    match content(input.whole()) {
        Some(inner) => input.within(inner, note),
        None => input,
    }
}

/// True for a Markdown file that begins as a text: data in it is no answer of its own.
pub(crate) fn is_prose(input: &Input) -> bool {
    let text = input.whole().trim_start();
    let is_data = text.starts_with(['{', '[', ':', '"']) || text.starts_with("data:");
    input.has_extension(&["md", "markdown"]) && !is_data && !text.starts_with("event:")
}

/// Returns the content of a block of Markdown that is all of a text, as some models wrap an answer.
fn content(text: &str) -> Option<Span> {
    const OPENINGS: [&str; 4] = ["```markdown", "```md", "~~~markdown", "~~~md"];
    let from = text.len() - text.trim_start().len();
    let head = text.get(from..)?.lines().next()?.trim_end();
    OPENINGS.iter().any(|own| head.eq_ignore_ascii_case(own)).then_some(())?;
    let sign = head.get(..3)?;
    let start = from + text.get(from..)?.find('\n')? + 1;
    let (mut at, mut inner) = (start, false);
    for line in text.get(start..)?.split_inclusive('\n') {
        let words = line.trim();
        if words == sign && !inner {
            let rest = text.get(at + line.len()..).unwrap_or_default();
            return rest.trim().is_empty().then(|| Span::new(start, at));
        }
        if words.starts_with(sign) {
            inner = words != sign;
        }
        at += line.len();
    }
    // The end was cut off.
    (!inner).then(|| Span::new(start, text.len()))
}
