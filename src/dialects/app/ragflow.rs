//! `RAGFlow`: answers of its chats and agents, sessions, and streams.
//!
//! Spec: the app's HTTP reference and source (`dialog_service.py`, `rag/nlp/search.py`,
//! `agent/canvas.py`, `citation-utils.ts`).
//!
//! ```json
//! {"code": 0, "data": {"answer": "It is so [ID:0].", "reference": {"chunks": [
//!   {"id": "…", "content": "…", "document_id": "…", "document_name": "…", "similarity": 0.7,
//!    "positions": [[3, 56, 500, 100, 120]], "url": "…"}]}}}
//! ```
//!
//! A chat's marks count from 0 in the list `chunks`. An agent's `chunks` are an object, and its
//! marks are the keys: a hash of the chunk's id with 500 values, so that two chunks may share one.
//! The type of `chunks` decides. Older versions write `chunk_id`, `content_with_weight`, `doc_id`
//! and `docnm_kwd`.
//!
//! # Incomplete support
//!
//! Marks may have been added afterwards by similarity, each chunk once, so a sentence without one
//! is not significant. Of the boxes in `positions`, only the pages are shown.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::app_marks::ragflow;
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "ragflow",
    title: "RAGFlow: an answer of a chat or agent, a session, or a stream",
    recognised_by: "`reference` with `chunks` beside `answer` or in a message",
    sources_from: "`reference.chunks`: a list by place from 0, an object by its keys",
    units: "none: `[ID:0]` or `##0$$` is in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["content", "content_with_weight"],
    titles: &["document_name", "docnm_kwd", "doc_name"],
    urls: &["url", "document_url"],
    scores: &["similarity", "score"],
    shown: Shown::Named(&["id", "chunk_id"]),
    absent: Absent::Reason("its chunk has no `content`; pass the document with `--source ID=PATH`"),
    ..SourceFields::APP
};

/// The note on an agent's sources.
const HASHED: &str = "the sources are named by a hash with 500 values, as agents do: \
                      two chunks may have shared a name, and then one is lost";

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.documents.iter().any(|document| chat(document).citing() > 0) {
        return Some("a session with `reference`".to_owned());
    }
    let gathered = Gathered::of(&payload.documents);
    let found = gathered.chunks.is_some() && !gathered.parts.is_empty();
    found.then(|| "`reference.chunks` beside an answer".to_owned())
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

/// Returns the chunks in the `reference` of a value: a list, or an object by their keys.
fn chunks(value: &Value) -> Option<&Value> {
    let reference = value.get("reference")?;
    let chunks = reference.get("chunks").unwrap_or(reference);
    let mut all: Box<dyn Iterator<Item = &Value>> = match chunks {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => return None,
    };
    let is_chunk = |chunk: &Value| {
        let has = |keys: &[&str]| keys.iter().any(|key| chunk.get(*key).is_some());
        has(NAMES.texts) && (has(NAMES.titles) || has(&["document_id", "doc_id", "chunk_id"]))
    };
    let empty = reference.get("chunks").is_some_and(|it| it.as_array().is_some_and(Vec::is_empty));
    (empty || all.any(is_chunk)).then_some(chunks)
}

/// Returns a session; empty for any other document.
fn chat(document: &Value) -> Chat {
    let session = match document.get("data") {
        Some(Value::Array(sessions)) => sessions.first().unwrap_or(document),
        Some(data @ Value::Object(_)) => data,
        _ => document,
    };
    let messages = ["messages", "message"].map(|key| list(session, key));
    let Some(messages) = messages.into_iter().find(|messages| !messages.is_empty()) else {
        return Chat::default();
    };
    let mut messages = messages.to_vec();
    // The references are separate from the messages, and the greeting has none.
    let references = list(session, "reference");
    let answers = messages.iter_mut().rev().filter(|message| text(message, "role") == "assistant");
    for (message, reference) in answers.zip(references.iter().rev()) {
        if let Value::Object(fields) = message {
            fields.entry("reference").or_insert_with(|| reference.clone());
        }
    }
    apps::chat(text(session, "name"), messages, |message| match text(message, "role") {
        "user" => Role::Asked,
        "assistant" => Role::Answered(chunks(message).is_some_and(|chunks| !is_empty(chunks))),
        _ => Role::Other,
    })
}

fn is_empty(chunks: &Value) -> bool {
    chunks.as_array().is_some_and(Vec::is_empty)
        || chunks.as_object().is_some_and(serde_json::Map::is_empty)
}

/// An answer in one piece or in many.
#[derive(Debug, Default)]
struct Gathered<'v> {
    parts: Vec<&'v str>,
    chunks: Option<&'v Value>,
}

impl<'v> Gathered<'v> {
    fn of(documents: &'v [Value]) -> Self {
        let mut gathered = Self::default();
        for document in documents {
            let paths = ["/data", "/data/data", "/choices/0/message", "/choices/0/delta"];
            let inner = paths.iter().filter_map(|path| document.pointer(path));
            for holder in std::iter::once(document).chain(inner).filter(|it| it.is_object()) {
                let said = ["answer", "content"].iter().find_map(|key| holder.get(*key)?.as_str());
                gathered.parts.extend(said.filter(|said| !said.is_empty()));
                let found = chunks(holder);
                if gathered.chunks.is_none_or(is_empty) {
                    gathered.chunks = found.or(gathered.chunks);
                } else if let Some(found) = found.filter(|found| !is_empty(found)) {
                    gathered.chunks = Some(found);
                }
            }
        }
        gathered
    }

    /// Returns the text: pieces are joined; if each contains all before it, the last is the whole.
    /// The last may be the whole with marks even after separate pieces.
    fn text(&self) -> String {
        let [first, .., last] = self.parts.as_slice() else { return self.parts.concat() };
        let second = self.parts.get(1).copied().unwrap_or_default();
        let grows = second.len() > first.len() && second.starts_with(first);
        let before = self.parts.get(..self.parts.len() - 1).unwrap_or_default().concat();
        let bare = |text: &str| ragflow::stripped(text).split_whitespace().collect::<String>();
        if grows || bare(last).starts_with(&bare(&before)) {
            return (*last).to_owned();
        }
        before + last
    }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let turn = chats::turn(record.parts(chat), record.item);
    let (id, chunks) = if let Some(turn) = &turn {
        text(turn.message, "content").clone_into(&mut answer.text);
        answer.question = turn.asked.map(|asked| text(asked, "content").to_owned());
        (apps::id(turn), chunks(turn.message))
    } else {
        let gathered = Gathered::of(&payload.documents);
        answer.text = gathered.text();
        (String::new(), gathered.chunks)
    };
    answer.sources = chunks.map(sources).unwrap_or_default();
    if chunks.is_some_and(|chunks| chunks.is_object() && !is_empty(chunks)) {
        answer.notes.push(HASHED.to_owned());
    }
    let ids: BTreeSet<&str> = answer.sources.iter().map(|source| source.id.as_str()).collect();
    let own = ragflow::marks(&answer.text, Some(&ids));
    Ok(Case { id, ..answer.case(own, text_reader) })
}

fn sources(chunks: &Value) -> Vec<Source> {
    let source = |id: String, chunk: &Value| {
        let fields = chunk.as_object()?;
        let mut source = NAMES.source_with_id(fields, id);
        let mut pages: Vec<String> =
            list(chunk, "positions").iter().filter_map(|place| scalar(place.get(0)?)).collect();
        pages.dedup();
        if !pages.is_empty() {
            source.metadata.insert(0, ("page".to_owned(), pages.join(", ")));
        }
        Some(source)
    };
    match chunks {
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.filter_map(|(index, chunk)| source(index.to_string(), chunk)).collect()
        }
        Value::Object(fields) => {
            fields.iter().filter_map(|(key, chunk)| source(key.clone(), chunk)).collect()
        }
        _ => Vec::new(),
    }
}
