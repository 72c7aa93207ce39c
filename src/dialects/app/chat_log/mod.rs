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
//! Programs that export chats write them as one document, `{"title": "…", "messages": […]}`. It is read
//! here if an answer before the last one cites; else it is a conversation with one response.
//!
//! # Incomplete support
//!
//! A chat with calls or answers of tools in other fields, or with content in blocks, is a conversation
//! that a model gets, and not read here.

mod document;
mod message;

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::chats;
use crate::dialects::shared::context_names;
use crate::dialects::shared::contexts::contexts;
use crate::dialects::shared::linked;
use crate::dialects::shared::sessions;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::model::{Case, Response, Source};
use crate::sources::labelled;
use crate::text::Span;
use crate::text::prose::{count, ticked};
use message::{MODELS, USERS, is_of_agent, message, step};

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "chat-log",
    title: "a chat as JSON lines, or exported as one document: messages with `role` and `content`",
    recognised_by: "lines with `role` and `content`, of a user, or steps of an agent (`kind`), among them; \
                    `messages` with ids or times, in which an answer before the last cites",
    sources_from: "`sources`, `contexts`, `metadata.sources`, … of the message; numbered sources in \
                   the question or the system message; the files given",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

/// Returns the messages of a chat, and the steps among them.
fn events<'r>(record: &'r Record<'_>) -> &'r [Value] {
    let documents = sessions::events(record);
    document::messages(documents).unwrap_or(documents)
}

fn is_document(record: &Record<'_>) -> bool {
    document::messages(sessions::events(record)).is_some()
}

/// Returns the id of an answer of an exported chat, the message `number` (from 1); empty for one of lines, which
/// have no title.
fn id(record: &Record<'_>, number: usize) -> String {
    let title =
        sessions::events(record).first().and_then(|document| document.get("title")?.as_str());
    if is_document(record) { chats::name(title, number) } else { String::new() }
}

/// An answer: its number among the messages, from 1, the question before it and its fields.
type Answer<'r> = (usize, Option<&'r str>, &'r Map<String, Value>);

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
fn answers<'r>(record: &'r Record<'_>) -> Vec<Answer<'r>> {
    let mut question = None;
    let mut answers = Vec::new();
    let is_document = is_document(record);
    // An export has the steps before an answer as messages without words.
    let is_step = |text: &str| text.is_empty() && is_document;
    for (number, event) in (1..).zip(events(record)) {
        match (message(event), event.as_object()) {
            (Some((role, text)), _) if USERS.contains(&role) => question = Some(text),
            (Some((role, text)), Some(fields)) if MODELS.contains(&role) && !is_step(text) => {
                answers.push((number, question, fields));
            }
            _ => {}
        }
    }
    answers
}

fn detect(record: &Record<'_>) -> Option<String> {
    let all = events(record);
    let with_tools = !is_document(record)
        && all.iter().any(|value| match message(value) {
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
    let Some((number, question, fields)) = answers(record).into_iter().nth(record.item) else {
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
        id: id(record, number),
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
