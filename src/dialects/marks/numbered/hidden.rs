//! Elements that a page does not show: they hold copies of marks.

use crate::text::Span;

/// Returns the contents of elements that are not shown.
pub(crate) fn hidden_in(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    for (at, _) in text.match_indices("<span") {
        let rest = text.get(at..).unwrap_or_default();
        let Some((tag, _)) = rest.split_once('>') else { break };
        if !tag.replace(' ', "").contains("display:none") {
            continue;
        }
        if let Some(end) = rest.find("</span>") {
            spans.push(Span::new(at, at + end));
        }
    }
    spans
}
