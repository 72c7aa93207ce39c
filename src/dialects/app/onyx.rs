//! Onyx (formerly Danswer): answers of its interface, stored messages, sessions, and streams.
//!
//! Spec: the app's source (`chat/citation_processor.py`, `citation_utils.py`,
//! `server/query_and_chat/*models.py`).
//!
//! ```json
//! {"answer": "It is so [[3]](https://…) [[7]]().", "answer_citationless": "It is so.",
//!  "top_documents": [{"document_id": "a", "semantic_identifier": "…", "link": "…", "blurb": "…",
//!                     "match_highlights": ["the <hi>cited</hi> words"]}],
//!  "citation_info": [{"citation_number": 3, "document_id": "a"}]}
//! ```
//!
//! The mapping defines the numbers, which are not positions: they may begin at 25. A document
//! without an address has an empty link. A stored message has the mapping as `citations: {"3":
//! "a"}` and its documents in `context_docs`. A stream is one packet per line.
//!
//! # Incomplete support
//!
//! Documents come as their blurb and highlights, never whole. Numbers that the app could not map it
//! has taken out of the text already.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::passages::Passages;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "onyx",
    title: "Onyx: an answer, a stored message or session, or a stream of packets",
    recognised_by: "`answer_citationless`, `citation_info`, `context_docs`, or packets with `obj`",
    sources_from: "`top_documents` or `context_docs` by the mapping of numbers, then files given",
    units: "none: `[[1]](url)` is in the text",
    kind: Kind::Archive { detect, divide, read },
    event,
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["content"],
    titles: &["semantic_identifier", "semantic_name", "title"],
    urls: &["link"],
    scores: &["score"],
    shown: Shown::Named(&["document_id", "source_type", "updated_at"]),
    absent: Absent::Reason(
        "the answer gives no text of it; pass the document with `--source ID=PATH`",
    ),
    ..SourceFields::APP
};

fn event(value: &Value) -> Event {
    let packet = value.pointer("/obj/type").is_some_and(Value::is_string);
    let field = ["answer_piece", "reserved_assistant_message_id"];
    Event::from(packet || field.iter().any(|name| value.get(*name).is_some()))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.documents.iter().any(|document| chat(document).citing() > 0) {
        return Some("messages with `citations` and `context_docs`".to_owned());
    }
    let mut gathered = Gathered::default();
    payload.documents.iter().for_each(|document| gathered.add(document));
    let cites = !gathered.numbers.is_empty() || !gathered.documents.is_empty();
    (gathered.ours && cites && !gathered.text.is_empty()).then(|| {
        format!("an answer with {} mapped to documents", count(gathered.numbers.len(), "number"))
    })
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

/// Returns a session; empty for any other document.
fn chat(document: &Value) -> Chat {
    let messages = list(document, "messages");
    if messages.iter().all(|message| message.get("message_type").is_none()) {
        return Chat::default();
    }
    let title = ["description", "chat_session_description"].map(|key| text(document, key));
    let title = title.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
    apps::chat(title, messages.to_vec(), |message| match text(message, "message_type") {
        "user" => Role::Asked,
        "assistant" => {
            let mut gathered = Gathered::default();
            gathered.add(message);
            Role::Answered(!gathered.numbers.is_empty() || !gathered.documents.is_empty())
        }
        _ => Role::Other,
    })
}

/// An answer in one piece or in packets.
#[derive(Debug, Default)]
struct Gathered<'v> {
    text: String,
    documents: Vec<&'v Value>,
    seen: BTreeSet<String>,
    /// The id of the document that each number means, in the order of the numbers.
    numbers: BTreeMap<u64, String>,
    /// Something shows that it is of this app.
    ours: bool,
}

impl<'v> Gathered<'v> {
    fn add(&mut self, value: &'v Value) {
        let packet = value.get("obj").filter(|it| it.get("type").is_some_and(Value::is_string));
        let inner = packet.unwrap_or(value);
        let own = ["answer_citationless", "citation_info", "context_docs", "answer_piece"];
        self.ours |= packet.is_some() || own.iter().any(|key| inner.get(*key).is_some());
        let said = match packet {
            Some(packet) if text(packet, "type").starts_with("message_") => text(packet, "content"),
            Some(_) => "",
            None => ["answer", "answer_piece", "message"]
                .iter()
                .find_map(|key| inner.get(*key)?.as_str())
                .unwrap_or_default(),
        };
        self.text.push_str(said);
        for key in ["top_documents", "final_documents", "documents", "context_docs"] {
            let held = inner.get(key);
            let held = held.map(|it| it.get("top_documents").unwrap_or(it));
            for document in held.and_then(Value::as_array).into_iter().flatten() {
                let id = document.get("document_id").and_then(scalar);
                if id.is_some_and(|id| self.seen.insert(id)) {
                    self.documents.push(document);
                }
            }
        }
        self.map(inner);
    }

    /// Records the document of each number; the first entry for a number counts.
    fn map(&mut self, value: &Value) {
        let mut add = |number: Option<u64>, document: Option<String>| {
            if let (Some(number), Some(document)) = (number, document) {
                self.numbers.entry(number).or_insert(document);
            }
        };
        let pair = |it: &Value| {
            let number = ["citation_number", "citation_num"].iter().find_map(|key| it.get(*key));
            (number.and_then(Value::as_u64), it.get("document_id").and_then(scalar))
        };
        let (number, document) = pair(value);
        add(number, document);
        for key in ["citation_info", "citations"] {
            match value.get(key) {
                Some(Value::Array(pairs)) => {
                    for (number, document) in pairs.iter().map(pair) {
                        add(number, document);
                    }
                }
                Some(Value::Object(by_number)) => {
                    for (number, document) in by_number {
                        add(number.parse().ok(), scalar(document));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the sources: those with numbers in the order of these, then the others.
    fn sources(&self) -> Vec<Source> {
        let mut by_id: BTreeMap<String, &Value> = BTreeMap::new();
        for key in ["db_doc_id", "document_id"] {
            let id = |document: &&'v Value| Some((document.get(key).and_then(scalar)?, *document));
            by_id.extend(self.documents.iter().filter_map(id));
        }
        let mut sources = Vec::new();
        let mut cited = BTreeSet::new();
        for (number, id) in &self.numbers {
            let document = by_id.get(id).copied().unwrap_or(&Value::Null);
            cited.insert(text(document, "document_id"));
            let mut source = source(document, number.to_string());
            if document.is_null() {
                source.metadata.push(("document_id".to_owned(), id.clone()));
            }
            sources.push(source);
        }
        for document in &self.documents {
            let id = text(document, "document_id");
            if !cited.contains(id) {
                sources.push(source(document, id.to_owned()));
            }
        }
        sources
    }
}

/// Returns a document: its blurb and highlights are its text if it has none.
fn source(document: &Value, id: String) -> Source {
    let nothing = serde_json::Map::new();
    let mut source = NAMES.source_with_id(document.as_object().unwrap_or(&nothing), id);
    if source.text.why_not().is_none() {
        return source;
    }
    let mut passages = Passages::default();
    let blurb = text(document, "blurb");
    passages.add(blurb);
    for highlight in list(document, "match_highlights").iter().filter_map(Value::as_str) {
        let bare = highlight.replace("<hi>", "").replace("</hi>", "");
        if !blurb.contains(bare.trim()) {
            passages.add(&bare);
        }
    }
    passages.finish(&mut source);
    source
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let mut gathered = Gathered::default();
    let mut id = String::new();
    if let Some(turn) = chats::turn(record.parts(chat), record.item) {
        id = apps::id(&turn);
        answer.question = turn.asked.map(|asked| text(asked, "message").to_owned());
        gathered.add(turn.message);
        answer.sources = gathered.sources();
    } else {
        payload.documents.iter().for_each(|document| gathered.add(document));
        answer.sources = gathered.sources();
        answer.question = payload.requests.iter().find_map(|it| scalar(it.get("message")?));
    }
    answer.text = gathered.text;
    Ok(Case { id, ..answer.case(Vec::new(), text_reader) })
}
