//! Reading that exports of chats share: chats in a list, and messages in a tree of which one branch
//! is shown.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::dialects::dialect::Item;
use crate::dialects::shared::retrieved::Retrieved;
use crate::input::{Record, json};

/// A chat taken apart once, for all its answers: their messages, in the order in which it shows
/// them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chat {
    /// Name.
    pub(crate) title: Option<String>,
    /// The messages of the shown branch.
    pub(crate) messages: Vec<Value>,
    /// The number of messages on other branches.
    pub(crate) elsewhere: usize,
    /// The answers among the messages.
    pub(crate) answers: Vec<Answer>,
    /// The sources in it, for a dialect that has them apart from its answers.
    pub(crate) retrieved: OnceLock<Retrieved>,
}

/// An answer in a [`Chat`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    /// Its index among the messages.
    pub(crate) message: usize,
    /// The index of the user's message before it.
    pub(crate) asked: Option<usize>,
    /// Its place in the chat as people count, from 1.
    pub(crate) number: usize,
    /// True if it is worth reviewing by itself.
    pub(crate) cites: bool,
}

/// An assistant message with its context.
#[derive(Debug)]
pub(crate) struct Turn<'c> {
    /// The chat that it is in.
    pub(crate) chat: &'c Chat,
    /// Its index among the messages.
    pub(crate) index: usize,
    /// Its place in the chat as people count, from 1.
    pub(crate) number: usize,
    /// The message.
    pub(crate) message: &'c Value,
    /// The user's message before it.
    pub(crate) asked: Option<&'c Value>,
}

impl Chat {
    /// Returns the number of answers worth reviewing.
    pub(crate) fn citing(&self) -> usize {
        self.answers.iter().filter(|answer| answer.cites).count()
    }

    fn turn(&self, answer: &Answer) -> Option<Turn<'_>> {
        let message = self.messages.get(answer.message)?;
        let asked = answer.asked.and_then(|index| self.messages.get(index));
        Some(Turn { chat: self, index: answer.message, number: answer.number, message, asked })
    }
}

/// Returns the answer `item` (from 0) among those of `chats` that are worth reviewing; if there are
/// none, the last answer of the first chat that has any.
pub(crate) fn turn(chats: &[Chat], item: usize) -> Option<Turn<'_>> {
    let all = || chats.iter().flat_map(|chat| chat.answers.iter().map(move |it| (chat, it)));
    let (chat, answer) = all()
        .filter(|(_, answer)| answer.cites)
        .nth(item)
        .or_else(|| chats.iter().find_map(|chat| Some((chat, chat.answers.last()?))))?;
    chat.turn(answer)
}

/// The message that a chat shows, its branch in order, and how many messages are elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Branch<'v> {
    /// From the first message to the shown one.
    pub(crate) nodes: Vec<&'v Value>,
    /// The number of messages on other branches.
    pub(crate) elsewhere: usize,
}

/// Returns the branch of a tree that ends at the node `last`; each node names its parent under
/// `parent`.
///
/// If `last` names none, the last node is taken. A circle ends the branch.
pub(crate) fn branch<'v>(
    nodes: &'v Map<String, Value>,
    last: Option<&str>,
    parent: &str,
) -> Branch<'v> {
    let end = nodes.iter().next_back().map(|(id, _)| id.as_str());
    let mut next = last.filter(|id| nodes.contains_key(*id)).or(end);
    let mut branch = Vec::new();
    while let Some(node) = next.and_then(|id| nodes.get(id)) {
        if branch.len() >= nodes.len() {
            break;
        }
        branch.push(node);
        next = node.get(parent).and_then(Value::as_str);
    }
    branch.reverse();
    let elsewhere = nodes.len().saturating_sub(branch.len());
    Branch { nodes: branch, elsewhere }
}

/// Divides a document that is one chat or a list of them into responses; `responses` counts those
/// of a chat. Each chat is parsed by itself, and then dropped.
pub(crate) fn divide(record: &Record<'_>, responses: fn(&Value) -> usize) -> Vec<Item> {
    let mut items = Vec::new();
    for span in json::places(record.text) {
        let chat = span.slice(record.text).and_then(|text| json::parse(text).ok());
        let count = chat.map_or(0, |parsed| responses(&parsed.value));
        items.extend((0..count).map(|item| Item { span, item }));
    }
    items
}

/// Returns the id of the response that is the message `number` (from 1) of a chat.
pub(crate) fn name(title: Option<&str>, number: usize) -> String {
    let title = title.map(str::trim).filter(|title| !title.is_empty()).unwrap_or("untitled chat");
    format!("{title}, message {number}")
}

/// Returns a note on messages on other branches.
pub(crate) fn note_elsewhere(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 message of the chat is on another branch and not shown".to_owned()),
        _ => Some(format!("{count} messages of the chat are on other branches and not shown")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_branch_ends_at_the_shown_message_and_circles_end() {
        let tree = json!({"a": {"p": null}, "b": {"p": "a"}, "c": {"p": "a"}});
        let branch = branch(tree.as_object().unwrap(), Some("b"), "p");
        assert_eq!((branch.nodes.len(), branch.elsewhere), (2, 1));
        let circle = json!({"a": {"p": "b"}, "b": {"p": "a"}});
        assert_eq!(
            crate::dialects::shared::chats::branch(circle.as_object().unwrap(), Some("a"), "p")
                .nodes
                .len(),
            2
        );
    }
}
