//! Answers of Amazon Q Business: `ChatSync`, and messages of a conversation's history.
//!
//! Spec: the service model of `qbusiness`. Each attribution is a document with the stretches of the
//! answer that it follows; stretches that several share are one citation.
//!
//! ```json
//! {"systemMessage": "…", "sourceAttributions": [{"title": "…", "snippet": "…", "url": "…",
//!   "citationNumber": 1, "textMessageSegments": [{"beginOffset": 0, "endOffset": 42,
//!     "snippetExcerpt": {"text": "…"}}]}]}
//! ```
//!
//! Offsets count from 0. Neither their unit nor their end is stated, and no words of the answer are
//! repeated to infer them from: code points with an exclusive end are assumed, and reported as not
//! verified.
//!
//! # Incomplete support
//!
//! Of a history the last message with attributions is shown. Segments of audio, video and images are
//! counted by nothing in the text and left out of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, IdFrom, Source, SourceText, Target};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "q-business",
    title: "Amazon Q Business: an answer, or the history of a conversation",
    recognised_by: "`systemMessage` or `body` beside `sourceAttributions[]` (`sourceAttribution[]`)",
    sources_from: "the attributions' snippets; then the files given",
    units: "code points of the answer, end exclusive: assumed",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = payload.documents.iter().find_map(|document| message(document))?;
    Some(format!("`{}` beside source attributions", found.0))
}

/// Returns the message to be shown, with the name of the field that holds its text.
fn message(document: &Value) -> Option<(&'static str, &Value)> {
    let attributed = |message: &Value| {
        ["sourceAttributions", "sourceAttribution"]
            .iter()
            .any(|name| message.get(*name).is_some_and(Value::is_array))
    };
    let has = |name: &str| document.get(name).is_some_and(Value::is_string);
    if has("systemMessage") && attributed(document) {
        return Some(("systemMessage", document));
    }
    if has("body") && attributed(document) {
        return Some(("body", document));
    }
    let messages = document.get("messages")?.as_array()?;
    let answers = |message: &&Value| {
        let cited = ["sourceAttributions", "sourceAttribution"].iter().any(|name| {
            message.get(*name).and_then(Value::as_array).is_some_and(|l| !l.is_empty())
        });
        cited && message.get("body").is_some_and(Value::is_string)
    };
    // The history begins with the newest message.
    Some(("body", messages.iter().find(answers)?))
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|payload| payload.documents.iter().find_map(message));
    let (Some(payload), Some((body, message))) = (payload, found) else {
        return Err(record.error("there is no message with source attributions in it"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    let mut case = Case::default();
    let Some(fields) = Cursor::of(&mut reader, message, String::new()) else { return Ok(case) };
    let text = fields.text(&mut reader, body).unwrap_or_default();
    let mut attributions = fields.objects(&mut reader, "sourceAttributions");
    attributions.extend(fields.objects(&mut reader, "sourceAttribution"));
    let mut stretches: BTreeMap<(i64, i64), Vec<(Target, String)>> = BTreeMap::new();
    let mut whole = 0;
    for (place, attribution) in (1..).zip(&attributions) {
        let source = source(attribution, place, &mut reader);
        let id = source.id.clone();
        case.sources.push(source);
        let segments = attribution.objects(&mut reader, "textMessageSegments");
        whole += usize::from(segments.is_empty());
        for segment in segments {
            let mut end = |name: &str| segment.offset(&mut reader, name);
            let place = (end("beginOffset"), end("endOffset"));
            let excerpt = segment.object(&mut reader, "snippetExcerpt");
            let quote = excerpt.and_then(|it| Some(it.text(&mut reader, "text")?.to_owned()));
            let target = Target { id: id.clone(), quote, ..Target::default() };
            stretches.entry(place).or_default().push((target, segment.raw()));
        }
    }
    if whole > 0 {
        let documents = count(whole, "attribution");
        reader.notes.push(format!("{documents} without a place in the answer: listed as sources"));
    }
    let mut draft = Draft::default();
    draft.part(text, stretches.into_iter().map(note).collect());
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    case.id = fields.id(&mut reader, "systemMessageId").unwrap_or_default();
    case.response = finished.response;
    case.format.reading = finished.reading;
    case.notes = finished.notes;
    case.notes.extend(reader.notes);
    Ok(case)
}

fn note(((start, end), stretch): ((i64, i64), Vec<(Target, String)>)) -> Note {
    let (targets, raws): (Vec<Target>, Vec<String>) = stretch.into_iter().unzip();
    Note {
        kind: AnchorKind::Claim,
        family: "textMessageSegment".to_owned(),
        start,
        end,
        words: None,
        contained: false,
        targets,
        raw: raws.into_iter().next().unwrap_or_default(),
    }
}

fn source(fields: &Cursor<'_>, place: usize, reader: &mut Reader) -> Source {
    let snippet = fields.text(reader, "snippet");
    let known = ["title", "snippet", "url", "citationNumber", "updatedAt", "textMessageSegments"];
    let why = "the answer gives title and address only; pass the document with `--source`";
    Source {
        id: fields.id(reader, "citationNumber").unwrap_or_else(|| place.to_string()),
        id_from: IdFrom::Text,
        title: fields.text(reader, "title").map(str::to_owned),
        url: fields.text(reader, "url").map(str::to_owned),
        updated: fields.id(reader, "updatedAt"),
        metadata: fields.others(&known),
        text: match snippet {
            Some(snippet) => SourceText::Inline(Arc::from(snippet)),
            None => SourceText::Absent(why.to_owned()),
        },
        excerpt: snippet.is_some(),
        ..Source::default()
    }
}
