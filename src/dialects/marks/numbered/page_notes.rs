//! Notes of a page of HTML that numbers in its text link to: `<a href="#note-1">[1]</a>` and
//! `<li id="note-1"><a href="https://pier.example/t">Timetable</a></li>`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address::title_and_url;
use crate::text::Span;

/// Maximum length of a note that is read, in bytes.
const MAX_NOTE: usize = 4_000;

/// Returns the items of lists below the numbers that link to them, in their order; `None` if there are none. Words
/// inside the sorted spans of `code` are none of an item.
pub(super) fn page_notes(text: &str, code: &[Span]) -> Option<Vec<Entry>> {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"<(?:li|dd)\b[^<>]*\bid="([^"<>\s]+)"[^<>]*>"#).expect("the pattern is sound")
    });
    let numbers = numbers(text);
    if numbers.is_empty() {
        return None;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut items = ITEM.captures_iter(text).peekable();
    while let Some(item) = items.next() {
        let (Some(tag), Some(id)) = (item.get(0), item.get(1)) else { continue };
        let known = numbers.get(id.as_str()).filter(|(_, link)| *link < tag.start());
        let Some((number, _)) = known else { continue };
        let next = items.peek().and_then(|item| item.get(0)).map_or(text.len(), |tag| tag.start());
        let end = text.floor_char_boundary(next.min(tag.end() + MAX_NOTE));
        let note = text.get(tag.end()..end).unwrap_or_default();
        let note = note.split("</li>").next().unwrap_or_default();
        let note = note.split("</dd>").next().unwrap_or_default();
        // The tags of a page are in such spans, its words are not.
        let is_shown = |at: usize| !inside(code, tag.end() + at);
        if !first_word(note).is_some_and(is_shown) {
            continue;
        }
        let (title, url) = title_and_url(note);
        entries.push(Entry {
            id: Some((*number).to_owned()),
            title,
            url,
            span: Span::new(tag.start(), tag.end() + note.len()),
            in_brackets: true,
            ..Entry::default()
        });
    }
    (!entries.is_empty()).then_some(entries)
}

/// Returns the place of the first letter or digit outside of tags.
fn first_word(note: &str) -> Option<usize> {
    let mut in_tag = false;
    let mut characters = note.char_indices();
    let first = characters.find(|(_, c)| {
        in_tag = *c == '<' || in_tag && *c != '>';
        !in_tag && c.is_alphanumeric()
    });
    first.map(|(at, _)| at)
}

/// Returns the number of the first link to each place of a page, and where that link is.
fn numbers(text: &str) -> BTreeMap<&str, (&str, usize)> {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        let link =
            r#"<a\b[^<>]*\bhref="\#([^"<>\s]+)"[^<>]*>\s*(?:<sup\b[^<>]*>)?\[?([0-9]{1,3})\]?<"#;
        Regex::new(link).expect("the pattern is sound")
    });
    let mut numbers = BTreeMap::new();
    if memchr::memmem::find(text.as_bytes(), b"href=\"#").is_none() {
        return numbers;
    }
    for link in LINK.captures_iter(text) {
        if let (Some(whole), Some(place), Some(number)) = (link.get(0), link.get(1), link.get(2)) {
            numbers.entry(place.as_str()).or_insert((number.as_str(), whole.start()));
        }
    }
    numbers
}
