//! The response in a payload: the messages that are the answer, and those before them.

use std::borrow::Cow;

use serde_json::Value;

use crate::dialects::payload::anthropic::message::{Answer, Message, kind_of};
use crate::dialects::payload::anthropic::stream;
use crate::dialects::payload::anthropic::targets::is_location;
use crate::input::container::{Payload, Shape};

/// Returns why a payload is in this dialect; `None` if it is not.
pub(crate) fn recognise(payload: &Payload) -> Option<String> {
    if payload.any(stream::is_event) {
        return Some("events of a stream such as `message_start`".to_owned());
    }
    if payload.any(is_message) {
        return Some("`type: message` with `content[]` of text blocks".to_owned());
    }
    if payload.any(|document| cites(blocks_of(document)) || is_cited(document)) {
        return Some("`content[]` with citations such as `char_location`".to_owned());
    }
    let cites = turns(payload).iter().any(|turn| is_assistant(turn) && cites(blocks_of(turn)));
    cites.then(|| "`messages[]` in which the assistant cites".to_owned())
}

/// Finds the response in a payload.
pub(crate) fn find(payload: &Payload) -> Option<Answer<'_>> {
    let mut answer = if payload.any(stream::is_event) {
        stream::assemble(&payload.documents)
    } else {
        messages(payload).or_else(|| conversation(payload))?
    };
    for request in &payload.requests {
        let list = std::slice::from_ref(request);
        answer.before.extend(contents(list));
        answer.question = list_of_turns(list).iter().rev().find_map(asked).or(answer.question);
    }
    Some(answer)
}

/// True if a document is a message as the interface sends it.
pub(crate) fn is_message(document: &Value) -> bool {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    let known = |block: &Value| {
        let kind = kind_of(block);
        let own = ["thinking", "redacted_thinking", "tool_use", "server_tool_use"];
        (kind == "text" && block.get("text").is_some_and(Value::is_string))
            || own.contains(&kind)
            || kind.ends_with("_tool_result")
    };
    let blocks = blocks_of(document);
    let is_list = document.get("content").is_some_and(Value::is_array);
    text("type") == Some("message")
        && is_list
        && text("role").is_none_or(|role| role == "assistant")
        && (blocks.iter().any(known) || blocks.is_empty() && document.get("stop_reason").is_some())
}

/// Returns the content lists of all messages in some documents: requests, messages, or bare blocks.
pub(crate) fn contents(documents: &[Value]) -> Vec<&[Value]> {
    let turns = list_of_turns(documents);
    let own = ["document", "search_result", "tool_result", "web_fetch_tool_result"];
    if documents.iter().any(|block| own.contains(&kind_of(block))) {
        return vec![documents];
    }
    turns.iter().map(blocks_of).collect()
}

/// Messages that came as responses, or a bare list of their blocks.
fn messages(payload: &Payload) -> Option<Answer<'_>> {
    let is_response = |document: &&Value| {
        is_message(document) || (cites(blocks_of(document)) && document.get("role").is_none())
    };
    let several = payload.documents.len() > 1;
    let found = payload.documents.iter().enumerate().filter(|(_, document)| is_response(document));
    let messages: Vec<Message<'_>> = found
        .map(|(index, document)| Message {
            path: if several { format!("[{index}].content") } else { "content".to_owned() },
            ..message(document)
        })
        .collect();
    if !messages.is_empty() {
        return Some(Answer { messages, ..Answer::default() });
    }
    if payload.any(is_cited) {
        let content = Cow::Borrowed(payload.documents.as_slice());
        let messages = vec![Message { content, ..Message::default() }];
        return Some(Answer { messages, ..Answer::default() });
    }
    None
}

/// Returns the last turn of a conversation in which the assistant cites, or the last turn if it
/// never does. A turn lasts until the assistant gets any message other than the result of a tool.
fn conversation(payload: &Payload) -> Option<Answer<'_>> {
    let turns = turns(payload);
    let root = if payload.shape == Shape::Array { "" } else { "messages" };
    let spoken = |turn: &Value| is_assistant(turn) && cites(blocks_of(turn));
    let last = turns.iter().rposition(spoken).or_else(|| turns.iter().rposition(is_assistant))?;
    let is_asked = |turn: &Value| !is_assistant(turn) && asked(turn).is_some();
    let (until, after) = turns.split_at_checked(last)?;
    let first = until.iter().rposition(is_asked).map_or(0, |asked| asked + 1);
    let end = after.iter().position(is_asked).map_or(turns.len(), |asked| last + asked);
    let of_turn = turns.iter().enumerate().take(end).skip(first);
    let messages = of_turn
        .filter(|(_, turn)| is_assistant(turn))
        .map(|(index, turn)| Message { path: format!("{root}[{index}].content"), ..message(turn) });
    let mut notes = Vec::new();
    let earlier = until.iter().take(first).any(spoken);
    if earlier || turns.get(end..).is_some_and(|rest| rest.iter().any(is_assistant)) {
        notes.push("only the last turn with citations is shown".to_owned());
    }
    Some(Answer {
        messages: messages.collect(),
        before: turns.iter().map(blocks_of).collect(),
        counted: true,
        question: first.checked_sub(1).and_then(|index| asked(turns.get(index)?)),
        notes,
    })
}

fn message(document: &Value) -> Message<'_> {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    Message {
        id: text("id").map(str::to_owned),
        path: String::new(),
        content: Cow::Borrowed(blocks_of(document)),
        paused: text("stop_reason") == Some("pause_turn"),
    }
}

fn turns(payload: &Payload) -> &[Value] {
    list_of_turns(&payload.documents)
}

/// Returns the turns of a conversation: `messages` of the one document, else the documents
/// themselves.
fn list_of_turns(documents: &[Value]) -> &[Value] {
    match documents {
        [document] if !is_turn(document) => {
            document.get("messages").and_then(Value::as_array).map_or(&[], Vec::as_slice)
        }
        _ => documents,
    }
}

fn is_turn(document: &Value) -> bool {
    document.get("role").is_some()
}

fn is_assistant(turn: &Value) -> bool {
    turn.get("role").and_then(Value::as_str) == Some("assistant")
}

/// Returns the question of a user's turn, when it is more than the result of a tool.
fn asked(turn: &Value) -> Option<String> {
    if turn.get("role").and_then(Value::as_str) != Some("user") {
        return None;
    }
    if let Some(text) = turn.get("content").and_then(Value::as_str) {
        return Some(text.to_owned());
    }
    let texts = blocks_of(turn).iter().filter(|block| kind_of(block) == "text");
    let texts: Vec<&str> = texts.filter_map(|block| block.get("text")?.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn blocks_of(document: &Value) -> &[Value] {
    document.get("content").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn cites(blocks: &[Value]) -> bool {
    blocks.iter().any(is_cited)
}

/// True if a block carries a citation of this dialect.
fn is_cited(block: &Value) -> bool {
    let citations = block.get("citations").and_then(Value::as_array);
    citations.is_some_and(|citations| citations.iter().any(is_location))
}
