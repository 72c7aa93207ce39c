//! IBM Granite: the message that its library parses out of the model's output, and
//! ([`marks::granite`](crate::dialects::marks::granite)) that output itself.
//!
//! Spec: the types of the vendor's `granite-io`. Both sides of a citation have a span and repeat its
//! words; spans count code points and end exclusive, each checked by the words.
//!
//! ```json
//! {"role": "assistant", "content": "…", "citations": [{"citation_id": "1", "doc_id": "0",
//!   "context_text": "…", "context_begin": 0, "context_end": 40, "response_text": "…",
//!   "response_begin": 0, "response_end": 25}], "documents": [{"doc_id": "0", "text": "…"}],
//!  "hallucinations": [{"risk": "low", "response_text": "…", …}]}
//! ```
//!
//! # Incomplete support
//!
//! The raw output of the citation adapters, `[{"r": 0, "c": [1, 2]}]`, counts sentences that only the
//! prompt numbers: it means nothing without that and is not read.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::blocks::{Block, settle};
use crate::dialects::shared::cited::{Cited, Cites};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::granite::risks;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::position::{self, Counted};
use crate::dialects::shared::source_fields::SourceFields;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, IdFrom, Source, Target};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "granite",
    title: "IBM Granite: a message as its library parses it",
    recognised_by: "`citations[]` with `context_text` and `response_text`",
    sources_from: "`documents[]`, else the words that the citations repeat",
    units: "code points of the answer and of the documents, end exclusive, checked by the repeated \
            words",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = payload.any(|document| message(document).is_some());
    found.then(|| "`citations[]` with `context_text` and `response_text`".to_owned())
}

/// Returns the message in a document: itself, or the first of a list of results.
fn message(document: &Value) -> Option<&Value> {
    let wrapped = ["/next_message", "/results/0/next_message"];
    let inside = wrapped.iter().find_map(|path| document.pointer(path));
    let message = inside.unwrap_or(document);
    let citations = message.get("citations")?.as_array()?;
    let own = |citation: &Value| {
        ["context_text", "response_text"].iter().all(|name| citation.get(*name).is_some())
    };
    citations.iter().any(own).then_some(message)
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|payload| payload.documents.iter().find_map(message));
    let (Some(payload), Some(message)) = (payload, found) else {
        return Err(record.error("no message with `citations[]` found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let mut case = Case::default();
    let Some(fields) = Cursor::of(&mut reader, message, String::new()) else { return Ok(case) };
    let documents = fields.objects(&mut reader, "documents");
    case.sources = documents
        .iter()
        .map(|it| Source { id_from: IdFrom::Text, ..SourceFields::DOCUMENT.source(it.map()) })
        .collect();
    let citations = fields.objects(&mut reader, "citations");
    let mut block = Block {
        cited: citations.iter().map(|it| cited(it, &mut reader)).collect(),
        ..Block::default()
    };
    let requested = !case.sources.is_empty();
    let blocks = std::slice::from_mut(&mut block);
    let in_sources = settle(blocks, &mut case.sources, requested, &mut reader.notes);
    let notes = citations.iter().zip(block.cited).map(|(it, cited)| note(it, cited, &mut reader));
    let notes = notes.collect();
    let mut draft = Draft::default();
    draft.part(fields.text(&mut reader, "content").unwrap_or_default(), notes);
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    case.response = finished.response;
    case.format.reading = finished.reading;
    if let (Some(own), Some(other)) = (&mut case.format.reading, in_sources) {
        own.description = format!("{}, in the answer; {}", own.description, other.description);
    }
    case.notes = finished.notes;
    let judged = fields.objects(&mut reader, "hallucinations");
    let high = judged.iter().filter(|it| it.text(&mut reader, "risk") == Some("high")).count();
    case.notes.extend(risks(high, judged.len()));
    case.notes.extend(reader.notes);
    Ok(case)
}

fn cited(fields: &Cursor<'_>, reader: &mut Reader) -> Cited {
    let id = fields.id(reader, "docId").unwrap_or_default();
    for name in ["contextBegin", "contextEnd"] {
        fields.integer(reader, name);
    }
    let (begin, end) = (fields.get("contextBegin"), fields.get("contextEnd"));
    let target = Target {
        id: id.clone(),
        locator: position::range(Counted::Chars, begin, end),
        quote: fields.text(reader, "contextText").map(str::to_owned),
        ..Target::default()
    };
    let cites = Cites::Titled(id);
    Cited { kind: "citation".to_owned(), cites, target, title: None, origin: None }
}

fn note(fields: &Cursor<'_>, cited: Cited, reader: &mut Reader) -> Note {
    Note {
        kind: AnchorKind::Claim,
        family: cited.kind,
        start: fields.offset(reader, "responseBegin"),
        end: fields.offset(reader, "responseEnd"),
        words: fields.text(reader, "responseText").map(str::to_owned),
        contained: false,
        targets: vec![cited.target],
        raw: fields.raw(),
    }
}
