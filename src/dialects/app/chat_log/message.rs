//! The messages of a chat, and the steps among them.

use serde_json::Value;

/// Names for the user and for the model.
pub(super) const USERS: &[&str] = &["user", "human"];
pub(super) const MODELS: &[&str] = &["assistant", "ai", "bot", "model", "agent"];

/// Returns the kind of a line of an agent's log that is no message: `tool_result`, `thinking`, or a state without
/// words.
pub(super) fn step(event: &Value) -> Option<&str> {
    event.get("role")?.as_str()?;
    let is_said = event.get("content").is_some_and(Value::is_string);
    event.get("kind")?.as_str().filter(|kind| !is_said || is_kind_of_agents(kind))
}

/// First words of the kinds of steps that only the log of an agent has.
const OF_AGENTS: &[&str] = &[
    "tool",
    "function",
    "thinking",
    "thought",
    "reasoning",
    "observation",
    "status",
    "session",
    "thread_status",
    "model_request",
];

/// True for a step that only the log of an agent has: a call or a result of a tool, a thought, a state.
pub(super) fn is_of_agent(event: &Value) -> bool {
    step(event).is_some_and(is_kind_of_agents)
}

fn is_kind_of_agents(kind: &str) -> bool {
    OF_AGENTS.iter().any(|word| kind.starts_with(word))
}

/// Returns the role and the words of a message.
pub(super) fn message(event: &Value) -> Option<(&str, &str)> {
    let fields_of_tools = ["tool_calls", "tool_call_id", "type"];
    let plain =
        fields_of_tools.iter().all(|key| event.get(*key).is_none()) && step(event).is_none();
    let role = event.get("role").and_then(Value::as_str).filter(|_| plain)?;
    Some((role, event.get("content")?.as_str()?))
}
