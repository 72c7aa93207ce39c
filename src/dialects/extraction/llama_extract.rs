//! `LlamaExtract`: extracted fields with their citations.
//!
//! Spec: the types and recorded requests of `run-llama`'s clients: the metadata mirrors the data, and a
//! leaf has `citation[]` with the page, from 1, and the words; later versions add boxes.
//!
//! ```json
//! {"data": {"total": "$10.00"}, "extraction_metadata": {"field_metadata": {"total": {"confidence": 0.9,
//!   "citation": [{"page": 1, "matching_text": "Total: $10.00",
//!     "bounding_boxes": [{"x": 72, "y": 90, "w": 60, "h": 12}]}]}}}}
//! ```
//!
//! # Incomplete support
//!
//! One recorded request of a client was available, without boxes.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Node, page_box};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{BoxUnit, Case};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "llama-extract",
    title: "LlamaExtract: extracted fields with citations",
    recognised_by: "`field_metadata` with `citation[]` and `matching_text` beside the data",
    sources_from: "the words that the citations repeat, by page; then the document given",
    units: "pages from 1",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

/// Returns the data and its metadata.
fn parts(document: &Value) -> Option<(&Value, &Value)> {
    let keys = ["extraction_metadata", "extract_metadata"];
    let metadata = keys.iter().find_map(|key| document.get(*key))?.get("field_metadata")?;
    let metadata = metadata.get("document_metadata").unwrap_or(metadata);
    let data = ["data", "extract_result", "result"].iter().find_map(|key| document.get(*key));
    Some((data.filter(|data| data.is_object() || data.is_array())?, metadata))
}

/// Returns the number of citations anywhere in a value.
fn citations(value: &Value) -> usize {
    match value {
        Value::Object(fields) => {
            let own = list(value, "citation").len();
            own + fields.values().map(citations).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(citations).sum(),
        _ => 0,
    }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.documents.iter().find_map(parts)?;
    let citations = count(citations(document.1), "citation");
    Some(format!("`field_metadata` with {citations}"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|it| {
        Some((it, it.documents.iter().find_map(|document| Some((document, parts(document)?)))?))
    });
    let Some((payload, (document, (data, metadata)))) = found else {
        return Err(record.error("no `field_metadata` found"));
    };
    let name = document.pointer("/file/name").and_then(Value::as_str).unwrap_or_default();
    let mut extraction = Extraction::new("citation", name);
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    extraction.values(data, Some(metadata), &|_, _, stated| {
        let found =
            stated.map(|stated| list(stated, "citation").iter().map(|it| place(it, stated)));
        Node { value: None, found: found.into_iter().flatten().collect() }
    });
    Ok(extraction.case(text_reader))
}

fn place(citation: &Value, stated: &Value) -> Found {
    let page = citation.get("page").and_then(Value::as_u64);
    let boxes = list(citation, "bounding_boxes").iter();
    let unit = BoxUnit::Points;
    let keys = ["x", "y", "w", "h"];
    Found {
        page,
        words: Some(text(citation, "matching_text").to_owned()),
        boxes: boxes.filter_map(|it| page_box(it, keys, true, page.unwrap_or(1), unit)).collect(),
        score: stated.get("confidence").and_then(Value::as_f64),
        raw: citation.to_string(),
        ..Found::default()
    }
}
