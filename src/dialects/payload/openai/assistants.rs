//! OpenAI Assistants: messages of a thread, also of Azure's agents.
//!
//! Spec: the types of the official clients; checked against recordings.
//!
//! ```json
//! {"object": "thread.message", "role": "assistant", "content": [{"type": "text", "text":
//!   {"value": "It is cake【4:0†foods.txt】.", "annotations": [{"type": "file_citation",
//!    "text": "【4:0†foods.txt】", "start_index": 10, "end_index": 27,
//!    "file_citation": {"file_id": "file-…"}}]}}]}
//! ```
//!
//! The marker stays in the text and an annotation covers it. A marker without annotation is still a
//! citation: of the file that the same marker names elsewhere, else of the name after `†`. The
//! passages are in the run step, if the request asked for them; it may be next to the message.
//!
//! # Incomplete support
//!
//! The two numbers of a marker are not documented and not read. Several answers of a thread are
//! shown below each other, oldest first, as one response.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::openai::{content_text, documents, stream};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::openai::answer::Answer;
use crate::dialects::shared::openai::shelf::Shelf;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::container::{Payload, Shape};
use crate::input::json::Reader;
use crate::input::json::{list, text};
use crate::model::{Anchor, AnchorKind, Case, Citation, Source, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "openai-assistants",
    title: "OpenAI Assistants, also Azure agents: messages of a thread or their stream",
    recognised_by: "`thread.message` objects and events, or `text` with `value` and `annotations`",
    sources_from: "the files in annotations; run steps and files given",
    units: "code points within each part",
    kind: Kind::Payload { detect, read },
    companion,
    event: |value| {
        let names = ["type", "event"].map(|key| text(value, key));
        Event::from(names.iter().any(|name| name.starts_with("thread.")))
    },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let all = items(payload);
    let kinds = ["thread.message", "thread.message.delta"];
    if let Some(kind) = kinds.iter().rev().find(|kind| all.iter().any(|v| object(v) == **kind)) {
        return Some(format!("`object` is `{kind}`"));
    }
    let has_value = |value: &&Value| {
        list(value, "content").iter().any(|part| part.pointer("/text/value").is_some())
    };
    all.iter().any(has_value).then(|| "parts with `text.value`".to_owned())
}

/// Returns the `object` of a value, or of the data that an event wraps.
fn object(value: &Value) -> &str {
    let data = value.get("data").filter(|data| data.is_object()).unwrap_or(value);
    text(data, "object")
}

/// Returns messages, steps or events, also from lists.
fn items(payload: &Payload) -> Vec<&Value> {
    let inside = |document| match list(document, "data") {
        [] => vec![document],
        items => items.iter().collect(),
    };
    documents(payload).flat_map(inside).collect()
}

fn is_step(value: &Value) -> bool {
    object(value).starts_with("thread.run.step") || value.get("step_details").is_some()
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    let all = items(payload);
    let streamed = payload.shape == Shape::Stream
        || all.iter().any(|value| object(value) == "thread.message.delta");
    let mut all: Vec<Value> = if streamed {
        stream::thread(&all, &mut answer.reader)
    } else {
        all.into_iter().cloned().collect()
    };
    all.sort_by_key(|value| value.get("created_at").and_then(Value::as_i64));
    for step in all.iter().filter(|value| is_step(value)) {
        results(&mut answer.shelf, &mut answer.reader, step);
    }
    let messages = all.iter().filter(|value| !list(value, "content").is_empty());
    let (asked, answers): (Vec<&Value>, Vec<&Value>) =
        messages.partition(|message| text(message, "role") == "user");
    if answers.len() > 1 {
        let note = format!("{} answers of one thread, oldest first", answers.len());
        answer.reader.notes.push(note);
    }
    for (index, answered) in answers.iter().enumerate() {
        message(&mut answer, answered, &format!("answer {}: content", index + 1), text_reader);
    }
    let question = match asked.as_slice() {
        [one] => content_text(one.get("content")),
        _ => None,
    };
    Ok(answer.finish(question))
}

/// Adds the text parts of a message.
fn message(answer: &mut Answer, message: &Value, path: &str, text_reader: &TextReader<'_>) {
    answer.message();
    for (index, part) in list(message, "content").iter().enumerate() {
        let path = format!("{path}[{index}].text");
        let (words, annotations) = match part.get("text") {
            Some(Value::Object(fields)) => {
                let cursor = Cursor::new(fields, path.as_str());
                let words = cursor.string(&mut answer.reader, "value").unwrap_or_default();
                (words, cursor.list(&mut answer.reader, "annotations"))
            }
            Some(Value::String(words)) => (words.clone(), list(part, "annotations")),
            _ => continue,
        };
        unannotated(answer, &words, annotations);
        let marks = words.contains('\u{e200}') || !words.contains('\u{3010}');
        if annotations.is_empty() && !marks {
            // The markers were read just now, so the text is not searched for others.
            answer.plain_part(&words);
        } else {
            answer.part(&words, annotations, &format!("{path}.annotations"), text_reader);
        }
    }
}

/// Cites the markers that no annotation repeats.
fn unannotated(answer: &mut Answer, words: &str, annotations: &[Value]) {
    let mut known: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for annotation in annotations {
        known.entry(text(annotation, "text")).or_default().push(annotation);
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut bare, mut alike) = (0, 0);
    let base = answer.end();
    for span in markers(words) {
        let marker = span.slice(words).unwrap_or_default();
        let times = seen.entry(marker).or_default();
        *times += 1;
        let annotated = known.get(marker).map(Vec::as_slice).unwrap_or_default();
        if *times <= annotated.len() {
            continue;
        }
        let same = annotated.first().and_then(|a| a.pointer("/file_citation/file_id"));
        let id = if let Some(id) = same.and_then(Value::as_str) {
            alike += 1;
            id
        } else {
            bare += 1;
            name_in(marker)
        };
        answer.cite(Citation {
            family: "file_citation".to_owned(),
            raw: marker.to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span: span.shifted(base) },
            targets: vec![Target { id: id.to_owned(), ..Target::default() }],
            ..Citation::default()
        });
    }
    if alike > 0 {
        let markers = count(alike, "marker");
        let note = format!("{markers} without annotation: taken to mean what the same one means");
        answer.reader.notes.push(note);
    }
    if bare > 0 {
        let note = format!("{} without annotation: known by its name only", count(bare, "marker"));
        answer.reader.notes.push(note);
    }
}

/// Returns the places of `【4:0†source】` and its like.
fn markers(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut from = 0;
    for (close, bracket) in text.match_indices('\u{3011}') {
        let before = text.get(from..close).unwrap_or_default();
        let open = before.rfind('\u{3010}').map(|at| from + at);
        from = close + bracket.len();
        let Some(span) = open.map(|open| Span::new(open, from)) else { continue };
        let inside = span.slice(text).unwrap_or_default().trim_start_matches('\u{3010}');
        let Some((numbers, _)) = inside.split_once('\u{2020}') else { continue };
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if numbers.split_once(':').is_some_and(|(step, result)| digits(step) && digits(result)) {
            found.push(span);
        }
    }
    found
}

/// Returns the file's name in a marker, else its two numbers.
fn name_in(marker: &str) -> &str {
    let inside = marker.trim_matches(['\u{3010}', '\u{3011}']);
    match inside.split_once('\u{2020}') {
        Some((_, name)) if !matches!(name, "" | "source") => name,
        Some((numbers, _)) => numbers,
        None => inside,
    }
}

/// Adds the results of a run step's file searches to the shelf.
fn results(shelf: &mut Shelf, reader: &mut Reader, step: &Value) {
    let step = step.get("data").filter(|data| data.is_object()).unwrap_or(step);
    let calls = step.pointer("/step_details/tool_calls").and_then(Value::as_array);
    for (call, value) in calls.into_iter().flatten().enumerate() {
        let found = value.pointer("/file_search/results").and_then(Value::as_array);
        for (index, result) in found.into_iter().flatten().enumerate() {
            let path = format!("step_details.tool_calls[{call}].file_search.results[{index}]");
            shelf.result(reader, result, &path);
        }
    }
}

/// Returns the run steps in a record without a message.
fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let all = items(record.payload()?);
    if all.is_empty() || !all.iter().all(|value| is_step(value)) {
        return None;
    }
    let (mut shelf, mut reader) = (Shelf::default(), Reader::default());
    for step in all {
        results(&mut shelf, &mut reader, step);
    }
    (!shelf.is_empty()).then(|| shelf.finish())
}
