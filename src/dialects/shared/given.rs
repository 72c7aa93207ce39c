//! Documents that a payload gives as JSON objects of their own making: a text, a title and an address
//! under one of the names that are usual for them.

use serde_json::{Map, Value};

use crate::model::{IdFrom, Source, SourceText};
use crate::sources::with_divisions;

/// Names of a document's id.
const IDS: &[&str] = &["id", "doc_id", "document_id", "chunk_id", "source_id", "_id"];

/// Names of its text, the surest first.
const TEXTS: &[&str] =
    &["text", "content", "page_content", "passage", "snippet", "document", "body"];

/// Names of its title.
const TITLES: &[&str] = &["title", "name", "source", "file_name", "filename"];

/// Names of its address.
const ADDRESSES: &[&str] = &["url", "link", "source_url"];

/// The source that a document is. One without a text of its own, such as the row of a table, is all
/// its fields, one a line.
pub(crate) fn document(fields: &Map<String, Value>) -> Source {
    let first = |keys: &[&str]| keys.iter().find_map(|key| fields.get(*key)?.as_str());
    let id = IDS.iter().find_map(|key| id(fields, key)).unwrap_or_default();
    let mut source = Source {
        id_from: if id.is_empty() { IdFrom::Position } else { IdFrom::Text },
        id,
        title: first(TITLES).map(str::to_owned),
        url: first(ADDRESSES).map(str::to_owned),
        score: fields.get("score").and_then(Value::as_f64),
        ..Source::default()
    };
    match first(TEXTS) {
        Some(text) => with_divisions(&mut source, text),
        None => source.text = SourceText::Inline(as_lines(fields).into()),
    }
    source
}

/// The words of a retrieved passage, by which it is found again in its document.
pub(crate) fn quote(passage: &Source) -> Option<String> {
    match &passage.text {
        SourceText::Inline(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// An id: a text that is not empty, or a number as it is written.
pub(crate) fn id(object: &Map<String, Value>, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::String(id) => Some(id.clone()).filter(|id| !id.is_empty()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// All fields, one a line.
pub(crate) fn as_lines(fields: &Map<String, Value>) -> String {
    let line = |(key, value): (&String, &Value)| match value {
        Value::String(text) => format!("{key}: {text}\n"),
        other => format!("{key}: {other}\n"),
    };
    fields.iter().map(line).collect()
}
