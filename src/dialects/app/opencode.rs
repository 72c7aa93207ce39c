//! Sessions of opencode, as `opencode export` writes them.
//!
//! Spec: the types `Session`, `Message` and `Part` of sst/opencode. One document has the `info` of the session
//! and its `messages`, each with its own `info` and with `parts`. A case is the last message of a turn; its
//! citations are marks in the text, such as `src/app.rs:42`.
//!
//! # Incomplete support
//!
//! What tools returned is not a source: the files are looked up in the checkout. The events of `opencode run
//! --format json` are not read.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::sessions::{self, Step, Turn};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::list;
use crate::model::Case;
use crate::text::prose::count;

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "opencode",
    title: "opencode: exported sessions",
    recognised_by: "`info` of a session beside `messages` with `info` and `parts`",
    sources_from: "the checkout below `--root`, for cited code; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

fn word<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the messages of a session; empty for any other record.
fn messages<'r>(record: &'r Record<'_>) -> &'r [Value] {
    let session = record.payload().and_then(|payload| payload.document());
    let Some(session) = session.filter(|it| it.get("info").is_some_and(Value::is_object)) else {
        return &[];
    };
    let messages = list(session, "messages");
    let is_message = |message: &Value| {
        message.get("parts").is_some_and(Value::is_array) && !role(message).is_empty()
    };
    if messages.iter().all(is_message) { messages } else { &[] }
}

fn role(message: &Value) -> &str {
    message.get("info").map_or("", |info| word(info, "role"))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let number = messages(record).len();
    (number > 0).then(|| format!("a session of {}", count(number, "message")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    sessions::divide(record, &turns(record))
}

fn turns(record: &Record<'_>) -> Vec<Turn> {
    sessions::turns(messages(record).iter().flat_map(steps))
}

fn steps(message: &Value) -> Vec<Step> {
    let is = |value: &Value, name: &str| value.get(name).and_then(Value::as_bool) == Some(true);
    // The program puts files and reminders in the name of the user, and sums the work up for the model.
    let is_summary = message.get("info").is_some_and(|info| is(info, "summary"));
    let parts = list(message, "parts").iter().filter(|part| !is(part, "synthetic"));
    let texts = parts.clone().filter(|part| word(part, "type") == "text");
    match role(message) {
        "user" => {
            let texts: Vec<&str> = texts.map(|part| word(part, "text")).collect();
            vec![Step::Asked(texts.join("\n\n").trim().to_owned())]
        }
        "assistant" if !is_summary => parts.filter_map(step).collect(),
        _ => Vec::new(),
    }
}

fn step(part: &Value) -> Option<Step> {
    match word(part, "type") {
        "text" => Some(Step::Said(word(part, "text").to_owned())),
        "tool" => Some(Step::Acted),
        _ => None,
    }
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    let session = record.payload().and_then(|payload| payload.document());
    let folder = session.and_then(|it| it.pointer("/info/directory")?.as_str());
    sessions::read(record, turns(record), folder, reader)
}
