//! Sessions of `CodeBuddy` Code, as it keeps them in `~/.codebuddy/projects/`.
//!
//! Spec: recorded sessions. Each line is an event with `sessionId`, `cwd` and `providerData`: a `message` with the
//! content of the Responses API, a `function_call` or a `function_call_result`. A case is the last message of a
//! turn; its citations are marks and links in the text.
//!
//! # Incomplete support
//!
//! What tools returned is not a source.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::sessions::{Session, Step, events, texts, word};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::model::Case;
use crate::text::prose::count;

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "codebuddy",
    title: "CodeBuddy Code: session files",
    recognised_by: "`message`, `function_call` and `function_call_result` with `sessionId` and `callId` or \
                    `providerData`",
    sources_from: "the checkout below `--root`, for cited code; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    if word(value, "sessionId").is_empty() {
        return Event::No;
    }
    let is_call = matches!(word(value, "type"), "function_call" | "function_call_result");
    let is_message = word(value, "type") == "message" && value.get("providerData").is_some();
    if is_call && !word(value, "callId").is_empty() || is_message {
        Event::Yes
    } else {
        Event::Perhaps
    }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let lines = events(record).iter().filter(|value| event(value) == Event::Yes).count();
    (lines > 1).then(|| format!("a session of {}", count(lines, "event")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    record.together(session).divide(record)
}

fn session(record: &Record<'_>) -> Session {
    let folder = events(record).iter().map(|event| word(event, "cwd")).find(|it| !it.is_empty());
    Session::new(events(record).iter().filter_map(step), folder)
}

fn step(event: &Value) -> Option<Step> {
    match (word(event, "type"), word(event, "role")) {
        ("message", "user") => Some(Step::Asked(texts(event.get("content")?, "input_text")?)),
        ("message", "assistant") => Some(Step::Said(texts(event.get("content")?, "output_text")?)),
        ("function_call" | "function_call_result", _) => Some(Step::Acted),
        _ => None,
    }
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    record.together(session).read(record, reader)
}
