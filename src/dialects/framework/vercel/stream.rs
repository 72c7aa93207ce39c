//! A UI message stream, made into the message that it ends in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::input::json::{parse, text};
use crate::input::repeated::Repeated;

/// True if a value is an event of such a stream.
pub(crate) fn is_event(value: &Value) -> bool {
    let of_text = matches!(text(value, "type"), "text-start" | "text-delta" | "text-end");
    let of_source = matches!(text(value, "type"), "source-url" | "source-document");
    of_text && value.get("id").is_some() || of_source && value.get("sourceId").is_some()
}

/// Returns the events of a prefix-coded stream of version 4, in the form of later versions, and a
/// note on repeated keys; `None` if it is not such a stream. Its lines are `0:"text"`,
/// `h:{source}`, `a:{result of a tool}`, `f:{step}` and more.
pub(crate) fn prefixed(stream: &str) -> Option<(Vec<Value>, Option<String>)> {
    let (mut events, mut step, mut texts) = (Vec::new(), 0, 0);
    let mut repeated = Repeated::default();
    for line in stream.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (code, json) = line.split_once(':').filter(|(code, _)| code.len() == 1)?;
        let parsed = parse(json).ok()?;
        repeated.add(parsed.repeated, code);
        match (code, parsed.value) {
            ("0", Value::String(delta)) => {
                texts += 1;
                let id = step.to_string();
                events.push(json!({"type": "text-delta", "id": id, "delta": delta}));
            }
            ("h", Value::Object(mut source)) => {
                let id = source.remove("id").unwrap_or_default();
                source.insert("sourceId".to_owned(), id);
                source.insert("type".to_owned(), Value::from("source-url"));
                events.push(Value::Object(source));
            }
            ("a", value) => {
                let output = value.get("result").cloned().unwrap_or_default();
                events.push(json!({"type": "tool-output-available", "output": output}));
            }
            ("f", _) => {
                step += 1;
                events.push(json!({"type": "start-step"}));
            }
            (code, _) if code.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'k')) => {}
            _ => return None,
        }
    }
    (texts > 0).then(|| (events, repeated.note()))
}

/// Returns the message in a stream. A text keeps the place where it began; what its end says of it
/// is joined to what its beginning said.
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
