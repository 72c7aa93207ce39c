//! The text of a response with its markers blanked out.

use crate::model::{AnchorKind, Response};
use crate::text::unshown::Unshown;

/// Returns the response's text with every marker replaced by blanks, byte for byte, so that offsets
/// are those of the response.
///
/// Citations that cover their claim stay, as do markers in code, which are literal text. Cards are
/// blanked as well: the text that a chat app shows for them is not a claim of the response. Nor is what is
/// struck out, or what no reader sees.
pub fn without_markers(response: &Response) -> String {
    let citations = response.citations.iter();
    let marked = citations.filter(|c| c.anchor.kind == AnchorKind::Marker && !c.in_code);
    let mut holes: Vec<_> = marked.map(|citation| citation.anchor.span).collect();
    holes.extend(response.cards.iter().map(|card| card.span));
    let Unshown { struck, commented, hidden } = Unshown::of(&response.text);
    holes.extend(struck.iter().chain(commented.iter()).chain(hidden.iter()));
    holes.sort_unstable();
    let mut text = String::with_capacity(response.text.len());
    let mut at = 0;
    for hole in holes {
        let start = hole.start.max(at);
        text.push_str(response.text.get(at..start).unwrap_or_default());
        at = hole.end.max(at);
        text.extend(std::iter::repeat_n(' ', at - start));
    }
    text.push_str(response.text.get(at..).unwrap_or_default());
    text
}
