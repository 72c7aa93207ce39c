//! Blanks before marks whose meaning the text before them would change.

use super::wording::{CitationMark, Wording};
use crate::dialects::marks::numbered::{in_address, text_before};

/// Returns a blank between a bracket and a character that would change its meaning: an exclamation
/// mark turns a link into a picture, a backslash turns it into text, other brackets into the
/// label of a reference, and an address takes it in.
pub(super) fn mark_off(wording: &Wording<'_>, mark: &CitationMark) -> &'static str {
    if mark.follows || mark.apart {
        return "";
    }
    let before = wording.before(mark);
    let shown = mark.label.as_deref().unwrap_or(before);
    let changes = mark.label.is_none() && before.ends_with(['!', '\\', ')', ']']);
    if changes || in_address(text_before(shown, shown.len())) { " " } else { "" }
}

/// Returns a blank between a word and a bracket, which would make an index of the two.
pub(super) fn blank_before(wording: &Wording<'_>, mark: &CitationMark) -> &'static str {
    let clings = wording.before(mark).ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let shown = mark.label.is_some();
    if mark.follows || shown || (clings && !mark.apart) { " " } else { mark_off(wording, mark) }
}

/// Returns a blank between a bracket and text that would make a link or a definition of it. A mark that
/// follows has its own blank.
pub(super) fn blank_after(wording: &Wording<'_>, mark: &CitationMark) -> &'static str {
    let joins = wording.after(mark).starts_with(['(', '[', ':']);
    if joins && !mark.is_followed { " " } else { "" }
}

/// Returns a blank before words, if there is none yet.
pub(super) fn apart(wording: &Wording<'_>, mark: &CitationMark) -> &'static str {
    let blank = wording.before(mark).ends_with(char::is_whitespace);
    if blank && !mark.follows && mark.label.is_none() { "" } else { " " }
}
