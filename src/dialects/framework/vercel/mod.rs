//! Vercel AI SDK: UI messages, chats of them, and UI message streams.
//!
//! Spec: the SDK's types (`UIMessage`, `UIMessageChunk`) and what its providers put into them.
//!
//! ```json
//! {"id": "m1", "role": "assistant", "parts": [
//!   {"type": "text", "text": "It is so.", "providerMetadata": {"openai": {"annotations": […]}}},
//!   {"type": "source-url", "sourceId": "s1", "url": "…", "title": "…"},
//!   {"type": "source-document", "sourceId": "s2", "mediaType": "…", "title": "…", "filename": "…",
//!    "providerMetadata": {"anthropic": {"citedText": "…", "startPageNumber": 2, "endPageNumber": 3}}}]}
//! ```
//!
//! Sources have no place in the text. Data of providers next to them has more:
//!
//! | provider | where | read as |
//! |---|---|---|
//! | `OpenAI`, Azure, xAI | `annotations` on the text | its annotations |
//! | Cohere | `start`, `end`, `text`, `sources` on a source | a claim, code points, end exclusive |
//! | Anthropic | `citedText` with characters or pages on a source | the text part before it, as the claim |
//! | Perplexity and others | nothing | `[n]` means the n-th source, from 1 |
//!
//! # Incomplete support
//!
//! One case: the last answer of a chat. In the prefix-coded streams of version 4 (`0:"text"`,
//! `h:{"sourceType": "url", …}`), data and annotations of the app are left out. The SDK drops
//! Mistral's references. Reasoning, files and `data-` parts are left out; results of tools are
//! searched for sources.

mod source;
mod stream;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::found;
use crate::dialects::shared::openai::answer::Answer;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::text;
use crate::model::{Anchor, AnchorKind, Case, Citation};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "vercel-ai",
    title: "Vercel AI SDK: UI messages, chats of them, and UI message streams",
    recognised_by: "`role` and `parts[]` with a `type`, or events such as `text-delta`, `source-url`",
    sources_from: "`source-url` and `source-document` parts, results of tools, then files given",
    units: "code points, where a provider states offsets",
    kind: Kind::Payload { detect, read },
    event,
    streams_lines: true,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    let kind = kind(value);
    let starts = matches!(kind, "start" | "start-step") && value.get("role").is_none();
    let part = kind.starts_with("text-") || kind.starts_with("source-");
    Event::from(starts || part || kind == "source")
}

fn detect(record: &Record<'_>) -> Option<String> {
    if let Some((events, _)) = prefixed(record) {
        let sources = events.iter().filter(|event| is_source(event)).count();
        return Some(format!("lines such as `0:\"…\"`, and {}", count(sources, "source")));
    }
    let payload = record.payload()?;
    if payload.any(stream::is_event) && payload.any(|event| kind(event) == "text-delta") {
        let sources = payload.documents.iter().filter(|event| is_source(event)).count();
        return Some(format!("events `text-delta`, and {}", count(sources, "source")));
    }
    let said = messages(&payload.documents).filter(|message| is_answer(message)).count();
    (said > 0).then(|| format!("{} of an assistant with typed `parts`", count(said, "message")))
}

/// Returns the events of a stream of version 4, and a note on repeated keys.
fn prefixed(record: &Record<'_>) -> Option<(Vec<Value>, Option<String>)> {
    let text = record.text.trim_start();
    let code = text.as_bytes().first().filter(|byte| byte.is_ascii_alphanumeric());
    code.filter(|_| text.as_bytes().get(1) == Some(&b':')).and_then(|_| stream::prefixed(text))
}

fn kind(value: &Value) -> &str {
    text(value, "type")
}

fn parts(message: &Value) -> &[Value] {
    message.get("parts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn is_source(part: &Value) -> bool {
    matches!(kind(part), "source-url" | "source-document")
}

/// Returns the messages of a payload: those of a chat, or a list of them, or one.
fn messages(documents: &[Value]) -> impl Iterator<Item = &Value> {
    documents.iter().flat_map(|document| {
        let of_chat = document.get("messages").or_else(|| document.pointer("/message"));
        match of_chat {
            Some(Value::Array(messages)) => messages.as_slice(),
            Some(message) => std::slice::from_ref(message),
            None => std::slice::from_ref(document),
        }
    })
}

fn is_answer(message: &Value) -> bool {
    let is_part =
        |part: &Value| is_source(part) || matches!(kind(part), "text" | "reasoning" | "step-start");
    text(message, "role") == "assistant" && parts(message).iter().any(is_part)
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let mut answer = Answer::default();
    let events = prefixed(record);
    let documents = match (&events, record.payload()) {
        (Some((events, note)), _) => {
            answer.reader.notes.extend(note.clone());
            events
        }
        (None, Some(payload)) => {
            answer.reader.notes.extend(payload.notes.iter().cloned());
            &payload.documents
        }
        (None, None) => return Err(record.error("no JSON found")),
    };
    let is_stream = documents.iter().any(stream::is_event);
    let streamed = is_stream.then(|| stream::message(documents));
    let mut question = None;
    let all: Vec<&Value> = match &streamed {
        Some(message) => vec![message],
        None => messages(documents).collect(),
    };
    let Some(last) = all.iter().rposition(|message| is_answer(message)) else {
        return Err(record.error("no message of an assistant has `parts`"));
    };
    let (before, from) = all.split_at_checked(last).unwrap_or_default();
    let earlier = before.iter().filter(|message| is_answer(message)).count();
    if earlier > 0 {
        let what = count(earlier, "earlier answer");
        answer.reader.notes.push(format!("{what} of the chat not shown: the last is the response"));
    }
    if let Some(asked) = before.iter().rev().find(|message| text(message, "role") == "user") {
        let words: String = parts(asked).iter().map(|part| text(part, "text")).collect();
        question = Some(words).filter(|words| !words.trim().is_empty());
    }
    if let Some(message) = from.first() {
        fill(&mut answer, message, text_reader);
    }
    Ok(answer.finish(question))
}

/// Adds the sources and then the texts of a message.
fn fill(answer: &mut Answer, message: &Value, text_reader: &TextReader<'_>) {
    let parts = parts(message);
    let numbered = parts.iter().any(|part| has_number(text(part, "text")));
    let sources: Vec<source::SourcePart> = parts
        .iter()
        .filter(|part| is_source(part))
        .zip(1..)
        .map(|(part, number)| source::put(&mut answer.shelf, part, number, numbered))
        .collect();
    for part in parts.iter().filter(|part| kind(part).contains("tool")) {
        for source in part.get("output").map(found::sources).unwrap_or_default() {
            answer.shelf.source(source);
        }
    }
    let mut sources = sources.into_iter();
    for (index, part) in parts.iter().enumerate() {
        if kind(part) != "text" {
            continue;
        }
        let next = parts.get(index + 1..).unwrap_or_default();
        let after = next.iter().position(|part| kind(part) == "text").unwrap_or(next.len());
        let own = next.get(..after).unwrap_or_default().iter().filter(|part| is_source(part));
        let mut targets = Vec::new();
        for found in sources.by_ref().take(own.count()) {
            match found {
                source::SourcePart::Listed => {}
                source::SourcePart::Behind(target) => targets.push(target),
                source::SourcePart::Stated(note) => answer.claim(note),
            }
        }
        let words = text(part, "text");
        if !is_adjacent(parts, index) {
            answer.message();
        }
        let start = answer.end();
        let path = format!("parts[{index}]");
        let annotations = annotations(part);
        answer.part(words, annotations, &format!("{path}.annotations"), text_reader);
        if !targets.is_empty() {
            let kind = AnchorKind::Claim;
            let anchor = Anchor { kind, span: trimmed(words, start) };
            let raw = Value::Array(next.get(..after).unwrap_or_default().to_vec()).to_string();
            let family = "source-document".to_owned();
            answer.cite(Citation { family, raw, anchor, targets, ..Citation::default() });
        }
    }
}

/// True if a text may have marks such as `[1]`.
fn has_number(text: &str) -> bool {
    text.split('[').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// True if only sources are between a text part and the one before it: then they are the pieces of
/// one text.
fn is_adjacent(parts: &[Value], index: usize) -> bool {
    let before = parts.get(..index).unwrap_or_default().iter().rev();
    before.take_while(|part| kind(part) != "text").all(is_source)
}

/// Returns a text's bytes in the whole, without the blanks around it.
fn trimmed(words: &str, start: usize) -> Span {
    let from = start + (words.len() - words.trim_start().len());
    Span::new(from, from + words.trim().len())
}

/// Returns the annotations of a provider on a text, such as `OpenAI`'s.
fn annotations(part: &Value) -> &[Value] {
    let providers = part.get("providerMetadata").and_then(Value::as_object);
    let mut lists = providers.into_iter().flat_map(serde_json::Map::values);
    lists
        .find_map(|provider| provider.get("annotations")?.as_array())
        .map(Vec::as_slice)
        .unwrap_or_default()
}
