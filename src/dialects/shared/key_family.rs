//! The part that a field plays in a row, by the words of its key.
//!
//! Every program names these fields itself: `generated_explanation`, `query_text`, `answer_llm`,
//! `source_text`. The words of such a key are of a few families.

use serde_json::Value;

use crate::dialects::shared::source_fields::SourceFields;
use crate::text::word_count::has_words;

/// The part of a field in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyFamily {
    Question,
    Answer,
    Contexts,
}

const QUESTION: &[&str] = &["question", "query", "prompt"];

const ANSWER: &[&str] = &[
    "answer",
    "response",
    "output",
    "completion",
    "prediction",
    "generated",
    "generation",
    "reply",
];

const CONTEXTS: &[&str] = &[
    "context",
    "contexts",
    "chunk",
    "chunks",
    "source",
    "sources",
    "hits",
    "evidence",
    "evidences",
    "retrieved",
    "passages",
    "document",
    "documents",
    "docs",
    "snippets",
    "excerpts",
    "citations",
    "references",
];

/// Words of keys for longer answers, which say as much beside any other text.
const ESSAYS: &[&str] =
    &["memo", "report", "summary", "essay", "synthesis", "explanation", "justification"];

/// Words of keys for reasons, which say as much beside the ids that they cite.
const REASONS: &[&str] = &["rationale", "reasoning", "reason", "analysis", "comment", "feedback"];

/// Words of keys for something about a question or an answer: who wrote it, when, how good it is.
const ABOUT: &[&str] = &[
    "expected",
    "gold",
    "golden",
    "ground",
    "truth",
    "true",
    "ideal",
    "orig",
    "original",
    "correct",
    "type",
    "kind",
    "id",
    "ids",
    "idx",
    "index",
    "count",
    "num",
    "number",
    "length",
    "time",
    "latency",
    "ms",
    "date",
    "score",
    "scores",
    "relevancy",
    "relevance",
    "correctness",
    "model",
    "tokens",
    "format",
    "path",
    "file",
    "url",
    "name",
    "status",
    "error",
    "code",
    "metadata",
    "config",
    "schema",
    "chars",
    "template",
    "instructions",
    "reference",
    "questions",
    "queries",
    "raw",
    "sub",
    "points",
    "key",
    "keywords",
];

/// Words of keys for what an answer should be like.
const EXPECTED: &[&str] = &["gold", "golden", "expected", "truth"];

/// Words of keys for what was judged about an answer.
const JUDGED: &[&str] = &[
    "judge",
    "judges",
    "judgement",
    "judgements",
    "judgment",
    "judgments",
    "verdict",
    "verdicts",
    "grade",
    "grades",
    "fact",
    "facts",
];

/// Returns the family of a key; `None` for any other.
pub(crate) fn family(key: &str) -> Option<KeyFamily> {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    if has(ABOUT) {
        return None;
    }
    // The answer of a system, and not its instructions.
    if words.iter().any(|word| word == "system") && !has(ANSWER) {
        return None;
    }
    let families = [
        (ANSWER, KeyFamily::Answer),
        (CONTEXTS, KeyFamily::Contexts),
        (QUESTION, KeyFamily::Question),
    ];
    families.into_iter().find(|(known, _)| has(known)).map(|(_, family)| family)
}

/// Returns the word of a key that says that it holds an answer: `output` of `baseline_output`.
pub(crate) fn family_word(key: &str) -> Option<String> {
    words(key).into_iter().find(|word| ANSWER.contains(&word.as_str()))
}

/// True if a value is a text of several words under a key for an essay.
pub(crate) fn is_essay(key: &str, value: &Value) -> bool {
    is_text_with(ESSAYS, key, value)
}

/// True if a key is that of an essay.
pub(crate) fn names_essay(key: &str) -> bool {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    has(ESSAYS) && !has(ABOUT)
}

/// True if a value is a text of several words under a key for reasons.
pub(crate) fn is_reason(key: &str, value: &Value) -> bool {
    is_text_with(REASONS, key, value)
}

fn is_text_with(known: &[&str], key: &str, value: &Value) -> bool {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_said = |text: &str| has_words(text, 2);
    value.as_str().is_some_and(is_said) && has(known) && !has(ABOUT)
}

/// True if a value is a text of several words under a key of this family.
pub(crate) fn is_text_of(wanted: KeyFamily, key: &str, value: &Value) -> bool {
    let is_said = |text: &str| has_words(text, 2);
    value.as_str().is_some_and(is_said) && family(key) == Some(wanted)
}

/// True if a list holds texts, or objects with texts, under a key for contexts. Texts beside objects are
/// names.
pub(crate) fn are_contexts(key: &str, value: &Value) -> bool {
    let is_text = |item: &Value| match item {
        Value::String(text) => has_words(text, 4),
        Value::Object(fields) => SourceFields::DOCUMENT.has_text(fields),
        _ => false,
    };
    let are_texts = |items: &Vec<Value>| {
        let is_mixed = items.iter().any(Value::is_string) && items.iter().any(Value::is_object);
        !is_mixed && items.iter().any(is_text)
    };
    value.as_array().is_some_and(are_texts)
        && family(key) == Some(KeyFamily::Contexts)
        && !is_of_names(key)
}

/// True for a list of the names of contexts, and not of their texts: `retrieved_titles`.
pub(crate) fn are_context_names(key: &str, value: &Value) -> bool {
    let is_name = |item: &Value| item.as_str().is_some_and(|name| !name.trim().is_empty());
    // A document may lack its title.
    let are_names =
        |items: &Vec<Value>| items.iter().all(Value::is_string) && items.iter().any(is_name);
    value.as_array().is_some_and(are_names)
        && family(key) == Some(KeyFamily::Contexts)
        && is_of_names(key)
}

fn is_of_names(key: &str) -> bool {
    const NAMES: [&str; 4] = ["titles", "names", "filenames", "files"];
    words(key).iter().any(|word| NAMES.contains(&word.as_str()))
}

/// True if a value is a passage in one text under a key for contexts, `source` or `source_text`, and not the
/// name of a source.
pub(crate) fn is_context(key: &str, value: &Value) -> bool {
    const MIN_WORDS: usize = 21;
    let is_passage = |text: &str| has_words(text, MIN_WORDS);
    value.as_str().is_some_and(is_passage) && family(key) == Some(KeyFamily::Contexts)
}

/// True if a value holds the texts of contexts, in a list or in one text.
pub(crate) fn is_context_field(key: &str, value: &Value) -> bool {
    are_contexts(key, value) || is_context(key, value) || are_context_names(key, value)
}

/// True for an empty text or list under a key for contexts.
pub(crate) fn is_empty_context(key: &str, value: &Value) -> bool {
    let is_empty = value.as_str().is_some_and(|text| text.trim().is_empty())
        || value.as_array().is_some_and(Vec::is_empty);
    is_empty && family(key) == Some(KeyFamily::Contexts)
}

/// True for a key of something that was expected, and not said: `gold_sources`, `expected_answer`.
pub(crate) fn is_expected(key: &str) -> bool {
    words(key).iter().any(|word| EXPECTED.contains(&word.as_str()))
}

/// True for a key of what was judged about an answer: `relevancy_judgements`, `fact_citation_pairs`.
pub(crate) fn is_judged(key: &str) -> bool {
    words(key).iter().any(|word| JUDGED.contains(&word.as_str()))
}

/// True for a key of the list of sources below an answer: `citation_section`, `references_block`.
pub(crate) fn is_source_list(key: &str) -> bool {
    const LISTED: [&str; 7] =
        ["citation", "citations", "source", "sources", "reference", "references", "bibliography"];
    const PARTS: [&str; 4] = ["section", "list", "block", "footer"];
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    has(&LISTED) && has(&PARTS)
}

/// Returns the words of `retrieved_contexts`, `retrievedContexts` or `retrieved-contexts` in lower case.
pub(crate) fn words(key: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut is_low = false;
    for c in key.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && is_low {
            words.push(String::new());
        }
        is_low = c.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_key_say_its_part() {
        for (key, expected) in [
            ("generated_explanation", Some(KeyFamily::Answer)),
            ("answerLlm", Some(KeyFamily::Answer)),
            ("query-text", Some(KeyFamily::Question)),
            ("relevant_source_found", Some(KeyFamily::Contexts)),
            ("source_text", Some(KeyFamily::Contexts)),
            ("expected_answer", None),
            ("response_time_ms", None),
            ("answer_orig", None),
            ("document_id", None),
            ("system_answer", Some(KeyFamily::Answer)),
            ("system_prompt", None),
            ("resources", None),
        ] {
            assert_eq!(family(key), expected, "{key}");
        }
    }
}
