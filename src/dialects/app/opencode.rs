//! Sessions of opencode, as `opencode export` and `opencode run --format json` write them.
//!
//! Spec: the types `Session`, `Message` and `Part` of sst/opencode. An exported session has its `info` and its
//! `messages`, each with its own `info` and with `parts`. A run has one event on each line: `step_start`,
//! `tool_use`, `text` and `step_finish`, each with a `sessionID` and a `part`. A case is the last message of a
//! turn; its citations are marks in the text, such as `src/app.rs:42`.
//!
//! # Incomplete support
//!
//! What tools returned is not a source: the files are looked up in the checkout. A run does not repeat the
//! question.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::sessions::{Session, Step, events, word};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::list;
use crate::model::Case;
use crate::text::prose::count;

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "opencode",
    title: "opencode: exported sessions and `opencode run --format json`",
    recognised_by: "`info` of a session beside `messages` with `info` and `parts`, or `step_start` and `text` with \
                    `sessionID` and `part`",
    sources_from: "the checkout below `--root`, for cited code; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

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

fn event(value: &Value) -> Event {
    const TYPES: [&str; 6] =
        ["step_start", "step_finish", "text", "tool_use", "reasoning", "error"];
    let is_one = TYPES.contains(&word(value, "type")) && !word(value, "sessionID").is_empty();
    let has_part = || value.get("part").is_some_and(|part| !word(part, "messageID").is_empty());
    match is_one {
        true if has_part() => Event::Yes,
        true => Event::Perhaps,
        false => Event::No,
    }
}

/// Returns the events of a run; empty for any other record.
fn run<'r>(record: &'r Record<'_>) -> &'r [Value] {
    let all = events(record);
    let is_run = all.len() > 1 && all.iter().any(|value| event(value) == Event::Yes);
    if is_run { all } else { &[] }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let (messages, events) = (messages(record).len(), run(record).len());
    match messages {
        0 => (events > 0).then(|| format!("a run of {}", count(events, "event"))),
        _ => Some(format!("a session of {}", count(messages, "message"))),
    }
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    record.together(session).divide(record)
}

fn session(record: &Record<'_>) -> Session {
    let document = record.payload().and_then(|payload| payload.document());
    let folder = document.and_then(|it| it.pointer("/info/directory")?.as_str());
    let said = run(record).iter().filter_map(|event| step(event.get("part")?));
    Session::new(messages(record).iter().flat_map(steps).chain(said), folder)
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
    record.together(session).read(record, reader)
}
