//! What a search returned for an answer, under any name: `matches`, `web_results`, `rag_hints`.

use serde_json::{Map, Value};

use crate::dialects::shared::key_family::{is_expected, is_judged, words};
use crate::dialects::shared::source_fields::SourceFields;

/// Fields for what a search returned, whose objects may have no score.
const RETURNED: &[&str] = &["results", "matches", "web_results", "hits", "search_hits"];

/// The field for the sources of an answer, or for those that were expected.
const REFERENCES: &str = "references";

/// Words of keys for texts of the answer itself, which are judged with scores.
const SAID: &[&str] = &["claim", "claims", "statement", "statements", "sentence", "sentences"];

/// Words of keys for how near a text is to a question.
const NEARNESS: &[&str] = &["score", "distance", "similarity"];

/// Returns the only list of documents with texts that a search returned: each has a score, or the list has a usual
/// name.
pub(super) fn returned(object: &Map<String, Value>) -> Option<(&str, &Value)> {
    let is_said = |key: &str| words(key).iter().any(|word| SAID.contains(&word.as_str()));
    let is_other =
        |key: &str| key == REFERENCES || is_expected(key) || is_judged(key) || is_said(key);
    let mut lists = object.iter().filter(|(key, value)| {
        let is_usual = RETURNED.contains(&key.as_str());
        !is_other(key) && all(value, |it| is_document(it) && (is_usual || is_near(it)))
    });
    let (key, value) = lists.next()?;
    lists.next().is_none().then_some((key.as_str(), value))
}

/// Returns the only list of what a search found that names documents by files or ids and has no texts of them.
pub(super) fn found_names(object: &Map<String, Value>) -> Option<(&Value, String)> {
    const FOUND: &[&str] = &["hits", "search_hits", "matches"];
    // A `name` with a score may be one of a metric.
    const DOCUMENT: SourceFields = SourceFields::DOCUMENT;
    let is_named = |fields: &Map<String, Value>| {
        let is_file = |key: &&&'static str| !["title", "name"].contains(*key);
        let mut keys = DOCUMENT.titles.iter().filter(is_file).chain(DOCUMENT.urls);
        keys.any(|key| fields.get(*key).is_some_and(Value::is_string)) && is_near(fields)
    };
    let is_one =
        |item: &Value| item.as_object().is_some_and(|it| is_named(it) && !DOCUMENT.has_text(it));
    let are_named = |list: &Value| {
        list.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_one))
    };
    let mut lists = FOUND.iter().filter_map(|key| Some((object.get(*key)?, (*key).to_owned())));
    lists.find(|(list, _)| are_named(list))
}

/// Returns what a search returned beside `references` that have no scores, which were expected.
pub(super) fn beside_expected(object: &Map<String, Value>) -> Option<(&str, &Value)> {
    let references = object.get(REFERENCES)?;
    returned(object).filter(|(_, list)| all(references, |it| !is_near(it)) && all(list, is_near))
}

/// True for a list of objects with texts, all of which fit.
fn all(list: &Value, fits: impl Fn(&Map<String, Value>) -> bool) -> bool {
    let is_one = |item: &Value| {
        item.as_object().is_some_and(|it| SourceFields::DOCUMENT.has_text(it) && fits(it))
    };
    list.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_one))
}

fn is_near(fields: &Map<String, Value>) -> bool {
    let is_score = |key: &str| words(key).iter().any(|word| NEARNESS.contains(&word.as_str()));
    fields.iter().any(|(key, value)| value.is_number() && is_score(key))
}

/// True for an object with a title, an address or the id of a document.
fn is_document(fields: &Map<String, Value>) -> bool {
    const DOCUMENT: SourceFields = SourceFields::DOCUMENT;
    let mut names = DOCUMENT.titles.iter().chain(DOCUMENT.urls);
    names.any(|name| fields.get(*name).is_some_and(Value::is_string))
        || ["doc_id", "document_id", "chunk_id"].iter().any(|id| fields.contains_key(*id))
}
