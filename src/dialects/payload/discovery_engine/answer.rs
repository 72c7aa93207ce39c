//! An answer with its citations, its supports and its references.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::payload::discovery_engine::outcome::Outcome;
use crate::dialects::shared::cursor::{Cursor, get};
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages;
use crate::dialects::shared::source_fields::SourceFields;
use crate::input::container::Payload;
use crate::input::json::Reader;
use crate::model::{AnchorKind, IdFrom, Source, SourceText, Target};
use crate::text::Unit;

/// Returns the answer in a document: itself, or its field of that name.
pub(crate) fn of(document: &Value) -> Option<&Value> {
    let inner = document.get("answer").filter(|inner| inner.is_object()).unwrap_or(document);
    let fields = inner.as_object()?;
    get(fields, "answerText")?.as_str()?;
    let own = ["citations", "references", "groundingSupports", "state", "name"];
    own.iter().any(|name| get(fields, name).is_some()).then_some(inner)
}

pub(crate) fn read(payload: &Payload, reader: &mut Reader) -> Outcome {
    let answers: Vec<&Value> = payload.documents.iter().filter_map(of).collect();
    // The pieces of a stream before the last hold a part of the text each, or the text so far.
    let last = answers.iter().rposition(|answer| is_cited(answer)).or(answers.len().checked_sub(1));
    let Some(answer) = last.and_then(|last| answers.get(last)) else { return Outcome::default() };
    let Some(fields) = Cursor::of(reader, answer, String::new()) else { return Outcome::default() };
    let references = fields.objects(reader, "references");
    let sources: Vec<Source> =
        references.iter().zip(0..).map(|(it, n)| reference(it, n, reader)).collect();
    let mut notes: Vec<Note> = Vec::new();
    let mut places: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for citation in fields.objects(reader, "citations") {
        let note = note(&citation, "citation", &sources, reader);
        places.entry((note.start, note.end)).or_insert(notes.len());
        notes.push(note);
    }
    for support in fields.objects(reader, "groundingSupports") {
        let support = note(&support, "grounding support", &sources, reader);
        let place = (support.start, support.end);
        // A support on a citation's words is that citation with a score.
        match places.get(&place).and_then(|at| notes.get_mut(*at)) {
            Some(known) => take_scores(known, &support),
            None if support.targets.is_empty() => {}
            None => notes.push(support),
        }
    }
    let mut draft = Draft::default();
    draft.part(fields.text(reader, "answerText").unwrap_or_default(), notes);
    let finished = draft.finish(Reading::exclusive(Unit::Bytes));
    let asked = |request: &Value| request.pointer("/query/text")?.as_str().map(str::to_owned);
    Outcome { finished, sources, question: payload.requests.iter().find_map(asked) }
}

fn is_cited(answer: &Value) -> bool {
    let fields = answer.as_object();
    fields.and_then(|fields| get(fields, "citations")?.as_array()).is_some_and(|it| !it.is_empty())
}

/// Takes over the scores of another note on the same words.
fn take_scores(note: &mut Note, other: &Note) {
    for target in &mut note.targets {
        let same = other.targets.iter().find(|known| known.id == target.id);
        target.score = target.score.or(same.and_then(|same| same.score));
    }
}

fn note(fields: &Cursor<'_>, family: &str, sources: &[Source], reader: &mut Reader) -> Note {
    let score = fields.number(reader, "groundingScore");
    let mut seen = BTreeSet::new();
    let mut targets: Vec<Target> = Vec::new();
    for source in fields.objects(reader, "sources") {
        let Some(number) = source.id(reader, "referenceId") else { continue };
        let source = number.parse::<usize>().ok().and_then(|number| sources.get(number));
        let (id, quote) = (format!("reference {number}"), source.and_then(passages::quote));
        if seen.insert(id.clone()) {
            targets.push(Target { id, quote, score, ..Target::default() });
        }
    }
    Note {
        kind: AnchorKind::Claim,
        family: family.to_owned(),
        start: fields.offset(reader, "startIndex"),
        end: fields.offset(reader, "endIndex"),
        words: None,
        contained: false,
        targets,
        raw: fields.raw(),
    }
}

/// Returns a reference by its place: a chunk, a document with chunks, or a structured one.
fn reference(fields: &Cursor<'_>, place: usize, reader: &mut Reader) -> Source {
    let kinds = ["chunkInfo", "unstructuredDocumentInfo", "structuredDocumentInfo"];
    let found = kinds.iter().find_map(|kind| fields.object(reader, kind));
    let id = format!("reference {place}");
    let Some(info) = found else {
        let text = SourceText::Absent("the reference is of a kind that is not known".to_owned());
        let metadata = fields.others(&[]);
        return Source { id, id_from: IdFrom::Text, text, metadata, ..Source::default() };
    };
    if let Some(row) = info.object(reader, "structData").filter(|_| info.get("content").is_none())
        && info.get("chunkContents").is_none()
    {
        let row = SourceFields::DOCUMENT.source(row.map());
        return Source { id, id_from: IdFrom::Text, ..row };
    }
    let document = info.object(reader, "documentMetadata");
    let about = document.as_ref().unwrap_or(&info);
    let mut texts: Vec<&str> = info.text(reader, "content").into_iter().collect();
    for chunk in info.objects(reader, "chunkContents") {
        texts.extend(chunk.text(reader, "content"));
    }
    let why = "the answer gives title and address only; pass the document with `--source`";
    let known = ["title", "uri", "chunkContents", "content", "documentMetadata", "relevanceScore"];
    let mut metadata = about.others(&known);
    if document.is_some() {
        metadata.extend(info.others(&known));
    }
    Source {
        id,
        id_from: IdFrom::Text,
        title: about.text(reader, "title").map(str::to_owned),
        url: about.text(reader, "uri").map(str::to_owned),
        score: info.number(reader, "relevanceScore"),
        metadata,
        excerpt: !texts.is_empty(),
        text: if texts.is_empty() {
            SourceText::Absent(why.to_owned())
        } else {
            SourceText::Inline(Arc::from(texts.join("\n\n")))
        },
        ..Source::default()
    }
}
