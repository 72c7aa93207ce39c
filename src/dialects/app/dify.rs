//! Dify: answers of its chat interface, streams, and message histories.
//!
//! Spec: the app's reference of `/chat-messages`, `/completion-messages` and `/messages`.
//!
//! ```json
//! {"event": "message", "answer": "It is so [1].", "metadata": {"retriever_resources": [
//!   {"position": 1, "document_name": "…", "segment_id": "…", "score": 0.9, "content": "…"}]}}
//! ```
//!
//! A stream has pieces of `answer` in events `message` or `agent_message`, perhaps a
//! `message_replace`, and its sources in `message_end`. Dify does not ask for marks; if an app's
//! own prompt asks for `[1]`, that means the resource whose `position` is 1, wherever it is in the
//! list.
//!
//! # Incomplete support
//!
//! Thoughts of an agent and the steps of a workflow are left out.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "dify",
    title: "Dify: an answer with its retrieved segments, a stream, or a history",
    recognised_by: "`retriever_resources` beside `answer`, or in the `metadata` of `message_end`",
    sources_from: "`retriever_resources[]` by their `position`, then files given",
    units: "none: `[1]` is in the text if the app's prompt asks for it",
    kind: Kind::Archive { detect, divide, read },
    event: |value| {
        let is_event = !text(value, "event").is_empty() && !text(value, "task_id").is_empty();
        match value.get("metadata") {
            // A whole answer is called `message` too.
            Some(_) if is_event => Event::Closing,
            _ => Event::from(is_event),
        }
    },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["content"],
    titles: &["document_name", "title"],
    urls: &["url"],
    scores: &["score"],
    shown: Shown::Named(&["dataset_name", "segment_id", "segment_position", "page"]),
    absent: Absent::Reason(
        "its resource has no `content`: the app does not show what it retrieved",
    ),
    ..SourceFields::APP
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.documents.iter().any(|document| chat(document).citing() > 0) {
        return Some("messages with `retriever_resources`".to_owned());
    }
    let has_sources = payload.documents.iter().any(|document| resources(document).is_some());
    let is_said = |document: &Value| !text(document, "answer").is_empty();
    (has_sources && payload.any(is_said))
        .then(|| "`retriever_resources` beside `answer`".to_owned())
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

fn resources(value: &Value) -> Option<&Vec<Value>> {
    let own = value.get("retriever_resources");
    own.or_else(|| value.pointer("/metadata/retriever_resources"))?.as_array()
}

/// Returns a page of a history, each item of which has a question and its answer; empty for any
/// other document.
fn chat(document: &Value) -> Chat {
    let messages = list(document, "data").to_vec();
    apps::chat("", messages, |message| {
        if text(message, "answer").is_empty() {
            return Role::Other;
        }
        Role::Answered(resources(message).is_some_and(|resources| !resources.is_empty()))
    })
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let mut id = String::new();
    let mut given: &[Value] = &[];
    if let Some(turn) = chats::turn(record.parts(chat), record.item) {
        id = apps::id(&turn);
        text(turn.message, "answer").clone_into(&mut answer.text);
        answer.question = turn.message.get("query").and_then(scalar);
        given = resources(turn.message).map(Vec::as_slice).unwrap_or_default();
    } else {
        for document in &payload.documents {
            match text(document, "event") {
                "message_replace" => text(document, "answer").clone_into(&mut answer.text),
                _ => answer.text.push_str(text(document, "answer")),
            }
            if let Some(resources) = resources(document).filter(|list| !list.is_empty()) {
                given = resources;
            }
        }
        let asked = payload.requests.iter().find_map(|request| scalar(request.get("query")?));
        let own = || payload.documents.iter().find_map(|it| scalar(it.get("query")?));
        answer.question = asked.or_else(own);
    }
    let source = |(index, resource): (usize, &Value)| {
        let number = resource.get("position").and_then(scalar);
        let number = number.unwrap_or_else(|| (index + 1).to_string());
        Some(NAMES.source_with_id(resource.as_object()?, number))
    };
    let sources: Vec<Source> = given.iter().enumerate().filter_map(source).collect();
    answer.sources = sources;
    Ok(Case { id, ..answer.case(Vec::new(), text_reader) })
}
