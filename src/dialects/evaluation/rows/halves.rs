//! Rows whose fields are apart: in columns named by their side (`inputs.question`, `outputs.answer`), or in one
//! object for what was asked and one for what came of it (`{"case": {"query": "…"}, "result": {"response": "…"}}`),
//! or with the answer and its contexts in one object (`{"id": "a", "result": {"answer": "…", "contexts": […]}}`),
//! or in the lists of MTRAG (`{"input": [{"speaker": "user", "text": "…"}], "predictions": [{"text": "…"}]}`).

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::fields::{IDS, question};
use crate::dialects::shared::contexts::has_contexts;

/// Fields with what was asked.
const ASKED: [&str; 7] = ["case", "test_case", "testcase", "example", "sample", "item", "task"];

/// Fields with what came of it.
const RESULTS: [&str; 5] = ["result", "output", "response", "run", "prediction"];

/// Fields with an answer and its contexts. Envelopes of interfaces have other names.
const WHOLE: [&str; 3] = ["result", "run", "prediction"];

/// A test that an object has an answer, or that its row with the question has an empty one.
type HasAnswer = fn(&Map<String, Value>, &Map<String, Value>) -> bool;

/// Returns a row with its fields side by side under their plain names; any other as it is.
pub(super) fn joined(
    object: &Map<String, Value>,
    has_answer: HasAnswer,
) -> Cow<'_, Map<String, Value>> {
    let halves = || merged(object, has_answer).or_else(|| inside(object, has_answer));
    let columns = || unprefixed(object).or_else(halves).or_else(|| predicted(object));
    columns().map_or(Cow::Borrowed(object), Cow::Owned)
}

/// Returns a row of columns that are named by their side, as the evaluations of Azure write it.
fn unprefixed(object: &Map<String, Value>) -> Option<Map<String, Value>> {
    if !object.keys().any(|key| key.starts_with("outputs.")) {
        return None;
    }
    let mut plain = Map::new();
    for side in ["inputs.", "outputs."] {
        let own = object.iter().filter_map(|(key, value)| Some((key.strip_prefix(side)?, value)));
        plain.extend(own.map(|(key, value)| (key.to_owned(), value.clone())));
    }
    Some(plain)
}

/// Returns the fields of both objects of a row, if the one has a question and the other an answer.
pub(super) fn merged(
    object: &Map<String, Value>,
    has_answer: HasAnswer,
) -> Option<Map<String, Value>> {
    let part = |keys: &[&str]| keys.iter().find_map(|key| object.get(*key)?.as_object());
    let (asked, result) = (part(&ASKED)?, part(&RESULTS)?);
    question(asked, None).filter(|_| !has_answer(asked, asked))?;
    let mut row = result.clone();
    for (key, value) in asked {
        row.entry(key.clone()).or_insert_with(|| value.clone());
    }
    has_answer(result, &row).then_some(row)
}

/// Returns the fields of the object with the answer and its contexts, and those beside it.
fn inside(object: &Map<String, Value>, has_answer: HasAnswer) -> Option<Map<String, Value>> {
    let result = WHOLE.iter().find_map(|key| object.get(*key)?.as_object())?;
    // The envelope of an interface has no id of a row.
    let ids = IDS.iter().filter(|key| **key != "id").chain(&["item_id"]);
    let is_apart = ids.into_iter().any(|key| object.contains_key(*key))
        && !has_answer(object, object)
        && has_answer(result, result)
        && has_contexts(result);
    is_apart.then(|| {
        let mut row = result.clone();
        for (key, value) in object.iter().filter(|(_, value)| !value.is_object()) {
            row.entry(key.clone()).or_insert_with(|| value.clone());
        }
        row
    })
}

/// Returns a row with its only prediction and the last turn of its user as texts.
pub(super) fn predicted(object: &Map<String, Value>) -> Option<Map<String, Value>> {
    let list = |key: &str| object.get(key)?.as_array();
    let [prediction] = list("predictions")?.as_slice() else { return None };
    let text = prediction.get("text").filter(|text| text.is_string())?;
    list("contexts")?;
    let mut turns = list("input")?.iter().rev();
    let is_of_user = |turn: &&Value| turn.get("speaker").and_then(Value::as_str) == Some("user");
    let question = turns.find(is_of_user)?.get("text").filter(|text| text.is_string())?;
    let mut row = object.clone();
    row.remove("predictions");
    row.insert("prediction".to_owned(), text.clone());
    row.insert("input".to_owned(), question.clone());
    Some(row)
}
