//! Answers under other names: of the family of answers, an essay, an explanation beside its evidence.

use serde_json::{Map, Value};

use super::cited_ids;
use super::fields::{QUESTIONS, RAW, key_beside, question};
use crate::dialects::shared::contexts::CONTEXTS;
use crate::dialects::shared::key_family::{
    KeyFamily, are_contexts, is_context_field, is_empty_context as is_empty, is_essay, is_reason,
    is_text_of,
};

/// Returns the only text under another name for an answer, beside a question or contexts.
pub(super) fn answer_of_family(object: &Map<String, Value>) -> Option<(String, &str)> {
    let is_answer = |(key, value): &(&String, &Value)| is_text_of(KeyFamily::Answer, key, value);
    let mut texts = object.iter().filter(is_answer);
    let Some((key, text)) = texts.next() else { return essay(object) };
    let beside = [QUESTIONS, CONTEXTS].concat();
    let is_beside =
        beside.iter().any(|key| object.contains_key(*key)) || key_beside(object).is_some();
    (texts.next().is_none() && is_beside).then_some((key.clone(), text.as_str()?))
}

/// Returns the only field of a row with a question that holds an answer as the model wrote it.
pub(super) fn raw_answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    question(object, None)?;
    let said = |key: &&'static str| {
        let text = object.get(*key)?.as_str().filter(|text| !text.trim().is_empty())?;
        Some(((*key).to_owned(), text))
    };
    let mut texts = RAW.iter().filter_map(said);
    texts.next().filter(|_| texts.next().is_none())
}

/// Returns the only essay of a row with a question and contexts, or with the ids that it cites.
fn essay(object: &Map<String, Value>) -> Option<(String, &str)> {
    let is_cited = cited_ids::of(object).is_some();
    let is_said = |(key, value): &(&String, &Value)| {
        is_essay(key, value) || is_cited && is_reason(key, value)
    };
    let mut essays = object.iter().filter(is_said);
    let (key, text) = essays.next().filter(|_| essays.next().is_none())?;
    // A row of which nothing was found has the field too.
    let has_contexts =
        || object.iter().any(|(key, value)| is_context_field(key, value) || is_empty(key, value));
    let is_answer = is_cited
        || question(object, None).is_some() && has_contexts()
        || text.as_str().is_some_and(cites_numbers) && has_texts(object);
    Some((key.clone(), text.as_str()?)).filter(|_| is_answer)
}

/// True if a row has the texts of its contexts in a list.
fn has_texts(object: &Map<String, Value>) -> bool {
    object.iter().any(|(key, value)| are_contexts(key, value))
}

/// True for a text with the marks of the first sources.
fn cites_numbers(text: &str) -> bool {
    ["[1]", "[2]", "【1】", "[Source 1"].iter().any(|mark| text.contains(mark))
}
