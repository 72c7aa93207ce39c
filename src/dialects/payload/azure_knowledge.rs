//! Azure AI Search knowledge bases (Foundry IQ): answers of agentic retrieval.
//!
//! Spec: the service's reference for `knowledgebases/{name}/retrieve`.
//!
//! ```json
//! {"response": [{"content": [{"type": "text", "text": "It is so [ref_id:0]."}]}],
//!  "references": [{"type": "searchIndex", "id": "0", "activitySource": 2, "docKey": "…",
//!                  "sourceData": {"title": "…", "content": "…"}, "rerankerScore": 3.1}],
//!  "activity": [{"type": "searchIndex", "id": 2, "search": "…"}]}
//! ```
//!
//! `[ref_id:0]` means the reference whose `id` is 0, not the first of the list; apps that show the
//! answer add 1. Without `sourceData`, a reference has only its key. If the request was for the
//! data itself instead of an answer, the text is a JSON list of `{ref_id, title, content}`: these
//! are then the sources for an answer next to it.
//!
//! # Incomplete support
//!
//! `activity` lists the searches and their cost; only the search of each reference is shown, by its
//! number.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::{reasoning, tagged};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::list;
use crate::input::json::{Reader, parse};
use crate::model::{Case, IdFrom, Response, Source, SourceText};
use crate::sources::with_divisions;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "azure-knowledge",
    title: "Azure AI Search knowledge base: an answer with its references",
    recognised_by: "`response[]` with `content[]`, and `references[]` with `activitySource` or `docKey`",
    sources_from: "`references[]` by their `id`, with `sourceData`; then files given",
    units: "none: `[ref_id:0]` is in the text",
    kind: Kind::Payload { detect, read },
    companion,
    ..Dialect::DEFAULTS
};

const NO_DATA: &str =
    "its reference has no `sourceData`, only the key; pass the document with `--source ID=PATH`";

/// Fields of an index that hold a document's text, by their usual names.
const TEXTS: &[&str] = &["content", "chunk", "page_chunk", "snippet", "text", "blob_content"];

/// Fields that hold its address.
const URLS: &[&str] = &["url", "blobUrl", "blob_url", "webUrl", "docUrl", "source_url", "link"];

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    is_ours(document).then_some(())?;
    grounding(document).is_none().then(|| {
        let references = list(document, "references").len();
        format!("`response` with {references} `references`")
    })
}

fn is_ours(document: &Value) -> bool {
    let of_service = |reference: &Value| {
        ["activitySource", "docKey", "sourceData", "rerankerScore"]
            .iter()
            .any(|key| reference.get(*key).is_some())
    };
    let references = list(document, "references");
    let known = references.iter().any(of_service)
        || references.is_empty() && document.get("activity").is_some_and(Value::is_array);
    known && list(document, "response").iter().any(|message| !list(message, "content").is_empty())
}

/// Returns the retrieved data, where the service was not asked to make an answer of it.
fn grounding(document: &Value) -> Option<Vec<Value>> {
    let text = words(document);
    text.trim_start().starts_with('[').then_some(())?;
    let Value::Array(items) = parse(&text).ok()?.value else { return None };
    items.iter().all(|item| item.get("ref_id").is_some()).then_some(items)
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let document = record.payload()?.document().filter(|document| is_ours(document))?;
    let items = grounding(document)?;
    let mut reader = Reader::default();
    let source = |item: &Value| {
        let fields = item.as_object()?;
        let mut source = source(&mut reader, fields, "ref_id", "");
        data(&mut source, fields);
        Some(source)
    };
    Some(items.iter().filter_map(source).collect())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let Some(document) = payload.document() else {
        return Err(record.error("the answer of a knowledge base should be one object"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let mut sources = Vec::new();
    for (index, reference) in list(document, "references").iter().enumerate() {
        let path = format!("references[{index}]");
        let Some(fields) = reference.as_object() else {
            reader.expected(&path, "an object", reference);
            continue;
        };
        let mut source = source(&mut reader, fields, "id", &path);
        match fields.get("sourceData") {
            Some(Value::Object(found)) => data(&mut source, found),
            None | Some(Value::Null) => {}
            Some(other) => reader.expected(&format!("{path}.sourceData"), "an object", other),
        }
        sources.push(source);
    }
    let text = words(document);
    let mut response = Response::default();
    response.cards.extend(reasoning::thoughts(&text));
    let citations = tagged::marks(&text, "ref_id", "ref_id:");
    if !citations.is_empty() {
        response.citations = citations;
    } else if let Some((name, found)) = text_reader.read(&text) {
        reader.notes.push(format!("no `[ref_id:0]`; the marks in the text are read as `{name}`"));
        reader.notes.extend(found.notes);
        sources.extend(found.sources);
        (response.citations, response.cards) = (found.citations, found.cards);
    }
    response.text = text;
    Ok(Case { response, sources, notes: reader.notes, ..Case::default() })
}

/// Returns the answer: the texts of all its messages.
fn words(document: &Value) -> String {
    let messages = list(document, "response").iter();
    let messages = messages.map(|message| {
        let parts = list(message, "content").iter();
        parts.filter_map(|part| part.get("text")?.as_str()).collect::<String>()
    });
    messages.collect::<Vec<_>>().join("\n\n")
}

/// Returns a reference, identified by the field `id`.
fn source(reader: &mut Reader, fields: &Map<String, Value>, id: &str, path: &str) -> Source {
    let cursor = Cursor::new(fields, path);
    let mut source = Source {
        id: cursor.id(reader, id).unwrap_or_default(),
        id_from: IdFrom::Text,
        score: cursor.number(reader, "rerankerScore"),
        text: SourceText::Absent(NO_DATA.to_owned()),
        ..Source::default()
    };
    for (field, name) in [("docKey", "key"), ("type", "type"), ("activitySource", "search")] {
        let value = cursor.id(reader, field);
        source.metadata.extend(value.map(|value| (name.to_owned(), value)));
    }
    let own = |key: &&str| fields.get(*key)?.as_str().map(str::to_owned);
    source.url = URLS.iter().find_map(own);
    source.title = ["title", "docName"].iter().find_map(own);
    source
}

/// Takes the index's data for a document: its title, address and text.
fn data(source: &mut Source, found: &Map<String, Value>) {
    let first = |keys: &[&str]| {
        let mut values = keys.iter().filter_map(|key| found.get(*key)?.as_str());
        values.find(|text| !text.trim().is_empty()).map(str::to_owned)
    };
    let title = ["title", "name", "metadata_storage_name", "filename"];
    source.title = source.title.take().or_else(|| first(&title));
    source.url = source.url.take().or_else(|| first(URLS));
    let text = first(TEXTS).or_else(|| longest(found));
    if let Some(text) = text {
        with_divisions(source, &text);
    }
}

/// Returns the longest text among the fields of an index whose names say nothing.
fn longest(found: &Map<String, Value>) -> Option<String> {
    let texts = found.values().filter_map(Value::as_str).filter(|text| text.contains(' '));
    texts.max_by_key(|text| text.len()).map(str::to_owned)
}
