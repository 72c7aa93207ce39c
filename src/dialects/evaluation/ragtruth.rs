//! `RAGTruth`: responses whose unsupported spans people labelled.
//!
//! Spec: the data set of `ParticleMedia/RAGTruth`: `response.jsonl` with `{"id", "source_id",
//! "model", "labels": [{"start", "end", "text", "meta", "label_type"}], "response"}`, and
//! `source_info.jsonl` with `{"source_id", "task_type", "source_info", "prompt"}`, joined by
//! `source_id`; the second file is passed in addition to the first. A label covers text that the
//! source does NOT support: it becomes a citation of the source with the annotators' score 0, so
//! that it can be checked against the text. Offsets count code points, end exclusive, and the label
//! repeats its words.
//!
//! # Incomplete support
//!
//! The labels do not cover the rest of a response, and it has no marks, so supported text has no
//! citations. If `source_info` is an object (a business, a question with passages), its fields are
//! the text.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::{Placed, Reading, Stated, arbitrate};
use crate::dialects::shared::source_fields::as_lines;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::input::json::id as id_of;
use crate::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Judgement, Response, Source, SourceText, Target,
};
use crate::text::Unit;
use crate::text::prose::{count, one_line};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "ragtruth",
    title: "RAGTruth: responses with the spans that their source does not support",
    recognised_by: "`response` beside `labels` and `source_id`",
    sources_from: "`source_info.jsonl`, given as a file, by `source_id`",
    units: "code points, decided by the words that labels repeat",
    kind: Kind::Payload { detect, read },
    companion,
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let object = record.object()?;
    let labels = object.get("labels")?.as_array()?;
    let fits = object.get("response").is_some_and(Value::is_string)
        && object.contains_key("source_id")
        && labels.iter().all(|label| label.get("start").is_some());
    let labels = count(labels.len(), "label");
    fits.then(|| format!("a `response` with {labels} of unsupported spans, and a `source_id`"))
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let Some(object) = record.json().and_then(Value::as_object) else {
        return Err(record.error("a response should be a JSON object"));
    };
    let mut reader = Reader::default();
    let cursor = Cursor::new(object, "");
    let text = cursor.string(&mut reader, "response").unwrap_or_default();
    let source_id = cursor.id(&mut reader, "source_id").unwrap_or_default();
    let labels: Vec<&Map<String, Value>> =
        cursor.list(&mut reader, "labels").iter().filter_map(Value::as_object).collect();
    let stated = labels.iter().map(|label| stated(label)).collect();
    let outcome = arbitrate(Reading::exclusive(Unit::CodePoints), &[(text.as_str(), stated)]);
    let mut notes = vec![match labels.len() {
        0 => "its annotators found nothing unsupported".to_owned(),
        number => format!(
            "{} that the source does not support, as its annotators judge",
            count(number, "span")
        ),
    }];
    notes.extend(
        object
            .get("quality")
            .and_then(Value::as_str)
            .filter(|it| *it != "good")
            .map(|quality| format!("the annotators call the response's quality `{quality}`")),
    );
    notes.append(&mut reader.notes);
    let placed = outcome.placed.first().map(Vec::as_slice).unwrap_or_default();
    let pairs = labels.iter().zip(placed);
    let mut citations: Vec<Citation> =
        pairs.map(|(label, placed)| unsupported(label, placed, &source_id)).collect();
    citations.sort_by_key(|citation| citation.anchor.span);
    let mut case = Case {
        id: id_of(object, "id").unwrap_or_default(),
        response: Response { text, citations, ..Response::default() },
        sources: vec![source(object, source_id)],
        notes,
        ..Case::default()
    };
    case.format.reading = (!labels.is_empty()).then(|| outcome.note());
    Ok(case)
}

fn stated(label: &Map<String, Value>) -> Stated<'_> {
    let place = |key: &str| label.get(key).and_then(Value::as_i64).unwrap_or(-1);
    let words = label.get("text").and_then(Value::as_str);
    Stated { start: place("start"), end: place("end"), words, contained: false }
}

fn unsupported(label: &Map<String, Value>, placed: &Placed, source_id: &str) -> Citation {
    let kind = label.get("label_type").and_then(Value::as_str).unwrap_or("unsupported");
    let meta = label.get("meta").and_then(Value::as_str).map(one_line);
    let flags = [
        ("implicit_true", "may be true outside of the source"),
        ("due_to_null", "the source has null there"),
    ];
    let flags = flags.iter().filter(|(key, _)| label.get(*key) == Some(&Value::Bool(true)));
    let meanings = flags.map(|(_, meaning)| (*meaning).to_owned());
    let reason: Vec<String> = std::iter::once(kind.to_owned())
        .chain(meanings)
        .chain(meta.filter(|it| !it.is_empty()))
        .collect();
    Citation {
        family: "unsupported".to_owned(),
        raw: Value::Object(label.clone()).to_string(),
        anchor: Anchor { kind: AnchorKind::Claim, span: placed.span },
        targets: vec![Target { id: source_id.to_owned(), ..Target::default() }],
        judgements: vec![Judgement {
            by: "RAGTruth".to_owned(),
            score: 0.0,
            target: None,
            reason: Some(reason.join("; ")),
        }],
        placement: placed.placement,
        ..Citation::default()
    }
}

/// Returns the source of a response or of a line of `source_info.jsonl`.
fn source(object: &Map<String, Value>, id: String) -> Source {
    let text = match object.get("source_info") {
        Some(Value::String(text)) => SourceText::Inline(text.as_str().into()),
        Some(Value::Object(fields)) => SourceText::Inline(as_lines(fields).into()),
        _ => SourceText::Absent(
            "give `source_info.jsonl` to see what the response was written from".to_owned(),
        ),
    };
    let task = object.get("task_type").and_then(Value::as_str);
    Source {
        id,
        id_from: IdFrom::Text,
        metadata: task.map(|task| ("task".to_owned(), task.to_owned())).into_iter().collect(),
        text,
        ..Source::default()
    }
}

/// Returns a line of `source_info.jsonl`.
fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let object = record.object()?;
    let fits = object.contains_key("source_info") && !object.contains_key("labels");
    let id = id_of(object, "source_id").filter(|_| fits)?;
    Some(vec![Source { listed: true, ..source(object, id) }])
}
