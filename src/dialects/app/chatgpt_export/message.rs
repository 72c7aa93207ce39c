//! The parts of a message.

use serde_json::Value;

pub(crate) fn role(message: &Value) -> &str {
    message.pointer("/author/role").and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn content_type(message: &Value) -> &str {
    message.pointer("/content/content_type").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the text of a message's parts, and how many parts are none.
pub(crate) fn text_of(message: &Value) -> (String, usize) {
    let parts = message.pointer("/content/parts").and_then(Value::as_array);
    let parts = parts.map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
    (texts.join("\n"), parts.len() - texts.len())
}

pub(crate) fn references(message: &Value) -> &[Value] {
    list(message, "/metadata/content_references")
}

pub(crate) fn list<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    value.pointer(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
