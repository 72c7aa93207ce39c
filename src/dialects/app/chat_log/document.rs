//! A chat as one document, as programs that export chats write it.
//!
//! The requests of interfaces have such `messages` too. An export differs by what each message was saved
//! with, an id or a time, and by its end: the model answered.

use serde_json::Value;

use crate::dialects::app::chat_log::message::{MODELS, USERS, message};
use crate::input::json::list;

/// Keys of the ids and times that messages are saved with.
const STAMPS: [&str; 10] = [
    "id",
    "uuid",
    "message_id",
    "created_at",
    "createdAt",
    "create_time",
    "timestamp",
    "time",
    "date",
    "sequence_order",
];

/// Signs that marks of citations begin with.
const MARKS: [&str; 5] = ["\u{e200}cite", "\u{3010}", "[^", "](http", "[["];

/// Returns the messages of a chat in which an answer before the last one seems to cite; `None` for any other
/// document.
pub(super) fn messages(documents: &[Value]) -> Option<&[Value]> {
    let [document] = documents else { return None };
    let messages = list(document, "messages");
    let is_saved =
        messages.len() > 1 && messages.iter().all(is_saved) && is_plain(document, "messages");
    let mut said =
        messages.iter().filter_map(|it| message(it).filter(|(_, text)| !text.is_empty()));
    let is_asked = said.clone().any(|(role, _)| USERS.contains(&role));
    let is_answered = said.next_back().is_some_and(|(role, _)| MODELS.contains(&role));
    let mut answers = said.filter(|(role, _)| MODELS.contains(role));
    (is_saved && is_asked && is_answered && answers.any(|(_, text)| seems_to_cite(text)))
        .then_some(messages)
}

/// True for a message with text and a stamp, and nothing that a model gets or gives beside its text.
fn is_saved(value: &Value) -> bool {
    let has_stamp = STAMPS.iter().any(|key| value.get(*key).is_some_and(|it| !it.is_null()));
    let is_result =
        |role: &str, text: &str| matches!(role, "tool" | "function") && !text.is_empty();
    has_stamp
        && is_plain(value, "metadata")
        && value.get("metadata").is_none_or(|inner| is_plain(inner, ""))
        && message(value).is_some_and(|(role, text)| !is_result(role, text))
}

/// True if an object has no filled lists and objects other than under `key`: the sources, calls and parts of
/// other formats.
fn is_plain(value: &Value, key: &str) -> bool {
    let is_filled = |value: &Value| match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => false,
    };
    value
        .as_object()
        .is_some_and(|fields| fields.iter().all(|(own, it)| own == key || !is_filled(it)))
}

/// True for a text with a number in square brackets, or with another sign that marks begin with.
fn seems_to_cite(text: &str) -> bool {
    let is_number = |at: usize| {
        let inner = text.get(at + 1..).unwrap_or_default();
        let after = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        after.len() < inner.len() && after.starts_with([']', ',', '†'])
    };
    MARKS.iter().any(|mark| text.contains(mark))
        || memchr::memchr_iter(b'[', text.as_bytes()).any(is_number)
}
