//! Answers of Amazon Bedrock's agentic retrieval, `AgenticRetrieveStream`, as JSON.
//!
//! Spec: the service model of `bedrock-agent-runtime`. The last event, `result`, holds the answer,
//! spans of it with the numbers of results, and the results with their text:
//!
//! ```json
//! {"generatedResponse": {"answer": "…", "citations": [{"startIndex": 0, "endIndex": 42,
//!   "references": [{"resultIndex": 0}]}]}, "results": [{"content": {"text": "…"}, …}]}
//! ```
//!
//! Ends are exclusive. The service model does not state the unit, and no words are repeated to
//! infer it from.
//!
//! # Incomplete support
//!
//! Traces are left out: text that they retrieved and that is not in the result was not given to the
//! answer.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::bedrock::{is_event, passage};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages;
use crate::dialects::shared::position::id_at;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, Source, Target};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "bedrock-agentic",
    title: "Amazon Bedrock agentic retrieval: a result, or its stream as JSON",
    recognised_by: "`generatedResponse.answer` with `citations[]` of `references[].resultIndex`",
    sources_from: "`results[]`, which are pieces of documents; then the files given",
    units: "code points of the answer, end exclusive",
    kind: Kind::Payload { detect, read },
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    let result = value.get("result").filter(|_| is_event(value, &["result"]));
    let is_result = result.is_some_and(|inner| {
        inner.get("generatedResponse").is_some() || inner.get("results").is_some()
    });
    Event::from(is_result || is_event(value, &["responseEvent", "traceEvent"]))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let found = record.payload()?.any(|document| result(document).is_some());
    found.then(|| "`generatedResponse` with an `answer`".to_owned())
}

/// Returns the document that has the answer: itself, or the event `result` in it.
fn result(document: &Value) -> Option<&Value> {
    let inner = document.get("result").unwrap_or(document);
    inner.pointer("/generatedResponse/answer")?.as_str().map(|_| inner)
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|payload| payload.documents.iter().rev().find_map(result));
    let (Some(payload), Some(Value::Object(_))) = (payload, found) else {
        return Err(record.error("no `generatedResponse` with an `answer` found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let fields = found.and_then(|found| Cursor::of(&mut reader, found, String::new()));
    let mut case = Case::default();
    let Some(fields) = fields else { return Ok(case) };
    let results = fields.objects(&mut reader, "results");
    let passages = results.iter().zip(0..);
    case.sources =
        passages.map(|(result, n)| passage(result, format!("result {n}"), &mut reader)).collect();
    let generated = fields.object(&mut reader, "generatedResponse");
    let mut draft = Draft::default();
    if let Some(generated) = generated {
        let text = generated.text(&mut reader, "answer").unwrap_or_default();
        let citations = generated.objects(&mut reader, "citations");
        let notes = citations.iter().map(|it| note(it, &case.sources, &mut reader)).collect();
        draft.part(text, notes);
    }
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    case.response = finished.response;
    case.format.reading = finished.reading;
    case.notes = finished.notes;
    case.notes.extend(reader.notes);
    Ok(case)
}

fn note(fields: &Cursor<'_>, sources: &[Source], reader: &mut Reader) -> Note {
    let references = fields.objects(reader, "references");
    // A zero may be left out.
    let zero = Value::from(0);
    for reference in &references {
        reference.integer(reader, "resultIndex");
    }
    let target = |reference: &Cursor<'_>| {
        let id = id_at("result", reference.get("resultIndex").unwrap_or(&zero));
        let source = sources.iter().find(|source| source.id == id);
        Target { quote: source.and_then(passages::quote), id, ..Target::default() }
    };
    Note {
        kind: AnchorKind::Claim,
        family: "citation".to_owned(),
        start: fields.offset(reader, "startIndex"),
        end: fields.offset(reader, "endIndex"),
        words: None,
        contained: false,
        targets: references.iter().map(target).collect(),
        raw: fields.raw(),
    }
}
