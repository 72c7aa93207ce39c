//! Notes on fields that hold citations which no dialect read.

use memchr::memmem;
use serde_json::Value;

use crate::cases::unknown_json::{has_number, is_given};
use crate::dialects::dialect::{Kind, ROWS};
use crate::dialects::evaluation::claims::quoted_in;
use crate::dialects::lookup::by_name;
use crate::dialects::shared::key_family::{KeyFamily, family, is_expected, is_judged};
use crate::input::Record;
use crate::input::json::{join, parse};
use crate::input::python;
use crate::model::{Case, SourceText};
use crate::text::prose::{count, ticked};

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

/// Fields in which rows name what an answer rests on, if nothing in them was read as a source.
const EVIDENCE_FIELDS: &[&str] = &["evidence", "evidences", "supporting_evidence", "cited_sources"];

/// Keys by which an entry of such a field names a source.
const SOURCE_KEYS: &[&str] = &[
    "source_id",
    "source",
    "doc_id",
    "document_id",
    "chunk_id",
    "passage_id",
    "document",
    "file",
    "url",
    "locator",
];

/// Fields in which a model that answers in JSON names its sources.
const ANSWER_FIELDS: &[&str] = &["citations", "sources", "references"];

/// The beginning of a marker, and the same as an escape in JSON.
const OPENING: &str = "\u{e200}cite\u{e202}";
const ESCAPED: &str = "\\ue200cite";

/// Maximum number of texts beside a response that are compared with it.
const MAX_BESIDE: usize = 20;

/// Maximum number of fields that a note names.
const NAMED: usize = 3;

/// Maximum number of values of a document that are looked at.
const MAX_VALUES: usize = 20_000;

/// Maximum depth at which they are.
const MAX_DEPTH: usize = 12;

/// Returns a note on the unread fields of a case without citations, or on texts beside its response that
/// cite.
pub(crate) fn note(case: &Case, record: &Record<'_>) -> Option<String> {
    in_answer(case)
        .or_else(|| in_fields(case, record))
        .or_else(|| beside(case, record))
        .or_else(|| beside_answer(case, record))
}

/// Returns a note on the fields of a row without citations, beside its answer, that have numbers in brackets.
fn beside_answer(case: &Case, record: &Record<'_>) -> Option<String> {
    let is_uncited = case.response.citations.is_empty() && !case.sources.is_empty();
    if case.format.name != ROWS || !is_uncited || !record.looks_like_json() {
        return None;
    }
    let mut paths = Vec::new();
    for document in &record.payload()?.documents {
        numbered(document, "", 0, case.response.text.as_str(), &mut paths);
    }
    let named = ticked(paths.iter().map(String::as_str), NAMED);
    (!paths.is_empty()).then(|| format!("{named} not read, with numbers in brackets such as `[1]`"))
}

/// Collects the paths of texts with numbers in brackets, other than the answer, the question, and what was expected or
/// given.
fn numbered(value: &Value, path: &str, depth: usize, answer: &str, paths: &mut Vec<String>) {
    const MAX_NESTED: usize = 2;
    let is_other = |key: &str| {
        is_expected(key)
            || is_judged(key)
            || matches!(family(key), Some(KeyFamily::Question | KeyFamily::Contexts))
    };
    for (key, inner) in value.as_object().into_iter().flatten().filter(|(key, _)| !is_other(key)) {
        match inner {
            Value::String(text) if text.trim() != answer.trim() && has_number(text) => {
                paths.push(join(path, key));
            }
            Value::Object(_) if depth < MAX_NESTED => {
                numbered(inner, &join(path, key), depth + 1, answer, paths);
            }
            _ => {}
        }
    }
}

/// Returns a note on the texts of a payload that hold markers and are neither the response nor in a
/// source: whatever they cite is not looked at.
fn beside(case: &Case, record: &Record<'_>) -> Option<String> {
    let holds = |text: &str| {
        memmem::find(text.as_bytes(), OPENING.as_bytes()).is_some() || text.contains(ESCAPED)
    };
    // In an archive, the other answers are cases of their own.
    let is_archive =
        by_name(case.format.name).is_ok_and(|it| matches!(it.kind, Kind::Archive { .. }));
    if is_archive || !record.looks_like_json() || !holds(record.text) {
        return None;
    }
    let (mut paths, mut left) = (Vec::new(), MAX_VALUES);
    for document in &record.payload()?.documents {
        citing(document, "", 0, &mut left, &mut paths);
    }
    let of_sources = case.sources.iter().filter_map(|source| match &source.text {
        SourceText::Inline(text) => Some(&**text),
        _ => None,
    });
    let read: Vec<&str> = std::iter::once(case.response.text.as_str())
        .chain(case.question.as_deref())
        .chain(of_sources)
        .collect();
    // Nearly all are a whole of these; searching takes longer.
    let is_read =
        |text: &str| read.contains(&text) || read.iter().any(|read| read.contains(text.trim()));
    // More would take time, and one is enough for a note.
    paths.truncate(MAX_BESIDE);
    paths.retain(|(_, text)| !is_read(text));
    let named = ticked(paths.iter().map(|(path, _)| path.as_str()), NAMED);
    (!paths.is_empty()).then(|| format!("{named} not read, with markers of citations"))
}

/// Collects the texts with markers, with their paths; not those that somebody else than the model wrote.
fn citing<'v>(
    value: &'v Value,
    path: &str,
    depth: usize,
    left: &mut usize,
    paths: &mut Vec<(String, &'v str)>,
) {
    if depth > MAX_DEPTH || *left == 0 {
        return;
    }
    *left -= 1;
    match value {
        Value::String(text) if text.contains(OPENING) => paths.push((path.to_owned(), text)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                citing(item, &format!("{path}[{index}]"), depth + 1, left, paths);
            }
        }
        Value::Object(map) if !is_given(map) => {
            for (key, inner) in map {
                citing(inner, &join(path, key), depth + 1, left, paths);
            }
        }
        _ => {}
    }
}

/// Describes the outputs of a notebook, other than the `opened` ones, that hold such fields as JSON or as data
/// that Python printed.
pub(crate) fn in_outputs(
    outputs: &[(String, String)],
    opened: &[(String, String)],
) -> Option<String> {
    let is_opened = |cell: &str| opened.iter().any(|(own, _)| own == cell);
    let mut found: Vec<(&str, String)> = Vec::new();
    for (cell, text) in outputs.iter().filter(|(cell, _)| !is_opened(cell)) {
        let text = text.trim();
        if !text.starts_with(['{', '[']) {
            continue;
        }
        let json = parse(text).ok().map(|parsed| parsed.value);
        let (mut paths, mut left) = (Vec::new(), MAX_VALUES);
        if let Some(data) = json.or_else(|| python::parse(text)) {
            fields(&data, "", 0, &mut left, &mut paths);
        }
        found.extend(paths.into_iter().next().map(|path| (cell.as_str(), path)));
    }
    let (_, path) = found.first()?;
    let cells = ticked(found.iter().map(|(cell, _)| *cell), NAMED).replace('`', "");
    let number = count(found.len(), "output");
    Some(format!("citations in {number} not read, such as in `{path}` ({cells})"))
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
    let mut paths = record.unread_fields(|record| {
        let (mut paths, mut left) = (Vec::new(), MAX_VALUES);
        for document in record.payload().into_iter().flat_map(|payload| &payload.documents) {
            fields(document, "", 0, &mut left, &mut paths);
        }
        paths
    });
    if !case.sources.is_empty() {
        paths.retain(|path| !EVIDENCE_FIELDS.iter().any(|field| path.ends_with(field)));
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
                let is_evidence =
                    || EVIDENCE_FIELDS.contains(&key.as_str()) && names_sources(inner);
                if FIELDS.contains(&key.as_str()) && is_filled || is_evidence() {
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

/// True for a list whose entries name sources, or quote them.
fn names_sources(list: &Value) -> bool {
    let names =
        |entry: &Value| SOURCE_KEYS.iter().any(|key| entry.get(key).is_some_and(Value::is_string));
    list.as_array().is_some_and(|entries| entries.iter().any(names) || quoted_in(entries) > 0)
}
