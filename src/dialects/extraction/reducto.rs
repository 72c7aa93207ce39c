//! Reducto: extracted fields with their citations, and parsed documents.
//!
//! Spec: the types of `reductoai/reducto-python-sdk` (`ExtractResponse`, `ParseResponse`, `BoundingBox`)
//! and the vendor's page on citations.
//!
//! ```json
//! {"result": [{"total": "$10.00"}], "citations": [{"total": [{"type": "Text",
//!   "content": "Total: $10.00", "bbox": {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.02,
//!   "page": 1, "original_page": 1}}]}]}
//! {"result": {"total": {"value": "$10.00", "citations": [{"content": "…", "bbox": {…}}]}}}
//! {"result": {"type": "full", "chunks": [{"blocks": [{"type": "Text", "content": "…", "bbox": {…}}]}]}}
//! ```
//!
//! Citations mirror the result, or each value is wrapped with its own. Edges are parts of the page. The
//! page is that of the original document where both are given.
//!
//! # Incomplete support
//!
//! The types were available, but no recording. A result that is only an address is noted and not
//! fetched.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Node, page_box};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{BoxUnit, Case};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "reducto",
    title: "Reducto: extracted fields with citations, or a parsed document",
    recognised_by: "`result` with `citations[]` or `blocks[]` that have a `bbox`",
    sources_from: "the words of the citations or blocks, by page; then the document given",
    units: "pages from 1",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

/// The depth at which citations are no longer looked for.
const MAX_DEPTH: usize = 16;

/// True if a value is a citation or a block: words in a box on a page.
fn is_block(value: &Value) -> bool {
    value.get("content").is_some() && value.pointer("/bbox/page").is_some()
}

fn has_blocks(value: &Value, depth: usize) -> bool {
    match value {
        _ if depth > MAX_DEPTH => false,
        Value::Array(items) => items.iter().any(|it| is_block(it) || has_blocks(it, depth + 1)),
        Value::Object(fields) => fields.values().any(|it| has_blocks(it, depth + 1)),
        _ => false,
    }
}

/// Returns the response, or the one of a job.
fn response(document: &Value) -> Option<&Value> {
    let inner = document.get("result").filter(|it| it.get("result").is_some());
    let response = inner.unwrap_or(document);
    let result = response.get("result")?;
    let cited = response.get("citations").is_some_and(|it| has_blocks(it, 0));
    (cited || has_blocks(result, 0)).then_some(response)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let response = record.payload()?.documents.iter().find_map(response)?;
    let parsed = response.pointer("/result/chunks").is_some();
    let what = if parsed { "chunks with `blocks[]`" } else { "citations" };
    Some(format!("`result` with {what} that have a `bbox`"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|it| Some((it, it.documents.iter().find_map(response)?)));
    let Some((payload, response)) = found else {
        return Err(record.error("no citations with a `bbox` found"));
    };
    let mut extraction = Extraction::new("citation", "");
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    let result = response.get("result").unwrap_or(&Value::Null);
    let chunks = list(result, "chunks");
    for block in chunks.iter().flat_map(|chunk| list(chunk, "blocks")) {
        extraction.value(text(block, "type"), text(block, "content").trim(), &[place(block)]);
    }
    if chunks.is_empty() {
        extraction.values(result, response.get("citations"), &|_, value, stated| {
            let wrapped = value.get("citations").filter(|_| value.get("value").is_some());
            let stated = wrapped.or(stated).and_then(Value::as_array);
            let found: Vec<Found> =
                stated.into_iter().flatten().filter(|it| is_block(it)).map(place).collect();
            let value = wrapped.and_then(|_| value.get("value").cloned());
            Node { value, found }
        });
    }
    Ok(extraction.case(text_reader))
}

fn place(block: &Value) -> Found {
    let edges = block.get("bbox").unwrap_or(&Value::Null);
    let page = |key: &str| edges.get(key).and_then(Value::as_u64);
    let page = page("original_page").or_else(|| page("page"));
    let keys = ["left", "top", "width", "height"];
    let score = block.get("confidence").and_then(Value::as_f64);
    let granular = || block.pointer("/granular_confidence/extract_confidence")?.as_f64();
    Found {
        page,
        words: Some(text(block, "content").to_owned()),
        boxes: page_box(edges, keys, true, page.unwrap_or(1), BoxUnit::Page).into_iter().collect(),
        score: score.or_else(granular),
        raw: block.to_string(),
        ..Found::default()
    }
}
