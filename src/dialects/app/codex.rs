//! Sessions of Codex: the rollout files in `~/.codex/sessions/`, `codex exec --json`, and what the app
//! server sends.
//!
//! Spec: the types `RolloutLine` and `ThreadEvent` of openai/codex. A rollout has one object per line
//! with `type` and `payload`; the messages are `response_item`s as in the Responses API. The stream has
//! `thread.started`, `turn.…` and `item.…`; the app server has the methods `turn/…` and `item/…`. A
//! case is the last message of a turn; its citations are marks in the text, such as `src/app.rs:42`.
//!
//! # Incomplete support
//!
//! Rollouts from before `session_meta`, whose lines have no `payload`, are not read.

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
    name: "codex",
    title: "Codex: session files and `codex exec --json`",
    recognised_by: "`session_meta` and `response_item` with `payload`, or `thread.started` and `item.…`",
    sources_from: "the checkout below `--root`, for cited code; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

/// Beginnings of messages that the program writes in the name of the user.
const CONTEXT: [&str; 5] = [
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "# AGENTS.md instructions",
];

fn event(value: &Value) -> Event {
    let is_line = matches!(
        word(value, "type"),
        "session_meta" | "response_item" | "event_msg" | "turn_context" | "compacted"
    );
    let has_payload = value.get("payload").is_some_and(Value::is_object);
    let is_item = word(value, "type").starts_with("item.")
        && value.get("item").is_some_and(|item| !word(item, "id").is_empty());
    let is_thread = word(value, "type") == "thread.started" && value.get("thread_id").is_some();
    let is_turn = word(value, "type").starts_with("turn.");
    // The first answer of the app server names it.
    let is_server = value.get("result").is_some_and(|it| word(it, "userAgent").contains("codex"));
    if is_line && has_payload || is_item || is_thread || is_server || sent(value).is_some() {
        Event::Yes
    } else if is_turn || is_served(value) {
        Event::Perhaps
    } else {
        Event::No
    }
}

/// Returns the item of a message of the app server, which is complete.
fn sent(value: &Value) -> Option<&Value> {
    let is_done = word(value, "method") == "item/completed";
    let item = value.get("params").filter(|_| is_done)?.get("item")?;
    (!word(item, "type").is_empty() && !word(item, "id").is_empty()).then_some(item)
}

/// True for any other message of the app server, or an answer to a request.
fn is_served(value: &Value) -> bool {
    const METHODS: [&str; 6] = ["codex/", "item/", "turn/", "thread/", "account/", "mcpServer/"];
    let method = word(value, "method");
    let is_sent =
        METHODS.iter().any(|own| method.starts_with(own)) && value.get("params").is_some();
    let is_reply = value.get("id").is_some_and(Value::is_number)
        && value.get("result").is_some_and(Value::is_object)
        && value.get("jsonrpc").is_none();
    is_sent || is_reply
}

fn detect(record: &Record<'_>) -> Option<String> {
    let all = events(record);
    let lines = all.iter().filter(|value| event(value) == Event::Yes).count();
    let is_session = all.len() > 1 && lines > 0;
    is_session.then(|| format!("a session of {}", count(lines, "event")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    record.together(session).divide(record)
}

fn session(record: &Record<'_>) -> Session {
    let folder = events(record).iter().find_map(|event| event.pointer("/payload/cwd")?.as_str());
    Session::new(events(record).iter().filter_map(step), folder)
}

fn step(event: &Value) -> Option<Step> {
    if word(event, "type") == "turn.started" {
        return Some(Step::Asked(String::new()));
    }
    if let Some(item) = event.get("item").filter(|_| word(event, "type") == "item.completed") {
        return match word(item, "type") {
            "agent_message" => Some(Step::Said(word(item, "text").to_owned())),
            "reasoning" | "error" => None,
            _ => Some(Step::Acted),
        };
    }
    if let Some(item) = sent(event) {
        return match word(item, "type") {
            "agentMessage" if word(item, "phase") == "commentary" => Some(Step::Acted),
            "agentMessage" => Some(Step::Said(word(item, "text").to_owned())),
            "userMessage" => Some(Step::Asked(texts(item.get("content")?, "text")?)),
            "reasoning" | "plan" => None,
            _ => Some(Step::Acted),
        };
    }
    let item = event.get("payload").filter(|_| word(event, "type") == "response_item")?;
    match (word(item, "type"), word(item, "role")) {
        ("message", "assistant") => {
            // Messages during the work are not the last one.
            let is_final = word(item, "phase") != "commentary";
            let text = texts(item.get("content")?, "output_text")?;
            Some(if is_final { Step::Said(text) } else { Step::Acted })
        }
        ("message", "user") => {
            let text = texts(item.get("content")?, "input_text")?;
            let is_context = CONTEXT.iter().any(|begin| text.trim_start().starts_with(begin));
            (!is_context).then_some(Step::Asked(text))
        }
        ("message" | "reasoning", _) => None,
        _ => Some(Step::Acted),
    }
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    record.together(session).read(record, reader)
}
