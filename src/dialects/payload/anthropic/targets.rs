//! The citations of a text block as targets.
//!
//! Ends of pages and blocks are exclusive in the payload and inclusive in a target. If a citation
//! lacks its index, the title identifies the document.

use serde_json::{Map, Value};

use crate::dialects::shared::cited::{Cited, Cites};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::position::{self, Counted};
use crate::input::json::{Reader, join};
use crate::model::{Locator, Target};
use crate::text::prose::{count, ticked};

/// The fields of a citation that are positions.
const NUMBERS: &[&str] = &[
    "document_index",
    "search_result_index",
    "start_char_index",
    "end_char_index",
    "start_page_number",
    "end_page_number",
    "start_block_index",
    "end_block_index",
];

/// True if a value is a citation of this dialect, of a known or unknown kind.
pub(crate) fn is_location(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    kind.ends_with("_location") && value.get("cited_text").is_some()
}

/// Reads the citations of all blocks.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    unknown: Vec<String>,
    unknown_count: usize,
}

impl Targets {
    /// Returns the citations of one block; entries of a wrong type are noted.
    pub(crate) fn read(
        &mut self,
        entries: &[Value],
        path: &str,
        reader: &mut Reader,
    ) -> Vec<Cited> {
        let mut all = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let path = format!("{path}[{index}]");
            match entry {
                Value::Object(fields) => all.push(self.cited(fields, &path, reader)),
                other => reader.expected(&path, "an object", other),
            }
        }
        all
    }

    /// Lists the unknown kinds.
    pub(crate) fn finish(self, reader: &mut Reader) {
        if self.unknown_count > 0 {
            let kinds = ticked(self.unknown.iter().map(String::as_str), 6);
            let citations = count(self.unknown_count, "citation");
            reader.notes.push(format!("{citations} of unknown type kept: {kinds}"));
        }
    }

    fn cited(&mut self, fields: &Map<String, Value>, path: &str, reader: &mut Reader) -> Cited {
        let kind = Cursor::new(fields, path).string(reader, "type").unwrap_or_default();
        let document = Cites::index(fields.get("document_index"), "document", Cites::Document);
        let result = || {
            let index = fields.get("search_result_index");
            Cites::index(index, "search result", Cites::SearchResult)
        };
        for key in NUMBERS {
            note_number(reader, fields, key, path);
        }
        let between = |counted, start: &str, end: &str| {
            position::range(counted, fields.get(start), fields.get(end))
        };
        let blocks = || between(Counted::Blocks, "start_block_index", "end_block_index");
        let (index, locator) = match kind.as_str() {
            "char_location" => {
                (document, between(Counted::Chars, "start_char_index", "end_char_index"))
            }
            "page_location" => {
                (document, between(Counted::Pages, "start_page_number", "end_page_number"))
            }
            "content_block_location" => (document, blocks()),
            "search_result_location" => (result(), blocks()),
            "web_search_result_location" => (None, None),
            _ => {
                self.unknown_count += 1;
                if !self.unknown.contains(&kind) {
                    self.unknown.push(kind.clone());
                }
                (document, None)
            }
        };
        if let Some(locator) = locator.as_ref().filter(|locator| is_reversed(locator)) {
            reader.notes.push(format!("`{path}` ends before it starts: {locator}"));
        }
        named(kind, index, locator, fields, path, reader)
    }
}

/// Puts a citation together with the names and words that all kinds may have.
fn named(
    kind: String,
    index: Option<Cites>,
    locator: Option<Locator>,
    fields: &Map<String, Value>,
    path: &str,
    reader: &mut Reader,
) -> Cited {
    let cursor = Cursor::new(fields, path);
    let mut text = |key: &str| cursor.string(reader, key);
    let title = text("document_title").or_else(|| text("title"));
    let origin = text("url").or_else(|| text("source"));
    let quote = text("cited_text");
    let counted = match kind.as_str() {
        "char_location" | "page_location" | "content_block_location" => Some("document"),
        "search_result_location" => Some("search result"),
        _ => None,
    };
    let cites = Cites::of(index, (&kind, counted), (origin.as_deref(), title.as_deref()));
    let target = Target { id: cites.id(), locator, quote, ..Target::default() };
    Cited { kind, cites, target, title, origin }
}

fn is_reversed(locator: &Locator) -> bool {
    match locator {
        Locator::Chars { start, end, .. } | Locator::Time { start, end } => end < start,
        Locator::Pages { first, last } | Locator::Blocks { first, last } => last < first,
        Locator::Lines { .. } | Locator::Fragment(_) | Locator::Unreadable(_) => false,
    }
}

/// Notes a number that no source can have.
fn note_number(reader: &mut Reader, fields: &Map<String, Value>, key: &str, path: &str) {
    match fields.get(key) {
        None | Some(Value::Null) => {}
        Some(Value::Number(number)) if number.is_u64() => {
            if number.as_u64() > Some(u64::from(u32::MAX)) {
                let path = join(path, key);
                reader.notes.push(format!("`{path}` is {number}: no source is so long"));
            }
        }
        Some(other) => reader.expected(&join(path, key), "a whole number from 0 on", other),
    }
}
