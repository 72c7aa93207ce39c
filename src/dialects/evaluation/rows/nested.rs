//! Rows anywhere in a document of unknown shape, and the answers of a row that has several.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::fields::question;
use super::{answer, halves, has_answer, is_nested, is_other, values};
use crate::dialects::shared::contexts::has_contexts;
use crate::dialects::shared::key_family::{
    KeyFamily, are_contexts, family_word, is_expected, is_judged, is_text_of, words,
};
use crate::input::json;

/// Maximum depth at which rows are searched for, and their maximum number.
const MAX_DEPTH: usize = 12;
const MAX_ROWS: usize = 10_000;

/// Fields with the calls of tools, whose outputs are no answers.
const CALLS: [&str; 4] = ["tool_calls", "toolCalls", "function_calls", "tool_results"];

/// Returns the rows anywhere in a document of unknown shape, with their paths. A question beside the
/// object with the answer is that of the row.
pub(crate) fn rows_within(document: &Value) -> Vec<(String, Value)> {
    let mut rows = Vec::new();
    collect(document, "", None, 0, &mut rows);
    // A list and its first item may be saved both. Without a question, answers only look alike.
    let whole = |row: &Value| question(row.as_object()?, None).map(|_| row.to_string());
    let mut seen = BTreeSet::new();
    rows.retain(|(_, row)| whole(row).is_none_or(|whole| seen.insert(whole)));
    rows
}

fn collect(
    value: &Value,
    path: &str,
    asked_above: Option<&str>,
    depth: usize,
    rows: &mut Vec<(String, Value)>,
) {
    if depth > MAX_DEPTH || rows.len() >= MAX_ROWS {
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{index}]"), asked_above, depth + 1, rows);
            }
        }
        Value::Object(object) => {
            let own = question(object, None);
            if own.is_none()
                && let Some(above) = asked_above
                && answer(object).is_some()
            {
                let mut row = object.clone();
                row.insert("question".to_owned(), above.into());
                if is_nested(&row) {
                    rows.push((path.to_owned(), Value::Object(row)));
                    return;
                }
            }
            if is_nested(object) {
                rows.push((path.to_owned(), value.clone()));
                return;
            }
            if let Some(row) =
                values::respelled(object).or_else(|| halves::merged(object, has_answer))
            {
                rows.push((path.to_owned(), Value::Object(row)));
                return;
            }
            let sides = sides(object);
            if !sides.is_empty() {
                let named = |(key, row)| (json::join(path, key), Value::Object(row));
                rows.extend(sides.into_iter().map(named));
                return;
            }
            let asked = own.or(asked_above);
            // The expected answer to a question is none that a model gave.
            let is_no_answer = |key: &str| is_judged(key) || asked.is_some() && is_expected(key);
            let holds_rows =
                |(key, _): &(&String, &Value)| !CALLS.contains(&key.as_str()) && !is_no_answer(key);
            for (key, inner) in object.iter().filter(holds_rows) {
                collect(inner, &json::join(path, key), asked, depth + 1, rows);
            }
        }
        _ => {}
    }
}

/// Returns the answers of a row that has several side by side, `baseline_output` and `enhanced_output`, as
/// rows with the question, each with the contexts of its side, else with those of the row.
fn sides(object: &Map<String, Value>) -> Vec<(&str, Map<String, Value>)> {
    let is_answer = |(key, value): &(&String, &Value)| is_text_of(KeyFamily::Answer, key, value);
    let answers: Vec<(&str, &Value)> =
        object.iter().filter(is_answer).map(|(key, value)| (key.as_str(), value)).collect();
    let kinds: BTreeSet<Option<String>> = answers.iter().map(|(key, _)| family_word(key)).collect();
    let Some(asked) = question(object, None).filter(|_| answers.len() > 1 && kinds.len() == 1)
    else {
        return Vec::new();
    };
    if is_other(object) || answers.iter().any(|(key, _)| side(key).is_empty()) {
        return Vec::new();
    }
    let given = |key: &str, value: &Value| are_contexts(key, value) || are_ids(key, value);
    let given: Vec<(&String, &Value)> =
        object.iter().filter(|(key, value)| given(key, value)).collect();
    let row = |key: &str, text: &Value| {
        let own = given.iter().find(|(list, _)| words(list).starts_with(&side(key)));
        let mut row = Map::new();
        row.insert("question".to_owned(), asked.into());
        row.insert("answer".to_owned(), text.clone());
        match own {
            Some((list, value)) => {
                let name = if are_ids(list, value) { "retrieved_chunk_ids" } else { "contexts" };
                row.insert(name.to_owned(), (*value).clone());
            }
            None if has_contexts(object) => {
                let rest = object.iter().filter(|(key, _)| !is_answer_key(&answers, key));
                row.extend(rest.map(|(key, value)| (key.clone(), value.clone())));
            }
            None => {}
        }
        row
    };
    answers.iter().map(|(key, text)| (*key, row(key, text))).collect()
}

fn is_answer_key(answers: &[(&str, &Value)], key: &str) -> bool {
    answers.iter().any(|(own, _)| *own == key)
}

/// Returns the words of a key for an answer without the word that says so: `baseline` of
/// `baseline_output`.
fn side(key: &str) -> Vec<String> {
    let word = family_word(key);
    words(key).into_iter().filter(|own| Some(own) != word.as_ref()).collect()
}

/// True for a list of the ids of contexts: `baseline_chunk_ids`.
fn are_ids(key: &str, value: &Value) -> bool {
    const PIECES: [&str; 6] = ["chunk", "doc", "document", "source", "passage", "context"];
    let is_id = |item: &Value| {
        item.as_str().is_some_and(|id| !id.is_empty() && !id.contains(char::is_whitespace))
    };
    let own = words(key);
    let is_named = own.iter().any(|word| word == "ids")
        && own.iter().any(|word| PIECES.contains(&word.as_str()));
    is_named && value.as_array().is_some_and(|ids| !ids.is_empty() && ids.iter().all(is_id))
}
