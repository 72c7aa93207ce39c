//! `Key: value` lines under a head, and the same fields as attributes of a tag.

use super::labels;
use super::lines::{blanks, content, lines};
use crate::model::Source;
use crate::text::Span;

/// Keys that are metadata even if no blank line separates them from the text.
const KNOWN: &[&str] = &[
    "title",
    "name",
    "file name",
    "filename",
    "url",
    "link",
    "updated",
    "last updated",
    "last modified",
    "date",
    "published",
    "author",
    "authors",
    "source",
    "score",
    "type",
    "site",
    "domain",
    "page",
    "section",
    "language",
    "content source",
];

/// Keys whose value begins the text.
const TEXT: &[&str] = &["content snippet", "content", "snippet", "text"];

/// Puts a field into its member of the source, else into its metadata.
pub(super) fn set(source: &mut Source, key: &str, value: &str) {
    let value = value.trim();
    let free = |field: &Option<String>| field.is_none() && !value.is_empty();
    let name = key.trim().to_lowercase().replace(['_', '-'], " ");
    match name.as_str() {
        "title" | "name" | "file name" | "filename" if free(&source.title) => {
            source.title = Some(value.to_owned());
        }
        "url" | "link" | "href" if free(&source.url) => source.url = Some(value.to_owned()),
        "updated" | "last updated" | "last modified" if free(&source.updated) => {
            source.updated = Some(value.to_owned());
        }
        "score" if source.score.is_none() && finite(value).is_some() => {
            source.score = finite(value);
        }
        _ => source.metadata.push((key.trim().to_owned(), value.to_owned())),
    }
}

/// True if a line `key: value` under a head is read as that field and no more.
pub(super) fn is_key(key: &str) -> bool {
    field(&format!("{key}: value")).is_some_and(|(read, _)| read == key) && !is_one_of(key, TEXT)
}

/// Reads the fields at the start of `span` into `source`; returns the rest, which is the text.
///
/// The fields end at a blank line or the first label, whatever their keys. Without either, only
/// known keys count, because `Note: see below` may well be the text's first line.
pub(super) fn read(text: &str, span: Span, source: &mut Source) -> Span {
    let mut fields = Vec::new();
    let mut known_until = span.start;
    let mut only_known = true;
    let mut closed_at = None;
    for (at, line) in lines(span.slice(text).unwrap_or_default()) {
        let (start, line_end) = (span.start + at, span.start + at + line.len());
        let line = content(line);
        if line.trim().is_empty() {
            closed_at = Some(line_end);
            break;
        }
        if labels::is_label(line) {
            closed_at = Some(start);
            break;
        }
        let Some((key, value)) = field(line) else { break };
        if is_one_of(key, TEXT) {
            closed_at = Some(start + line.len() - value.len());
            break;
        }
        only_known = only_known && is_one_of(key, KNOWN);
        if only_known {
            known_until = line_end;
        }
        fields.push((key, value, only_known));
    }
    for (key, value, known) in fields {
        if known || closed_at.is_some() {
            set(source, key, value);
        }
    }
    Span::new(closed_at.unwrap_or(known_until), span.end)
}

/// Returns a line's key and value.
fn field(line: &str) -> Option<(&str, &str)> {
    let line = line.get(blanks(line)..)?;
    let (key, value) = line.split_once(':')?;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    let is_key = key.len() <= 40
        && key.starts_with(char::is_alphabetic)
        && key.chars().all(is_word)
        && key.split_whitespace().count() <= 4;
    let value_apart = value.is_empty() || value.starts_with([' ', '\t']);
    (is_key && value_apart).then(|| (key, value.trim_start_matches([' ', '\t'])))
}

fn is_one_of(key: &str, keys: &[&str]) -> bool {
    let key = key.trim().replace(['_', '-'], " ");
    keys.iter().any(|known| known.eq_ignore_ascii_case(&key))
}

fn finite(value: &str) -> Option<f64> {
    value.parse().ok().filter(|score: &f64| score.is_finite())
}
