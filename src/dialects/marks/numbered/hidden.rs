//! Elements that a page does not show: they hold copies of marks.

use crate::text::Span;

/// The longest tag, in bytes.
const MAX_TAG: usize = 1000;

/// Returns the contents of elements that are not shown.
pub(crate) fn hidden_in(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut ends = text.match_indices("</span>").map(|(at, _)| at).peekable();
    for (at, _) in text.match_indices("<span") {
        let rest = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
        let Some((tag, _)) = rest.split_once('>') else { continue };
        while ends.next_if(|end| *end < at).is_some() {}
        let Some(end) = ends.peek() else { break };
        if tag.replace(' ', "").contains("display:none") {
            spans.push(Span::new(at, *end));
        }
    }
    spans
}
