//! The turns of a conversation, in which order, whatever interface it was sent through.

use serde_json::Value;

use crate::input::container::Payload;
use crate::input::json::words;

/// Fields that hold the messages of a request.
const HISTORIES: &[&str] = &["messages", "input", "contents", "conversation", "items"];

/// Maximum number of wrappers around a request.
const MAX_DEPTH: usize = 4;

/// A step of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// Words of the user.
    Asked(String),
    /// Words of the developer.
    Instructed(String),
    /// Words of the assistant.
    Said(String),
    /// The assistant calls a tool.
    Called {
        /// The id that links the result to its call.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// A tool answers.
    Returned {
        /// The id of the call; empty if the interface has none.
        id: String,
        /// Name of the tool; empty if it is given with the call.
        name: String,
        /// Its result; `None` if it failed.
        value: Option<Value>,
    },
}

/// Returns the steps of a payload, request and response together.
pub(crate) fn of(payload: &Payload) -> Vec<Step> {
    let mut steps = Vec::new();
    for document in payload.requests.iter().chain(&payload.documents) {
        document_steps(document, &mut steps, 0);
    }
    steps
}

fn document_steps(document: &Value, steps: &mut Vec<Step>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Value::Array(items) = document {
        for item in items {
            document_steps(item, steps, depth + 1);
        }
        return;
    }
    if is_message(document) {
        message(document, steps);
        return;
    }
    for key in ["system", "instructions", "systemInstruction", "system_instruction"] {
        let said = document.get(key).and_then(|it| words(it.get("parts").unwrap_or(it)));
        steps.extend(said.map(Step::Instructed));
    }
    for key in HISTORIES {
        match document.get(*key) {
            Some(Value::String(asked)) => steps.push(Step::Asked(asked.clone())),
            Some(inner @ (Value::Array(_) | Value::Object(_))) => {
                document_steps(inner, steps, depth + 1);
            }
            _ => {}
        }
    }
    answered(document, steps, depth);
}

/// Collects the steps in the response of an interface.
fn answered(document: &Value, steps: &mut Vec<Step>, depth: usize) {
    let choice = document.pointer("/choices/0/message");
    let candidate = document.pointer("/candidates/0/content");
    for inner in [choice, candidate, document.pointer("/output/message")].into_iter().flatten() {
        message(inner, steps);
    }
    match document.get("output") {
        Some(Value::String(said)) => steps.push(Step::Said(said.clone())),
        Some(inner) if document.pointer("/output/message").is_none() => {
            document_steps(inner, steps, depth + 1);
        }
        _ => {}
    }
    if let Some(Value::Array(blocks)) = document.get("content") {
        for block in blocks {
            part(block, "assistant", steps);
        }
    }
    match document.get("response") {
        Some(Value::String(said)) => steps.push(Step::Said(said.clone())),
        Some(inner) => document_steps(inner, steps, depth + 1),
        None => {}
    }
}

fn text<'v>(value: &'v Value, keys: &[&str]) -> &'v str {
    keys.iter().find_map(|key| value.get(*key)?.as_str()).unwrap_or_default()
}

/// True if a value is a message or an item between messages, and not a wrapper around them.
fn is_message(value: &Value) -> bool {
    let kind = text(value, &["type"]);
    !text(value, &["role"]).is_empty() || kind.ends_with("_call") || kind.ends_with("_call_output")
}

fn message(message: &Value, steps: &mut Vec<Step>) {
    let role = text(message, &["role"]);
    let kind = text(message, &["type"]);
    if kind.ends_with("_call_output") {
        returned(message, message.get("output"), steps);
        return;
    }
    if kind.ends_with("_call") {
        let (id, name) = (text(message, &["call_id", "id"]), text(message, &["name"]));
        steps.push(Step::Called { id: id.to_owned(), name: name.to_owned() });
        // A tool that the vendor calls (`mcp_call`) has its result in the same item. The results of
        // the vendor's own search are read by the dialect of its interface.
        if let Some(own) = message.get("output") {
            returned(message, Some(own), steps);
        }
        return;
    }
    if matches!(role, "tool" | "function") && message.get("parts").is_none() {
        let content = message.get("content");
        if let Some(blocks) = content.and_then(Value::as_array)
            && blocks.iter().any(is_result)
        {
            for block in blocks {
                part(block, role, steps);
            }
        } else {
            returned(message, content, steps);
        }
        return;
    }
    match message.get("content").or_else(|| message.get("parts")) {
        Some(Value::Array(parts)) => parts.iter().for_each(|inner| part(inner, role, steps)),
        Some(Value::String(said)) => say(role, said, steps),
        _ => {}
    }
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let function = call.get("function").unwrap_or(call);
        let (id, name) = (text(call, &["id"]), text(function, &["name"]));
        steps.push(Step::Called { id: id.to_owned(), name: name.to_owned() });
    }
    if let Some(call) = message.get("function_call") {
        let name = text(call, &["name"]).to_owned();
        steps.push(Step::Called { id: String::new(), name });
    }
}

fn is_result(block: &Value) -> bool {
    text(block, &["type"]) == "tool_result" || block.get("toolResult").is_some()
}

/// Reads a part of a message.
fn part(part: &Value, role: &str, steps: &mut Vec<Step>) {
    let kind = text(part, &["type"]);
    if part.get("thought").and_then(Value::as_bool) == Some(true) || kind.contains("thinking") {
        return;
    }
    let call = ["functionCall", "function_call", "toolUse"].iter().find_map(|key| part.get(*key));
    let call = call.or_else(|| (kind == "tool_use").then_some(part));
    if let Some(call) = call {
        let (id, name) = (text(call, &["id", "toolUseId"]), text(call, &["name"]));
        steps.push(Step::Called { id: id.to_owned(), name: name.to_owned() });
        return;
    }
    let result = ["functionResponse", "function_response", "toolResult"];
    if let Some(result) = result.iter().find_map(|key| part.get(*key)) {
        returned(result, result.get("response").or_else(|| result.get("content")), steps);
        return;
    }
    if kind == "tool_result" {
        returned(part, part.get("content"), steps);
        return;
    }
    match part {
        Value::String(said) => say(role, said, steps),
        part => say(role, text(part, &["text"]), steps),
    }
}

fn say(role: &str, said: &str, steps: &mut Vec<Step>) {
    if said.trim().is_empty() {
        return;
    }
    let step = match (role, steps.last_mut()) {
        // The parts of one message are joined as the interfaces join them.
        ("assistant" | "model", Some(Step::Said(before))) => {
            before.push_str(said);
            return;
        }
        ("assistant" | "model", _) => Step::Said(said.to_owned()),
        ("system" | "developer", _) => Step::Instructed(said.to_owned()),
        _ => Step::Asked(said.to_owned()),
    };
    steps.push(step);
}

fn returned(result: &Value, value: Option<&Value>, steps: &mut Vec<Step>) {
    let failed = result.get("is_error").and_then(Value::as_bool) == Some(true)
        || text(result, &["status"]) == "error";
    let id = text(result, &["call_id", "tool_call_id", "tool_use_id", "toolUseId", "id"]);
    steps.push(Step::Returned {
        id: id.to_owned(),
        name: text(result, &["name"]).to_owned(),
        value: value.filter(|_| !failed).cloned(),
    });
}
