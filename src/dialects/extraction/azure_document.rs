//! Azure AI Document Intelligence: extracted fields, or the paragraphs of a document.
//!
//! Spec: the vendor's reference of `AnalyzeResult`; Azure's Content Understanding has the same names.
//!
//! ```json
//! {"analyzeResult": {"content": "…", "pages": [{"pageNumber": 1, "unit": "inch", "spans": [
//!   {"offset": 0, "length": 90}]}], "documents": [{"fields": {"Total": {"type": "currency",
//!   "content": "$10.00", "confidence": 0.98, "boundingRegions": [{"pageNumber": 1,
//!     "polygon": [1, 2, 3, 2, 3, 2.5, 1, 2.5]}], "spans": [{"offset": 40, "length": 6}]}}}]}}
//! ```
//!
//! The document's text is `content`, and its pages are stretches of it: `stringIndexType` states
//! the unit of offsets, text elements (read as code points) or UTF-16. Fields and `keyValuePairs`
//! are the response; without any, the paragraphs are, and in version 2 the lines.
//!
//! As a source file, a result without fields is the document.
//!
//! # Incomplete support
//!
//! Sample results of the vendor were available, most of them of version 2 (`documentResults`,
//! `readResults`). Tables and figures are read only as far as fields or paragraphs repeat them.
//! Text elements of several code points shift the offsets after them.

use std::sync::Arc;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Pages, around};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{join, list, text};
use crate::model::{BoxUnit, Case, Division, DivisionKind, IdFrom, Source, SourceText};
use crate::text::Unit;
use crate::text::prose::count;
use crate::text::units::Offsets;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "azure-document",
    title: "Azure AI Document Intelligence: fields, paragraphs or lines",
    recognised_by: "`analyzeResult` with `boundingRegions[]`",
    sources_from: "`content`, with its pages",
    units: "pages from 1",
    kind: Kind::Payload { detect, read },
    companion: |record| {
        let result = result(record.payload()?.document()?)?;
        let is_layout = documents(result).is_empty() && list(result, "keyValuePairs").is_empty();
        is_layout.then(|| vec![source(result)])
    },
    ..Dialect::DEFAULTS
};

/// The id of the only document.
const DOCUMENT: &str = "document";

/// The depth at which fields are no longer taken apart.
const MAX_DEPTH: usize = 16;

fn result(document: &Value) -> Option<&Value> {
    let inner = ["analyzeResult", "analyze_result"].iter().find_map(|key| document.get(*key));
    let result = inner.unwrap_or(document);
    let regions =
        |it: &Value| it.get("boundingRegions").or_else(|| it.get("bounding_regions")).is_some();
    let pairs = list(result, "keyValuePairs").iter().filter_map(|pair| pair.get("value"));
    let fields = documents(result).iter().any(|it| it.get("fields").is_some());
    let lines = list(result, "readResults").iter().any(|page| !list(page, "lines").is_empty());
    let own = fields || lines || list(result, "paragraphs").iter().chain(pairs).any(regions);
    let has_text = result.get("content").is_some_and(Value::is_string)
        || !list(result, "readResults").is_empty();
    (own && has_text).then_some(result)
}

/// Returns the documents in a result, which have another name in version 2.
fn documents(result: &Value) -> &[Value] {
    let own = list(result, "documents");
    if own.is_empty() { list(result, "documentResults") } else { own }
}

/// Returns the words of a field or paragraph, which have another name in version 2.
fn words(value: &Value) -> &str {
    let own = text(value, "content");
    if own.is_empty() { text(value, "text") } else { own }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let result = record.payload()?.documents.iter().find_map(result)?;
    let (documents, pairs) = (documents(result).len(), list(result, "keyValuePairs").len());
    Some(match (documents, pairs) {
        (0, 0) => "paragraphs or lines with regions".to_owned(),
        (0, pairs) => format!("{} with regions", count(pairs, "pair")),
        (documents, _) => format!("fields of {} with regions", count(documents, "document")),
    })
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|it| Some((it, it.documents.iter().find_map(result)?)));
    let Some((payload, result)) = found else {
        return Err(record.error("no `analyzeResult` with regions found"));
    };
    let mut extraction = Extraction::new("region", DOCUMENT);
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    extraction.statements.sources.push(source(result));
    let unit = unit(result);
    let documents = documents(result);
    for (index, document) in documents.iter().enumerate() {
        let path = if documents.len() > 1 { format!("[{index}]") } else { String::new() };
        for (name, value) in document.get("fields").and_then(Value::as_object).into_iter().flatten()
        {
            field(&mut extraction, &join(&path, name), value, unit, 0);
        }
    }
    let pairs = list(result, "keyValuePairs");
    for pair in pairs {
        let key = pair.pointer("/key/content").and_then(Value::as_str).unwrap_or_default();
        let value = pair.get("value").unwrap_or(&Value::Null);
        field(&mut extraction, key.trim_end_matches(':'), value, unit, 0);
    }
    if documents.is_empty() && pairs.is_empty() {
        for paragraph in list(result, "paragraphs") {
            let words = text(paragraph, "content").trim();
            extraction.value(text(paragraph, "role"), words, &[place(paragraph, unit)]);
        }
        for page in list(result, "readResults") {
            let number = page.get("page").and_then(Value::as_u64);
            for line in list(page, "lines") {
                let found = place(line, unit);
                let corners = list(line, "boundingBox");
                let boxes = around(corners, number.unwrap_or(1), unit).into_iter().collect();
                extraction.value("", words(line), &[Found { page: number, boxes, ..found }]);
            }
        }
    }
    Ok(extraction.case(text_reader))
}

/// Writes a field, or the fields in it.
fn field(extraction: &mut Extraction, path: &str, value: &Value, unit: BoxUnit, depth: usize) {
    let inner = |names: [&str; 2]| names.into_iter().find_map(|name| value.get(name));
    if depth < MAX_DEPTH {
        if let Some(Value::Object(fields)) = inner(["valueObject", "value_object"]) {
            for (name, value) in fields {
                field(extraction, &join(path, name), value, unit, depth + 1);
            }
            return;
        }
        if let Some(Value::Array(items)) = inner(["valueArray", "value_array"]) {
            for (index, value) in items.iter().enumerate() {
                field(extraction, &format!("{path}[{index}]"), value, unit, depth + 1);
            }
            return;
        }
    }
    let found = place(value, unit);
    let placed = found.page.is_some().then_some(found);
    let typed = value.as_object().into_iter().flatten();
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let typed =
        typed.filter(|(key, it)| key.starts_with("value") && (it.is_string() || it.is_number()));
    let words = words(value).trim();
    let shown = typed.map(|(_, value)| plain(value)).next();
    let shown = shown.unwrap_or_else(|| words.replace('\n', " "));
    extraction.value(path, &shown, placed.as_slice());
}

fn place(value: &Value, unit: BoxUnit) -> Found {
    let regions = list(value, "boundingRegions").iter().chain(list(value, "bounding_regions"));
    let mut regions: Vec<&Value> = regions.collect();
    if regions.is_empty() && value.get("page").is_some() {
        regions.push(value);
    }
    let numbers = ["pageNumber", "page_number", "page"];
    let page = |it: &Value| numbers.iter().find_map(|key| it.get(*key)?.as_u64());
    let one = |it: &&Value| {
        let polygon =
            ["polygon", "boundingBox"].into_iter().find_map(|key| it.get(key)?.as_array());
        around(polygon?, page(it).unwrap_or(1), unit)
    };
    Found {
        page: regions.first().and_then(|it| page(it)),
        words: Some(words(value).to_owned()),
        boxes: regions.iter().filter_map(one).collect(),
        score: value.get("confidence").and_then(Value::as_f64),
        raw: value.to_string(),
        ..Found::default()
    }
}

fn unit(result: &Value) -> BoxUnit {
    let pages = list(result, "pages").iter().chain(list(result, "readResults"));
    match pages.map(|page| text(page, "unit")).next() {
        Some("inch") => BoxUnit::Inches,
        Some("pixel") => BoxUnit::Pixels,
        _ => BoxUnit::Unknown,
    }
}

/// Returns the document's text with its pages.
fn source(result: &Value) -> Source {
    let content = text(result, "content");
    let offsets = Offsets::new(content);
    let named = ["stringIndexType", "string_index_type"].map(|key| text(result, key)).concat();
    let unit = if named == "utf16CodeUnit" { Unit::Utf16 } else { Unit::CodePoints };
    let mut source = Source { id: DOCUMENT.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    if content.is_empty() {
        let mut pages = Pages::default();
        for page in list(result, "readResults") {
            let lines: Vec<&str> = list(page, "lines").iter().map(words).collect();
            let number = page.get("page").and_then(Value::as_u64).unwrap_or(1);
            pages.add(number, &lines.join("\n"));
        }
        pages.finish(&mut source);
        return source;
    }
    for page in list(result, "pages") {
        let number =
            page.get("pageNumber").or_else(|| page.get("page_number")).and_then(Value::as_u64);
        let ends = list(page, "spans").first().and_then(|span| {
            let start = usize::try_from(span.get("offset")?.as_u64()?).ok()?;
            let length = usize::try_from(span.get("length")?.as_u64()?).ok()?;
            offsets.span(start, start.checked_add(length)?, unit)
        });
        let (Some(number), Some(span)) = (number, ends) else { continue };
        source.divisions.push(Division { kind: DivisionKind::Page, number, span, file_line: 0 });
    }
    source.text = SourceText::Inline(Arc::from(content));
    source
}
