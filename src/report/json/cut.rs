//! The lengths to which texts are cut, and the notes on what is cut and on doubts about passages.

use crate::evidence::Inspected;
use crate::resolve::{How, Passage, Resolution};

/// Maximum number of bytes of a claim or passage in `text`, 64 KiB.
const MAX_TEXT: usize = 64 * 1024;

/// The same for a source that is cited whole, 16 KiB: it is repeated at each of its citations.
const MAX_OF_WHOLE: usize = 16 * 1024;

/// Returns the notes on a citation: what is cut, and doubts about its passages.
pub(super) fn notes(response: &str, found: &Inspected) -> Vec<String> {
    let cut =
        |most: usize, what: &str| format!("`text` contains the first {most} bytes of the {what}");
    let claim = found.claim.and_then(|claim| claim.span.slice(response));
    let claim = claim.filter(|text| text.len() > MAX_TEXT);
    let mut notes = Vec::new();
    notes.extend(claim.map(|text| cut(kept(text).len(), "claim")));
    for passage in found.targets.iter().filter_map(Resolution::passage) {
        notes.extend(passage.doubts.iter().map(ToString::to_string));
        let most = most_of(passage);
        notes.extend((passage.span.len() > most).then(|| cut(most, "passage")));
    }
    notes
}

/// Returns the part of a claim that is written.
pub(super) fn kept(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_TEXT)).unwrap_or_default()
}

/// Returns the maximum number of bytes of a passage that are written.
pub(super) fn most_of(passage: &Passage) -> usize {
    if passage.how == How::Whole { MAX_OF_WHOLE } else { MAX_TEXT }
}
