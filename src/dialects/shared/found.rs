//! Tool results as sources: a text, a list of results, or an object around one.
//!
//! Tools write any format. A text that presents sources with their ids is read like a saved prompt;
//! JSON is searched for a list of results; anything else is one source.

use serde_json::Value;

use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields, Values};
use crate::input::json::parse;
use crate::model::{Source, SourceText};
use crate::sources::{split, with_divisions};

/// The most results of one tool call that are read.
const MAX_RESULTS: usize = 10_000;

/// Maximum depth at which a list of results is searched for.
const MAX_DEPTH: usize = 6;

/// Fields that hold results, the surest first.
const LISTS: &[&str] = &[
    "results",
    "documents",
    "docs",
    "chunks",
    "passages",
    "search_results",
    "sources",
    "hits",
    "matches",
    "items",
    "data",
    "organic",
    "citations",
    "references",
];

/// Fields around results, or around a text.
const WRAPS: &[&str] = &["result", "output", "response", "content", "web"];

/// Fields with the content of a part: Bedrock's `json` and `searchResult`, MCP's `resource`.
const PARTS: &[&str] = &["json", "searchResult", "resource"];

/// A result may be of any tool, and has its texts and names under any of the usual keys.
const RESULT: SourceFields = SourceFields {
    ids: &[
        "id",
        "ref_id",
        "reference_id",
        "document_id",
        "doc_id",
        "chunk_id",
        "source_id",
        "file_id",
        "_id",
    ],
    titles: &["title", "name", "filename", "file_name", "document_title", "headline"],
    urls: &["url", "link", "href", "source_url", "uri", "source"],
    updated: &["updated", "last_updated", "updated_at", "date", "published_date"],
    scores: &["score", "relevance_score", "relevance", "similarity"],
    texts: &[
        "text",
        "content",
        "page_content",
        "raw_content",
        "passage",
        "chunk",
        "snippet",
        "snippets",
        "body",
        "markdown",
        "document",
        "excerpt",
        "description",
        "summary",
    ],
    shown: Shown::Others { except: &[], max_length: 200 },
    absent: Absent::AllFields,
    values: Values::Filled,
};

/// Returns the sources in the result of a tool. Those without an id keep an empty one.
pub(crate) fn sources(value: &Value) -> Vec<Source> {
    let mut sources = Vec::new();
    take(value, &mut sources, 0);
    sources.truncate(MAX_RESULTS);
    sources
}

fn take(value: &Value, sources: &mut Vec<Source>, depth: usize) {
    match value {
        Value::Null => {}
        Value::String(text) => in_text(text, sources, depth),
        Value::Array(items) if is_content(items) => {
            for item in items.iter().take(MAX_RESULTS) {
                if let Some(text) = item.get("text") {
                    take(text, sources, depth + 1);
                } else {
                    let held = PARTS.iter().find_map(|key| item.get(*key));
                    sources.push(result(held.unwrap_or(item)));
                }
            }
        }
        Value::Array(items) => {
            for item in items.iter().take(MAX_RESULTS).filter(|item| !item.is_null()) {
                let held = PARTS
                    .iter()
                    .find_map(|key| item.get(*key).filter(|it| it.is_object() || it.is_array()));
                match (item, held) {
                    (_, Some(held)) if depth < MAX_DEPTH => take(held, sources, depth + 1),
                    (Value::Array(_), _) if depth < MAX_DEPTH => take(item, sources, depth + 1),
                    _ => sources.push(result(item)),
                }
            }
        }
        Value::Object(fields) => {
            let lists = LISTS.iter().find_map(|key| {
                fields.get(*key).filter(|list| list.as_array().is_some_and(|it| !it.is_empty()))
            });
            let names = [RESULT.titles, RESULT.urls, RESULT.ids].concat();
            let is_result =
                RESULT.has_text(fields) && names.iter().any(|key| fields.contains_key(*key));
            let wrapped = WRAPS.iter().find_map(|key| fields.get(*key).filter(|it| !it.is_null()));
            match (lists, wrapped) {
                (Some(list), _) if depth < MAX_DEPTH => take(list, sources, depth + 1),
                (None, Some(inner)) if depth < MAX_DEPTH && !is_result => {
                    take(inner, sources, depth + 1);
                }
                _ => sources.push(result(value)),
            }
        }
        other => sources.push(result(other)),
    }
}

/// True if a list is the parts of one message: each has a `type`, some a `text`.
fn is_content(items: &[Value]) -> bool {
    let is_part = |item: &Value| item.get("type").is_some_and(Value::is_string);
    let has_text = |item: &Value| item.get("text").is_some_and(Value::is_string);
    !items.is_empty()
        && items
            .iter()
            .all(|item| is_part(item) || item.as_object().is_some_and(|it| it.len() == 1))
        && items.iter().any(has_text)
}

fn in_text(text: &str, sources: &mut Vec<Source>, depth: usize) {
    if text.trim().is_empty() {
        return;
    }
    if let Some(split) = split(text, None) {
        sources.extend(split);
        return;
    }
    if depth < MAX_DEPTH && text.trim_start().starts_with(['{', '[']) {
        match parse(text) {
            Ok(parsed) if parsed.value.is_object() || parsed.value.is_array() => {
                take(&parsed.value, sources, depth + 1);
                return;
            }
            _ => {}
        }
    }
    let mut source = Source::default();
    with_divisions(&mut source, text);
    sources.push(source);
}

/// Returns the source that one result is: a text, or an object with a text and its names.
pub(crate) fn result(value: &Value) -> Source {
    let mut source = Source::default();
    match value {
        Value::Object(fields) => return RESULT.source(fields),
        Value::String(text) => with_divisions(&mut source, text),
        other => source.text = SourceText::Inline(other.to_string().into()),
    }
    source
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Compares `id|title|url|text` of each source.
    #[track_caller]
    fn check(value: &Value, expected: &[&str]) {
        let described = |source: Source| {
            let text = match &source.text {
                SourceText::Inline(text) => text.trim_end().to_owned(),
                other => format!("{other:?}"),
            };
            let title = source.title.unwrap_or_default();
            format!("{}|{title}|{}|{text}", source.id, source.url.unwrap_or_default())
        };
        assert_eq!(sources(value).into_iter().map(described).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lists_are_found_in_what_is_around_them() {
        let page = json!({"title": "T", "url": "https://x.example/", "snippet": "It rose."});
        let described = "|T|https://x.example/|It rose.";
        check(&json!([page]), &[described]);
        check(&json!({"query": "q", "results": [page, page]}), &[described, described]);
        check(&json!({"web": {"results": [page]}}), &[described]);
        check(&json!({"output": {"documents": [page]}}), &[described]);
        check(&json!(json!({"results": [page]}).to_string()), &[described]);
        let part = json!({"type": "text", "text": json!([page]).to_string()});
        check(&json!({"content": [part], "isError": false}), &[described]);
    }

    #[test]
    fn texts_are_sources() {
        check(&json!("It rose."), &["|||It rose."]);
        check(
            &json!([{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]),
            &["|||One.", "|||Two."],
        );
        check(&json!({"result": "It rose."}), &["|||It rose."]);
        check(&json!({"temperature": 12, "sky": "clear"}), &["|||temperature: 12\nsky: clear"]);
        check(
            &json!({"id": 7, "content": [{"type": "text", "text": "It rose."}]}),
            &["7|||It rose."],
        );
        check(&json!(null), &[]);
        check(&json!(" "), &[]);
    }

    #[test]
    fn a_presentation_of_sources_is_taken_apart() {
        let text =
            "<source id=\"a\" name=\"A\">It rose.</source>\n<source id=\"b\">It fell.</source>";
        let ids: Vec<String> = sources(&json!(text)).into_iter().map(|source| source.id).collect();
        assert_eq!(ids, ["a", "b"]);
    }
}
