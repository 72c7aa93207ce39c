//! Notes on fields that hold citations which no dialect read.

use serde_json::Value;

use crate::input::Record;
use crate::input::json::{join, parse};
use crate::model::Case;
use crate::text::prose::ticked;

/// Fields in which interfaces give citations.
const FIELDS: &[&str] = &[
    "citations",
    "annotations",
    "groundingSupports",
    "grounding_supports",
    "citationMetadata",
    "citation_metadata",
    "citationsContent",
    "citation_sources",
    "cited_text",
    "supported_text",
    "annotated_regions",
    "referenceRanges",
];

/// Fields in which a model that answers in JSON names its sources.
const ANSWER_FIELDS: &[&str] = &["citations", "sources", "references"];

/// Maximum number of fields that a note names.
const NAMED: usize = 3;

/// Maximum number of values of a document that are looked at.
const MAX_VALUES: usize = 20_000;

/// Maximum depth at which they are.
const MAX_DEPTH: usize = 12;

/// Returns a note on the unread fields of a case without citations.
pub(crate) fn note(case: &Case, record: &Record<'_>) -> Option<String> {
    in_answer(case).or_else(|| in_fields(case, record))
}

/// Returns a note on an answer that is JSON itself, with the sources of the whole in a field.
fn in_answer(case: &Case) -> Option<String> {
    let text = case.response.text.trim();
    if !case.response.citations.is_empty() || !text.starts_with('{') {
        return None;
    }
    let document = parse(text).ok()?.value;
    let is_filled = |key: &&&str| {
        document.get(**key).and_then(Value::as_array).is_some_and(|it| !it.is_empty())
    };
    let field = ANSWER_FIELDS.iter().find(is_filled)?;
    Some(format!("the answer is JSON: citations in its `{field}` not read"))
}

/// Returns a note on a payload without citations that may have them in fields that no dialect
/// reads.
fn in_fields(case: &Case, record: &Record<'_>) -> Option<String> {
    if !case.response.citations.is_empty() || !record.looks_like_json() {
        return None;
    }
    let (mut paths, mut left) = (Vec::new(), MAX_VALUES);
    for document in &record.payload()?.documents {
        fields(document, "", 0, &mut left, &mut paths);
    }
    paths.dedup();
    let named = ticked(paths.iter().map(String::as_str), NAMED);
    (!paths.is_empty()).then(|| format!("citations in {named} not read"))
}

fn fields(value: &Value, path: &str, depth: usize, left: &mut usize, paths: &mut Vec<String>) {
    if depth > MAX_DEPTH || *left == 0 {
        return;
    }
    *left -= 1;
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let path = join(path, key);
                let is_filled = match inner {
                    Value::Array(items) => items.iter().any(|it| it.is_object() || it.is_string()),
                    // A switch such as `{"enabled": true}` is not a citation.
                    Value::Object(fields) => fields.values().any(|it| !it.is_boolean()),
                    Value::String(text) => !text.is_empty(),
                    _ => false,
                };
                if FIELDS.contains(&key.as_str()) && is_filled {
                    paths.push(path);
                } else {
                    fields(inner, &path, depth + 1, left, paths);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                fields(item, &format!("{path}[{index}]"), depth + 1, left, paths);
            }
        }
        _ => {}
    }
}
