//! Mistral OCR: the pages of a document with their blocks, images and annotations.
//!
//! Spec: the models of `mistralai/client-python` (`OCRResponse`, `OCRPageObject`, `OCRImageObject` and
//! the block types).
//!
//! ```json
//! {"model": "mistral-ocr-latest", "pages": [{"index": 0, "markdown": "…", "dimensions": {"dpi": 200},
//!   "images": [{"id": "img-0.jpeg", "top_left_x": 1, "top_left_y": 2, "bottom_right_x": 3,
//!     "bottom_right_y": 4, "image_annotation": "{\"title\": \"…\"}"}],
//!   "blocks": [{"type": "text", "content": "…", "top_left_x": 1, …}]}], "document_annotation": "{…}"}
//! ```
//!
//! The document's text is the Markdown of its pages. What cites are blocks and annotations of images,
//! each with its page and box; the values of a document annotation name no page and cite the document.
//! Without any of these each page cites itself.
//! As a source file, a result without a document annotation is the document, page by page. Pages count
//! from 0 on the wire.
//!
//! # Incomplete support
//!
//! The models were available, but no recording. Images themselves are left out.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Node, Pages, page_box};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, parse, text};
use crate::model::{BoxUnit, Case, IdFrom, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "mistral-ocr",
    title: "Mistral OCR: pages with blocks, images and annotations",
    recognised_by: "`pages[]` with `index` and `markdown`, beside `model`",
    sources_from: "the Markdown of its pages",
    units: "pages from 1; they count from 0 on the wire",
    kind: Kind::Payload { detect, read },
    companion: |record| {
        let document = record.payload()?.document()?;
        let pages = pages(document)?;
        let is_plain = annotation(document, "document_annotation").is_none();
        is_plain.then(|| vec![source(pages)])
    },
    ..Dialect::DEFAULTS
};

/// The id of the only document.
const DOCUMENT: &str = "document";

/// The edges of a box, as the interface and as its client for TypeScript have them.
const EDGES: [[&str; 4]; 2] = [
    ["top_left_x", "top_left_y", "bottom_right_x", "bottom_right_y"],
    ["topLeftX", "topLeftY", "bottomRightX", "bottomRightY"],
];

fn pages(document: &Value) -> Option<&[Value]> {
    let pages = list(document, "pages");
    let own = |page: &Value| page.get("index").is_some() && page.get("markdown").is_some();
    (pages.iter().any(own) && document.get("model").is_some()).then_some(pages)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let pages = record.payload()?.documents.iter().find_map(pages)?;
    Some(format!("{} with `markdown`", count(pages.len(), "page")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found =
        payload.and_then(|it| Some((it, it.documents.iter().find(|it| pages(it).is_some())?)));
    let Some((payload, document)) = found else {
        return Err(record.error("no `pages[]` with `markdown` found"));
    };
    let pages = pages(document).unwrap_or_default();
    let mut extraction = Extraction::new("block", DOCUMENT);
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    extraction.statements.sources.push(source(pages));
    if let Some(annotation) = annotation(document, "document_annotation") {
        let raw = annotation.to_string();
        extraction.values(&annotation, None, &|_, value, _| {
            let leaf = !value.is_object() && !value.is_array();
            let found = leaf.then(|| Found { raw: raw.clone(), ..Found::default() });
            Node { value: None, found: found.into_iter().collect() }
        });
    }
    let has_blocks = pages.iter().any(|page| !list(page, "blocks").is_empty());
    let is_plain = annotation(document, "document_annotation").is_none() && !has_blocks;
    for page in pages {
        if is_plain {
            let words = text(page, "markdown").trim();
            extraction.value("", words, &[place(page, page, Some(words))]);
        }
        for image in list(page, "images") {
            let Some(annotation) = annotation(image, "image_annotation") else { continue };
            let found = place(image, page, None);
            extraction.values(&annotation, None, &|_, _, _| Node {
                value: None,
                found: vec![found.clone()],
            });
        }
        for block in list(page, "blocks").iter().filter(|it| it.get("content").is_some()) {
            let words = text(block, "content").trim();
            let found = place(block, page, Some(words));
            extraction.value(text(block, "type"), words, &[found]);
        }
    }
    Ok(extraction.case(text_reader))
}

/// Returns an annotation, which is a text of JSON.
fn annotation(value: &Value, key: &str) -> Option<Value> {
    match value.get(key)? {
        Value::String(json) if json.trim().is_empty() => None,
        Value::String(json) => {
            Some(parse(json).map_or_else(|_| Value::from(json.as_str()), |it| it.value))
        }
        other => Some(other.clone()).filter(Value::is_object),
    }
}

fn number(page: &Value) -> u64 {
    page.get("index").and_then(Value::as_u64).unwrap_or(0).saturating_add(1)
}

fn place(value: &Value, page: &Value, words: Option<&str>) -> Found {
    let number = number(page);
    Found {
        page: Some(number),
        words: words.map(str::to_owned),
        boxes: EDGES
            .iter()
            .find_map(|edges| page_box(value, *edges, false, number, BoxUnit::Pixels))
            .into_iter()
            .collect(),
        raw: value.to_string(),
        ..Found::default()
    }
}

/// Returns the document that the pages make up.
fn source(pages: &[Value]) -> Source {
    let mut texts = Pages::default();
    for page in pages {
        texts.add(number(page), text(page, "markdown"));
    }
    let mut source = Source { id: DOCUMENT.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    texts.finish(&mut source);
    source
}
