//! Chats saved as JSON lines, one message each: `{"role": "user", "content": "…"}`,
//! `{"role": "assistant", "content": "…", "sources": […]}`.
//!
//! Spec: none; many programs keep their chats so, under a few names of roles. Each message of the model
//! is a case with the question before it. Its citations are marks in the text, its sources those beside it,
//! in the terms of the rows of evaluations.
//!
//! A log of an agent has steps among the messages, which say in `kind` that they are calls or results of
//! tools, thoughts or states: `{"role": "agent", "kind": "tool_result", "content": "…"}`. They are no
//! answers.
//!
//! # Incomplete support
//!
//! A chat with calls or answers of tools in other fields, or with content in blocks, is a conversation
//! that a model gets, and not read here.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::context_names;
use crate::dialects::shared::contexts::contexts;
use crate::dialects::shared::linked;
use crate::dialects::shared::sessions::events;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::model::{Case, Response, Source};
use crate::sources::labelled;
use crate::text::Span;
use crate::text::prose::{count, ticked};

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "chat-log",
    title: "a chat as JSON lines: messages with `role` and `content`",
    recognised_by: "lines with `role` and `content`, of a user, or steps of an agent (`kind`), among them",
    sources_from: "`sources`, `contexts`, `metadata.sources`, … of the message; numbered sources in \
                   the question or the system message; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

/// Names for the user and for the model.
const USERS: &[&str] = &["user", "human"];
const MODELS: &[&str] = &["assistant", "ai", "bot", "model", "agent"];

/// Returns the kind of a line of an agent's log that is no message: `tool_result`, `thinking`, or a state without
/// words.
fn step(event: &Value) -> Option<&str> {
    event.get("role")?.as_str()?;
    let is_said = event.get("content").is_some_and(Value::is_string);
    event.get("kind")?.as_str().filter(|kind| !is_said || is_kind_of_agents(kind))
}

/// First words of the kinds of steps that only the log of an agent has.
const OF_AGENTS: &[&str] = &[
    "tool",
    "function",
    "thinking",
    "thought",
    "reasoning",
    "observation",
    "status",
    "session",
    "thread_status",
    "model_request",
];

/// True for a step that only the log of an agent has: a call or a result of a tool, a thought, a state.
fn is_of_agent(event: &Value) -> bool {
    step(event).is_some_and(is_kind_of_agents)
}

fn is_kind_of_agents(kind: &str) -> bool {
    OF_AGENTS.iter().any(|word| kind.starts_with(word))
}

/// Returns the role and the words of a message.
fn message(event: &Value) -> Option<(&str, &str)> {
    let fields_of_tools = ["tool_calls", "tool_call_id", "type"];
    let plain =
        fields_of_tools.iter().all(|key| event.get(*key).is_none()) && step(event).is_none();
    let role = event.get("role").and_then(Value::as_str).filter(|_| plain)?;
    Some((role, event.get("content")?.as_str()?))
}

fn event(value: &Value) -> Event {
    match message(value) {
        Some((role, _)) if USERS.contains(&role) => Event::Yes,
        Some((role, _)) if MODELS.contains(&role) || role == "system" => Event::Perhaps,
        None if is_of_agent(value) => Event::Yes,
        None if step(value).is_some() => Event::Perhaps,
        _ => Event::No,
    }
}

/// Returns the numbered sources in the question, else those in the message of the system.
fn of_prompt(record: &Record<'_>, question: Option<&str>) -> Vec<Source> {
    let asked = question.map(labelled).unwrap_or_default();
    if !asked.is_empty() {
        return asked;
    }
    let events = events(record);
    let mut said = events.iter().filter_map(|event| message(event));
    let system = said.find(|(role, _)| *role == "system");
    system.map(|(_, text)| labelled(text)).unwrap_or_default()
}

/// Returns the messages of the model, each with the question before it.
fn answers<'r>(record: &'r Record<'_>) -> Vec<(Option<&'r str>, &'r Map<String, Value>)> {
    let mut question = None;
    let mut answers = Vec::new();
    for event in events(record) {
        match (message(event), event.as_object()) {
            (Some((role, text)), _) if USERS.contains(&role) => question = Some(text),
            (Some((role, _)), Some(fields)) if MODELS.contains(&role) => {
                answers.push((question, fields));
            }
            _ => {}
        }
    }
    answers
}

fn detect(record: &Record<'_>) -> Option<String> {
    let all = events(record);
    let with_tools = all.iter().any(|value| match message(value) {
        Some((role, _)) => matches!(role, "tool" | "function"),
        None => value.get("role").is_some() && step(value).is_none(),
    });
    let of_users = all.iter().any(|value| event(value) == Event::Yes);
    let is_chat = all.len() > 1 && of_users && !with_tools;
    let answers = answers(record).len();
    (is_chat && answers > 0).then(|| format!("a chat with {}", count(answers, "answer")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    let span = Span::new(0, record.text.len());
    (0..answers(record).len()).map(|item| Item { span, item }).collect()
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    let Some((question, fields)) = answers(record).into_iter().nth(record.item) else {
        return Err(record.error("the model says nothing in it"));
    };
    let text = fields.get("content").and_then(Value::as_str).unwrap_or_default();
    let (mut sources, from) = contexts(fields, None);
    let mut notes = Vec::new();
    if sources.is_empty() {
        sources = of_prompt(record, question);
        let ids = ticked(sources.iter().map(|source| source.id.as_str()), 3);
        let read = || format!("{} read from the prompt: {ids}", count(sources.len(), "source"));
        notes.extend((!sources.is_empty()).then(read));
    }
    let mut found = reader.read_among(text, &mut sources);
    linked::join(&mut found, &mut sources);
    context_names::add(text, &mut found.citations, &sources);
    notes.extend(from.map(|from| format!("{} read from `{from}`", count(sources.len(), "source"))));
    notes.append(&mut found.notes);
    sources.append(&mut found.sources);
    Ok(Case {
        question: question.map(str::to_owned),
        response: Response {
            text: text.to_owned(),
            citations: found.citations,
            cards: found.cards,
        },
        sources,
        notes,
        ..Case::default()
    })
}
