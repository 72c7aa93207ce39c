//! Google's Discovery Engine (Vertex AI Search, Agentspace): answers, checked groundings, grounded
//! generation.
//!
//! Spec: the types of `google.cloud.discoveryengine.v1`. Offsets are UTF-8 bytes, end exclusive. As in
//! all JSON made of protocol buffers zeros are left out and 64-bit numbers are texts.
//!
//! ```json
//! {"answer": {"answerText": "…", "citations": [{"endIndex": "42", "sources": [{"referenceId": "0"}]}],
//!   "references": [{"chunkInfo": {"content": "…", "documentMetadata": {"uri": "…"}}}]}}
//! {"claims": [{"startPos": 0, "endPos": 42, "claimText": "…", "citationIndices": [0], "score": 0.9}],
//!  "citedChunks": [{"chunkText": "…", "source": "0"}]}
//! {"candidates": [{"content": {…}, "groundingMetadata": {"supportChunks": [{"chunkText": "…"}],
//!   "groundingSupport": [{"claimText": "…", "supportChunkIndices": [0], "supportScore": 0.9}]}}]}
//! ```
//!
//! The first is read by [`answer`], the others, whose claims repeat their words, by [`claims`].
//!
//! # Incomplete support
//!
//! No recording was available; for a streamed answer, the last piece is known to be the whole
//! answer. Steps, related questions and blobs of an answer are left out.

mod answer;
mod claims;
mod outcome;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::get;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::model::Case;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "discovery-engine",
    title: "Google Discovery Engine: an answer, a checked grounding, grounded generation",
    recognised_by: "`answerText`, `claims[]` with `citedChunks[]`, or `groundingSupport[]` with \
                    `supportChunks[]`",
    sources_from: "`references[]`, `citedChunks[]` or `supportChunks[]`, which are pieces of documents",
    units: "UTF-8 bytes of the answer, end exclusive; checked by `claimText` where it is given",
    kind: Kind::Payload { detect, read },
    answers: &["candidates"],
    ..Dialect::DEFAULTS
};

/// The kinds of payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PayloadKind {
    Answer,
    Check,
    Generation,
}

fn kind(document: &Value) -> Option<PayloadKind> {
    let fields = document.as_object()?;
    let is_list = |name: &str| get(fields, name).is_some_and(Value::is_array);
    if answer::of(document).is_some() {
        return Some(PayloadKind::Answer);
    }
    let first = |name: &str| get(fields, name)?.as_array()?.first()?.as_object();
    let claims = first("claims").is_some_and(|claim| get(claim, "claimText").is_some());
    if is_list("citedChunks") && (claims || get(fields, "supportScore").is_some()) {
        return Some(PayloadKind::Check);
    }
    let metadata = get(first("candidates")?, "groundingMetadata")?.as_object()?;
    let own =
        ["groundingSupport", "supportChunks"].iter().any(|name| get(metadata, name).is_some());
    own.then_some(PayloadKind::Generation)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let reason = match record.payload()?.documents.iter().find_map(kind)? {
        PayloadKind::Answer => "`answerText` with `citations[]` or `references[]`",
        PayloadKind::Check => "`citedChunks[]` with `claims[]`",
        PayloadKind::Generation => "`groundingMetadata` with `supportChunks[]`",
    };
    Some(reason.to_owned())
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|payload| payload.documents.iter().find_map(kind));
    let (Some(payload), Some(kind)) = (payload, found) else {
        return Err(record.error("no answer of Discovery Engine found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let read = match kind {
        PayloadKind::Answer => answer::read(payload, &mut reader),
        PayloadKind::Check => claims::check(payload, &mut reader),
        PayloadKind::Generation => claims::generation(payload, &mut reader),
    };
    let mut case = Case { sources: read.sources, question: read.question, ..Case::default() };
    case.response = read.finished.response;
    case.format.reading = read.finished.reading;
    case.notes = read.finished.notes;
    case.notes.extend(reader.notes);
    Ok(case)
}
