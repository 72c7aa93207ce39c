//! The code in a text: marks in it are spoken of and not meant.

use crate::text::{Span, markdown, page};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_found_where_it_begins_and_ends() {
        let code = Code::of("A `b` c.\n\n```\nd\n```\n");
        assert!(code.overlaps(Span::new(2, 5)) && code.overlaps(Span::new(0, 3)));
        assert!(!code.overlaps(Span::new(0, 2)) && !code.overlaps(Span::new(5, 8)));
        assert!(code.contains(3) && code.contains(15) && !code.contains(6));
        assert_eq!(code.into_spans().len(), 2);
    }
}
