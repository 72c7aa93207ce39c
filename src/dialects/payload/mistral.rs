//! Mistral: chat completions with reference chunks, and conversations of agents with their tools'
//! references; whole or streamed, with the request if it is given.
//!
//! Spec: the types of the official Python client and the vendor's pages on citations and web search.
//! The content of a message is a list in which texts and references alternate:
//!
//! ```json
//! {"choices": [{"message": {"content": [{"type": "text", "text": "It rains"},
//!   {"type": "reference", "reference_ids": [0, "3"]}, {"type": "text", "text": "."}]}}]}
//! {"outputs": [{"type": "message.output", "content": [{"type": "text", "text": "It rains"},
//!   {"type": "tool_reference", "tool": "web_search", "title": "…", "url": "…"}]}]}
//! ```
//!
//! A reference is a position: it follows the text it supports, mostly before the full stop. Its ids
//! are keys of the JSON object that a tool returned, so the sources are in the request's messages
//! of the role `tool`.
//!
//! # Incomplete support
//!
//! Thinking, images and files in the content are left out.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::Draft;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::retrieved::Sources;
use crate::dialects::shared::source_fields::SourceFields;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::input::json::list;
use crate::input::json::{Reader, parse};
use crate::model::{Anchor, AnchorKind, Case, Citation, IdFrom, Source, SourceText, Target};
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "mistral",
    title: "Mistral: a completion or a conversation with references, whole or streamed",
    recognised_by: "chunks of the type `reference` or `tool_reference` in a `content[]`, or \
                    `message.output`",
    sources_from: "the JSON in the request's tool messages; for agents the references themselves",
    units: "none: references are between the texts",
    kind: Kind::Payload { detect, read },
    answers: &["choices"],
    companion,
    event: |value| {
        let events =
            ["message.output.", "conversation.response.", "tool.execution.", "agent.handoff."];
        Event::from(events.iter().any(|start| kind(value).starts_with(start)))
    },
    element: |value| Element::response_if(outputs(value).next().is_some()),
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let is_reference =
        |chunk: &Value| kind(chunk) == "reference" || kind(chunk) == "tool_reference";
    let referring = |document: &Value| {
        contents(document).iter().any(|content| chunks(content).iter().any(is_reference))
    };
    if payload.any(referring) {
        return Some("chunks of the type `reference` or `tool_reference`".to_owned());
    }
    let is_output = |document: &Value| {
        kind(document) == "message.output.delta" || outputs(document).next().is_some()
    };
    payload.any(is_output).then(|| "`message.output` entries or events".to_owned())
}

fn kind(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the messages among the outputs of a conversation.
fn outputs(document: &Value) -> impl Iterator<Item = &Value> {
    list(document, "outputs").iter().filter(|output| kind(output) == "message.output")
}

/// Returns the contents in a document: of its first choice, whole or a delta; of a conversation's
/// messages; of an event of its stream.
fn contents(document: &Value) -> Vec<&Value> {
    let choice = list(document, "choices").first();
    let message = choice.and_then(|it| it.get("message").or_else(|| it.get("delta")));
    let event = (kind(document) == "message.output.delta").then_some(document);
    let holders = message.into_iter().chain(outputs(document)).chain(event);
    holders.filter_map(|holder| holder.get("content")).collect()
}

/// Returns the chunks of a content: a list of them, or a single one.
fn chunks(content: &Value) -> &[Value] {
    match content {
        Value::Array(chunks) => chunks,
        single => std::slice::from_ref(single),
    }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(record.error("no JSON found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let mut sources = Sources::default();
    for request in &payload.requests {
        tool_results(request, &mut sources);
    }
    let mut draft = Draft::default();
    for content in payload.documents.iter().flat_map(contents) {
        for chunk in chunks(content) {
            add(chunk, &mut draft, &mut sources, &mut reader);
        }
    }
    let response = draft.finish(Reading::exclusive(Unit::CodePoints)).response;
    let id = |document: &Value| {
        let keys = ["id", "conversation_id"];
        keys.iter().find_map(|key| Some(document.get(*key)?.as_str()?.to_owned()))
    };
    let mut case = Case {
        id: payload.documents.iter().find_map(id).unwrap_or_default(),
        question: payload.requests.iter().find_map(question),
        response,
        sources: sources.finish(),
        notes: reader.notes,
        ..Case::default()
    };
    if case.response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&case.response.text)
    {
        case.notes.push(format!("no references between the texts, which were read as `{name}`"));
        case.notes.extend(found.notes);
        case.sources.extend(found.sources);
        case.response.citations = found.citations;
        case.response.cards = found.cards;
    }
    Ok(case)
}

/// Adds a chunk of the content to the response.
fn add(chunk: &Value, draft: &mut Draft, sources: &mut Sources<'_>, reader: &mut Reader) {
    if let Some(text) = chunk.as_str() {
        draft.part(text, Vec::new());
        return;
    }
    let targets: Vec<Target> = match kind(chunk) {
        "text" => {
            let text = chunk
                .as_object()
                .and_then(|fields| Cursor::new(fields, "chunk").string(reader, "text"));
            draft.part(&text.unwrap_or_default(), Vec::new());
            return;
        }
        "reference" => list(chunk, "reference_ids").iter().filter_map(referred).collect(),
        "tool_reference" => {
            chunk.as_object().map(|it| tool_reference(it, sources)).into_iter().collect()
        }
        _ => return,
    };
    for target in &targets {
        if !sources.has(&target.id) {
            sources.add(unknown(target.id.clone()));
        }
    }
    draft.cite(Citation {
        family: kind(chunk).to_owned(),
        raw: chunk.to_string(),
        anchor: Anchor { kind: AnchorKind::Point, span: Span::at(draft.text().len()) },
        targets,
        ..Citation::default()
    });
}

/// Returns the target of a reference's id: a number, or a text.
fn referred(id: &Value) -> Option<Target> {
    let id = match id {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return None,
    };
    Some(Target { id, ..Target::default() })
}

/// Returns a source that only the request holds.
fn unknown(id: String) -> Source {
    let why = "it is in the request's tool message; pass the request, or the text with `--source`";
    let text = SourceText::Absent(why.to_owned());
    Source { id, id_from: IdFrom::Text, text, ..Source::default() }
}

/// Returns the target of an agent's reference, which is a source.
fn tool_reference(fields: &Map<String, Value>, sources: &mut Sources<'_>) -> Target {
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let (title, url, words) = (text("title"), text("url"), text("description"));
    let source = Source {
        id: url.clone().or_else(|| title.clone()).unwrap_or_else(|| "reference".to_owned()),
        title,
        url,
        metadata: text("tool").map(|tool| ("tool".to_owned(), tool)).into_iter().collect(),
        text: match &words {
            Some(words) => SourceText::Inline(Arc::from(words.as_str())),
            None => SourceText::Absent(ADDRESS_ONLY.to_owned()),
        },
        excerpt: words.is_some(),
        ..Source::default()
    };
    Target { id: sources.add(source), quote: words, ..Target::default() }
}

/// Returns the user's last question.
fn question(request: &Value) -> Option<String> {
    let messages = request.get("messages").or_else(|| request.get("inputs"))?;
    if let Some(asked) = messages.as_str() {
        return Some(asked.to_owned());
    }
    let is_user = |message: &&Value| message.get("role").and_then(Value::as_str) == Some("user");
    let last = messages.as_array()?.iter().rev().find(is_user)?;
    last.get("content")?.as_str().map(str::to_owned)
}

/// Adds the sources in the tool messages of a request: the values of a JSON object by their keys,
/// or of a list by their positions. A later message takes precedence over an earlier one.
fn tool_results(request: &Value, sources: &mut Sources<'_>) {
    let is_tool = |message: &&Value| message.get("role").and_then(Value::as_str) == Some("tool");
    for message in list(request, "messages").iter().rev().filter(is_tool) {
        let text = match message.get("content") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => {
                parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()
            }
            _ => continue,
        };
        let keyed: Vec<(String, Value)> = match parse(&text).map(|parsed| parsed.value) {
            Ok(Value::Object(fields)) => fields.into_iter().collect(),
            Ok(Value::Array(items)) => (0..).map(|n: usize| n.to_string()).zip(items).collect(),
            _ => continue,
        };
        for (id, value) in keyed {
            let Value::Object(fields) = value else { continue };
            if !sources.has(&id) {
                sources.add(result(id, &fields));
            }
        }
    }
}

/// Returns one result of a tool. Its text is in snippets, lists of lists of sentences, or a
/// separate field.
fn result(id: String, fields: &Map<String, Value>) -> Source {
    let mut source = SourceFields::DOCUMENT.source(fields);
    let snippets = list_of_texts(fields.get("snippets"));
    if !snippets.is_empty() {
        source.text = SourceText::Inline(Arc::from(snippets.join("\n")));
    }
    Source { id, id_from: IdFrom::Text, ..source }
}

/// Returns the texts of a list; those of an inner list are joined to one.
fn list_of_texts(value: Option<&Value>) -> Vec<String> {
    let text = |item: &Value| match item {
        Value::String(text) => Some(text.clone()),
        Value::Array(inner) => {
            let inner: Vec<&str> = inner.iter().filter_map(Value::as_str).collect();
            Some(inner.join(" "))
        }
        _ => None,
    };
    value.and_then(Value::as_array).into_iter().flatten().filter_map(text).collect()
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if payload.any(|document| document.get("choices").is_some()) {
        return None;
    }
    let mut sources = Sources::default();
    for document in &payload.documents {
        tool_results(document, &mut sources);
    }
    let sources = sources.finish();
    (!sources.is_empty()).then_some(sources)
}
