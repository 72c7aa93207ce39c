//! The names of the fields of rows: answers, questions, ids.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::dialects::shared::contexts::{CITATION, CONTEXTS, pair};
use crate::dialects::shared::key_family::{KeyFamily, is_context_field, is_text_of};
use crate::input::failed_row::FAILURES;

/// Fields that hold an answer.
pub(super) const ANSWERS: &[&str] = &[
    "article",
    "answer",
    "response",
    "output",
    "output_text",
    "generated_answer",
    "actual_output",
    "actualOutput",
    "completion",
    "prediction",
    "generated_text",
    "answer_text",
    "final_answer",
    "generated_response",
    "model_answer",
    "model_response",
    "model_output",
    "response_text",
    "rag_answer",
    "rag_response",
    "llm_answer",
    "llm_response",
    ACTUAL,
    "bot_response",
    "generated",
    "content",
    "final",
];

/// The field with the answer of a system, or with the true one beside a response of it.
pub(super) const ACTUAL: &str = "actual_answer";

/// Fields with a response beside which the actual answer is the true one.
pub(super) const RESPONSES: &[&str] = &[
    "response",
    "generated_response",
    "model_response",
    "rag_response",
    "llm_response",
    "bot_response",
    "prediction",
];

/// Fields that hold an answer as the model wrote it, in a row without any other.
pub(super) const RAW: &[&str] =
    &["answer_raw", "raw_answer", "response_raw", "raw_response", "output_raw", "raw_output"];

/// Fields that hold an answer one level deeper.
pub(super) const INNER: &[&str] =
    &["answer", "response", "final_answer", "generated_answer", "output_text", "response_text"];

/// Fields that hold a question.
pub(super) const QUESTIONS: &[&str] = &[
    "question",
    "prompt",
    "query",
    "user_input",
    "input",
    "instruction",
    "topic",
    "user_query",
    "chat_input",
    "model_input",
    "q",
];

/// Fields that hold the id of a row.
pub(super) const IDS: &[&str] = &[
    "id",
    "case_id",
    "question_id",
    "sample_id",
    "testcase_id",
    "test_case_id",
    "test_id",
    "qid",
    "query_id",
    "q_id",
    "example_id",
    "prompt_id",
];

/// Fields next to an answer that distinguish a row from any other object, beside its id.
pub(super) const ROW: &[&str] = &[
    "truth",
    "ground_truth",
    "ground_truths",
    "reference",
    "expected_output",
    "role",
    "model",
    CITATION,
];

/// The field with the messages that a reply answers.
pub(super) const REQUEST: &str = "request";

/// Fields of payloads with other dialects.
pub(super) const OTHERS: &[&str] =
    &["choices", "candidates", "mapping", "history", "citations", "object"];

/// True for a command that an agent ran, with what it printed, as a log of its steps has it.
pub(crate) fn is_command(object: &Map<String, Value>) -> bool {
    const ASKED: [&str; 3] = ["question", "query", "prompt"];
    object.contains_key("cmd")
        && object.contains_key("output")
        && !ASKED.iter().any(|key| object.contains_key(*key))
}

/// Returns the key of the question or the contexts beside an answer, by its words.
pub(super) fn key_beside(object: &Map<String, Value>) -> Option<&str> {
    let is_asked = |(key, value): &(&String, &Value)| {
        is_text_of(KeyFamily::Question, key, value) || is_context_field(key, value)
    };
    object.iter().find(is_asked).map(|(key, _)| key.as_str())
}

/// Returns the question of a row, under a name that a user gave, a usual one, or another of the family.
pub(super) fn question<'v>(object: &'v Map<String, Value>, named: Option<&str>) -> Option<&'v str> {
    let mut usual = named.into_iter().chain(QUESTIONS.iter().copied());
    let of_family = || {
        let is_asked =
            |(key, value): &(&String, &Value)| is_text_of(KeyFamily::Question, key, value);
        object.iter().find(is_asked).and_then(|(_, value)| value.as_str())
    };
    let of_bioasq = || object.get("body").filter(|_| is_bioasq(object))?.as_str();
    let of_request = || asked_in(object.get(REQUEST)?.as_array()?);
    let usual = usual.find_map(|key| object.get(key)?.as_str());
    usual.or_else(of_family).or_else(of_bioasq).or_else(of_request)
}

/// Returns a row of a table with `columns` whose cell for the answer is empty with an empty answer, and one that has
/// nothing but an answer with an empty question or empty contexts; `None` if it states neither a question nor
/// contexts nor an error, as a line of sums below the rows.
pub(crate) fn unanswered(
    mut row: Map<String, Value>,
    columns: &BTreeSet<String>,
) -> Option<Map<String, Value>> {
    let has = |known: &[&str]| known.iter().any(|key| row.contains_key(*key));
    let is_named = has(QUESTIONS) || has(IDS);
    let is_asked = has(QUESTIONS) || has(CONTEXTS) || key_beside(&row).is_some();
    let has_failed = FAILURES.iter().any(|key| row.contains_key(*key));
    let is_said = |key: &&str| row.get(*key).is_some_and(|it| it.as_str().is_some_and(is_words));
    if !is_asked && !has_failed && ANSWERS.iter().any(is_said) {
        // The cells of its question and its contexts are empty.
        let mut beside = QUESTIONS.iter().chain(CONTEXTS);
        let empty = beside.find(|key| columns.contains(**key))?;
        let nothing = if QUESTIONS.contains(empty) { "".into() } else { Value::Array(Vec::new()) };
        row.insert((*empty).to_owned(), nothing);
        return Some(row);
    }
    (is_asked || has_failed).then_some(())?;
    if !has(ANSWERS) {
        let usual = ANSWERS.iter().find(|key| columns.contains(**key));
        row.insert(usual.copied().unwrap_or("answer").to_owned(), "".into());
        if !is_named {
            let asked = question(&row, None).unwrap_or_default().to_owned();
            row.insert("question".to_owned(), asked.into());
        }
    }
    Some(row)
}

/// True for a text that is not blank.
fn is_words(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Returns what the last message of a user asks.
fn asked_in(messages: &[Value]) -> Option<&str> {
    let is_asked = |it: &&Value| it.get("role").and_then(Value::as_str) == Some("user");
    messages.iter().rev().find(is_asked)?.get("content")?.as_str()
}

/// True for a question of `BioASQ` with the answer of a run.
fn is_bioasq(object: &Map<String, Value>) -> bool {
    pair(object).is_some_and(|(answer, _)| answer == "ideal_answer")
}
