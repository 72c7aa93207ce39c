//! The messages of a response.

use std::borrow::Cow;

use serde_json::Value;

/// The messages that are the response.
#[derive(Debug, Default)]
pub(crate) struct Answer<'p> {
    /// In order; several where a turn was continued or tools were called in between.
    pub(crate) messages: Vec<Message<'p>>,
    /// The contents that documents are counted in, besides `messages`.
    pub(crate) before: Vec<&'p [Value]>,
    /// The contents of `messages` are among `before`.
    pub(crate) counted: bool,
    /// The last question.
    pub(crate) question: Option<String>,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

/// One message of the assistant.
#[derive(Debug, Default)]
pub(crate) struct Message<'p> {
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
    /// The JSON path of its content.
    pub(crate) path: String,
    /// Its content blocks.
    pub(crate) content: Cow<'p, [Value]>,
    /// It ended to be continued by the next.
    pub(crate) paused: bool,
}

/// Returns the `type` of a block or event.
pub(crate) fn kind_of(block: &Value) -> &str {
    block.get("type").and_then(Value::as_str).unwrap_or_default()
}
