//! Answers of Amazon Bedrock's knowledge bases: `RetrieveAndGenerate`, its stream as JSON, the
//! `attribution` of `InvokeAgent`, and rows of its evaluation jobs.
//!
//! Spec: the service model of `bedrock-agent-runtime`. It does not define the unit of a span;
//! recordings have inclusive ends, and sample data of the vendor has spans that fit nothing. Every
//! part repeats its words, and these decide.
//!
//! ```json
//! {"output": {"text": "…"}, "citations": [{"generatedResponsePart": {"textResponsePart":
//!   {"text": "…", "span": {"start": 0, "end": 222}}}, "retrievedReferences": [{"content":
//!   {"text": "…"}, "location": {"type": "S3", "s3Location": {"uri": "s3://…"}}, "metadata": {…}}]}]}
//! ```
//!
//! A passage that several parts refer to is one source, `reference 1` and so on in the order of use.
//! A part without references is text that nothing was cited for, and is counted.
//!
//! # Incomplete support
//!
//! Of a conversation in an evaluation row the last turn is shown. Retrieved images and tables are
//! sources without text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::bedrock::{is_event, passage};
use crate::dialects::shared::carried::text_in_base64;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, Source, Target};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "bedrock-rag",
    title: "Amazon Bedrock knowledge bases: RetrieveAndGenerate, InvokeAgent, evaluation rows",
    recognised_by: "`citations[]` with `generatedResponsePart` and `retrievedReferences`",
    sources_from: "`retrievedReferences[]`, which are pieces of documents; then the files given",
    units: "code points of the answer, end inclusive, checked by the repeated words",
    kind: Kind::Payload { detect, read },
    event,
    element: |value| {
        let cites = answers(value).any(|answer| !citations(answer).is_empty());
        Element::response_if(cites && event(value) == Event::No)
    },
    ..Dialect::DEFAULTS
};

/// Unit of spans unless the words show another.
const STATED: Reading = Reading { unit: Unit::CodePoints, inclusive: true };

/// The events of a stream, each the one field of its object.
const EVENTS: &[&str] = &["output", "citation", "guardrail", "chunk"];

fn event(value: &Value) -> Event {
    let inner = |name: &str| value.get(name).filter(|_| is_event(value, &[name]));
    let has = |inner: &Value, names: &[&str]| names.iter().any(|name| inner.get(*name).is_some());
    let chunk = inner("chunk").is_some_and(|chunk| has(chunk, &["bytes", "attribution"]));
    // A whole answer has more than its text.
    let output = inner("output").is_some_and(is_event_of_text);
    let citation =
        inner("citation").is_some_and(|it| has(it, &["citation", "generatedResponsePart"]));
    Event::from(chunk || output || citation || inner("trace").is_some())
}

fn is_event_of_text(output: &Value) -> bool {
    output.as_object().is_some_and(|fields| fields.len() == 1 && fields.contains_key("text"))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.any(|document| answers(document).any(|answer| !citations(answer).is_empty())) {
        return Some("`citations[]` with `generatedResponsePart`".to_owned());
    }
    let is_part = |event: &Value| {
        event.get("citation").is_some_and(|citation| part_of(citation).is_some())
            || event.pointer("/chunk/attribution/citations").is_some()
    };
    if payload.any(|event| is_event(event, EVENTS) && is_part(event)) {
        return Some("events with `generatedResponsePart` or `attribution`".to_owned());
    }
    let bare = |document: &Value| {
        let text = document.pointer("/output/text").is_some_and(Value::is_string);
        text && document.get("sessionId").is_some_and(Value::is_string)
    };
    payload.any(bare).then(|| "`output.text` beside `sessionId`".to_owned())
}

/// Returns the places of a document that may have an answer: itself, and the turns of an evaluation
/// row.
fn answers(document: &Value) -> impl Iterator<Item = &Value> {
    let turns = document.get("conversationTurns").and_then(Value::as_array).into_iter().flatten();
    let attribution = document.get("attribution");
    turns.filter_map(|turn| turn.get("output")).chain([document]).chain(attribution)
}

fn citations(answer: &Value) -> &[Value] {
    let list = answer.get("citations").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if list.iter().any(|citation| part_of(citation).is_some()) { list } else { &[] }
}

/// Returns the part of the answer that a citation is about. An event has it at the top, and again
/// below.
fn part_of(citation: &Value) -> Option<&Value> {
    let inner = citation.get("citation").unwrap_or(citation);
    [citation, inner].into_iter().find(|it| it.get("generatedResponsePart").is_some())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(record.error("no JSON found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let answer = gather(&payload.documents, &mut reader);
    let mut references = References::default();
    let mut notes = Vec::new();
    let mut uncited = 0;
    for (index, value) in answer.citations.iter().enumerate() {
        let Some(part) = part_of(value) else { continue };
        let Some(fields) = Cursor::of(&mut reader, part, format!("citations[{index}]")) else {
            continue;
        };
        let note = note(&fields, &mut references, &mut reader);
        if note.targets.is_empty() {
            uncited += 1;
        } else {
            notes.push(note);
        }
    }
    if uncited > 0 {
        let parts = count(uncited, "part");
        reader
            .notes
            .push(format!("{parts} of the answer without any reference: cited for nothing"));
    }
    for passage in answer.passages {
        if let Some(fields) = Cursor::of(&mut reader, passage, "retrievalResults".to_owned()) {
            references.add(&fields, &mut reader);
        }
    }
    let mut draft = Draft::default();
    draft.part(&answer.text, notes);
    let finished = draft.finish(STATED);
    let mut case = Case { id: answer.id, question: answer.question, ..Case::default() };
    case.response = finished.response;
    case.format.reading = finished.reading;
    case.sources = references.sources;
    case.notes = finished.notes;
    case.notes.extend(reader.notes);
    if case.response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&case.response.text)
    {
        case.notes.push(format!("no part is cited; the text was read as `{name}`"));
        case.notes.extend(found.notes);
        case.sources.extend(found.sources);
        case.response.citations = found.citations;
        case.response.cards = found.cards;
    }
    Ok(case)
}

/// An answer with its citations, out of whatever carries it.
#[derive(Debug, Default)]
struct Answer<'p> {
    id: String,
    text: String,
    question: Option<String>,
    citations: Vec<&'p Value>,
    /// Other retrieved sources, cited or not.
    passages: Vec<&'p Value>,
}

fn gather<'p>(documents: &'p [Value], reader: &mut Reader) -> Answer<'p> {
    let mut answer = Answer::default();
    for document in documents {
        if let Some(turns) = document.get("conversationTurns").and_then(Value::as_array) {
            if turns.len() > 1 {
                let note = format!("of {} turns the last one is shown", turns.len());
                reader.notes.push(note);
            }
            answer.turn(turns.last().unwrap_or(&Value::Null));
            continue;
        }
        let text = |path: &str| document.pointer(path).and_then(Value::as_str);
        if let Some(id) = text("/sessionId") {
            id.clone_into(&mut answer.id);
        }
        let texts = ["/output/text", "/completion"].iter().find_map(|path| text(path));
        answer.text.push_str(texts.unwrap_or_default());
        if let Some(bytes) = text("/chunk/bytes") {
            let decoded = text_in_base64(bytes);
            answer.text.push_str(decoded.as_deref().unwrap_or(bytes));
        }
        let attribution = document.pointer("/chunk/attribution").or(document.get("attribution"));
        for holder in [Some(document), attribution].into_iter().flatten() {
            answer.citations.extend(citations(holder));
        }
        answer.citations.extend(document.get("citation"));
        let action = text("/guardrailAction").or_else(|| text("/guardrail/action"));
        if action == Some("INTERVENED") {
            reader.notes.push("a guardrail changed the answer".to_owned());
        }
    }
    answer
}

impl<'p> Answer<'p> {
    /// Takes the turn of an evaluation row.
    fn turn(&mut self, turn: &'p Value) {
        let text = |path: &str| turn.pointer(path).and_then(Value::as_str).map(str::to_owned);
        self.question = text("/prompt/content/0/text");
        self.text = text("/output/text").unwrap_or_default();
        self.citations.extend(turn.get("output").into_iter().flat_map(citations));
        let passages = turn.pointer("/output/retrievedPassages/retrievalResults");
        self.passages.extend(passages.and_then(Value::as_array).into_iter().flatten());
    }
}

fn note(fields: &Cursor<'_>, references: &mut References, reader: &mut Reader) -> Note {
    let part = fields.object(reader, "generatedResponsePart");
    let part = part.and_then(|part| part.object(reader, "textResponsePart"));
    let span = part.as_ref().and_then(|part| part.object(reader, "span"));
    let mut end_of = |name: &str| span.as_ref().map_or(0, |span| span.offset(reader, name));
    let (start, end) = (end_of("start"), end_of("end"));
    let words = part.as_ref().and_then(|part| part.text(reader, "text"));
    let mut seen = BTreeSet::new();
    let mut targets: Vec<Target> = Vec::new();
    for reference in fields.objects(reader, "retrievedReferences") {
        let target = references.add(&reference, reader);
        if seen.insert(target.id.clone()) {
            targets.push(target);
        }
    }
    Note {
        kind: AnchorKind::Claim,
        family: "textResponsePart".to_owned(),
        start,
        end,
        words: words.map(str::to_owned),
        contained: false,
        targets,
        raw: fields.raw(),
    }
}

/// The retrieved passages so far, each once.
#[derive(Debug, Default)]
struct References {
    sources: Vec<Source>,
    /// By text and address.
    known: BTreeMap<(String, String), usize>,
}

impl References {
    /// Adds a new passage, and a target for it with its words.
    fn add(&mut self, fields: &Cursor<'_>, reader: &mut Reader) -> Target {
        let next = self.sources.len();
        let source = passage(fields, format!("reference {}", next + 1), reader);
        let quote = passages::quote(&source);
        let key = (quote.clone().unwrap_or_default(), source.url.clone().unwrap_or_default());
        let at = *self.known.entry(key).or_insert(next);
        if at == next {
            self.sources.push(source);
        }
        let id = self.sources.get(at).map(|source| source.id.clone()).unwrap_or_default();
        Target { id, quote, ..Target::default() }
    }
}
