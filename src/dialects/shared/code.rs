//! The code in a text: marks in it are spoken of and not meant.

use crate::dialects::shared::nested_fences;
use crate::text::span_set::SpanSet;
use crate::text::{Span, list_heading, markdown, page, session};

/// The code spans and code blocks of a text, sorted.
#[derive(Debug, Clone)]
pub(crate) struct Code(Vec<Span>);

impl Code {
    /// Finds the code in `text`.
    pub(crate) fn of(text: &str) -> Self {
        Self::beside(text, &[])
    }

    /// Finds the code in `text`, where `masked` spans, in order, are not Markdown.
    ///
    /// A page of HTML is no Markdown: of it, the tags, scripts and styles are code.
    pub(crate) fn beside(text: &str, masked: &[Span]) -> Self {
        if page::is_page(text) {
            return Self(page::markup(text));
        }
        let mut spans = markdown::code_spans(text, masked);
        spans.sort_unstable();
        let session = session::prompted(text);
        if !session.is_empty() {
            spans.extend(session);
            spans = SpanSet::new(spans).iter().collect();
        }
        if spans.last().is_some_and(|last| is_open(text, *last)) {
            let mut more = nested_fences::closing(text);
            more.extend(stray_fence(text, &spans).filter(|_| more.is_empty()));
            if !more.is_empty() {
                more.extend(masked);
                more.sort_unstable();
                spans = markdown::code_spans(text, &more);
                spans.sort_unstable();
            }
        }
        Self(spans)
    }

    /// True if code begins in `span`, ends in it, or surrounds it.
    pub(crate) fn overlaps(&self, span: Span) -> bool {
        let next = self.0.partition_point(|code| code.start < span.end);
        let last = next.checked_sub(1).and_then(|at| self.0.get(at));
        last.is_some_and(|code| code.overlaps(span))
    }

    /// True if code surrounds the byte at `at`.
    pub(crate) fn contains(&self, at: usize) -> bool {
        self.at(at).is_some()
    }

    /// Returns the code that surrounds the byte at `at`.
    pub(crate) fn at(&self, at: usize) -> Option<Span> {
        let next = self.0.partition_point(|code| code.start <= at);
        let last = next.checked_sub(1).and_then(|index| self.0.get(index));
        last.copied().filter(|code| code.contains(at))
    }

    /// Returns the spans.
    pub(crate) fn into_spans(self) -> Vec<Span> {
        self.0
    }
}

/// True for a block at the end of a text whose fence is not closed.
fn is_open(text: &str, span: Span) -> bool {
    let block = span.slice(text).unwrap_or_default().trim_end();
    span.end + 2 > text.len() && block.starts_with("```") && !block.ends_with("\n```")
}

/// Returns a fence that opens a long block with lists of sources, in a text whose last fence is not closed: in
/// what was copied out of an app, such a fence is a rest of something else.
fn stray_fence(text: &str, spans: &[Span]) -> Option<Span> {
    /// The minimum length of such a block in bytes, and the minimum number of entries with addresses in its list.
    const MIN_BLOCK: usize = 8_000;
    const MIN_PAGES: usize = 3;
    let holds_list = |span: &&Span| {
        let block = span.slice(text).filter(|it| it.len() >= MIN_BLOCK && it.starts_with("```"));
        block.is_some_and(|block| {
            let pages =
                |list: Span| list.slice(block).map_or(0, |list| list.matches("://").count());
            list_heading::lists(block).iter().any(|list| pages(list.span) >= MIN_PAGES)
        })
    };
    let block = spans.iter().find(holds_list)?;
    Some(Span::new(block.start, block.start + "```".len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_fence_does_not_swallow_a_report() {
        let pages = "1. A https://a.example\n2. B https://b.example\n3. C https://c.example\n";
        let report = format!("{}\n\nWorks cited\n{pages}", "It leaves at noon.\n".repeat(600));
        let text = format!("A\n\n```\n\n{report}\nB\n\n```\nlet c = 1;\n```\n\nD\n");
        let code = Code::of(&text);
        assert!(!code.contains(text.find("It leaves").unwrap()));
        assert!(code.contains(text.find("let c").unwrap()));
        // Balanced fences are meant.
        let text = format!("A\n\n```\n{report}```\n\nD\n");
        assert!(Code::of(&text).contains(text.find("It leaves").unwrap()));
    }

    #[test]
    fn code_is_found_where_it_begins_and_ends() {
        let code = Code::of("A `b` c.\n\n```\nd\n```\n");
        assert!(code.overlaps(Span::new(2, 5)) && code.overlaps(Span::new(0, 3)));
        assert!(!code.overlaps(Span::new(0, 2)) && !code.overlaps(Span::new(5, 8)));
        assert!(code.contains(3) && code.contains(15) && !code.contains(6));
        assert_eq!(code.into_spans().len(), 2);
    }
}
