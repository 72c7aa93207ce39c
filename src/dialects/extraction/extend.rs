//! Extend: extracted fields with their citations.
//!
//! Spec: the types of `extend-hq/extend-python-sdk` (`ExtractOutputJson`, `Citation`, and of the older
//! form `ExtractionFieldResult`).
//!
//! ```json
//! {"value": {"total": 10}, "metadata": {"total": {"ocrConfidence": 0.98, "citations": [
//!   {"page": {"number": 1, "width": 612, "height": 792}, "referenceText": "Total: $10.00",
//!    "polygon": [{"x": 72, "y": 90}, {"x": 132, "y": 102}]}]}}}
//! ```
//!
//! The metadata is flat, by the path of the field (`line_items[0].price`); edges are in points.
//!
//! # Incomplete support
//!
//! The types were available, but no recording. The older form, a result by field with `references[]`, names
//! pages and boxes and repeats no words.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Node, around, page_box};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{BoxUnit, Case};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "extend",
    title: "Extend: extracted fields with citations",
    recognised_by: "`metadata` by field with `citations[]` and `referenceText`, or `references[]`",
    sources_from: "the words that the citations repeat, by page; then the document given",
    units: "pages from 1",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

/// Returns the output of a run: itself, or in a run or in the response around one.
fn output(document: &Value) -> Option<&Value> {
    let paths = ["", "/output", "/extractRun/output", "/processorRun/output", "/data/output"];
    paths.iter().filter_map(|path| document.pointer(path)).find(|it| is_own(it) || is_older(it))
}

fn is_own(output: &Value) -> bool {
    let of_field = |field: &Value| {
        let named = |it: &Value| {
            ["referenceText", "reference_text", "polygon"].iter().any(|key| it.get(*key).is_some())
        };
        list(field, "citations").iter().any(named)
    };
    let metadata = output.get("metadata").and_then(Value::as_object);
    output.get("value").is_some() && metadata.is_some_and(|it| it.values().any(of_field))
}

fn is_older(output: &Value) -> bool {
    let boxes = ["boundingBoxes", "bounding_boxes"];
    let own = |it: &Value| boxes.iter().any(|key| it.get(*key).is_some());
    let field = |it: &Value| it.get("value").is_some() && list(it, "references").iter().any(own);
    output.as_object().is_some_and(|fields| fields.values().any(field))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let output = record.payload()?.documents.iter().find_map(output)?;
    let what = if is_own(output) { "`metadata` with `citations[]`" } else { "`references[]`" };
    Some(format!("{what} by field"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|it| Some((it, it.documents.iter().find_map(output)?)));
    let Some((payload, output)) = found else {
        return Err(record.error("no fields with citations found"));
    };
    let mut extraction = Extraction::new("citation", "");
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    if is_own(output) {
        let metadata = output.get("metadata");
        let values = output.get("value").unwrap_or(&Value::Null);
        extraction.values(values, None, &|path, _, _| {
            let stated = metadata.and_then(|metadata| metadata.get(path));
            let citations = stated.map(|stated| list(stated, "citations")).unwrap_or_default();
            let score = stated.and_then(|stated| stated.get("ocrConfidence")?.as_f64());
            let found = citations.iter().map(|it| Found { score, ..place(it) }).collect();
            Node { value: None, found }
        });
    } else {
        extraction.values(output, None, &|_, value, _| {
            let inner = value.get("references").and_then(|_| value.get("value"));
            let found = list(value, "references").iter().map(older).collect();
            Node { value: inner.cloned(), found }
        });
    }
    Ok(extraction.case(text_reader))
}

fn place(citation: &Value) -> Found {
    let page = citation.get("page").map(|page| page.get("number").unwrap_or(page));
    let page = page.and_then(number);
    let words = ["referenceText", "reference_text"].map(|key| text(citation, key)).concat();
    let file = ["fileId", "file_id"].map(|key| text(citation, key)).concat();
    let polygon = list(citation, "polygon");
    Found {
        document: file,
        page,
        words: Some(words),
        boxes: around(polygon, page.unwrap_or(1), BoxUnit::Points).into_iter().collect(),
        score: None,
        raw: citation.to_string(),
    }
}

fn older(reference: &Value) -> Found {
    let page = reference.get("page").and_then(number);
    let keys = ["left", "top", "right", "bottom"];
    let boxes = list(reference, "boundingBoxes").iter().chain(list(reference, "bounding_boxes"));
    let one = |it| page_box(it, keys, false, page.unwrap_or(1), BoxUnit::Unknown);
    Found {
        page,
        boxes: boxes.filter_map(one).collect(),
        raw: reference.to_string(),
        ..Found::default()
    }
}

/// Returns a whole number, which the interface may write as `1.0`.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let text = value.as_f64().filter(|it| it.fract() == 0.0)?.to_string();
        text.parse().ok()
    })
}
