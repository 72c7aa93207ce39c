//! The `conversations.json` of a data export of `chatgpt`, one conversation, or a share's JSON.
//!
//! Spec: none is published; the format was collected from exports and from tools for them. A
//! conversation is a tree (`mapping`, `current_node`); one case is an assistant message of the
//! shown branch that has references, citations or markers. Sources are named in three ways: by the
//! private-use markers in the text, by `metadata.content_references` with the place and the words
//! of each (`matched_text` decides the unit of the offsets), and by the older `metadata.citations`
//! without words. The pages and files behind them are listed in `search_result_groups`, in the
//! references' `items`, and as messages of tools, which alone have whole texts. A case has those of
//! its own turn and the cited ones of others.
//!
//! # Incomplete support
//!
//! Parts of a message that are not text (pictures, sound) are counted and left out. Cards (maps,
//! products, pictures) show their `alt` words. Other branches are counted, not shown. Thoughts and
//! code for tools are separate messages, which are not answers and are skipped.

mod answer;
mod message;
mod references;
mod sources;

use serde_json::Value;

use crate::dialects::app::chatgpt_export::references::cites;
use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::{Branch, Chat};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Shape;
use crate::input::json::Reader;
use crate::model::Case;
use crate::text::prose::count;
use message::{content_type, references, role, text_of};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "chatgpt-export",
    title: "ChatGPT: exported or shared conversations",
    recognised_by: "`mapping` of messages with `current_node`, or `metadata.content_references`",
    sources_from: "search results, references and messages of tools in the conversation",
    units: "code points",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = payload.documents.iter().filter(|item| mapping(item).is_some()).count();
    match (found, payload.shape) {
        (0, _) => {
            let message = payload.any(|item| !references(item).is_empty());
            message.then(|| "a message with `metadata.content_references`".to_owned())
        }
        (_, Shape::Array) => Some(format!("{} with `mapping`", count(found, "conversation"))),
        _ => Some("a conversation with `mapping`".to_owned()),
    }
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(match record.parsed() {
            Err(fault) => record.json_error(fault),
            Ok(_) => record.error("not a conversation"),
        });
    };
    let mut reader = Reader::default();
    let Some(turn) = chats::turn(record.parts(chat), record.item) else {
        return Err(record.error("the conversation has no answer"));
    };
    let mut case = answer::case(&turn, text_reader, &mut reader);
    case.notes.extend(chats::note_elsewhere(turn.chat.elsewhere));
    case.notes.extend(reader.notes);
    case.notes.extend(payload.notes.iter().cloned());
    Ok(case)
}

/// Returns the conversation of a share, which has it a few levels down.
fn conversation(item: &Value) -> &Value {
    ["/serverResponse/data", "/data", "/conversation"]
        .iter()
        .filter_map(|path| item.pointer(path))
        .find(|inner| inner.get("mapping").is_some())
        .unwrap_or(item)
}

fn mapping(item: &Value) -> Option<&serde_json::Map<String, Value>> {
    let nodes = conversation(item).get("mapping")?.as_object()?;
    nodes
        .values()
        .all(|node| node.get("message").is_some() || node.get("parent").is_some())
        .then_some(nodes)
}

/// Returns the messages shown, root first; a message by itself is its own branch.
fn shown(item: &Value) -> Branch<'_> {
    let Some(nodes) = mapping(item) else { return Branch { nodes: vec![item], elsewhere: 0 } };
    let last = conversation(item).get("current_node").and_then(Value::as_str);
    let mut branch = chats::branch(nodes, last, "parent");
    let message = |node: &'_ Value| node.get("message").is_some_and(Value::is_object);
    let all = nodes.values().filter(|node| message(node)).count();
    branch.nodes.retain(|node| message(node));
    branch.elsewhere = all.saturating_sub(branch.nodes.len());
    branch.nodes = branch.nodes.into_iter().filter_map(|node| node.get("message")).collect();
    branch
}

/// Parses a conversation. Messages with text are numbered; answers that cite, or seem to, are worth
/// reviewing.
fn chat(item: &Value) -> Chat {
    let branch = shown(item);
    let title = conversation(item).get("title").and_then(Value::as_str);
    let mut asked = None;
    let mut answers = Vec::new();
    let mut number = 0;
    for (index, &message) in branch.nodes.iter().enumerate() {
        let spoken = matches!(content_type(message), "text" | "multimodal_text" | "");
        let (text, _) = text_of(message);
        if !spoken || text.is_empty() {
            continue;
        }
        match role(message) {
            "assistant" => number += 1,
            "user" => {
                number += 1;
                asked = Some(index);
                continue;
            }
            _ => continue,
        }
        // A message to a tool is not an answer.
        let recipient = message.get("recipient").and_then(Value::as_str).unwrap_or("all");
        if recipient == "all" {
            let marked = text.contains('\u{e200}')
                || (text.contains('\u{3010}') && text.contains('\u{2020}'));
            let cites = cites(message) || marked;
            answers.push(chats::Answer { message: index, asked, number, cites });
        }
    }
    let messages = branch.nodes.into_iter().cloned().collect();
    let title = title.map(str::to_owned);
    Chat { title, messages, elsewhere: branch.elsewhere, answers, ..Chat::default() }
}
