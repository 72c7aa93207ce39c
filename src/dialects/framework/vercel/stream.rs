//! A UI message stream, made into the message that it ends in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::input::json::text;

/// True if a value is an event of such a stream.
pub(crate) fn is_event(value: &Value) -> bool {
    let of_text = matches!(text(value, "type"), "text-start" | "text-delta" | "text-end");
    let of_source = matches!(text(value, "type"), "source-url" | "source-document");
    of_text && value.get("id").is_some() || of_source && value.get("sourceId").is_some()
}

/// The message in a stream. A text keeps the place where it began; what its end says of it is joined
/// to what its beginning said.
pub(crate) fn message(events: &[Value]) -> Value {
    let mut parts: Vec<Value> = Vec::new();
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    for event in events {
        match text(event, "type") {
            "text-start" | "text-delta" | "text-end" => {
                let id = text(event, "id");
                // Ids may begin anew with each step.
                if text(event, "type") == "text-start" || !texts.contains_key(id) {
                    texts.insert(id, parts.len());
                    parts.push(json!({"type": "text", "text": ""}));
                }
                let part = texts.get(id).and_then(|at| parts.get_mut(*at));
                if let Some(Value::Object(part)) = part {
                    if let Some(Value::String(words)) = part.get_mut("text") {
                        words.push_str(text(event, "delta"));
                    }
                    if let Some(metadata) = event.get("providerMetadata") {
                        part.insert("providerMetadata".to_owned(), metadata.clone());
                    }
                }
            }
            "tool-output-available" => {
                let output = event.get("output").cloned().unwrap_or_default();
                parts.push(json!({"type": "tool", "output": output}));
            }
            "source-url" | "source-document" => parts.push(event.clone()),
            "start-step" => parts.push(json!({"type": "step-start"})),
            _ => {}
        }
    }
    json!({"role": "assistant", "parts": parts})
}
