//! `LightRAG`: answers of its server, and their streams.
//!
//! Spec: the server's `/query` and `/query/stream` and the prompt of its answers.
//!
//! ```json
//! {"response": "It is so [1].\n\n### References\n\n- [1] tides.pdf",
//!  "references": [{"reference_id": "1", "file_path": "tides.pdf", "content": ["…", "…"]}]}
//! ```
//!
//! A stream is one object per line, the references first. `content` is present if the request asked
//! for it. The list below the answer repeats the references; in a copied answer it is the only
//! data, and is read as numbered text.
//!
//! # Incomplete support
//!
//! The entities and relations that the model was given are not in the answer.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::apps::Answer;
use crate::dialects::shared::passages::Passages;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "lightrag",
    title: "LightRAG: an answer of its server, or its stream",
    recognised_by: "`references[]` with `reference_id` and `file_path` beside `response`",
    sources_from: "`references[]` by their `reference_id`, with `content`; then files given",
    units: "none: `[1]` is in the text",
    kind: Kind::Payload { detect, read },
    event,
    element: |value| {
        let lists = value.get("references").is_some_and(Value::is_array);
        let says = !text(value, "response").is_empty();
        Element::response_if(says && lists && list(value, "references").iter().all(is_reference))
    },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &[],
    titles: &["file_path"],
    urls: &["file_path"],
    scores: &[],
    shown: Shown::Named(&[]),
    absent: Absent::Reason(
        "its reference has no `content`: ask the server for it with `include_chunk_content`, \
              or pass the document with `--source ID=PATH`",
    ),
    ..SourceFields::APP
};

/// Classifies a lone `response`: a piece of a stream, or else a case that only has a response.
fn event(value: &Value) -> Event {
    let Some(fields) = value.as_object().filter(|fields| fields.len() == 1) else {
        return Event::No;
    };
    if fields.get("references").is_some_and(Value::is_array) {
        return Event::Yes;
    }
    let lone = fields.get("response").is_some_and(Value::is_string);
    if lone { Event::Perhaps } else { Event::No }
}

fn is_reference(value: &Value) -> bool {
    value.get("reference_id").is_some() && value.get("file_path").is_some()
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let listed = payload.documents.iter().flat_map(|document| list(document, "references"));
    let references = listed.filter(|it| is_reference(it)).count();
    let said = payload.any(|document| !text(document, "response").is_empty());
    (references > 0 && said).then(|| format!("`response` with {references} `references`"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    for document in &payload.documents {
        answer.text.push_str(text(document, "response"));
        answer.sources.extend(list(document, "references").iter().filter_map(source));
        if let Some(failed) = document.get("error").and_then(scalar) {
            answer.notes.push(format!("the server stopped: {failed}"));
        }
    }
    let asked = payload.requests.iter().find_map(|request| scalar(request.get("query")?));
    answer.question = asked;
    Ok(answer.case(Vec::new(), text_reader))
}

fn source(reference: &Value) -> Option<Source> {
    let id = reference.get("reference_id").and_then(scalar)?;
    let mut source = NAMES.source_with_id(reference.as_object()?, id);
    let mut passages = Passages::default();
    match reference.get("content") {
        Some(Value::Array(chunks)) => {
            chunks.iter().filter_map(Value::as_str).for_each(|chunk| passages.add(chunk));
        }
        Some(Value::String(chunk)) => passages.add(chunk),
        _ => {}
    }
    passages.finish(&mut source);
    Some(source)
}
