//! OpenAI's three interfaces: Responses, Chat Completions, and Assistants with its threads; and
//! Azure's completions over one's own data.
//!
//! Each interface has its file; the annotations that they share are read by
//! [`crate::dialects::shared::openai`]. A stream is first turned into the payload it would end in.

pub mod assistants;
pub mod chat;
pub mod chatkit;
pub mod on_your_data;
mod request;
pub mod responses;
mod stream;

use serde_json::{Map, Value};

use crate::input::container::Payload;
use crate::input::json::text;

/// Returns the documents of a payload; one that a batch file wraps in `response.body` is taken out
/// of it.
fn documents(payload: &Payload) -> impl Iterator<Item = &Value> {
    payload.documents.iter().map(|document| {
        let wrapped = document.pointer("/response/body").filter(|body| body.is_object());
        wrapped.unwrap_or(document)
    })
}

/// Returns an object of one field.
fn object(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

/// Returns the words of a message's `content`: a text, or the texts of its parts.
fn content_text(content: Option<&Value>) -> Option<String> {
    let text = match content? {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| match part.get("text")? {
                Value::String(text) => Some(text.as_str()),
                nested => nested.get("value")?.as_str(),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// Returns the user's last question in a list of messages or input items.
fn last_question(messages: &[Value]) -> Option<String> {
    let asked = messages.iter().rev().find(|message| text(message, "role") == "user")?;
    content_text(asked.get("content"))
}
