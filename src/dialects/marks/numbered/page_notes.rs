//! Notes of a page of HTML that numbers in its text link to: `<a href="#note-1">[1]</a>` and
//! `<li id="note-1"><a href="https://pier.example/t">Timetable</a></li>`, or a paragraph with such an id.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::spans::{first_word, inside};
use crate::dialects::shared::list_address::title_and_url;
use crate::text::Span;

/// Parts of the ids of notes in elements other than items of lists, in lower case.
const NOTES: [&str; 6] = ["fn", "ftn", "note", "ref", "cite", "source"];

/// The ends of elements that end a note.
const ENDS: [&str; 5] = ["</li>", "</dd>", "</p>", "</div>", "</tr>"];

/// Maximum length of a note that is read, in bytes.
const MAX_NOTE: usize = 4_000;

/// Returns the items of lists and the paragraphs below the numbers that link to them, in their order; `None` if there are
/// none. Words inside the sorted spans of `code` are none of a note.
pub(super) fn page_notes(text: &str, code: &[Span]) -> Option<Vec<Entry>> {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"<(li|dd|p|div|tr|aside|sup)\b[^<>]*\bid="([^"<>\s]+)"[^<>]*>"#)
            .expect("the pattern is sound")
    });
    let numbers = numbers(text);
    if numbers.is_empty() {
        return None;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let items = ITEM.captures_iter(text).filter_map(|item| {
        let (tag, name, id) = (item.get(0)?, item.get(1)?.as_str(), item.get(2)?.as_str());
        let (number, link) = numbers.get(id)?;
        let is_note = matches!(name, "li" | "dd") || is_id_of_note(id);
        (is_note && *link < tag.start()).then_some((tag, name, *number))
    });
    let mut items = items.peekable();
    while let Some((tag, name, number)) = items.next() {
        let next = items.peek().map_or(text.len(), |(tag, ..)| tag.start());
        let end = text.floor_char_boundary(next.min(tag.end() + MAX_NOTE));
        let inside_tag = text.get(tag.end()..end).unwrap_or_default();
        // A raised number is before its note, not around it.
        let raised = inside_tag.split_once("</sup>").filter(|_| name == "sup");
        let note = raised.map_or(inside_tag, |(_, note)| note);
        let note = ENDS.iter().fold(note, |note, end| note.split(end).next().unwrap_or_default());
        let start = tag.end() + raised.map_or(0, |(number, _)| number.len() + "</sup>".len());
        // The tags of a page are in such spans, its words are not.
        let is_shown = |at: usize| !inside(code, start + at);
        if !first_word(note).is_some_and(is_shown) {
            continue;
        }
        let (title, url) = title_and_url(without_number(note, number));
        entries.push(Entry {
            id: Some(number.to_owned()),
            title,
            url,
            span: Span::new(tag.start(), start + note.len()),
            in_brackets: true,
            ..Entry::default()
        });
    }
    (!entries.is_empty()).then_some(entries)
}

/// True for the id of an element that may be a note: `fn1`, `ref-2`, `_ftn3`.
fn is_id_of_note(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    NOTES.iter().any(|part| id.contains(part)) && id.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns a note without the number that it begins with: `<span>1</span> Timetable`, `[1] Timetable`.
fn without_number<'t>(note: &'t str, number: &str) -> &'t str {
    let rest = first_word(note).and_then(|at| note.get(at..)?.strip_prefix(number));
    let ends = |rest: &&str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let Some(rest) = rest.filter(ends) else { return note };
    let rest = rest.trim_start_matches([']', ')', '.', ':']);
    rest.strip_prefix("</span>").or_else(|| rest.strip_prefix("</a>")).unwrap_or(rest).trim_start()
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
