//! A whole conversation: the input of a model, the calls of its tools and their results, and its
//! last message.
//!
//! Spec: the messages of `OpenAI` (Chat Completions and Responses input), Anthropic, Gemini and
//! Bedrock Converse; a list of them, the request around it, or request and response in one object.
//! The last message of the assistant is the response. The sources are the results of tools, and the
//! sources in the prompt itself: `turn1file0` is the first result of the second call, as the
//! citation guide counts (one turn for each invocation of a tool, from 0).
//!
//! The results' own ids take precedence. Turns are counted from the beginning of the conversation,
//! or from the last question if the cited ids are only found that way, which is noted.
//!
//! # Incomplete support
//!
//! One case: earlier answers of the conversation are counted, not shown. A response that carries
//! citations of its interface is read by the dialect of that, whatever its tools gave back, and so
//! is one that is a stream. Images and files among the messages are left out.

mod gathered;
mod turns;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::reasoning;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Shape};
use crate::input::json::{list, text};
use crate::model::{Case, Response};
use crate::sources::split;
use crate::text::prose::count;
use gathered::Gathered;
use turns::Step;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "transcript",
    title: "a conversation with its tool calls: OpenAI, Anthropic, Gemini, Bedrock messages",
    recognised_by: "messages of the assistant beside those of the user or of tools",
    sources_from: "the results of tools, `turnN` counted by call; sources presented in the prompt; \
                   then files given",
    units: "none: marks are in the text",
    kind: Kind::Payload { detect, read },
    answers: &["choices", "candidates"],
    element: |value| {
        let roles = list(value, "messages").iter().map(|message| text(message, "role"));
        let answers = roles.filter(|role| *role == "assistant").count();
        Element::response_if(answers > 0 && value.get("role").is_none())
    },
    ..Dialect::DEFAULTS
};

/// Fields for citations of interfaces, and for sources of other dialects.
const NATIVE: &[&str] = &[
    "annotations",
    "citations",
    "citationsContent",
    "citationMetadata",
    "citation_metadata",
    "groundingMetadata",
    "grounding_metadata",
    "context",
    "sources",
    "search_results",
    "attachments",
];

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.shape == Shape::Stream || payload.documents.iter().any(cites) {
        return None;
    }
    let steps = turns::of(payload);
    let of = |is: fn(&Step) -> bool| steps.iter().filter(|step| is(step)).count();
    let said = of(|step| matches!(step, Step::Said(_)));
    let results = of(|step| matches!(step, Step::Returned { .. }));
    let asked = of(|step| matches!(step, Step::Asked(_) | Step::Instructed(_)));
    let presents = |step: &Step| match step {
        Step::Asked(text) | Step::Instructed(text) => split(text, None).is_some(),
        _ => false,
    };
    match (said, results, asked) {
        (0, _, _) | (_, 0, 0) => None,
        (_, 0, _) if steps.iter().any(presents) => {
            Some("a conversation whose prompt presents sources".to_owned())
        }
        // With only words, it has to be written as a conversation.
        (_, 0, _) => (payload.requests.is_empty() && payload.documents.iter().any(is_conversation))
            .then(|| format!("a conversation of {}", count(said + asked, "message"))),
        _ => Some(format!("a conversation with {} of tools", count(results, "result"))),
    }
}

/// True if a document is a message among others, or a list of messages.
fn is_conversation(document: &Value) -> bool {
    let is_message = |value: &Value| value.get("role").is_some_and(Value::is_string);
    let messages = document.get("messages").and_then(Value::as_array);
    is_message(document) || messages.is_some_and(|messages| messages.iter().any(is_message))
}

/// True if the last message has citations of its interface, or sources of an app.
fn cites(document: &Value) -> bool {
    let filled = |value: &Value| match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => false,
    };
    let own = |value: &Value| NATIVE.iter().any(|key| value.get(*key).is_some_and(filled));
    let parts = |value: &Value| {
        let content = value.get("content").or_else(|| value.get("parts"));
        content.and_then(Value::as_array).is_some_and(|parts| parts.iter().any(own))
    };
    let message = |value: &Value| own(value) || parts(value);
    let assistant = |value: &Value| {
        matches!(value.get("role").and_then(Value::as_str), None | Some("assistant" | "model"))
    };
    let listed = ["messages", "input", "output", "contents", "candidates", "choices"]
        .iter()
        .filter_map(|key| document.get(*key)?.as_array())
        .flatten();
    let inside = |value: &Value| {
        let inner = ["message", "content"].iter().filter_map(|key| value.get(*key));
        message(value) || inner.into_iter().any(message)
    };
    assistant(document) && message(document)
        || listed.filter(|value| assistant(value)).any(inside)
        || document.pointer("/output/message").is_some_and(message)
        || document.get("response").is_some_and(cites)
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut steps = turns::of(payload);
    let Some(last) = steps.iter().rposition(|step| matches!(step, Step::Said(_))) else {
        return Err(record.error("the assistant says nothing in it"));
    };
    let mut notes = payload.notes.clone();
    let after = steps.split_off(last + 1);
    if !after.is_empty() {
        let what = count(after.len(), "step");
        notes.push(format!("{what} after the last message of the assistant not read"));
    }
    let Some(Step::Said(text)) = steps.pop() else { return Err(record.error("it is empty")) };
    let before = || {
        steps.iter().filter_map(|step| match step {
            Step::Said(said) => Some(said.as_str()),
            _ => None,
        })
    };
    if before().next().is_some() {
        let what = count(before().count(), "earlier message");
        let cited = text_reader.unshown(before());
        notes.push(format!("{what} of the assistant not shown{cited}: the last is the response"));
    }
    let (asked_at, question) = last_question(&steps);
    let gathered = Gathered::new(&steps, asked_at);
    let numbers: Vec<u64> = (1..=gathered.len() as u64).collect();
    let mut response = Response::default();
    let mut listed = Vec::new();
    match text_reader.read_numbered(&text, &numbers) {
        Some((_, found)) => {
            (response.citations, response.cards) = (found.citations, found.cards);
            notes.extend(found.notes);
            listed = found.sources;
        }
        None => response.cards.extend(reasoning::thoughts(&text)),
    }
    response.text = text;
    let cited = response.citations.iter().flat_map(|citation| &citation.targets);
    let (mut sources, renamed) = gathered.named(&cited.map(|target| target.id.as_str()).collect());
    notes.extend(renamed);
    sources.extend(listed);
    Ok(Case { question, response, sources, notes, ..Case::default() })
}

/// Finds the user's last question, with its place.
fn last_question(steps: &[Step]) -> (usize, Option<String>) {
    let asked = |(index, step): (usize, &Step)| match step {
        Step::Asked(asked) => Some((index, Some(asked.clone()))),
        _ => None,
    };
    steps.iter().enumerate().rev().find_map(asked).unwrap_or_default()
}
