//! Answers of Gemini and Vertex AI: `generateContent` and `streamGenerateContent`.
//!
//! Specification: the `GenerateContentResponse` of ai.google.dev and cloud.google.com; where
//! recorded answers differ from it they win. Read are the text parts of a candidate,
//! `groundingMetadata` (supports with their chunks, scores and queries), `citationMetadata` and
//! `urlContextMetadata`; camelCase and `snake_case`; one response, a stream of chunks or an array of
//! them; also the text of an answer that a program saved beside these lists ([`mod@kept`]). Chunks are cited as
//! `chunk 0`, by their place in the list.
//!
//! *Incomplete support.* Thoughts, tool calls and other parts without text are counted and not
//! shown: they have no citations. Candidates without a text are left out.
//! `renderedParts`, `searchEntryPoint` and `retrievalMetadata` have nothing to look up. Grounded
//! generation and check grounding of Discovery Engine are other formats.

mod answer;
mod chunks;
mod kept;
mod request;
mod segments;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::gemini::answer::{Answer, PartKind, inner};
use crate::dialects::payload::gemini::chunks::{Chunk, chunk_id, chunks, opened, recited};
use crate::dialects::payload::gemini::segments::{Pieces, Segment};
use crate::dialects::shared::cursor::{Cursor, get, integer};
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::position::id_at;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, Source, Target};
use crate::text::prose::{count, ticked};
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "gemini",
    title: "Gemini and Vertex AI answers, whole or streamed",
    recognised_by: "`candidates[]` with `content.parts`, `groundingMetadata` or `citationMetadata`, or a text beside `groundingMetadata` or `groundingSupports[]`",
    sources_from: "`groundingChunks[]` (text for file search and RAG, else addresses), then the files given",
    units: "UTF-8 bytes of the answer, end exclusive, checked by `segment.text`",
    kind: Kind::Payload { detect, read },
    answers: &["candidates"],
    companion: request::companion,
    event,
    element: |value| {
        if kept::answer_field(value).is_some() { Element::Row } else { Element::No }
    },
    ..Dialect::DEFAULTS
};

/// Classifies a piece of a stream: only the last one gives a finish reason, as a whole answer does.
fn event(value: &Value) -> Event {
    let first = value.pointer("/candidates/0");
    let ended =
        |first: &Value| first.get("finishReason").or_else(|| first.get("finish_reason")).is_some();
    match first {
        Some(first) if !ended(first) => Event::Yes,
        _ if value.get("candidates").is_some() => Event::Closing,
        _ => Event::No,
    }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let fields = ["groundingMetadata", "citationMetadata", "content", "finishReason"];
    let found = |name: &str| {
        payload.any(|document| {
            let candidates = inner(document).get("candidates").and_then(Value::as_array);
            let objects = candidates.into_iter().flatten().filter_map(Value::as_object);
            objects.into_iter().any(|candidate| get(candidate, name).is_some_and(is_wire))
        })
    };
    if let Some(name) = fields.iter().find(|name| found(name)) {
        return Some(format!("`candidates[]` with `{name}`"));
    }
    let name = kept::answer_field(payload.document()?)?;
    Some(format!("an answer in `{name}` beside what grounds it"))
}

/// True if a field of a candidate is one of Gemini's: an object, or a reason to finish.
fn is_wire(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.get("parts").is_none_or(Value::is_array),
        Value::String(text) => {
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
        }
        _ => false,
    }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(record.error("no JSON found"));
    };
    let saved = kept::as_sent(payload);
    let payload = saved.as_ref().unwrap_or(payload);
    let mut reader = Reader::default();
    let answer = Answer::of(payload, &mut reader);
    let mut case = Case { question: question(&payload.requests), ..Case::default() };
    let (text, pieces) = text_of(&answer);
    let mut notes = Vec::new();
    let mut remarks = Vec::new();
    if let Some(grounding) = &answer.grounding {
        let chunks = chunks(grounding, &mut reader);
        notes =
            supports(grounding, &chunks, &Pieces::new(&text, &pieces), &mut remarks, &mut reader);
        remarks.extend(queries(grounding, &mut reader));
        case.sources.extend(chunks.into_iter().map(|chunk| chunk.source));
    }
    opened(&answer.pages, &mut case.sources, &mut reader);
    for citation in &answer.recitations {
        notes.push(recitation(citation, text.len(), &mut case.sources, &mut reader));
    }
    let marks = if notes.is_empty() { text_reader.read(&text) } else { None };
    let mut draft = Draft::default();
    draft.part(&text, notes);
    let finished = draft.finish(Reading::exclusive(Unit::Bytes));
    case.response = finished.response;
    case.format.reading = finished.reading;
    case.notes.extend(finished.notes.into_iter().chain(remarks));
    if let Some((name, found)) = marks {
        case.notes.push(format!(
            "no metadata cites anything; the marks in the text are read as `{name}`"
        ));
        case.notes.extend(found.notes);
        case.sources.extend(found.sources);
        case.response.citations = found.citations;
        case.response.cards = found.cards;
    }
    case.notes.extend(answer.notes);
    case.notes.extend(reader.notes);
    case.notes.extend(payload.notes.iter().cloned());
    Ok(case)
}

/// Returns the text of the answer, and the spans of its parts in it, by their numbers.
fn text_of(answer: &Answer<'_>) -> (String, Vec<(usize, Span)>) {
    let mut text = String::new();
    let mut pieces = Vec::new();
    for (number, part) in
        answer.parts.iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text)
    {
        let start = text.len();
        text.push_str(&part.text);
        pieces.push((number, Span::new(start, text.len())));
    }
    (text, pieces)
}

/// Returns the supports as notes on the text.
fn supports(
    grounding: &Cursor<'_>,
    chunks: &[Chunk],
    pieces: &Pieces<'_>,
    remarks: &mut Vec<String>,
    reader: &mut Reader,
) -> Vec<Note> {
    let supports = grounding.objects(reader, "groundingSupports");
    let mut segments: Vec<Segment> =
        supports.iter().map(|support| segment(support, reader)).collect();
    let moved = pieces.settle(&mut segments);
    if moved > 0 {
        remarks
            .push(format!("{} counted within their part of the answer", count(moved, "segment")));
    }
    let mut repeated = 0;
    let mut notes = Vec::new();
    for (support, segment) in supports.iter().zip(segments) {
        notes.push(Note {
            kind: AnchorKind::Claim,
            family: "grounding".to_owned(),
            start: segment.start,
            end: segment.end,
            words: segment.words,
            contained: false,
            targets: targets(support, chunks, &mut repeated, reader),
            raw: support.raw(),
        });
    }
    if repeated > 0 {
        let chunks = count(repeated, "chunk");
        remarks.push(format!("{chunks} named twice by the same segment, shown once"));
    }
    if chunks.is_empty() && !notes.is_empty() {
        remarks.push("segments point at chunks, and the response has no list of chunks".to_owned());
    }
    notes
}

fn segment(support: &Cursor<'_>, reader: &mut Reader) -> Segment {
    let Some(segment) = support.object(reader, "segment") else { return Segment::default() };
    Segment {
        part: segment.integer(reader, "partIndex").and_then(|part| usize::try_from(part).ok()),
        start: segment.offset(reader, "startIndex"),
        end: segment.offset(reader, "endIndex"),
        words: segment.text(reader, "text").map(str::to_owned),
    }
}

/// Returns the chunks that a support points at, with their scores.
fn targets(
    support: &Cursor<'_>,
    chunks: &[Chunk],
    repeated: &mut usize,
    reader: &mut Reader,
) -> Vec<Target> {
    let indices = support.list(reader, "groundingChunkIndices");
    let scores = support.list(reader, "confidenceScores");
    if !scores.is_empty() && scores.len() != indices.len() {
        let path = support.at("confidenceScores");
        let (scores, indices) = (count(scores.len(), "score"), count(indices.len(), "chunk"));
        reader.notes.push(format!("`{path}` has {scores} for {indices}"));
    }
    let mut seen = BTreeSet::new();
    let mut targets = Vec::new();
    for (place, value) in indices.iter().enumerate() {
        let Some(index) = integer(value) else {
            let path = support.at("groundingChunkIndices");
            reader.expected(&format!("{path}[{place}]"), "a whole number", value);
            let id = id_at("chunk", value);
            targets.push(Target { id, ..Target::default() });
            continue;
        };
        if !seen.insert(index) {
            *repeated += 1;
            continue;
        }
        let chunk = usize::try_from(index).ok().and_then(|index| chunks.get(index));
        targets.push(Target {
            id: chunk_id(index),
            locator: chunk.and_then(|chunk| chunk.pages.clone()),
            quote: chunk.and_then(|chunk| chunk.quote.clone()),
            score: scores.get(place).and_then(Value::as_f64),
            ..Target::default()
        });
    }
    targets
}

fn recitation(
    citation: &Cursor<'_>,
    len: usize,
    sources: &mut Vec<Source>,
    reader: &mut Reader,
) -> Note {
    let start = citation.offset(reader, "startIndex");
    let end = citation.integer(reader, "endIndex");
    let after = i64::try_from(len).unwrap_or(i64::MAX);
    let (kind, start, end) = match end {
        Some(end) => (AnchorKind::Claim, start, end),
        None => (AnchorKind::Point, after, after),
    };
    Note {
        kind,
        family: "recitation".to_owned(),
        start,
        end,
        words: None,
        contained: false,
        targets: vec![Target { id: recited(citation, sources, reader), ..Target::default() }],
        raw: citation.raw(),
    }
}

/// Returns the search query.
fn queries(grounding: &Cursor<'_>, reader: &mut Reader) -> Option<String> {
    let mut queries = Vec::new();
    for name in ["webSearchQueries", "imageSearchQueries", "retrievalQueries"] {
        queries.extend(grounding.texts(reader, name));
    }
    (!queries.is_empty()).then(|| format!("searched for {}", ticked(queries, 8)))
}

/// Returns the question: the last words of the user in the request.
fn question(requests: &[Value]) -> Option<String> {
    let contents = requests.iter().find_map(|request| request.get("contents"))?;
    let contents = match contents {
        Value::Array(contents) => contents.as_slice(),
        Value::String(text) => return Some(text.clone()),
        other => std::slice::from_ref(other),
    };
    let user = |content: &&Value| {
        content.get("role").and_then(Value::as_str).is_none_or(|role| role == "user")
    };
    let parts = |content: &Value| -> Option<String> {
        let parts = content.get("parts")?.as_array()?;
        let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
        let text = texts.collect::<Vec<_>>().join("\n");
        (!text.is_empty()).then_some(text)
    };
    contents.iter().rev().filter(user).find_map(parts)
}
