//! Answers of Contextual AI's agents.
//!
//! Spec: the vendor's reference of the query interface.
//!
//! ```json
//! {"message": {"content": "…"}, "attributions": [{"start_idx": 0, "end_idx": 42,
//!   "content_ids": ["c1"]}], "retrieval_contents": [{"content_id": "c1", "doc_name": "…",
//!     "page": 3, "content_text": "…"}], "groundedness_scores": [{"start_idx": 0, "end_idx": 42,
//!   "score": 0.9}]}
//! ```
//!
//! The unit of the offsets is not stated and no words are repeated: code points with an exclusive
//! end are assumed, and reported as not verified. A target's score is the lowest groundedness of
//! its sentences.
//!
//! # Incomplete support
//!
//! No recording was available. Retrieved text is only present if it was requested.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, IdFrom, Source, SourceText, Target};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "contextual",
    title: "Contextual AI: the answer of an agent",
    recognised_by: "`message.content` beside `attributions[]` or `retrieval_contents[]`",
    sources_from: "`retrieval_contents[]`, with `content_text` where it was asked for",
    units: "code points of the answer, end exclusive: assumed",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

/// The maximum number of scores that are read for one attribution; each sentence has one.
const MAX_SCORES: usize = 64;

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    let named = |name: &&str| document.get(*name).is_some_and(Value::is_array);
    let name = ["attributions", "retrieval_contents"].iter().find(|name| named(name))?;
    document.pointer("/message/content")?.as_str()?;
    Some(format!("`message.content` beside `{name}`"))
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let found = record.payload().and_then(|payload| Some((payload, payload.document()?)));
    let Some((payload, document)) = found else {
        return Err(record.error("no JSON object found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let mut case = Case::default();
    let Some(fields) = Cursor::of(&mut reader, document, String::new()) else { return Ok(case) };
    let retrieved = fields.objects(&mut reader, "retrievalContents");
    case.sources = retrieved.iter().map(|it| source(it, &mut reader)).collect();
    let grounded = fields.objects(&mut reader, "groundednessScores");
    let grounded: BTreeMap<i64, (i64, f64)> = grounded
        .iter()
        .filter_map(|it| {
            let mut end = |name: &str| it.integer(&mut reader, name);
            let (start, end) = (end("startIdx")?, end("endIdx")?);
            Some((start, (end, it.number(&mut reader, "score")?)))
        })
        .collect();
    let sources: BTreeMap<&str, &Source> =
        case.sources.iter().map(|source| (source.id.as_str(), source)).collect();
    let message = fields.object(&mut reader, "message");
    let mut draft = Draft::default();
    if let Some(message) = message {
        let attributions = fields.objects(&mut reader, "attributions");
        let notes = attributions.iter().map(|it| note(it, &sources, &grounded, &mut reader));
        let notes = notes.collect();
        draft.part(message.text(&mut reader, "content").unwrap_or_default(), notes);
    }
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    case.id = fields.id(&mut reader, "messageId").unwrap_or_default();
    case.response = finished.response;
    case.format.reading = finished.reading;
    case.notes = finished.notes;
    case.notes.extend(reader.notes);
    Ok(case)
}

fn source(fields: &Cursor<'_>, reader: &mut Reader) -> Source {
    let known = ["contentId", "docName", "url", "score", "contentText"];
    let text = fields.text(reader, "contentText");
    let why = "the answer names it only; pass the document with `--source`";
    Source {
        id: fields.id(reader, "contentId").unwrap_or_default(),
        id_from: IdFrom::Text,
        title: fields.text(reader, "docName").map(str::to_owned),
        url: fields.text(reader, "url").map(str::to_owned),
        score: fields.number(reader, "score"),
        metadata: fields.others(&known),
        text: match text {
            Some(text) => SourceText::Inline(Arc::from(text)),
            None => SourceText::Absent(why.to_owned()),
        },
        excerpt: text.is_some(),
        ..Source::default()
    }
}

fn note(
    fields: &Cursor<'_>,
    sources: &BTreeMap<&str, &Source>,
    grounded: &BTreeMap<i64, (i64, f64)>,
    reader: &mut Reader,
) -> Note {
    let start = fields.offset(reader, "startIdx");
    let end = fields.offset(reader, "endIdx");
    let nearest = grounded.range(..end).rev().take(MAX_SCORES);
    let under = nearest.filter(|(_, (after, _))| start < *after);
    let score = under.map(|(_, (_, score))| *score).reduce(f64::min);
    let target = |id: &str| {
        let quote = sources.get(id).and_then(|source| passages::quote(source));
        Target { id: id.to_owned(), quote, score, ..Target::default() }
    };
    Note {
        kind: AnchorKind::Claim,
        family: "attribution".to_owned(),
        start,
        end,
        words: None,
        contained: false,
        targets: fields.texts(reader, "contentIds").into_iter().map(target).collect(),
        raw: fields.raw(),
    }
}
