//! Places in a text: sorted spans, and the first word outside of tags.

use crate::text::Span;

/// Spans sorted, those that touch or overlap made one.
pub(crate) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// True if `at` is in one of the sorted, disjoint `spans`.
pub(crate) fn inside(spans: &[Span], at: usize) -> bool {
    let after = spans.partition_point(|span| span.start <= at);
    let before = after.checked_sub(1).and_then(|index| spans.get(index));
    before.is_some_and(|span| at < span.end)
}

/// Returns the place of the first letter or digit outside of tags.
pub(crate) fn first_word(text: &str) -> Option<usize> {
    let mut in_tag = false;
    let mut characters = text.char_indices();
    let first = characters.find(|(_, c)| {
        in_tag = *c == '<' || in_tag && *c != '>';
        !in_tag && c.is_alphanumeric()
    });
    first.map(|(at, _)| at)
}
