//! What exports of chats share: chats in a list, and messages in a tree of which one branch is
//! shown.

use serde_json::{Map, Value};

use super::{Item, Record, json};

/// The message that a chat shows, its branch in order, and how many messages are elsewhere.
#[derive(Debug, Default)]
pub(super) struct Branch<'v> {
    /// From the first message to the shown one.
    pub(super) nodes: Vec<&'v Value>,
    /// Messages that hang on other branches.
    pub(super) elsewhere: usize,
}

/// The branch of a tree that ends at the node `last`; each node names its parent under `parent`.
///
/// Where `last` names none, the node named last is taken. A circle ends the branch.
pub(super) fn branch<'v>(
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

/// The responses of a document that is one chat or a list of them; `responses` counts those of a
/// chat. Each chat is parsed by itself, and nothing of it is kept.
pub(super) fn divide(record: &Record<'_>, responses: fn(&Value) -> usize) -> Vec<Item> {
    let mut items = Vec::new();
    for span in json::places(record.text) {
        let chat = span.slice(record.text).and_then(|text| json::parse(text).ok());
        let count = chat.map_or(0, |parsed| responses(&parsed.value));
        items.extend((0..count).map(|item| Item { span, item }));
    }
    items
}

/// What to call the response that is the message `number` (from 1) of a chat.
pub(super) fn name(title: Option<&str>, number: usize) -> String {
    let title = title.map(str::trim).filter(|title| !title.is_empty()).unwrap_or("untitled chat");
    format!("{title}, message {number}")
}

/// What to note about messages on other branches.
pub(super) fn told_elsewhere(count: usize) -> Option<String> {
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
        assert_eq!(super::branch(circle.as_object().unwrap(), Some("a"), "p").nodes.len(), 2);
    }
}
