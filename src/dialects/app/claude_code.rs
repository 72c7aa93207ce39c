//! Sessions of Claude Code: the files in `~/.claude/projects/`, and `--output-format stream-json`.
//!
//! Spec: none is published for the files; the stream is described in the manual of the program. Both
//! have one event per line: `user` and `assistant` with a message of the Anthropic API, `system`,
//! `summary`, `result` and others; a session of the web has them in `loglines`. A case is the last
//! message of a turn; its citations are marks in the text, such as `src/app.rs:42`.
//!
//! # Incomplete support
//!
//! Sidechains, the work of helpers, are left out. What tools returned is not a source: the files are
//! looked up in the checkout.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::sessions::{Session, Step, events, texts, word};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::list;
use crate::model::Case;
use crate::text::prose::count;

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "claude-code",
    title: "Claude Code: session files and `stream-json`",
    recognised_by: "events with `sessionId` or `session_id`, or in `loglines`, and `message` of `user` and `assistant`",
    sources_from: "the checkout below `--root`, for cited code; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

fn has_session(event: &Value) -> bool {
    ["sessionId", "session_id"].iter().any(|name| !word(event, name).is_empty())
}

fn is_message(event: &Value) -> bool {
    says(event) && has_session(event)
}

/// True if an event of a session has a message.
fn says(event: &Value) -> bool {
    matches!(word(event, "type"), "user" | "assistant")
        && event.get("message").is_some_and(Value::is_object)
}

/// Returns the events of a session: lines, or the `loglines` of one document, as the web saves them.
fn log<'r>(record: &'r Record<'_>) -> &'r [Value] {
    let events = events(record);
    match events {
        [only] if only.get("loglines").is_some() => list(only, "loglines"),
        _ if events.iter().any(has_session) => events,
        _ => &[],
    }
}

/// Classifies an event; there are other events between messages, and before the first.
fn event(value: &Value) -> Event {
    let kind = word(value, "type");
    let is_known = matches!(kind, "summary" | "file-history-snapshot")
        && (value.get("leafUuid").is_some() || value.get("snapshot").is_some());
    let is_other = has_session(value) && !kind.is_empty() && is_lower(kind);
    if is_message(value) || kind == "system" && has_session(value) {
        Event::Yes
    } else if is_known || is_other {
        Event::Perhaps
    } else {
        Event::No
    }
}

fn is_lower(kind: &str) -> bool {
    kind.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let messages = log(record).iter().filter(|event| says(event)).count();
    if messages > 0 {
        return Some(format!("a session with {}", count(messages, "message")));
    }
    let results = log(record).iter().filter_map(result).count();
    (results > 0).then(|| "the result of a session".to_owned())
}

/// Returns the answer in the last event of a stream, or in `--output-format json`.
fn result(event: &Value) -> Option<&str> {
    let is_result = word(event, "type") == "result" && has_session(event);
    event.get("result")?.as_str().filter(|_| is_result)
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    record.together(session).divide(record)
}

fn session(record: &Record<'_>) -> Session {
    let log = log(record);
    let folder = log.iter().map(|event| word(event, "cwd")).find(|it| !it.is_empty());
    let session = Session::new(log.iter().flat_map(steps), folder);
    if session.is_empty() {
        let results = log.iter().filter_map(result);
        return Session::new(results.map(|text| Step::Said(text.to_owned())), folder);
    }
    session
}

fn steps(event: &Value) -> Vec<Step> {
    let is = |name: &str| event.get(name).and_then(Value::as_bool) == Some(true);
    let is_helper = is("isSidechain") || !word(event, "parent_tool_use_id").is_empty();
    if !says(event) || is_helper {
        return Vec::new();
    }
    let Some(content) = event.pointer("/message/content") else { return Vec::new() };
    if word(event, "type") == "user" {
        let asked = texts(content, "text").filter(|_| !is("isMeta"));
        return asked.map(Step::Asked).into_iter().collect();
    }
    let said = |part: &Value| match word(part, "type") {
        "text" => Some(Step::Said(word(part, "text").to_owned())),
        "tool_use" | "server_tool_use" => Some(Step::Acted),
        _ => None,
    };
    match content.as_array() {
        Some(parts) => parts.iter().filter_map(said).collect(),
        None => texts(content, "text").map(Step::Said).into_iter().collect(),
    }
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    record.together(session).read(record, reader)
}
