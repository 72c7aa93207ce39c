//! The texts that an answer is based on, in rows of evaluations.
//!
//! Accepted are a list of texts or objects, an object by id, one text with several sources, or JSON
//! of any of these in a string, also as Python prints it. A context is numbered by its own id if it
//! has one (`[12]: …`), else by its position from 1.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::dialects::shared::context_columns::NumberedColumns;
use crate::dialects::shared::context_ids::{
    MAX_CONTEXTS, NAMED_ONLY, are_files, file_names, names, of_ids, of_titles,
};
pub(crate) use crate::dialects::shared::context_ids::{is_file, named};
use crate::dialects::shared::context_pairs::of_pair;
use crate::dialects::shared::context_pieces::{of_file, pieces};
use crate::dialects::shared::context_quotes::{QUOTED, is_quoted};
use crate::dialects::shared::context_repeats;
use crate::dialects::shared::context_search;
use crate::dialects::shared::context_titles::{
    are_headings, are_labels, are_titles, is_bare_name, joined_titles, listed_entry, name_by_part,
};
use crate::dialects::shared::key_family::{are_context_names, are_contexts, is_context};
use crate::dialects::shared::list_address::title_and_url;
use crate::dialects::shared::list_numbers;
use crate::dialects::shared::located;
use crate::dialects::shared::source_columns::of_columns;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::input::json::{join, parse};
use crate::input::python;
use crate::model::{IdFrom, Source, SourceText};
use crate::sources::with_divisions;
use crate::text::address::is_address;

/// Fields with the contexts of an answer.
pub(crate) const CONTEXTS: &[&str] = &[
    "contexts",
    "retrieved_contexts",
    "retrieved_context",
    "retrieval_context",
    "retrievalContext",
    "retrieved_chunks",
    "retrieved_documents",
    "retrieved_passages",
    "retrieved_docs",
    "context",
    "ctxs",
    "documents",
    "docs",
    "passages",
    "sources",
    "search_results",
    "references",
    "data_points",
    "chunks",
    "citations",
    "quotes",
    RETRIEVED,
];

/// A field whose entries without texts are documents that only have keys.
const RETRIEVED: &str = "retrieved";

/// Those of them that may hold the titles of sources in one text.
const TITLED: &[&str] = &["sources", "references", "documents", "docs", "citations"];

/// A context: beside its text, the names by which answers cite it, and its page.
const CONTEXT: SourceFields = SourceFields {
    absent: Absent::AllFieldsUnlessNamed(NAMED_ONLY),
    shown: Shown::Named(&[
        "source_id",
        "doc_id",
        "document_id",
        "chunk_id",
        "document",
        "doc_name",
        "file_name",
        "filename",
        "page",
        "page_number",
        "page_num",
        "page_start",
        "page_end",
        "section",
        "section_title",
    ]),
    ..SourceFields::DOCUMENT
};

/// Fields for an answer and its contexts in the terms of one evaluation tool: Ragas, `RAGChecker`, older
/// Ragas, `DeepEval` twice, ALCE, `BioASQ`. If both exist, other fields that might hold an answer do not count.
const PAIRS: &[(&str, &str)] = &[
    ("response", "retrieved_contexts"),
    ("response", "retrieved_context"),
    ("answer", "contexts"),
    ("actual_output", "retrieval_context"),
    ("actualOutput", "retrievalContext"),
    ("output", "docs"),
    ("output", "ctxs"),
    ("answer", "ctxs"),
    ("ideal_answer", "snippets"),
];

/// Returns the fields of an answer and of its contexts, if one tool's terms name both.
pub(crate) fn pair(object: &Map<String, Value>) -> Option<(&'static str, &'static str)> {
    let has = |(answer, contexts): &&(&str, &str)| {
        object.get(*answer).is_some_and(Value::is_string)
            && object.get(*contexts).is_some_and(is_list)
    };
    PAIRS.iter().find(has).copied()
}

/// True if an object holds the contexts of its answer.
pub(crate) fn has_contexts(object: &Map<String, Value>) -> bool {
    pair(object).is_some() || !contexts(object, None).0.is_empty()
}

/// True for a list, or one that a table holds as it was printed.
fn is_list(value: &Value) -> bool {
    value.is_array() || value.as_str().is_some_and(|text| text.trim_start().starts_with('['))
}

/// True for a list of texts.
pub(crate) fn are_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_string))
}

/// True for a list of objects with the keys of documents and details of these, but without texts.
fn are_keys(value: &Value) -> bool {
    const MAX_DETAIL: usize = 120;
    let is_detail = |value: &Value| match value {
        Value::String(words) => words.len() <= MAX_DETAIL,
        other => !other.is_array() && !other.is_object(),
    };
    let is_key = |item: &Value| {
        item.as_object().is_some_and(|fields| {
            let has = |key: &str| fields.get(key).is_some_and(Value::is_string);
            let has_id =
                ["doc_id", "document_id", "chunk_id"].iter().any(|id| fields.contains_key(*id))
                    || has("id") && has("source");
            has_id && !CONTEXT.has_text(fields) && fields.values().all(is_detail)
        })
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_key))
}

/// Returns the contexts of the answer, and their field: the one that a user `named`, or the first
/// with any.
pub(crate) fn contexts(
    object: &Map<String, Value>,
    named: Option<&str>,
) -> (Vec<Source>, Option<String>) {
    let paired = pair(object).map(|(_, contexts)| contexts);
    let is_usual = named.is_some() || paired.is_some();
    if let Some(found) = context_search::beside_expected(object).filter(|_| !is_usual) {
        return of_search(found);
    }
    for key in named.into_iter().chain(paired).chain(CONTEXTS.iter().copied()) {
        let Some(value) = object.get(key) else { continue };
        // Many evaluations list the ids of documents under this name.
        let are_ids = || value.as_array().is_none_or(|items| !items.iter().all(Value::is_object));
        if key == "retrieved_docs" && named != Some(key) && are_ids() {
            continue;
        }
        if key == RETRIEVED && named != Some(key) && !are_keys(value) {
            continue;
        }
        let (path, value) = inner(key, value);
        let mut sources = Vec::new();
        if ["sources", "references"].contains(&key) && are_titles(value) {
            sources.extend(names(value));
        } else if TITLED.contains(&key)
            && let Some(titles) = joined_titles(value)
        {
            sources.extend(self::named(titles.into_iter()));
        } else if key == "citations"
            && (are_headings(value) || are_labels(value) || are_files(value))
        {
            sources.extend(names(value));
        } else if key == "citations" {
            cited(value, object.get("snippets"), &mut sources);
        } else {
            take(value, &mut sources, 0);
        }
        if key == RETRIEVED && are_keys(value) {
            for source in &mut sources {
                source.text = SourceText::Absent(NAMED_ONLY.to_owned());
            }
        }
        if !sources.is_empty() {
            context_repeats::add_names(object, key, &mut sources);
            context_repeats::add_texts(object, key, &mut sources);
            context_repeats::add_texts_of_pieces(object, key, &mut sources);
            return (sources, Some(path));
        }
    }
    let listed = |(list, key): (&Value, String)| {
        let mut sources = Vec::new();
        cited(list, None, &mut sources);
        (sources, Some(key))
    };
    let titled = || of_titles(object).map(listed);
    let found_names = || context_search::found_names(object).map(listed);
    let others = || of_columns(object, source).or_else(titled).or_else(|| of_ids(object));
    let returned = || context_search::returned(object).map(of_search);
    let found = of_family(object).or_else(|| of_citation(object)).or_else(others);
    found.or_else(returned).or_else(found_names).unwrap_or_default()
}

/// Takes what a search returned, and its field.
fn of_search((key, list): (&str, &Value)) -> (Vec<Source>, Option<String>) {
    let mut sources = Vec::new();
    take(list, &mut sources, 0);
    (sources, Some(key.to_owned()))
}

/// The field in which a row states what its answer cites.
pub(crate) const CITATION: &str = "citation";

/// Returns the sources in the objects of that field.
fn of_citation(object: &Map<String, Value>) -> Option<(Vec<Source>, Option<String>)> {
    let mut sources = Vec::new();
    match object.get(CITATION)? {
        list @ Value::Array(_) => cited(list, None, &mut sources),
        one @ Value::Object(_) => cited(&Value::Array(vec![one.clone()]), None, &mut sources),
        _ => {}
    }
    (!sources.is_empty()).then(|| (sources, Some(CITATION.to_owned())))
}

/// Returns the contexts under another name, in the row or in an object inside it:
/// `retrieval.retrieved_contexts`, `evidence`.
fn of_family(object: &Map<String, Value>) -> Option<(Vec<Source>, Option<String>)> {
    let listed = |fields: &Map<String, Value>, path: &str| {
        let mut all = fields.iter().filter(|(key, value)| are_contexts(key, value));
        let first = all.clone().next();
        let one = || fields.iter().find(|(key, value)| is_context(key, value));
        let named = || fields.iter().find(|(key, value)| are_context_names(key, value));
        let list = all.find(|(key, _)| key.contains("retrieved")).or(first);
        let mut sources = Vec::new();
        if list.is_none()
            && let Some(columns) = NumberedColumns::of(fields)
        {
            take_columns(&columns, &mut sources);
            return Some((sources, Some(format!("{}…", join(path, columns.stem)))));
        }
        let (key, value) = list.or_else(one).or_else(named)?;
        if are_context_names(key, value) {
            return Some((names(value), Some(join(path, key))));
        }
        take(value, &mut sources, 0);
        (!sources.is_empty()).then(|| (sources, Some(join(path, key))))
    };
    let inside = |(key, value): (&String, &Value)| listed(value.as_object()?, key);
    listed(object, "").or_else(|| object.iter().find_map(inside))
}

/// Takes the texts of numbered columns, by these numbers if one of them is missing.
fn take_columns(columns: &NumberedColumns<'_>, sources: &mut Vec<Source>) {
    let has_gap = columns.has_gap();
    for (number, text) in &columns.texts {
        let first = sources.len();
        in_lines(text, sources);
        if has_gap
            && let Some([source]) = sources.get_mut(first..)
            && source.id.is_empty()
        {
            source.id = number.to_string();
        }
    }
}

/// Unwraps the texts of an app: `context.data_points.text`.
fn inner<'v>(key: &str, value: &'v Value) -> (String, &'v Value) {
    let mut found = (key.to_owned(), value);
    for step in ["data_points", "text"] {
        if let Some(inside) =
            found.1.get(step).filter(|inside| inside.is_array() || inside.is_object())
        {
            found = (join(&found.0, step), inside);
        }
    }
    found
}

/// Takes the sources that an app lists as cited: objects with the names of documents, whose texts may
/// be in a second list.
fn cited(value: &Value, snippets: Option<&Value>, sources: &mut Vec<Source>) {
    const NAMED: SourceFields = SourceFields {
        ids: &[
            "id",
            "doc_id",
            "document_id",
            "chunk_id",
            "source_id",
            "_id",
            "idx",
            "index",
            "number",
            "citation_id",
            "label",
            "marker",
        ],
        texts: QUOTED,
        shown: Shown::Named(located::FIELDS),
        absent: Absent::Reason(NAMED_ONLY),
        ..SourceFields::DOCUMENT
    };
    let items = value.as_array().into_iter().flatten().take(MAX_CONTEXTS);
    let objects: Vec<_> = items.filter_map(Value::as_object).collect();
    let texts = snippets.and_then(Value::as_array).filter(|all| all.len() == objects.len());
    for (index, fields) in objects.into_iter().enumerate() {
        let mut source = NAMED.source(fields);
        source.repeated = is_quoted(&source, fields);
        name_by_part(&mut source, fields);
        let text = texts.and_then(|texts| texts.get(index)?.as_str());
        if let (Some(text), SourceText::Absent(_)) = (text, &source.text) {
            with_divisions(&mut source, text);
        }
        sources.push(source);
    }
    titles_as_ids(sources);
}

/// Makes titles the ids of sources if all are different numbers, as the links of a page are copied: `-1`.
fn titles_as_ids(sources: &mut [Source]) {
    let number = |source: &Source| {
        let title = source.title.as_deref().filter(|_| source.id.is_empty())?;
        title.trim_matches(|c: char| c.is_whitespace() || "-[]".contains(c)).parse::<u64>().ok()
    };
    let numbers: Option<Vec<u64>> = sources.iter().map(number).collect();
    let numbers = numbers.unwrap_or_default();
    if numbers.iter().collect::<BTreeSet<_>>().len() < sources.len() {
        return;
    }
    for (source, number) in sources.iter_mut().zip(numbers) {
        (source.id, source.id_from, source.title) = (number.to_string(), IdFrom::Text, None);
    }
}

/// Takes the sources in a list, in an object by id, or in a text that holds them.
fn take(value: &Value, sources: &mut Vec<Source>, depth: usize) {
    match value {
        // Names of files are no texts.
        Value::Array(items) if items.iter().all(|item| item.as_str().is_some_and(is_bare_name)) => {
            sources.extend(names(value));
        }
        Value::Array(items) => {
            if let Some(pieces) = in_one_item(items) {
                sources.extend(pieces);
                return;
            }
            let listed = items.iter().take(MAX_CONTEXTS);
            sources.extend(listed.clone().map(source));
            list_numbers::number(&listed, sources);
            list_numbers::by_labels(listed, sources);
        }
        Value::Object(fields)
            if fields.values().all(|value| value.is_object() || value.is_string()) =>
        {
            sources.extend(fields.iter().take(MAX_CONTEXTS).map(|(id, value)| Source {
                id: id.clone(),
                id_from: IdFrom::Text,
                ..source(value)
            }));
        }
        Value::String(text) if depth == 0 && text.trim_start().starts_with(['{', '[']) => {
            match parse(text) {
                Ok(parsed) => take(&parsed.value, sources, depth + 1),
                Err(_) => match python::parse(text) {
                    Some(printed) => take(&printed, sources, depth + 1),
                    None => in_lines(text, sources),
                },
            }
        }
        Value::String(text) => match file_names(text) {
            Some(files) => sources.extend(named(files.into_iter())),
            None => in_lines(text, sources),
        },
        _ => {}
    }
}

/// Returns the pieces of the only text of a list, as a tool returns all that it found.
fn in_one_item(items: &[Value]) -> Option<Vec<Source>> {
    let [Value::String(text)] = items else { return None };
    pieces(text).filter(|pieces| pieces.len() > 1)
}

/// Reads a text with several sources, each on a line `[id]: text`, or with only one.
fn in_lines(text: &str, sources: &mut Vec<Source>) {
    // A column may hold their number instead of the texts.
    if !text.contains(char::is_alphabetic) {
        return;
    }
    if let Some(pieces) = crate::sources::split(text, None).or_else(|| pieces(text)) {
        sources.extend(pieces);
        return;
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.iter().all(|line| id_and_text(line).is_some()) {
        sources.extend(lines.into_iter().take(MAX_CONTEXTS).map(text_source));
    } else {
        sources.push(text_source(text));
    }
}

/// Returns the id and text of `[id]: text`, or of `id.ext: text` for a file name.
fn id_and_text(text: &str) -> Option<(&str, &str)> {
    let (id, rest) = match text.strip_prefix('[') {
        Some(inner) => inner.split_once("]:")?,
        None => text.split_once(": ").filter(|(id, _)| is_file(id))?,
    };
    let plain = !id.is_empty() && id.len() <= 200 && !id.contains(['[', '\n']);
    plain.then(|| (id, rest.trim_start()))
}

fn text_source(text: &str) -> Source {
    let mut source = Source::default();
    if text.contains("://") && !text.trim().contains(char::is_whitespace) {
        let (title, url) = title_and_url(text);
        let text = SourceText::Absent(NAMED_ONLY.to_owned());
        return Source { title, url, text, ..source };
    }
    if let Some((number, entry)) = listed_entry(text) {
        let (title, url) = title_and_url(entry);
        let text = SourceText::Absent(NAMED_ONLY.to_owned());
        let id = number.to_owned();
        return Source { id, id_from: IdFrom::Text, title, url, text, ..source };
    }
    let body = match id_and_text(text).or_else(|| of_file(text)) {
        Some((id, body)) => {
            id.clone_into(&mut source.id);
            source.id_from = IdFrom::Text;
            body
        }
        None => text,
    };
    with_divisions(&mut source, body);
    source
}

/// Returns one context: a text, or an object.
pub(crate) fn source(value: &Value) -> Source {
    if let Some(source) = value.as_array().and_then(|pair| of_pair(pair)) {
        return source;
    }
    let fields = match value {
        Value::String(text) => return text_source(text),
        Value::Object(fields) => fields,
        other => {
            let text = SourceText::Inline(other.to_string().into());
            return Source { text, ..Source::default() };
        }
    };
    let mut source = CONTEXT.source_with_metadata(fields);
    source.repeated = is_quoted(&source, fields);
    let page = fields.get("document").and_then(Value::as_str).filter(|it| is_address(it));
    source.url = source.url.take().or_else(|| page.map(str::to_owned));
    let (id, title) = (source.id.clone(), source.title.clone());
    source.metadata.retain(|(_, value)| *value != id && Some(value) != title.as_ref());
    source
}
