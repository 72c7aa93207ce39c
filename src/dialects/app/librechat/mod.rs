//! `LibreChat`: exported conversations.
//!
//! Spec: the app's source (`utils/citations.ts`, `useSearchResultsByTurn.ts`, the export hook) and
//! that of its agents (`tools/search`). The reader accepts `{conversationId, messages, exportAt}`
//! and the same with `messagesTree`. One case is an assistant message that has marks or
//! attachments, on the shown branch; [`marks`] are those in its text, [`attachments`] their
//! targets.
//!
//! # Incomplete support
//!
//! Messages on other branches are counted, not shown. Pictures and videos of a search are sources
//! with only an address.

mod attachments;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::app_marks::librechat::marks;
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::{Answer, Chat, Turn};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{Case, Response};
use attachments::Attached;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "librechat",
    title: "LibreChat: an exported conversation",
    recognised_by: "`conversationId` with `messages` or `messagesTree`",
    sources_from: "`attachments[]` of the message: web searches and file searches, then files given",
    units: "none: `\\ue202turn0search0` is in the text, as characters or escapes",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = payload.documents.iter().find_map(|document| {
        document.get("conversationId").filter(|id| id.is_string() || id.is_null())?;
        let keys = ["messagesTree", "messages"];
        keys.into_iter().find(|key| document.get(*key).is_some_and(Value::is_array))
    });
    found.map(|key| format!("`conversationId` with `{key}`"))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

/// Returns a conversation taken apart. Worth a look are the answers that have marks or attachments.
fn chat(document: &Value) -> Chat {
    let tree = list(document, "messagesTree");
    let (shown, all) =
        if tree.is_empty() { flat(list(document, "messages")) } else { nested(tree) };
    let mut asked = None;
    let mut answers = Vec::new();
    for (index, message) in shown.iter().enumerate() {
        if message.get("isCreatedByUser").and_then(Value::as_bool) == Some(true) {
            asked = Some(index);
            continue;
        }
        let marked = !marks(&content(message)).citations.is_empty();
        let cites = marked || !list(message, "attachments").is_empty();
        answers.push(Answer { message: index, asked, number: index + 1, cites });
    }
    let elsewhere = all.saturating_sub(shown.len());
    let messages = shown.into_iter().map(without_children).collect();
    let title = Some(text(document, "title")).filter(|title| !title.is_empty());
    Chat { title: title.map(str::to_owned), messages, elsewhere, answers, ..Chat::default() }
}

/// Returns a message without what hangs on it, which would be copied once for each message above
/// it.
fn without_children(message: &Value) -> Value {
    match message {
        Value::Object(fields) => {
            let own = fields.iter().filter(|(key, _)| *key != "children");
            Value::Object(own.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        other => other.clone(),
    }
}

/// Returns the branch that ends at the last message of a list, and how many there are in all.
fn flat(messages: &[Value]) -> (Vec<&Value>, usize) {
    let by_id: std::collections::BTreeMap<&str, &Value> =
        messages.iter().map(|message| (text(message, "messageId"), message)).collect();
    let linked = messages.iter().skip(1).all(|it| by_id.contains_key(text(it, "parentMessageId")));
    // Without links the list is one conversation in its order.
    if !linked || by_id.contains_key("") {
        return (messages.iter().collect(), messages.len());
    }
    let mut shown = Vec::new();
    let mut next = messages.last();
    while let Some(message) = next.filter(|_| shown.len() < messages.len()) {
        shown.push(message);
        next = by_id.get(text(message, "parentMessageId")).copied();
    }
    shown.reverse();
    (shown, messages.len())
}

/// Returns the branch of the last children of a tree, and how many messages there are in all.
fn nested(tree: &[Value]) -> (Vec<&Value>, usize) {
    let mut shown = Vec::new();
    let mut next = tree.last();
    while let Some(message) = next {
        shown.push(message);
        next = list(message, "children").last();
    }
    let mut all = 0;
    let mut open: Vec<&Value> = tree.iter().collect();
    while let Some(message) = open.pop() {
        all += 1;
        open.extend(list(message, "children"));
    }
    (shown, all)
}

/// Returns the text of a message: as it is, or the texts of its parts.
fn content(message: &Value) -> String {
    let parts = list(message, "content").iter();
    let parts = parts.filter(|part| text(part, "type") == "text").filter_map(|part| {
        let own = part.get("text")?;
        own.as_str().or_else(|| own.get("value")?.as_str())
    });
    let joined = parts.collect::<Vec<_>>().join("\n\n");
    if joined.is_empty() { text(message, "text").to_owned() } else { joined }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(turn) = chats::turn(record.parts(chat), record.item) else {
        return Err(match record.parsed() {
            Err(fault) => record.json_error(fault),
            Ok(_) => record.error("the conversation has no message of an assistant"),
        });
    };
    let mut case = case(&turn, text_reader);
    case.notes.extend(record.payload().into_iter().flat_map(|payload| payload.notes.clone()));
    Ok(case)
}

fn case(turn: &Turn<'_>, text_reader: &TextReader<'_>) -> Case {
    let text = content(turn.message);
    let mut attached = Attached::of(list(turn.message, "attachments"));
    let mut found = marks(&text);
    let mut notes = Vec::new();
    if found.citations.is_empty()
        && let Some((name, other)) = text_reader.read(&text)
    {
        notes.push(format!("the answer has none of the app's marks; it is read as `{name}`"));
        found = other;
    } else {
        found = found.without_thoughts(&text);
    }
    for citation in &mut found.citations {
        attached.point(&mut citation.targets);
    }
    notes.append(&mut attached.notes());
    notes.append(&mut found.notes);
    notes.extend(chats::note_elsewhere(turn.chat.elsewhere));
    let mut sources = attached.sources;
    sources.append(&mut found.sources);
    let question = turn.asked.map(content).filter(|question| !question.is_empty());
    Case {
        id: chats::name(turn.chat.title.as_deref(), turn.number),
        question,
        response: Response { text, citations: found.citations, cards: found.cards },
        sources,
        notes,
        ..Case::default()
    }
}
