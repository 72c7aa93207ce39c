//! Tags of HTML in a text: the values of their attributes, and the elements that a page does not show.

use std::collections::BTreeSet;

use crate::text::Span;

/// The longest tag, in bytes.
const MAX_TAG: usize = 1000;

/// The parts of tags and elements that a reader does not see, in order.
#[derive(Debug, Default)]
pub(crate) struct NotShown {
    /// Elements that are not shown, up to their closing tag.
    pub(crate) elements: Vec<Span>,
    /// Values of attributes with their quotation marks.
    pub(crate) values: Vec<Span>,
}

impl NotShown {
    /// Finds those of a text; `is_code` is true for the bytes in code, where tags are shown.
    pub(crate) fn of(text: &str, is_code: &dyn Fn(usize) -> bool) -> Self {
        let mut found = Self::default();
        let mut unclosed: BTreeSet<&str> = BTreeSet::new();
        let mut done = 0;
        for (at, _) in text.match_indices('<').filter(|(at, _)| starts_tag(text, *at)) {
            if at < done || is_code(at) {
                continue;
            }
            let rest = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
            let Some((tag, _)) = rest.split_once('>') else { continue };
            let (end, name) = (at + tag.len(), name(tag));
            if is_hidden(tag) && !unclosed.contains(name) {
                // An element that is never closed hides nothing.
                let inside = text.get(end..).unwrap_or_default();
                if let Some(len) = inside.find(&format!("</{name}")) {
                    done = end + len;
                    found.elements.push(Span::new(at, done));
                    continue;
                }
                unclosed.insert(name);
            }
            let mut quotes = tag.match_indices('"').map(|(quote, _)| at + quote);
            while let (Some(open), Some(close)) = (quotes.next(), quotes.next()) {
                found.values.push(Span::new(open, close));
            }
            done = end;
        }
        found
    }
}

fn starts_tag(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the name of the element of an opening tag.
fn name(tag: &str) -> &str {
    let rest = tag.strip_prefix('<').unwrap_or(tag);
    rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()
}

/// True if the element of an opening tag is not shown.
fn is_hidden(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let style = tag.replace(' ', "");
    matches!(name(&tag), "script" | "style" | "template")
        || style.contains("display:none")
        || style.contains("visibility:hidden")
        || tag.split_ascii_whitespace().skip(1).any(|it| matches!(it, "hidden" | "hidden=\"\""))
}
