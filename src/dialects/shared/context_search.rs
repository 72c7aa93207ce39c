//! What a search returned for an answer, under any name: `matches`, `web_results`, `rag_hints`.

use serde_json::{Map, Value};

use crate::dialects::shared::key_family::{is_expected, is_judged, words};
use crate::dialects::shared::source_fields::SourceFields;

/// Fields for what a search returned, whose objects may have no score.
const RETURNED: &[&str] = &["results", "matches", "web_results", "hits", "search_hits"];

/// The field for the sources of an answer, or for those that were expected.
const REFERENCES: &str = "references";

/// Words of keys for how near a text is to a question.
const NEARNESS: &[&str] = &["score", "distance", "similarity"];

/// Returns the only list of objects with texts that a search returned: each has a score, or the list has a
/// usual name and each of them a title or an address.
pub(super) fn returned(object: &Map<String, Value>) -> Option<(&str, &Value)> {
    let is_other = |key: &str| key == REFERENCES || is_expected(key) || is_judged(key);
    let mut lists = object.iter().filter(|(key, value)| {
        !is_other(key) && all(value, |fields| is_near(fields) || is_returned(key, fields))
    });
    let (key, value) = lists.next()?;
    lists.next().is_none().then_some((key.as_str(), value))
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

fn is_returned(key: &str, fields: &Map<String, Value>) -> bool {
    const DOCUMENT: SourceFields = SourceFields::DOCUMENT;
    let mut names = DOCUMENT.titles.iter().chain(DOCUMENT.urls);
    RETURNED.contains(&key) && names.any(|name| fields.get(*name).is_some_and(Value::is_string))
}
