//! Answers that are values, with the pages that they rest on, as competitions collect them:
//! `{"question_text": "…", "value": 12.5, "references": [{"pdf_sha1": "3f…", "page_index": 61}]}`.

use serde_json::{Map, Value};

use super::answer;
use super::fields::question;
use crate::dialects::shared::key_family::words;

/// The field with the value, and that with the pages.
const VALUE: &str = "value";
const REFERENCES: &str = "references";

/// Words of a key that names a document.
const DOCUMENT: &[&str] =
    &["doc", "document", "pdf", "file", "filename", "source", "sha1", "title"];

/// Returns such a row with its value as a text and its pages as citations, from 1.
pub(super) fn respelled(row: &Map<String, Value>) -> Option<Map<String, Value>> {
    let references = row.get(REFERENCES)?.as_array()?;
    let text = text(row.get(VALUE)?)?;
    if answer(row).is_some() {
        return None;
    }
    question(row, None)?;
    let citations: Vec<Vec<Value>> = references.iter().map(citations).collect::<Option<_>>()?;
    let citations = citations.into_iter().flatten().collect();
    let mut own: Map<String, Value> = row.clone();
    own.remove(VALUE);
    own.remove(REFERENCES);
    own.insert("answer".to_owned(), text.into());
    own.insert("citations".to_owned(), Value::Array(citations));
    Some(own)
}

/// Returns a value as people write it.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(text).collect();
            items.map(|items| items.join(", ")).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

/// Returns the document and the page of a reference, of which an index counts from 0; nothing if the name of
/// the document is empty, and `None` for anything else than a reference.
fn citations(reference: &Value) -> Option<Vec<Value>> {
    let fields = reference.as_object()?;
    let has =
        |key: &str, known: &[&str]| words(key).iter().any(|word| known.contains(&word.as_str()));
    let mut named = fields.iter().filter(|(key, _)| has(key, DOCUMENT));
    let document = named.find_map(|(_, value)| value.as_str())?;
    let (key, page) = fields.iter().find_map(|(key, value)| {
        has(key, &["page"]).then(|| value.as_u64()).flatten().map(|page| (key, page))
    })?;
    let page = if has(key, &["index", "idx"]) { page + 1 } else { page };
    let is_named = !document.trim().is_empty();
    let named = is_named.then(|| serde_json::json!({"source": document, "page": page}));
    Some(named.into_iter().collect())
}
