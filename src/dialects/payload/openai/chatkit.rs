//! OpenAI `ChatKit`: a message, a thread with its items, or the stream of a turn.
//!
//! Spec: `chatkit/types.py` and `docs/guides/add-annotations.md` of `openai/chatkit-python`.
//!
//! ```json
//! {"type": "assistant_message", "content": [{"type": "output_text", "text": "…", "annotations": [
//!   {"type": "annotation", "index": 42, "source": {"type": "file", "filename": "…", "title": "…"}}]}]}
//! ```
//!
//! `index` is the place after the claim, in code points; without one the annotation has no place.
//! Sources are pages, files and entities of the app, and come without text.
//!
//! # Incomplete support
//!
//! The types were available, but no recording. Of a thread the last message with annotations is shown.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::openai::answer::Answer;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, text};
use crate::model::Case;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "chatkit",
    title: "OpenAI ChatKit: a message, a thread, or the stream of a turn",
    recognised_by: "`assistant_message` with `annotations[].source`",
    sources_from: "the titles and addresses in the annotations; then the files given",
    units: "code points of the answer",
    kind: Kind::Payload { detect, read },
    event: |value| Event::from(text(value, "type").starts_with("thread.item")),
    ..Dialect::DEFAULTS
};

/// The name of a message of the assistant.
const MESSAGE: &str = "assistant_message";

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found: Vec<&Value> = payload.documents.iter().flat_map(messages).collect();
    let cited = found.iter().filter(|message| cites(message)).count();
    (!found.is_empty()).then(|| format!("`{MESSAGE}`, {cited} of {} with annotations", found.len()))
}

/// Returns the assistant's messages in a message, a thread, a list of items or an event.
fn messages(document: &Value) -> Vec<&Value> {
    if text(document, "type") == MESSAGE {
        return vec![document];
    }
    let items = document.get("items").and_then(|items| items.get("data").or(Some(items)));
    let items = items.or_else(|| document.get("data")).and_then(Value::as_array);
    let item =
        document.get("item").into_iter().filter(|_| text(document, "type") != "thread.item.added");
    item.chain(items.into_iter().flatten()).filter(|item| text(item, "type") == MESSAGE).collect()
}

fn cites(message: &Value) -> bool {
    list(message, "content").iter().any(|part| !list(part, "annotations").is_empty())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let all: Vec<&Value> = payload.documents.iter().flat_map(messages).collect();
    let shown = all.iter().rposition(|message| cites(message)).or_else(|| all.len().checked_sub(1));
    let message = shown.and_then(|at| all.get(at));
    let Some(message) = message else {
        return Err(record.error(format!("no `{MESSAGE}` found")));
    };
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    if all.iter().filter(|message| cites(message)).count() > 1 {
        answer.reader.notes.push("only the last message with annotations is shown".to_owned());
    }
    for (index, part) in list(message, "content").iter().enumerate() {
        let path = format!("content[{index}].annotations");
        let annotations: Vec<Value> = list(part, "annotations").iter().map(plain).collect();
        answer.part(text(part, "text"), &annotations, &path, text_reader);
    }
    let mut case = answer.finish(None);
    text(message, "id").clone_into(&mut case.id);
    Ok(case)
}

/// Returns an annotation in the form of OpenAI's other interfaces, with the type of its source.
fn plain(annotation: &Value) -> Value {
    let (Some(outer), Some(source)) = (annotation.as_object(), annotation.get("source")) else {
        return annotation.clone();
    };
    let mut source = source.as_object().cloned().unwrap_or_default();
    let kind = source.get("type").cloned().unwrap_or_default();
    if kind == "entity" {
        let (id, title) = (source.remove("id"), source.remove("title"));
        source.extend(id.map(|id| ("file_id".to_owned(), id)));
        source.extend(title.map(|title| ("filename".to_owned(), title)));
    }
    let kind = if kind == "entity" { Value::from("file") } else { kind };
    let mut plain: Map<String, Value> = outer.clone();
    plain.insert("type".to_owned(), kind);
    plain.insert("source".to_owned(), Value::Object(source));
    Value::Object(plain)
}
