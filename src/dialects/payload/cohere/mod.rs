//! Cohere chat, versions 1 and 2: an answer or its stream, with the request if it is given.
//!
//! Spec: the types of the official Python client and the vendor's pages; where recordings differ from
//! them the recordings win. A citation covers words of one text of the answer and names documents or
//! results of tools, whose text version 2 repeats in each citation and version 1 lists once.
//!
//! ```json
//! {"message": {"content": [{"type": "text", "text": "…"}], "citations": [{"start": 12, "end": 20,
//!   "text": "fragrant", "sources": [{"type": "document", "id": "doc:0", "document": {…}}]}]}}
//! {"text": "…", "citations": [{"start": 0, "end": 4, "text": "…", "document_ids": ["doc_0"]}],
//!   "documents": [{"id": "doc_0", "snippet": "…"}]}
//! ```
//!
//! # Incomplete support
//!
//! Citations on the model's thinking and on its plan of tool calls are counted and not shown: their
//! offsets are not in the answer. The results that version 1 sends back to tools are not sources.

mod answer;
mod stream;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::cohere::answer::{Answer, Home, Homes};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::retrieved::Sources;
use crate::dialects::shared::source_fields::SourceFields;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, IdFrom, Source, SourceText, Target};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "cohere",
    title: "Cohere chat, versions 1 and 2: an answer or its stream, with or without the request",
    recognised_by: "`message.citations[]` with `sources[]`, `citations[]` with `document_ids`, or \
                    events such as `citation-start`",
    sources_from: "the documents in the citations or beside them, then the request's",
    units: "code points of the text, end exclusive, checked by the repeated words",
    kind: Kind::Payload { detect, read },
    companion,
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    let kind = json::text(value, "type");
    let part = kind.starts_with("content-") || kind.starts_with("citation-");
    let other = matches!(kind, "message-start" | "message-end" | "tool-plan-delta");
    Event::from(part || other || !json::text(value, "event_type").is_empty())
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.any(stream::is_event) {
        return Some("events of a stream such as `content-delta` or `text-generation`".to_owned());
    }
    if payload.any(answer::is_second) {
        return Some("`message` with `content[]` and `citations[]` or `finish_reason`".to_owned());
    }
    payload.any(answer::is_first).then(|| "`text` beside `citations` or `generation_id`".to_owned())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(record.error("no JSON found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let answer = if payload.any(stream::is_event) {
        stream::assemble(&payload.documents, &mut reader)
    } else {
        answer::whole(&payload.documents, &mut reader)
    };
    let mut case = build(&answer, &mut reader, text_reader);
    case.question = payload.requests.iter().find_map(answer::question);
    case.notes.extend(reader.notes);
    Ok(case)
}

fn build(answer: &Answer, reader: &mut Reader, text_reader: &TextReader<'_>) -> Case {
    let mut sources = Sources::default();
    for document in &answer.documents {
        sources.add(listed(document));
    }
    let homes = Homes::new(answer);
    let mut notes: BTreeMap<usize, Vec<Note>> = BTreeMap::new();
    let mut elsewhere: [usize; 2] = [0; 2];
    for (index, value) in answer.citations.iter().enumerate() {
        let path = format!("citations[{index}]");
        let Some(fields) = Cursor::of(reader, value, path) else { continue };
        let note = note(&fields, &mut sources, !answer.documents.is_empty(), reader);
        match homes.of(&fields, &note, reader) {
            Home::Text(place) => notes.entry(place).or_default().push(note),
            Home::Thinking => elsewhere[0] += 1,
            Home::Plan => elsewhere[1] += 1,
        }
    }
    for (number, what) in elsewhere.into_iter().zip(["thinking", "plan of tool calls"]) {
        if number > 0 {
            let citations = count(number, "citation");
            reader.notes.push(format!("{citations} on the model's {what}, not shown"));
        }
    }
    let mut draft = Draft::default();
    for (place, words) in &answer.texts {
        draft.part(words, notes.remove(place).unwrap_or_default());
    }
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    let mut case = Case { id: answer.id.clone(), response: finished.response, ..Case::default() };
    case.format.reading = finished.reading;
    case.notes = finished.notes;
    case.sources = sources.finish();
    if case.response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&case.response.text)
    {
        case.notes.push(format!("no citations beside the text, which was read as `{name}`"));
        case.notes.extend(found.notes);
        case.sources.extend(found.sources);
        case.response.citations = found.citations;
        case.response.cards = found.cards;
    }
    case
}

/// Returns a citation; adds its new sources to `sources`. If documents are `listed`, an id that is not among them
/// is of none.
fn note(fields: &Cursor<'_>, sources: &mut Sources<'_>, listed: bool, reader: &mut Reader) -> Note {
    let mut targets: Vec<Target> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut target = |id: String| {
        if seen.insert(id.clone()) {
            targets.push(Target { id, ..Target::default() });
        }
    };
    for source in fields.objects(reader, "sources") {
        let source = cited(&source, reader);
        target(source.id.clone());
        sources.add(source);
    }
    for id in fields.list(reader, "documentIds") {
        let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        target(id.clone());
        if !listed {
            sources.add(named(id));
        }
    }
    let words = fields.get("text").and_then(Value::as_str);
    Note {
        kind: AnchorKind::Claim,
        family: "citation".to_owned(),
        start: fields.offset(reader, "start"),
        end: fields.offset(reader, "end"),
        words: words.map(str::to_owned),
        contained: false,
        targets,
        raw: fields.raw(),
    }
}

/// Returns a source that a citation of version 2 repeats: a document, or the result of a tool.
fn cited(fields: &Cursor<'_>, reader: &mut Reader) -> Source {
    let id = fields.id(reader, "id").unwrap_or_default();
    let content = fields.object(reader, "document").or_else(|| fields.object(reader, "toolOutput"));
    let mut source =
        content.map_or_else(|| named(id.clone()), |it| SourceFields::DOCUMENT.source(it.map()));
    if fields.get("type").and_then(Value::as_str) == Some("tool") {
        source.metadata.push(("kind".to_owned(), "result of a tool".to_owned()));
    }
    Source { id, id_from: IdFrom::Text, ..source }
}

/// Returns a document of the list that version 1 gives.
fn listed(value: &Value) -> Source {
    let source = value.as_object().map(|it| SourceFields::DOCUMENT.source(it)).unwrap_or_default();
    Source { id_from: IdFrom::Text, ..source }
}

/// Returns a source of which the answer gives the id alone.
fn named(id: String) -> Source {
    let why = "the answer names it only; pass the request beside it, or the text with `--source`";
    Source {
        id,
        id_from: IdFrom::Text,
        text: SourceText::Absent(why.to_owned()),
        ..Source::default()
    }
}

/// Returns the documents of a request, and those that its messages return from tools.
fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if payload.any(|document| answer::is_second(document) || answer::is_first(document)) {
        return None;
    }
    let sources: Vec<Source> = payload.documents.iter().flat_map(answer::requested).collect();
    (!sources.is_empty()).then_some(sources)
}
