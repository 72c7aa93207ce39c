//! Landing AI's agentic document extraction: extracted fields, and parsed documents.
//!
//! Spec: `src/landingai_ade/types/` of `landing-ai/ade-python`, for both versions of the interface.
//!
//! ```json
//! {"extraction": {"total": "$10.00"}, "extraction_metadata": {"total": {"value": "$10.00",
//!   "references": ["chunk-1"]}}}
//! {"markdown": "…", "chunks": [{"id": "chunk-1", "type": "text", "markdown": "…",
//!   "grounding": {"page": 0, "box": {"left": 0.1, "top": 0.2, "right": 0.5, "bottom": 0.3}}}]}
//! ```
//!
//! A field names the chunks that it was taken from (`references`, `chunk_references`), or stretches
//! of the parsed text (`ranges`, code points, which version 2 repeats as `markdown`). The text and
//! the places of the chunks are in the parsed document: next to the fields, or passed as a source
//! file, where each chunk is a source with its id. Pages count from 0 in the payload; edges are
//! fractions of the page.
//!
//! # Incomplete support
//!
//! The types were available, but no recording. A box of version 2's grounding is not read.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::extraction::{Extraction, Found, Node, page_box};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{BoxUnit, Case, IdFrom, Source, SourceText};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "landing-ai",
    title: "Landing AI: extracted fields, or a parsed document",
    recognised_by: "`extraction` beside `extraction_metadata`, or `chunks[]` with `grounding`",
    sources_from: "`chunks[]` by their ids, beside the fields or passed as a file",
    units: "pages from 1; they count from 0 on the wire",
    kind: Kind::Payload { detect, read },
    companion: |record| {
        let document = record.payload()?.document()?;
        let sources: Vec<Source> = chunks(document).iter().filter_map(|it| source(it)).collect();
        (!sources.is_empty() && document.get("extraction").is_none()).then_some(sources)
    },
    ..Dialect::DEFAULTS
};

/// Returns the chunks of a parsed document, alone or in the older response that wraps it.
fn chunks(document: &Value) -> Vec<&Value> {
    let inner = document.get("data").unwrap_or(document);
    list(inner, "chunks").iter().filter(|it| it.get("grounding").is_some()).collect()
}

/// Returns the fields of a document and the statements on them.
fn fields(document: &Value) -> Option<(&Value, &Value)> {
    let inner = document.get("data").unwrap_or(document);
    let values = ["extraction", "extracted_schema"].iter().find_map(|key| inner.get(*key))?;
    Some((values, inner.get("extraction_metadata")?))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let documents = &record.payload()?.documents;
    if documents.iter().any(|document| fields(document).is_some()) {
        return Some("`extraction` beside `extraction_metadata`".to_owned());
    }
    let found = documents.iter().any(|document| !chunks(document).is_empty());
    found.then(|| "`chunks[]` with `grounding`".to_owned())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let all: Vec<&Value> = payload.documents.iter().flat_map(chunks).collect();
    let Some((values, stated)) = payload.documents.iter().find_map(fields) else {
        let mut extraction = Extraction::new("chunk", "");
        extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
        for chunk in all {
            extraction.value(text(chunk, "type"), words(chunk).trim(), &[place(chunk)]);
        }
        return Ok(extraction.case(text_reader));
    };
    let mut extraction = Extraction::new("reference", "");
    extraction.statements.reader.notes.extend(payload.notes.iter().cloned());
    let sources = all.iter().filter_map(|chunk| source(chunk));
    extraction.statements.sources.extend(sources);
    let whole: Vec<char> = payload
        .documents
        .iter()
        .map(|it| text(it, "markdown"))
        .collect::<String>()
        .chars()
        .collect();
    extraction.values(values, Some(stated), &|_, _, stated| {
        let stated = stated.unwrap_or(&Value::Null);
        let named = ["references", "chunk_references"].iter().flat_map(|key| list(stated, key));
        let by_id = |id: &Value| {
            let id = id.as_str()?;
            let chunk = all.iter().find(|it| name(it) == id).copied();
            let found = chunk.map(place).unwrap_or_default();
            Some(Found { document: id.to_owned(), page: None, raw: stated.to_string(), ..found })
        };
        let mut found: Vec<Found> = named.filter_map(by_id).collect();
        found.extend(list(stated, "ranges").iter().filter_map(|range| in_text(range, &whole)));
        Node { value: None, found }
    });
    Ok(extraction.case(text_reader))
}

/// Returns a stretch of the parsed text.
fn in_text(range: &Value, whole: &[char]) -> Option<Found> {
    let end = |key: &str, at: usize| {
        let value = range.get(key).or_else(|| range.get(at))?.as_u64()?;
        usize::try_from(value).ok()
    };
    let words: String = whole.get(end("start", 0)?..end("end", 1)?)?.iter().collect();
    Some(Found { words: Some(words), raw: range.to_string(), ..Found::default() })
}

fn name(chunk: &Value) -> &str {
    let id = text(chunk, "id");
    if id.is_empty() { text(chunk, "chunk_id") } else { id }
}

fn words(chunk: &Value) -> &str {
    let words = text(chunk, "markdown");
    if words.is_empty() { text(chunk, "text") } else { words }
}

fn source(chunk: &Value) -> Option<Source> {
    let id = Some(name(chunk)).filter(|id| !id.is_empty())?.to_owned();
    let page = place(chunk).page;
    Some(Source {
        id,
        id_from: IdFrom::Text,
        title: page.map(|page| format!("{}, p. {page}", kind(chunk))),
        text: SourceText::Inline(words(chunk).into()),
        excerpt: true,
        ..Source::default()
    })
}

fn kind(chunk: &Value) -> &str {
    let kind = text(chunk, "type");
    if kind.is_empty() { text(chunk, "chunk_type") } else { kind }
}

/// Returns the page and the box of a chunk; older ones have a list of them.
fn place(chunk: &Value) -> Found {
    let grounding = chunk.get("grounding").unwrap_or(&Value::Null);
    let all = grounding.as_array().map_or(std::slice::from_ref(grounding), Vec::as_slice);
    let page = |it: &Value| it.get("page")?.as_u64()?.checked_add(1);
    let one = |it: &Value| {
        let edges = it.get("box")?;
        let (long, short) = (["left", "top", "right", "bottom"], ["l", "t", "r", "b"]);
        let page = page(it).unwrap_or(1);
        page_box(edges, long, false, page, BoxUnit::Page)
            .or_else(|| page_box(edges, short, false, page, BoxUnit::Page))
    };
    Found {
        page: all.first().and_then(page),
        words: Some(words(chunk).to_owned()),
        boxes: all.iter().filter_map(one).collect(),
        raw: chunk.to_string(),
        ..Found::default()
    }
}
