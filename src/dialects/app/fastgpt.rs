//! `FastGPT`: answers of its chat interface with details, streams, and chat records.
//!
//! Spec: the app's source (`llmCompletions`, `Markdown/utils.ts`, `chat/type.d.ts`).
//!
//! ```json
//! {"choices": [{"message": {"role": "assistant", "content": "It is so [65f…a1](CITE)."}}],
//!  "responseData": [{"moduleType": "datasetSearchNode", "quoteList": [
//!    {"id": "65f…a1", "q": "…", "a": "", "sourceName": "tides.pdf", "score": [{"value": 0.8}]}]}]}
//! ```
//!
//! A mark names a row of a dataset by its id of 24 hexadecimal digits. `responseData` is present if
//! the request asked for details; nested nodes have rows too. In a stream it is the event
//! `flowResponses`.
//!
//! # Incomplete support
//!
//! Without details, and in text copied from the app, there are only the marks.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::app_marks::fastgpt;
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::scalar;
use crate::input::json::words;
use crate::input::json::{list, text};
use crate::model::{Case, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "fastgpt",
    title: "FastGPT: an answer with details, a stream, or chat records",
    recognised_by: "`quoteList` in `responseData`, or in the event `flowResponses`",
    sources_from: "the rows of every `quoteList` by their `id`, then files given",
    units: "none: `[65f…a1](CITE)` is in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["q"],
    titles: &["sourceName"],
    urls: &["sourceUrl", "url"],
    scores: &["score"],
    shown: Shown::Named(&["collectionId", "datasetId", "chunkIndex"]),
    absent: Absent::Reason("its row has no text here; pass the document with `--source ID=PATH`"),
    ..SourceFields::APP
};

/// Maximum depth of nodes in nodes.
const MAX_DEPTH: usize = 8;

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.documents.iter().any(|document| chat(document).citing() > 0) {
        return Some("chat records with `quoteList`".to_owned());
    }
    let rows = rows(&payload.documents).all.len();
    let said = payload.any(|document| !said(document).is_empty());
    (rows > 0 && said).then(|| format!("an answer with {} in `quoteList`", count(rows, "row")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

/// Rows of datasets, each once, in order.
#[derive(Debug, Default)]
struct Rows<'v> {
    all: Vec<(String, &'v Value)>,
    seen: BTreeSet<String>,
}

impl<'v> Rows<'v> {
    fn put(&mut self, row: &'v Value) {
        let id = ["id", "_id", "quoteId"].iter().find_map(|key| row.get(*key).and_then(scalar));
        if let Some(id) = id
            && self.seen.insert(id.clone())
        {
            self.all.push((id, row));
        }
    }

    /// Adds the rows of an answer.
    fn answer(&mut self, value: &'v Value) {
        let nodes = list(value, "responseData").iter();
        for node in nodes.chain(value.as_array().into_iter().flatten()) {
            self.node(node, 0);
        }
        for row in list(value, "totalQuoteList") {
            self.put(row);
        }
    }

    fn node(&mut self, node: &'v Value, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        for row in list(node, "quoteList") {
            self.put(row);
        }
        for key in ["toolDetail", "pluginDetail", "loopDetail", "childrenResponses"] {
            for inner in list(node, key) {
                self.node(inner, depth + 1);
            }
        }
    }
}

/// Returns the rows in the answers of some documents.
fn rows<'v>(answers: impl IntoIterator<Item = &'v Value>) -> Rows<'v> {
    let mut rows = Rows::default();
    for answer in answers {
        rows.answer(answer);
    }
    rows
}

/// Returns the words of an answer, a piece of one, or a chat record.
fn said(value: &Value) -> String {
    let content = ["/choices/0/message/content", "/choices/0/delta/content"];
    let content = content
        .iter()
        .find_map(|path| value.pointer(path))
        .or_else(|| value.get("value").filter(|it| it.is_array() || it.is_string()));
    match content {
        Some(Value::Array(parts)) => {
            let words = parts.iter().filter_map(|part| {
                part.pointer("/text/content").or_else(|| part.get("text"))?.as_str()
            });
            words.collect()
        }
        Some(Value::String(said)) => said.clone(),
        _ => String::new(),
    }
}

/// Returns chat records; empty for any other document.
fn chat(document: &Value) -> Chat {
    let data = document.get("data").unwrap_or(document);
    let records = ["list", "history", "records"].map(|key| list(data, key));
    let records = records.into_iter().find(|records| !records.is_empty()).unwrap_or_default();
    apps::chat(text(data, "title"), records.to_vec(), |record| match text(record, "obj") {
        "Human" => Role::Asked,
        "AI" => Role::Answered(!rows([record]).all.is_empty()),
        _ => Role::Other,
    })
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let mut id = String::new();
    let found;
    let turn = chats::turn(record.parts(chat), record.item);
    if let Some(turn) = &turn {
        id = apps::id(turn);
        answer.text = said(turn.message);
        answer.question = turn.asked.map(said);
        found = rows([turn.message]);
    } else {
        answer.text = payload.documents.iter().map(said).collect();
        found = rows(&payload.documents);
        let mut asked =
            payload.requests.iter().flat_map(|request| list(request, "messages").iter().rev());
        let asked = asked.find(|message| text(message, "role") == "user");
        answer.question = asked.and_then(|message| words(message.get("content")?));
    }
    answer.sources = found.all.into_iter().filter_map(source).collect();
    let own = fastgpt::marks(&answer.text);
    Ok(Case { id, ..answer.case(own, text_reader) })
}

/// Returns a row: a text, or a question `q` with its answer `a`.
fn source((id, row): (String, &Value)) -> Option<Source> {
    let mut fields = row.as_object()?.clone();
    let answer = text(row, "a");
    if let (Some(Value::String(question)), false) = (fields.get_mut("q"), answer.trim().is_empty())
    {
        question.push('\n');
        question.push_str(answer);
    }
    let mut source = NAMES.source_with_id(&fields, id);
    let scores = list(row, "score").iter().filter_map(|score| score.get("value")?.as_f64());
    source.score = source.score.or_else(|| scores.reduce(f64::max));
    Some(source)
}
