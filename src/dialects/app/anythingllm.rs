//! `AnythingLLM`: answers of its interface, streams, histories, and exports.
//!
//! Spec: the app's interface for developers and the source of its exports (`convertTo.js`).
//!
//! ```json
//! {"type": "textResponse", "textResponse": "It is so.", "close": true, "sources": [
//!   {"title": "tides.pdf", "chunk": "<document_metadata>\nsourceDocument: tides.pdf\n
//!    published: 1/2/2026\n</document_metadata>\n\nHigh water …", "score": 0.6}]}
//! ```
//!
//! The app does not ask for marks. It numbers the model's contexts from 0, as `[CONTEXT 0]`; an
//! answer that repeats these means the sources in their order. A bare `[1]` counts from 1, as the
//! app's window shows its sources. The app adds the `<document_metadata>` before a chunk; it is not
//! part of the text.
//!
//! # Incomplete support
//!
//! Exports to files never include the sources. The one in JSON is recognized, to report that.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "anythingllm",
    title: "AnythingLLM: an answer, a stream, a history, or an export of chats",
    recognised_by: "`textResponse` with `sources`, `history[]` with `sources`, or exported chats",
    sources_from: "`sources[]` in their order, then files given; exports have none",
    units: "none: `[CONTEXT 0]` or `[1]` is in the text, if there are any marks",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["text", "chunk", "pageContent"],
    titles: &["title", "docTitle"],
    urls: &["chunkSource", "url"],
    scores: &["score"],
    shown: Shown::Named(&["docAuthor", "description", "docSource", "published"]),
    absent: Absent::Reason("the app gives no text of it; pass the document with `--source`"),
    ..SourceFields::APP
};

/// The note on exports.
const EXPORTED: &str = "exports of AnythingLLM leave the sources out: its interface has them, \
                        under `/v1/workspace/NAME/chats`, or pass the documents with `--source`";

/// The tag around the text that the app adds before a chunk.
const HEAD: (&str, &str) = ("<document_metadata>", "</document_metadata>");

static CONTEXT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\[context ([0-9]{1,6})\]").expect("the pattern is sound"));

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.documents.iter().any(is_exported) {
        return Some("exported chats with `workspace`, `prompt` and `response`".to_owned());
    }
    if payload.documents.iter().any(|document| chat(document).citing() > 0) {
        return Some("a history with `sources`".to_owned());
    }
    let said = payload.any(|it| it.get("textResponse").is_some_and(Value::is_string));
    let has_sources = payload.any(|it| it.get("sources").is_some_and(Value::is_array));
    (said && has_sources).then(|| "`textResponse` with `sources`".to_owned())
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

fn is_exported(value: &Value) -> bool {
    let has = |key: &str| value.get(key).is_some_and(Value::is_string);
    has("prompt") && has("response") && has("workspace") && value.get("sent_at").is_some()
}

/// Returns a history, or one exported chat; empty for any other document.
fn chat(document: &Value) -> Chat {
    if is_exported(document) {
        return apps::chat("", vec![document.clone()], |_| Role::Answered(true));
    }
    let messages = list(document, "history").to_vec();
    apps::chat("", messages, |message| match text(message, "role") {
        "user" => Role::Asked,
        "assistant" => Role::Answered(!list(message, "sources").is_empty()),
        _ => Role::Other,
    })
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let mut id = String::new();
    let mut given: &[Value] = &[];
    if let Some(turn) = chats::turn(record.parts(chat), record.item) {
        let message = turn.message;
        if is_exported(message) {
            id = message.get("id").and_then(scalar).unwrap_or_default();
            text(message, "response").clone_into(&mut answer.text);
            answer.question = Some(text(message, "prompt").to_owned());
            answer.notes.push(EXPORTED.to_owned());
        } else {
            id = apps::id(&turn);
            text(message, "content").clone_into(&mut answer.text);
            answer.question = turn.asked.map(|asked| text(asked, "content").to_owned());
            given = list(message, "sources");
        }
    } else {
        for document in &payload.documents {
            match text(document, "type") {
                "textResponse" if answer.text.is_empty() => {
                    text(document, "textResponse").clone_into(&mut answer.text);
                }
                // The steps of an agent are not part of the answer.
                "agentThought" | "statusResponse" | "abort" => {}
                _ => answer.text.push_str(text(document, "textResponse")),
            }
            let sources = list(document, "sources");
            given = if sources.is_empty() { given } else { sources };
        }
        answer.question = payload.requests.iter().find_map(|it| scalar(it.get("message")?));
    }
    let own = apps::marks(&answer.text, &CONTEXT, "context", |found| {
        let number = found.get(1).and_then(|digits| digits.as_str().parse::<u64>().ok());
        number.map(|number| vec![format!("CONTEXT {number}")]).unwrap_or_default()
    });
    let context = !own.is_empty();
    let source =
        |(index, fields): (usize, &Value)| Some(source(fields.as_object()?, index, context));
    let sources: Vec<Source> = given.iter().enumerate().filter_map(source).collect();
    answer.sources = sources;
    Ok(Case { id, ..answer.case(own, text_reader) })
}

/// Returns a source; `context` means that it is cited by its number from 0.
fn source(fields: &Map<String, Value>, index: usize, context: bool) -> Source {
    let mut fields = fields.clone();
    let mut head = Vec::new();
    for key in NAMES.texts {
        let Some(Value::String(chunk)) = fields.get_mut(*key) else { continue };
        let opened = chunk.trim_start().strip_prefix(HEAD.0);
        if let Some((inside, body)) = opened.and_then(|rest| rest.split_once(HEAD.1)) {
            head =
                inside.lines().filter_map(|line| line.trim().split_once(": ")).map(owned).collect();
            *chunk = body.trim_start().to_owned();
        }
    }
    let id = if context { format!("CONTEXT {index}") } else { (index + 1).to_string() };
    let mut source = NAMES.source_with_id(&fields, id);
    source.id_from = IdFrom::Text;
    for (name, value) in head {
        match name.as_str() {
            "sourceDocument" if source.title.is_none() => source.title = Some(value),
            _ if source.title.as_ref() == Some(&value) => {}
            _ if source.metadata.iter().any(|(known, _)| *known == name) => {}
            _ => source.metadata.push((name, value)),
        }
    }
    // A page is `link://https://…` in some versions.
    let link = fields.get("chunkSource").and_then(Value::as_str);
    let link = link.and_then(|link| link.strip_prefix("link://"));
    source.url = source.url.or_else(|| link.map(str::to_owned));
    source
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.trim().to_owned())
}
