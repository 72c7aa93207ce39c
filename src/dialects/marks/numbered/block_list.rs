//! A list of sources as data in a block of code beside the text: `{"sources": [{"id": 1, "title": …, "url": …}]}` in JSON,
//! or the same in YAML.

use serde_json::Value;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::fields::named_rows;
use crate::dialects::marks::numbered::line::Line;
use crate::text::Span;

/// The maximum length of a block that is read, in bytes.
const MAX_BLOCK: usize = 100_000;

/// The fields of such a list.
const LISTS: [&str; 3] = ["sources", "references", "citations"];

/// The fields of a row for its number, its title, its address and the words of the source.
const NUMBERS: [&str; 4] = ["id", "number", "index", "n"];
const TITLES: [&str; 3] = ["title", "label", "name"];
const ADDRESSES: [&str; 2] = ["url", "link"];
const TEXTS: [&str; 3] = ["excerpt", "snippet", "quote"];

/// Adds the rows of the last block of code that lists sources with numbers, if a text has no other list.
pub(super) fn add(text: &str, code: &[Span], entries: &mut Vec<Entry>) {
    if entries.is_empty() {
        let mut lists = code.iter().rev().map(|block| rows(text, *block));
        entries.extend(lists.find(|rows| !rows.is_empty()).unwrap_or_default());
    }
}

/// Returns the rows of a block of code.
fn rows(text: &str, block: Span) -> Vec<Entry> {
    let content = || {
        let fence = block
            .slice(text)
            .filter(|block| block.len() <= MAX_BLOCK)?
            .trim_start()
            .strip_prefix("```")?;
        let (language, body) = fence.split_once('\n')?;
        let start = text.get(..block.end)?.len() - body.len();
        Some((language.trim(), body.trim_end().trim_end_matches('`'), start))
    };
    match content() {
        Some(("json", body, _)) => in_json(body, block).unwrap_or_default(),
        Some(("yaml" | "yml", body, start)) => in_yaml(body, start),
        _ => Vec::new(),
    }
}

fn in_json(body: &str, block: Span) -> Option<Vec<Entry>> {
    if !LISTS.iter().any(|list| body.contains(list)) {
        return None;
    }
    let value: Value = serde_json::from_str(body).ok()?;
    let list = LISTS.iter().find_map(|list| value.get(list)?.as_array())?;
    let row = |row: &Value| {
        let text = |keys: &[&str]| {
            let text = keys.iter().find_map(|key| row.get(key)?.as_str())?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let number = NUMBERS.iter().find_map(|key| {
            let number = row.get(key)?;
            number.as_u64().or_else(|| number.as_str()?.parse().ok())
        })?;
        let (title, url) = (text(&TITLES), text(&ADDRESSES));
        (title.is_some() || url.is_some()).then(|| Entry {
            id: Some(number.to_string()),
            title,
            url,
            text: text(&TEXTS),
            span: block,
            ..Entry::default()
        })
    };
    list.iter().map(row).collect()
}

fn in_yaml(body: &str, start: usize) -> Vec<Entry> {
    let mut at = start;
    let mut lines = body.split_inclusive('\n').map(|text| {
        at += text.len();
        Line { start: at - text.len(), text: text.trim_end() }
    });
    let is_list = |line: &Line<'_>| {
        line.text.trim_end().strip_suffix(':').is_some_and(|it| LISTS.contains(&it))
    };
    if !lines.any(|line| is_list(&line)) {
        return Vec::new();
    }
    let rows: Vec<Line<'_>> = lines.collect();
    named_rows(&rows)
}
