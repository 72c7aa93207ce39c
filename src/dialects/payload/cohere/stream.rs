//! An answer out of the events of its stream.
//!
//! Version 2 sends one citation an event, as an object in a field of a plural name; version 1 sends
//! lists of them, and the whole answer again in its last event, which then counts. A stream that was
//! cut at either end is read as far as it goes.

use serde_json::Value;

use crate::dialects::payload::cohere::answer::Answer;
use crate::input::json::Reader;
use crate::input::json::list;

/// True if a document is an event of this dialect's streams.
pub(crate) fn is_event(document: &Value) -> bool {
    let delta = document.get("delta").is_some_and(|delta| delta.get("message").is_some());
    match kind(document) {
        "message-start" | "content-start" | "content-delta" | "citation-start"
        | "tool-plan-delta" => delta,
        "text-generation" => document.get("text").is_some_and(Value::is_string),
        "citation-generation" => document.get("citations").is_some_and(Value::is_array),
        "stream-end" => document.get("response").is_some_and(Value::is_object),
        _ => false,
    }
}

/// Returns the name of an event: `type` in version 2, `event_type` in version 1.
fn kind(document: &Value) -> &str {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    text("type").or_else(|| text("event_type")).or_else(|| text("event")).unwrap_or_default()
}

/// Puts the answer of a stream together.
pub(crate) fn assemble(events: &[Value], reader: &mut Reader) -> Answer {
    let mut answer = Answer::default();
    let mut ended = false;
    for event in events {
        match kind(event) {
            "message-start" | "stream-start" => {
                let text = |key: &str| event.get(key).and_then(Value::as_str);
                let id = text("id").or_else(|| text("generation_id"));
                id.unwrap_or_default().clone_into(&mut answer.id);
            }
            "content-start" | "content-delta" => content(&mut answer, event),
            "citation-start" => match event.pointer("/delta/message/citations") {
                Some(Value::Array(several)) => answer.citations.extend(several.iter().cloned()),
                Some(one) => answer.citations.push(one.clone()),
                None => {}
            },
            "message-end" => ended = true,
            "text-generation" => {
                let words = event.get("text").and_then(Value::as_str).unwrap_or_default();
                answer.texts.entry(0).or_default().push_str(words);
            }
            "citation-generation" => answer.citations.extend_from_slice(list(event, "citations")),
            "search-results" => answer.documents.extend_from_slice(list(event, "documents")),
            "stream-end" => {
                ended = true;
                let whole = event.get("response").filter(|it| it.get("text").is_some());
                if let Some(response) = whole {
                    answer.take(response, reader);
                }
            }
            _ => {}
        }
    }
    if !ended {
        reader.notes.push("the stream ends before the answer; it may be cut off".to_owned());
    }
    answer
}

/// Adds a piece of the content; its first piece states its kind.
fn content(answer: &mut Answer, event: &Value) {
    let place = event.get("index").and_then(Value::as_u64).unwrap_or(0);
    let Ok(place) = usize::try_from(place) else { return };
    let Some(piece) = event.pointer("/delta/message/content") else { return };
    if let Some(words) = piece.get("text").and_then(Value::as_str) {
        answer.texts.entry(place).or_default().push_str(words);
    } else if piece.get("thinking").is_some() && !answer.thinking.contains(&place) {
        answer.thinking.push(place);
    }
}
