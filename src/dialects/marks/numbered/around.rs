//! What is around marks: the addresses that a text gives them, `<a href="https://…">[1]</a>`, and `[1][page]` where
//! `[page]: https://…` defines a link; and their links to notes, `<a href="#note-1">[1]</a>`.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::numbered::anchors::link_to_note;
use crate::dialects::marks::numbered::marks::{Mark, text_before};

/// Sets the addresses of marks without one, and makes the links to notes a part of marks with numbers of the list
/// (`listed`).
pub(super) fn add(text: &str, marks: &mut [Mark], listed: &BTreeSet<u64>) {
    let is_listed = |mark: &Mark| mark.items.iter().any(|(first, _)| listed.contains(first));
    for mark in marks.iter_mut().filter(|mark| is_listed(mark)) {
        mark.span = link_to_note(text, mark.span).unwrap_or(mark.span);
    }
    let definitions = OnceCell::new();
    for mark in marks.iter_mut().filter(|mark| mark.url.is_none() && !mark.is_group()) {
        let after = text.get(mark.span.end..).unwrap_or_default();
        let before = text_before(text, mark.span.start);
        let defined = label(after).and_then(|label| {
            let all = definitions.get_or_init(|| defined(text));
            Some((all.get(label)?.clone(), "[]".len() + label.len()))
        });
        if let Some((url, length)) = defined {
            mark.url = Some(url);
            mark.span.end += length;
        } else if let Some(url) = anchor(before).filter(|_| after.starts_with("</")) {
            mark.url = Some(url.to_owned());
        }
    }
}

/// Returns the words in the brackets that a text begins with, if they are no number.
fn label(text: &str) -> Option<&str> {
    const MAX_LABEL: usize = 80;
    let near = text.get(..text.floor_char_boundary(MAX_LABEL))?;
    let (label, after) = near.strip_prefix('[')?.split_once(']')?;
    let is_name = label.starts_with(char::is_alphabetic) && !label.contains('\n');
    (is_name && !after.starts_with(['(', ':'])).then_some(label)
}

/// Returns the addresses that a text defines for names.
fn defined<'t>(text: &'t str) -> BTreeMap<&'t str, String> {
    let definition = |line: &'t str| {
        let (label, url) = line.trim_start().strip_prefix('[')?.split_once("]:")?;
        let url = url.trim().trim_start_matches('<').split([' ', '>']).next()?;
        let is_page = url.starts_with("https://") || url.starts_with("http://");
        is_page.then(|| (label, url.to_owned()))
    };
    text.lines().filter_map(definition).collect()
}

/// Returns the address of the link that the end of a text opens.
fn anchor(before: &str) -> Option<&str> {
    if !before.ends_with('>') {
        return None;
    }
    let tag = before.get(before.rfind("<a ")?..)?.strip_suffix('>')?;
    // Other tags may be between, as in `<a href="…"><sup>`.
    let (_, value) = tag.split_once("href=")?;
    let value = value.trim_start_matches(['"', '\'']);
    let url = value.split(['"', '\'', ' ', '>']).next()?;
    let is_open = !tag.contains("</a");
    let is_page = url.starts_with("https://") || url.starts_with("http://");
    (is_open && is_page).then_some(url)
}
