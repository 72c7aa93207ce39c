//! The last message of a coding agent, from the input of a stop hook.
//!
//! Claude Code and Codex start a hook with one JSON object on standard input: `cwd`,
//! `last_assistant_message`, `transcript_path`, `stop_hook_active`. If the message is missing, it
//! is the last text of the assistant in the transcript, JSON Lines of either program.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::dialects::shared::sessions::texts;
use crate::error::{Error, Result};

/// A message to be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its text; empty if the agent said nothing.
    pub text: String,
    /// The folder the agent works in.
    pub folder: PathBuf,
    /// True if the agent was already stopped once and continues because of that.
    pub is_repeated: bool,
}

/// Reads the input of a stop hook. `read` loads the transcript.
pub fn last_message(given: &str, read: &dyn Fn(&Path) -> Result<String>) -> Result<Message> {
    let fault = |why: &str| {
        let error = Error::new("read", "the input of the hook", why);
        error.hint("start it as a stop hook of the agent: it reads a JSON object")
    };
    let value: Value = serde_json::from_str(given).map_err(|error| fault(&error.to_string()))?;
    let word = |names: &[&str]| names.iter().find_map(|name| value.get(name)?.as_str());
    let given_text = word(&["last_assistant_message", "last-assistant-message"]);
    let text = if let Some(text) = given_text {
        text.to_owned()
    } else {
        let path = word(&["transcript_path", "transcript-path"]);
        let path = path.ok_or_else(|| fault("it names no message and no transcript"))?;
        last_text(&read(Path::new(path))?).unwrap_or_default()
    };
    let folder = PathBuf::from(word(&["cwd"]).unwrap_or("."));
    let repeated = value.get("stop_hook_active").and_then(Value::as_bool);
    Ok(Message { text, folder, is_repeated: repeated.unwrap_or(false) })
}

/// Returns the last text that the assistant wrote in a transcript.
fn last_text(transcript: &str) -> Option<String> {
    let records = transcript.lines().rev().filter_map(|line| serde_json::from_str(line).ok());
    records.into_iter().find_map(|record: Value| of_claude(&record).or_else(|| of_codex(&record)))
}

/// Reads `{"type": "assistant", "message": {"content": [{"type": "text", "text": "…"}]}}`.
fn of_claude(record: &Value) -> Option<String> {
    (record.get("type")?.as_str()? == "assistant").then_some(())?;
    texts(record.get("message")?.get("content")?, "text")
}

/// Reads `{"type": "response_item", "payload": {"type": "message", "role": "assistant", "content":
/// […]}}`.
fn of_codex(record: &Value) -> Option<String> {
    (record.get("type")?.as_str()? == "response_item").then_some(())?;
    let payload = record.get("payload")?;
    let is = |name: &str, value: &str| payload.get(name).and_then(Value::as_str) == Some(value);
    (is("type", "message") && is("role", "assistant")).then_some(())?;
    texts(payload.get("content")?, "output_text")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAUDE: &str = r#"{"type":"user","message":{"role":"user","content":"Where is it?"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"In `src/a.rs:4`."}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","name":"Read","input":{}}]}}
{"type":"summary","summary":"x"}
not json
"#;

    const CODEX: &str = r#"{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x"}}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"First."}]}}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"In `src/b.rs:9`."}]}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Thanks."}]}}
"#;

    fn text(given: &str, transcript: &'static str) -> String {
        last_message(given, &|_| Ok(transcript.to_owned())).unwrap().text
    }

    #[test]
    fn the_last_message_is_found_in_either_transcript() {
        let given = r#"{"hook_event_name":"Stop","transcript_path":"t.jsonl","cwd":"/work/x"}"#;
        assert_eq!(text(given, CLAUDE), "In `src/a.rs:4`.");
        assert_eq!(text(given, CODEX), "In `src/b.rs:9`.");
        assert_eq!(text(given, ""), "");
    }

    #[test]
    fn a_message_that_is_given_is_taken() {
        let given = r#"{"cwd":"/work/x","stop_hook_active":true,"last_assistant_message":"Done."}"#;
        let message = last_message(given, &|_| panic!("no transcript is needed")).unwrap();
        let expected =
            Message { text: "Done.".into(), folder: "/work/x".into(), is_repeated: true };
        assert_eq!(message, expected);
        let given = r#"{"type":"agent-turn-complete","last-assistant-message":"Done."}"#;
        assert_eq!(text(given, ""), "Done.");
    }

    #[test]
    fn what_is_no_input_of_a_hook_is_refused() {
        for given in ["", "[]", "{}", "not json"] {
            assert!(last_message(given, &|_| Ok(String::new())).is_err(), "{given}");
        }
    }
}
