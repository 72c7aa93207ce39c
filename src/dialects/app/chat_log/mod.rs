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

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::chats;
use crate::dialects::shared::context_names;
use crate::dialects::shared::contexts::contexts;
use crate::dialects::shared::linked;
use crate::dialects::shared::sessions;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::list;
use crate::model::{Case, Response, Source};
use crate::sources::labelled;
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

/// A chat by its answers.
struct Chat {
    /// True for an exported one, whose messages are in one document.
    is_document: bool,
    /// Index of the first message of the system.
    system: Option<usize>,
    answers: Vec<Answer>,
}

/// A message of the model.
struct Answer {
    /// Its index among the messages.
    message: usize,
    /// Index of the question before it.
    question: Option<usize>,
}

/// Returns the messages of a chat, and the steps among them.
fn events<'r>(record: &'r Record<'_>) -> &'r [Value] {
    let documents = sessions::events(record);
    document::messages(documents).unwrap_or(documents)
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
fn of_prompt(question: Option<&str>, system: Option<&str>) -> Vec<Source> {
    let asked = question.map(labelled).unwrap_or_default();
    if asked.is_empty() { system.map(labelled).unwrap_or_default() } else { asked }
}

fn chat(record: &Record<'_>) -> Chat {
    let is_document = document::messages(sessions::events(record)).is_some();
    let (mut system, mut question) = (None, None);
    let mut answers = Vec::new();
    // An export has the steps before an answer as messages without words.
    let is_step = |text: &str| text.is_empty() && is_document;
    for (index, event) in events(record).iter().enumerate() {
        match message(event) {
            Some((role, _)) if USERS.contains(&role) => question = Some(index),
            Some((role, text)) if MODELS.contains(&role) && !is_step(text) => {
                answers.push(Answer { message: index, question });
            }
            Some(("system", _)) => system = system.or(Some(index)),
            _ => {}
        }
    }
    Chat { is_document, system, answers }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let all = events(record);
    let chat = chat(record);
    let with_tools = !chat.is_document
        && all.iter().any(|value| match message(value) {
            Some((role, _)) => matches!(role, "tool" | "function"),
            None => value.get("role").is_some() && step(value).is_none(),
        });
    let of_users = all.iter().any(|value| event(value) == Event::Yes);
    let is_chat = all.len() > 1 && of_users && !with_tools;
    let answers = chat.answers.len();
    (is_chat && answers > 0).then(|| format!("a chat with {}", count(answers, "answer")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    Item::of_whole(record, record.together(chat).answers.len())
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    let chat = record.together(chat);
    let documents = sessions::events(record);
    let events = match documents {
        [document] if chat.is_document => list(document, "messages"),
        _ => documents,
    };
    let answer = chat.answers.get(record.item).and_then(|it| {
        let fields = events.get(it.message)?.as_object()?;
        Some((fields, it))
    });
    let Some((fields, Answer { message: index, question })) = answer else {
        return Err(record.error("the model says nothing in it"));
    };
    let said = |index: Option<usize>| Some(message(events.get(index?)?)?.1);
    let question = said(*question);
    let text = fields.get("content").and_then(Value::as_str).unwrap_or_default();
    let (mut sources, from) = contexts(fields, None);
    let mut notes = Vec::new();
    if sources.is_empty() {
        sources = of_prompt(question, said(chat.system));
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
    let title = documents.first().and_then(|document| document.get("title")?.as_str());
    // One of lines has no title.
    let id = if chat.is_document { chats::name(title, index + 1) } else { String::new() };
    Ok(Case {
        id,
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
