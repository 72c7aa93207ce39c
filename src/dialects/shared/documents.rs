//! The documents of frameworks for retrieval: `LangChain`'s, Haystack's, `LlamaIndex`'s nodes, and
//! their form in traces.
//!
//! All are a text with metadata, with different names; serialized ones have them one level deeper.
//! The number that a model was given is not in them: it is their position from 1, unless a dialect
//! knows better.

use serde_json::{Map, Value};

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields, Values};
use crate::input::json::parse;
use crate::input::json::{list, text};
use crate::model::{IdFrom, Source};
use crate::text::address;

const NAMES: SourceFields = SourceFields {
    ids: &["id", "id_", "_id", "doc_id", "document_id", "chunk_id", "node_id"],
    texts: &["page_content", "pageContent", "content", "text"],
    titles: &["title", "file_name", "filename", "name", "source", "file_path", "path"],
    urls: &["url", "source_url", "link", "source"],
    updated: &[],
    scores: &["score", "relevance_score", "_score", "similarity"],
    shown: Shown::Others { except: MACHINE, max_length: 300 },
    absent: Absent::Reason("the document has no text here; pass it with `--source ID=PATH`"),
    values: Values::Filled,
};

/// Fields that only a machine reads.
const MACHINE: &[&str] = &[
    "type",
    "class_name",
    "embedding",
    "sparse_embedding",
    "relationships",
    "hash",
    "metadata_template",
    "metadata_separator",
    "text_template",
    "content_type",
    "blob",
    "dataframe",
    "lc",
];

/// Maximum depth of wrapped documents.
const MAX_WRAPS: usize = 4;

/// Returns the fields of a document, including those of its metadata; `None` if it is not a
/// document.
pub(crate) fn fields(value: &Value) -> Option<Map<String, Value>> {
    unwrapped(value, 0).filter(|fields| {
        let has =
            |keys: &[&str]| keys.iter().any(|key| fields.get(*key).is_some_and(Value::is_string));
        has(NAMES.texts) || has(&["document_id", "doc_id"])
    })
}

fn unwrapped(value: &Value, depth: usize) -> Option<Map<String, Value>> {
    let outer = value.as_object().filter(|_| depth < MAX_WRAPS)?;
    let wraps = ["kwargs", "init_parameters", "node", "document"];
    if let Some(inner) = wraps.iter().find_map(|key| outer.get(*key).filter(|it| it.is_object())) {
        let mut fields = unwrapped(inner, depth + 1)?;
        if let Some(score) = outer.get("score").filter(|score| score.is_number()) {
            fields.insert("score".to_owned(), score.clone());
        }
        return Some(fields);
    }
    let mut fields = Map::new();
    for key in ["metadata", "meta", "extra_info"] {
        match outer.get(key) {
            Some(Value::Object(inner)) => fields.extend(inner.clone()),
            // OpenInference keeps it as a text of JSON.
            Some(Value::String(json)) => {
                if let Ok(Value::Object(inner)) = parse(json).map(|parsed| parsed.value) {
                    fields.extend(inner);
                }
            }
            _ => {}
        }
    }
    let own = outer.iter().filter(|(key, value)| {
        !value.is_null() && !["metadata", "meta", "extra_info"].contains(&key.as_str())
    });
    fields.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    Some(fields)
}

/// Returns the source of a document, with its own id if it has one.
pub(crate) fn source(fields: &Map<String, Value>) -> Source {
    let mut source = NAMES.source(fields);
    source.title = source.title.filter(|title| !address::is_address(title));
    source
}

/// Returns the documents in a list; empty if one of its items is not a document.
pub(crate) fn sources(items: &[Value]) -> Vec<Source> {
    let read: Option<Vec<Source>> =
        items.iter().map(|item| fields(item).map(|fields| source(&fields))).collect();
    read.unwrap_or_default()
}

/// Returns the documents that a step gave back: a list, bare or in one of the usual fields.
pub(crate) fn returned(value: &Value) -> Vec<Source> {
    if let Value::String(json) = value {
        return match parse(json) {
            Ok(parsed) if !parsed.value.is_string() => returned(&parsed.value),
            _ => Vec::new(),
        };
    }
    let own = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let fields = ["documents", "output", "source_documents", "context", "nodes", "source_nodes"];
    let lists = fields.iter().map(|key| list(value, key));
    let found = std::iter::once(own).chain(lists).map(sources).find(|found| !found.is_empty());
    found
        .or_else(|| Some(returned(value.get("output").filter(|it| it.is_object())?)))
        .unwrap_or_default()
}

/// Numbers the sources by their positions from 1, unless marks in `text` name some by their own
/// ids: then these stay.
pub(crate) fn number(sources: &mut [Source], text: &str, text_reader: &TextReader<'_>) {
    let found = text_reader.read(text).map(|(_, found)| found).unwrap_or_default();
    let targets = found.citations.iter().flat_map(|citation| &citation.targets);
    let own = |id: &str| sources.iter().any(|source| !id.is_empty() && source.id == id);
    if targets.into_iter().any(|target| own(&target.id)) {
        return;
    }
    for (source, number) in sources.iter_mut().zip(1_usize..) {
        let id = std::mem::replace(&mut source.id, number.to_string());
        source.id_from = IdFrom::Text;
        if !id.is_empty() {
            source.metadata.push(("id".to_owned(), id));
        }
    }
}

/// Maximum depth at which an answer is searched for in the output of a step.
const MAX_DEPTH: usize = 8;

/// Fields with the answer, the most certain first.
const ANSWERS: &[&str] = &[
    "answer",
    "output",
    "response",
    "result",
    "output_text",
    "generation",
    "generations",
    "messages",
    "message",
    "choices",
    "replies",
    "answers",
    "content",
    "text",
    "parts",
    "data",
];

/// Fields with the question.
const QUESTIONS: &[&str] = &[
    "question",
    "query",
    "user_input",
    "input",
    "prompt",
    "messages",
    "message",
    "content",
    "text",
    "parts",
];

/// Returns the words of a step: its text, or that of the last message in it.
pub(crate) fn said(value: &Value) -> Option<String> {
    spoken(value, ANSWERS, 0)
}

/// Returns the question of a step.
pub(crate) fn asked(value: &Value) -> Option<String> {
    spoken(value, QUESTIONS, 0)
}

fn spoken(value: &Value, keys: &[&str], depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    match value {
        Value::String(json) if json.trim_start().starts_with(['{', '[']) => match parse(json) {
            Ok(parsed) if parsed.value.is_object() || parsed.value.is_array() => {
                spoken(&parsed.value, keys, depth + 1).or_else(|| Some(json.clone()))
            }
            _ => Some(json.clone()),
        },
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(items) => {
            let words = |part: &Value| part.as_str().map(str::to_owned).or_else(|| block(part));
            let parts: Option<Vec<String>> = items.iter().map(words).collect();
            match parts.filter(|parts| !parts.is_empty()) {
                Some(parts) => Some(parts.concat()),
                None => items.iter().rev().find_map(|item| spoken(item, keys, depth + 1)),
            }
        }
        Value::Object(fields) => {
            let inner = ["kwargs", "init_parameters"].iter().find_map(|key| fields.get(*key));
            inner
                .or_else(|| fields.get("data").filter(|it| it.get("content").is_some()))
                .and_then(|inner| spoken(inner, keys, depth + 1))
                .or_else(|| keys.iter().find_map(|key| spoken(fields.get(*key)?, keys, depth + 1)))
                .or_else(|| match fields.values().next() {
                    // A field with a name of the app's own, if it is the only one.
                    Some(only) if fields.len() == 1 => spoken(only, keys, depth + 1),
                    _ => None,
                })
        }
        _ => None,
    }
}

/// Returns all words of a model's input, in order.
pub(crate) fn words(value: &Value) -> String {
    let mut words = String::new();
    gather(value, &mut words, 0);
    words
}

fn gather(value: &Value, words: &mut String, depth: usize) {
    match value {
        Value::String(text) => {
            words.push_str(text);
            words.push('\n');
        }
        Value::Array(items) if depth < MAX_DEPTH * 2 => {
            for item in items {
                gather(item, words, depth + 1);
            }
        }
        Value::Object(fields) if depth < MAX_DEPTH * 2 => {
            for item in fields.values() {
                gather(item, words, depth + 1);
            }
        }
        _ => {}
    }
}

/// Returns the words of a content block; empty for one without words, `None` for anything else.
fn block(part: &Value) -> Option<String> {
    let kind = part.get("type")?.as_str()?;
    if part.get("role").is_some()
        || matches!(kind, "ai" | "human" | "system" | "tool" | "constructor")
    {
        return None;
    }
    let words = ["text", "content"].map(|key| text(part, key));
    Some(words.concat())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_of_every_framework() {
        let of_langchain = json!({"lc": 1, "type": "constructor", "id": ["langchain", "Document"],
            "kwargs": {"page_content": "It rose.", "metadata": {"source": "a.pdf", "page": 3}}});
        let of_llamaindex = json!({"node": {"id_": "n1", "text": "It rose.", "hash": "x",
            "metadata": {"file_name": "a.pdf", "page": 3}}, "score": 0.5});
        let of_haystack = json!({"type": "haystack.Document", "init_parameters": {"id": "n1",
            "content": "It rose.", "meta": {"name": "a.pdf", "page": 3}, "embedding": [1, 2]}});
        let of_a_trace = json!({"document": {"id": "n1", "content": "It rose.", "score": 0.5,
            "metadata": "{\"title\": \"a.pdf\", \"page\": 3}"}});
        for value in [of_langchain, of_llamaindex, of_haystack, of_a_trace] {
            let source = source(&fields(&value).unwrap());
            assert_eq!(source.title.as_deref(), Some("a.pdf"), "{value}");
            assert_eq!(source.metadata, [("page".to_owned(), "3".to_owned())], "{value}");
            assert_eq!(source.text, crate::model::SourceText::Inline("It rose.".into()));
        }
        assert_eq!(fields(&json!({"role": "user"})), None);
    }

    #[test]
    fn words_are_found_wherever_they_stand() {
        let answer_in = |value: Value| said(&value).unwrap_or_default();
        assert_eq!(answer_in(json!("It is.")), "It is.");
        assert_eq!(answer_in(json!({"answer": "It is.", "context": []})), "It is.");
        assert_eq!(answer_in(json!({"my_field": {"text": "It is."}})), "It is.");
        let kwargs =
            json!({"content": [{"type": "text", "text": "It "}, {"type": "text", "text": "is."}]});
        let message = json!({"lc": 1, "id": ["AIMessage"], "kwargs": kwargs});
        assert_eq!(answer_in(json!({"generations": [[{"message": message}]]})), "It is.");
        let human = json!({"type": "human", "content": "Is it?"});
        let ai = json!({"type": "ai", "content": "It is."});
        assert_eq!(answer_in(json!({"messages": [human, ai]})), "It is.");
        assert_eq!(answer_in(json!("{\"output\": \"It is.\"}")), "It is.");
        assert_eq!(
            answer_in(json!({"role": "model", "parts": [{"type": "text", "content": "It is."}]})),
            "It is."
        );
    }
}
