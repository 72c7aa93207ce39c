//! Lists that only name the contexts of an answer: titles, headings, labels.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::dialects::shared::context_ids::is_name;
use crate::input::json;
use crate::model::{IdFrom, Source};
use crate::text::address::is_address;

/// True for a list of titles: a few words each, and no sentence.
pub(super) fn are_titles(value: &Value) -> bool {
    const MAX_WORDS: usize = 10;
    const MAX_LENGTH: usize = 80;
    let is_title = |item: &Value| {
        let is_short = |text: &str| {
            text.len() <= MAX_LENGTH
                && text.split_whitespace().count() <= MAX_WORDS
                && text.contains(char::is_alphanumeric)
                && !text.ends_with(['.', '!', '?', '。'])
                && !text.contains("://")
                && !text.contains(['[', '\n'])
        };
        item.as_str().is_some_and(is_short)
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_title))
}

/// True for a list of labels: `["P1", "P3"]`.
pub(super) fn are_labels(value: &Value) -> bool {
    let is_label = |item: &Value| {
        let Some(label) = item.as_str() else { return false };
        let number = label.trim_start_matches(|c: char| c.is_ascii_uppercase());
        (1..=4).contains(&(label.len() - number.len()))
            && (1..=3).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_label))
}

/// True for a list of headings with those above them: `Guide > Fares > Children`.
pub(super) fn are_headings(value: &Value) -> bool {
    const MAX_LENGTH: usize = 240;
    let is_heading = |item: &Value| {
        let is_path = |text: &str| {
            text.len() <= MAX_LENGTH
                && [" > ", " › "].iter().any(|sign| text.contains(sign))
                && !text.contains('\n')
                && !text.ends_with('.')
        };
        item.as_str().is_some_and(is_path)
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_heading))
}

/// Returns the titles that a table has in one field, `Timetable | Fares of the harb...`, once each.
pub(super) fn joined_titles(value: &Value) -> Option<Vec<&str>> {
    const MAX_LENGTH: usize = 120;
    let is_cut = |title: &str| title.ends_with("...") || title.ends_with('…');
    let is_title = |title: &&str| {
        title.len() <= MAX_LENGTH
            && title.contains(char::is_alphabetic)
            && (is_cut(title) || !title.ends_with(['.', '!', '?', '。']))
            && !title.contains(['\n', '[', '{'])
            && !title.contains("://")
    };
    let text = value.as_str()?.trim();
    // `Pier | Timetable; Harbour | Fares` has two, each with its publisher.
    let entries = text.split("; ").map(str::trim);
    let are_entries = entries.clone().count() > 1 && entries.clone().all(|it| it.contains(" | "));
    let titles: Vec<&str> =
        if are_entries { entries.collect() } else { text.split(" | ").map(str::trim).collect() };
    let mut seen = BTreeSet::new();
    let are_titles = (titles.len() > 1 || is_cut(text)) && titles.iter().all(is_title);
    are_titles.then(|| titles.into_iter().filter(|title| seen.insert(*title)).collect())
}

/// The maximum length of the entry of a list of sources, in bytes.
const MAX_ENTRY: usize = 400;

/// True for the name of a file, and not the entry of a list, whose address may end as one does.
pub(super) fn is_bare_name(text: &str) -> bool {
    is_name(text) && listed_entry(text).is_none()
}

/// Returns the number and the words of the entry of a list, which is no text: `[2] Timetable — https://…`.
pub(super) fn listed_entry(text: &str) -> Option<(&str, &str)> {
    let (number, entry) = text.strip_prefix('[')?.split_once("] ")?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let is_line = entry.len() <= MAX_ENTRY && !entry.trim().contains('\n');
    let is_entry = is_line && entry.split_whitespace().next_back().is_some_and(is_address);
    (is_number && is_entry).then_some((number, entry))
}

/// Fields for the number of a part of a document.
const PARTS: &[(&str, &str)] = &[
    ("article_number", "article"),
    ("clause_number", "clause"),
    ("section_number", "section"),
    ("chapter_number", "chapter"),
    ("paragraph_number", "paragraph"),
];

/// Names a source without an id and a title by its document and the number of its part.
pub(super) fn name_by_part(source: &mut Source, fields: &Map<String, Value>) {
    let document = fields.get("document").and_then(Value::as_str);
    let part = PARTS.iter().find_map(|(key, word)| Some((word, json::id(fields, key)?)));
    let is_unnamed = source.id.is_empty() && source.title.is_none();
    if let (Some(document), Some((word, number)), true) = (document, part, is_unnamed) {
        (source.id, source.id_from) = (format!("{document}, {word} {number}"), IdFrom::Text);
        source.title = Some(document.to_owned());
    }
}
