//! Docling: a converted document, or chunks of one.
//!
//! Spec: `DoclingDocument` of `docling-project/docling-core`, and its test data.
//!
//! ```json
//! {"schema_name": "DoclingDocument", "origin": {"filename": "report.pdf"}, "texts": [{"label": "text",
//!   "text": "…", "prov": [{"page_no": 1, "bbox": {"l": 72, "t": 700, "r": 540, "b": 660,
//!     "coord_origin": "BOTTOMLEFT"}, "charspan": [0, 90]}]}], "pages": {"1": {"size": {"height": 792}}}}
//! ```
//!
//! Each text is a claim that cites the page and the box that it was found in, so that it can be checked
//! against the document itself. As a source file, the texts are the document, page by page.
//!
//! Boxes are turned to count from the page's upper left corner; without the page's height those that
//! count from below keep their numbers, with the edges exchanged.
//!
//! # Incomplete support
//!
//! Converted documents were available. Cells of tables have their own boxes, which are not read; a
//! table is its cells, one row per line.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Pages};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{BoxUnit, Case, IdFrom, PageBox, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "docling",
    title: "Docling: a converted document, or chunks of one",
    recognised_by: "`texts[]` with `prov[]`, beside `schema_name` or `body`",
    sources_from: "its texts, by page; then the document given",
    units: "pages from 1",
    kind: Kind::Payload { detect, read },
    companion: |record| {
        let document = record.payload()?.document()?;
        let items = items(document);
        let whole = items.iter().all(|item| item.get("prov").is_some());
        (whole && !items.is_empty()).then(|| vec![source(document, &items)])
    },
    ..Dialect::DEFAULTS
};

/// Returns the texts and tables of a document, or the chunks of one.
fn items(document: &Value) -> Vec<&Value> {
    let placed = |it: &&Value| !provenance(it).is_empty();
    let inner = document.get("document").and_then(|it| it.get("json_content")).unwrap_or(document);
    let own = ["texts", "tables", "key_value_items"].iter().flat_map(|key| list(inner, key));
    let own: Vec<&Value> = own.filter(placed).collect();
    let named = inner.get("schema_name").is_some() || inner.get("body").is_some();
    if named && !own.is_empty() {
        return own;
    }
    list(document, "root").iter().chain(list(document, "chunks")).filter(placed).collect()
}

/// Returns the places of an item, or of the items that a chunk is made of.
fn provenance(item: &Value) -> Vec<&Value> {
    let inner = item.pointer("/meta/doc_items").and_then(Value::as_array);
    let inner = inner.into_iter().flatten().flat_map(|it| list(it, "prov"));
    let all = list(item, "prov").iter().chain(inner);
    all.filter(|it| it.get("page_no").is_some() && it.get("bbox").is_some()).collect()
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let items: Vec<&Value> = payload.documents.iter().flat_map(items).collect();
    (!items.is_empty()).then(|| format!("{} with `prov[]`", count(items.len(), "text")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut extraction =
        Extraction::new("prov", payload.documents.first().map(name).unwrap_or_default());
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    for document in &payload.documents {
        for item in items(document) {
            let words = words(item);
            extraction.value("", words.trim(), &found(item, document, &words));
        }
    }
    Ok(extraction.case(text_reader))
}

/// Returns the name of the file that was converted.
fn name(document: &Value) -> &str {
    let inner = document.pointer("/document/json_content").unwrap_or(document);
    let paths =
        ["/origin/filename", "/root/0/meta/origin/filename", "/chunks/0/meta/origin/filename"];
    paths
        .iter()
        .find_map(|path| inner.pointer(path)?.as_str())
        .unwrap_or_else(|| text(inner, "name"))
}

/// Returns the words of a text, or of the cells of a table, a row on a line.
fn words(item: &Value) -> String {
    let own = ["text", "orig"].iter().find_map(|key| item.get(*key)?.as_str());
    if let Some(own) = own.filter(|own| !own.is_empty()) {
        return own.to_owned();
    }
    let rows = item.pointer("/data/grid").and_then(Value::as_array).into_iter().flatten();
    let row = |row: &Value| {
        let cells = row.as_array().into_iter().flatten().map(|cell| text(cell, "text"));
        cells.collect::<Vec<_>>().join(" | ")
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

/// Returns the places of an item, one for each page.
fn found(item: &Value, document: &Value, words: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for place in provenance(item) {
        let Some(page) = place.get("page_no").and_then(Value::as_u64) else { continue };
        let path = format!("/pages/{page}/size/height");
        let height = document.pointer(&path).and_then(Value::as_f64);
        let edges = place.get("bbox").and_then(|edges| upright(edges, page, height));
        let part = part(place, words).filter(|_| item.get("prov").is_some());
        match found.iter_mut().find(|found| found.page == Some(page)) {
            Some(found) => {
                found.boxes.extend(edges);
                if let (Some(words), Some(part)) = (&mut found.words, part) {
                    words.push_str(&part);
                }
            }
            None => found.push(Found {
                page: Some(page),
                words: part,
                boxes: edges.into_iter().collect(),
                raw: place.to_string(),
                ..Found::default()
            }),
        }
    }
    // A chunk does not say which of its words are on which page.
    if let [only] = found.as_mut_slice() {
        only.words = Some(words.to_owned());
    }
    found
}

/// Returns the characters of an item's text that are in one of its boxes.
fn part(place: &Value, words: &str) -> Option<String> {
    let ends = list(place, "charspan").iter().filter_map(Value::as_u64);
    let ends: Vec<usize> = ends.filter_map(|end| usize::try_from(end).ok()).collect();
    match ends.as_slice() {
        [start, end] if end > start => {
            let part: String = words.chars().skip(*start).take(end - start).collect();
            (!part.trim().is_empty()).then_some(part)
        }
        _ => None,
    }
}

/// Returns a box, counted from the upper left corner.
fn upright(edges: &Value, page: u64, height: Option<f64>) -> Option<PageBox> {
    let edge = |key: &str| edges.get(key).and_then(Value::as_f64);
    let (left, top, right, bottom) = (edge("l")?, edge("t")?, edge("r")?, edge("b")?);
    let from_below = text(edges, "coord_origin") == "BOTTOMLEFT";
    let (top, bottom) = match height.filter(|_| from_below) {
        Some(height) => (height - top, height - bottom),
        None => (top.min(bottom), top.max(bottom)),
    };
    Some(PageBox { page, left, top, right, bottom, unit: BoxUnit::Points })
}

/// Returns the document that the texts make up.
fn source(document: &Value, items: &[&Value]) -> Source {
    let mut pages = Pages::default();
    for item in items {
        let page = provenance(item).first().and_then(|it| it.get("page_no")?.as_u64());
        pages.add(page.unwrap_or(1), words(item).trim());
    }
    let (id, id_from) = (name(document).to_owned(), IdFrom::Text);
    let mut source = Source { id, id_from, ..Source::default() };
    pages.finish(&mut source);
    source
}
