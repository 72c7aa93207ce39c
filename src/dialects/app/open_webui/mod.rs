//! `open-webui`: exported chats, and the events of a running answer.
//!
//! Spec: the app's source (`citation-extension.ts`, `Citations.svelte`, `ContentRenderer.svelte`,
//! `middleware.py`) and its pages on import, export and events. Read are the export's array of
//! `{chat: {title, history: {currentId, messages}}}`, the bare chats of older ones, a message or a
//! list of messages by itself, and events. One case is an assistant message that has source
//! records, on the branch that is shown; `[n]` opens the n-th group of chunks. Exports of Qwen's chat, which
//! has grown out of it, hold an answer in `content_list`, with the pages that its numbers mean ([`phases`]).
//!
//! # Incomplete support
//!
//! Messages without source records are skipped unless the export has no others: bare numbers have
//! no meaning. Messages on other branches are counted, not shown. The part after `#` in `[1#x]`
//! goes to an embedded viewer and is not resolved. The numbering that a version used is not
//! recorded: if it matters, all readings are offered.

mod answer;
mod events;
mod groups;
mod marks;
mod phases;

use serde_json::Value;

use crate::dialects::app::open_webui::groups::is_record;
use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::{Branch, Chat, Turn};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::container::Shape;
use crate::input::json;
use crate::input::json::Reader;
use crate::model::{Case, Source};
use crate::text::prose::count;
use answer::Answer;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "open-webui",
    title: "Open WebUI: exported chats, messages, and events",
    recognised_by: "`history.messages` in a chat, or sources with `document` and `metadata` lists",
    sources_from: "`sources` or `citations` of the message, chunks grouped as the app does",
    units: "none: `[1]` is in the text",
    kind: Kind::Archive { detect, divide, read },
    companion,
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    let kind = json::text(value, "type");
    let emitted = matches!(kind, "status" | "message" | "replace") && value.get("data").is_some();
    Event::from(emitted || matches!(kind, "source" | "citation" | "chat:completion"))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = payload.documents.iter().filter(|document| is_chat(document)).count();
    match (found, payload.shape) {
        (0, _) => {}
        (_, Shape::Array) => {
            return Some(format!("{} with `history.messages`", count(found, "chat")));
        }
        _ => return Some("a chat with `history.messages`".to_owned()),
    }
    if payload.any(|document| citing(document) > 0) {
        return Some("a message with sources of `document` lists".to_owned());
    }
    let answer = events::gather(&payload.documents);
    let complete = !answer.records.is_empty() && !answer.text.is_empty();
    complete.then(|| "events with sources of `document` lists".to_owned())
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, citing)
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if detect(record).is_some() {
        return None;
    }
    let answer = events::gather(&payload.documents);
    let sources = groups::group(&answer.records, "sources", &mut Reader::default()).sources;
    (!sources.is_empty()).then_some(sources)
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(match record.parsed() {
            Err(fault) => record.json_error(fault),
            Ok(_) => record.error("not a chat"),
        });
    };
    let mut reader = Reader::default();
    let mut case = match chats::turn(record.parts(chat), record.item) {
        Some(turn) => case(&turn, text_reader, &mut reader),
        None => events::gather(&payload.documents).case(text_reader, &mut reader),
    };
    case.notes.extend(reader.notes);
    case.notes.extend(payload.notes.iter().cloned());
    Ok(case)
}

fn case(turn: &Turn<'_>, text_reader: &TextReader<'_>, reader: &mut Reader) -> Case {
    let answer = Answer {
        text: content(turn.message),
        records: records(turn.message).iter().collect(),
        written: turn.message.get("timestamp").and_then(Value::as_f64),
    };
    let mut case = phases::case(turn.message, text_reader, reader)
        .unwrap_or_else(|| answer.case(text_reader, reader));
    let title = turn.chat.title.as_deref();
    if title.is_some() || turn.number > 1 {
        case.id = chats::name(title, turn.number);
    }
    case.question = turn.asked.map(content).filter(|question| !question.is_empty());
    case.notes.extend(chats::note_elsewhere(turn.chat.elsewhere));
    case
}

/// Returns the chat in an item of an export: older exports have it bare.
fn chat_of(item: &Value) -> &Value {
    item.get("chat").filter(|chat| chat.is_object()).unwrap_or(item)
}

fn is_chat(item: &Value) -> bool {
    let history = chat_of(item).get("history");
    history.and_then(|history| history.get("messages")).is_some_and(Value::is_object)
}

/// Returns the messages that the app shows of a chat, or of a message or list of messages by
/// itself.
fn shown(item: &Value) -> Branch<'_> {
    let chat = chat_of(item);
    let history = chat.get("history");
    if let Some(nodes) = history.and_then(|history| history.get("messages")?.as_object()) {
        let last = history.and_then(|history| history.get("currentId")?.as_str());
        return chats::branch(nodes, last, "parentId");
    }
    let nodes = match chat.get("messages").and_then(Value::as_array) {
        Some(messages) => messages.iter().collect(),
        None => vec![item],
    };
    Branch { nodes, elsewhere: 0 }
}

/// Returns the number of shown answers that have sources.
fn citing(item: &Value) -> usize {
    let is_answer = |message: &&&Value| message.get("role").is_some_and(|role| role == "assistant");
    shown(item).nodes.iter().filter(is_answer).filter(|message| cites(message)).count()
}

/// True if a message has sources.
fn cites(message: &Value) -> bool {
    records(message).iter().any(is_record) || !phases::references(message).is_empty()
}

/// Returns a document taken apart. Worth a look are the answers that have sources.
fn chat(item: &Value) -> Chat {
    let branch = shown(item);
    let title = [chat_of(item), item].into_iter().find_map(|it| it.get("title")?.as_str());
    let mut asked = None;
    let mut answers = Vec::new();
    for (index, &message) in branch.nodes.iter().enumerate() {
        match message.get("role").and_then(Value::as_str) {
            Some("assistant") => {
                let cites = cites(message);
                answers.push(chats::Answer { message: index, asked, number: index + 1, cites });
            }
            Some("user") => asked = Some(index),
            _ => {}
        }
    }
    let messages = branch.nodes.into_iter().cloned().collect();
    let title = title.map(str::to_owned);
    Chat { title, messages, elsewhere: branch.elsewhere, answers, ..Chat::default() }
}

/// Returns the source records of a message, as the app takes them: `sources ?? citations`.
fn records(message: &Value) -> &[Value] {
    let field = |name| message.get(name).filter(|value: &&Value| !value.is_null());
    let records = field("sources").or_else(|| field("citations"));
    records.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the text of a message: as it is, or the texts of its parts.
fn content(message: &Value) -> String {
    match message.get("content") {
        Some(Value::String(text)) if !text.is_empty() => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()
        }
        _ => phases::text(message),
    }
}
