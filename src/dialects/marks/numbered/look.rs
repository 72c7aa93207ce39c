//! A first, cheap look at a text: most have nothing that could be a mark.

use crate::dialects::marks::numbered::marks::ORG_FOOTNOTE;
use crate::dialects::marks::numbered::{alone, announced, raised};
use crate::text::list_heading;

/// True if a text may have marks, links or lines that cite.
pub(super) fn may_cite(text: &str) -> bool {
    let lists = |line: &str| {
        list_heading::heading(line).is_some_and(|(_, words)| list_heading::is_name(words))
            || announced::is_one(line)
    };
    has_mark(text)
        || raised::may_have(text)
        || alone::may_have(text)
        || text.contains("://") && text.lines().any(lists)
}

fn has_mark(text: &str) -> bool {
    let after = |at: usize| text.as_bytes().get(at + 1).copied().unwrap_or_default();
    let opens =
        |at: usize| matches!(after(at), b'^' | b'[' | b' ' | b'\\') || after(at).is_ascii_digit();
    memchr::memchr_iter(b'[', text.as_bytes()).any(opens)
        || text.contains("](http")
        || text.contains(ORG_FOOTNOTE)
        || text.contains("]_")
        || text.contains('【')
        || text.contains('［')
}
