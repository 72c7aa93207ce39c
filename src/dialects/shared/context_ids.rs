//! The contexts that a row of an evaluation only gives the ids, files or addresses of.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::dialects::shared::key_family::words;
use crate::input::json::parse;
use crate::input::python;
use crate::locator;
use crate::model::{IdFrom, Locator, Source, SourceText};
use crate::sources::is_code_path;
use crate::text::address::is_address;

/// The most contexts of one row.
pub(crate) const MAX_CONTEXTS: usize = 10_000;

/// Words of keys for where a row is from, beside `source`.
const ORIGINS: &[&str] = &["run", "dataset", "data", "experiment", "benchmark", "split"];

/// The words of keys for what a search returned. What an answer used may be a part of it, and is counted
/// otherwise.
const RETRIEVED: &[&str] = &["retrieved", "reranked"];

/// Words of keys for documents, of which those for the documents of an answer consist, perhaps with words of
/// [`TAKEN`]: `source_documents`, `sources_used`.
const DOCUMENTS: &[&str] = &[
    "source",
    "sources",
    "document",
    "documents",
    "doc",
    "docs",
    "passages",
    "chunks",
    "contexts",
    "citations",
    "references",
];

/// Words of keys that say that an answer took something from the documents.
const TAKEN: &[&str] = &["used", "cited", "consulted", "selected", "returned", "top"];

/// Words of keys for lists of addresses that a model was given.
const GIVEN: &[&str] =
    &["source", "sources", "retrieved", "fetched", "visited", "browsed", "cited"];

/// Returns the contexts that a row only gives the ids of: `retrieved: ["reg_4", "reg_13"]`; or the
/// names of their files, which a table has in one field: `retrieved_files: "a.pdf;b.pdf"`; or the addresses
/// of their pages: `fetched_urls: ["https://…"]`.
pub(crate) fn of_ids(object: &Map<String, Value>) -> Option<(Vec<Source>, Option<String>)> {
    let has = |key: &str, known: &[&str]| words(key).iter().any(|it| known.contains(&it.as_str()));
    let ids = |(key, value): (&String, &Value)| {
        let low = key.to_lowercase();
        let parts = ["id", "doc", "chunk", "source", "passage"];
        let is_own = low == "retrieved" || parts.iter().any(|part| low.contains(part));
        let listed = || printed_items(value).or_else(|| joined_ids(value));
        let items = (is_retrieved(&low) && is_own).then(listed).flatten()?;
        // The id of a piece may have the name of its file, with any blanks.
        let may_have_blanks = has(key, &["ids"]);
        let ids: Option<Vec<&str>> = items
            .iter()
            .map(|item| item.as_str().filter(|id| is_id(id, may_have_blanks)))
            .collect();
        let ids = ids.filter(|ids| !ids.is_empty())?;
        Some((named(ids.into_iter()), Some(key.clone())))
    };
    let pages = |(key, value): (&String, &Value)| {
        let items = value.as_array().filter(|items| !items.is_empty() && has(key, GIVEN))?;
        let urls: Option<Vec<&str>> =
            items.iter().map(|it| it.as_str().filter(|it| is_address(it))).collect();
        let mut seen = BTreeSet::new();
        let mut pages = named(urls?.into_iter().filter(|url| seen.insert(*url)));
        for page in &mut pages {
            page.url = Some(page.id.clone());
        }
        Some((pages, Some(key.clone())))
    };
    let lists_retrieved = LazyCell::new(|| {
        let are_texts =
            |value| printed_items(value).is_some_and(|it| it.iter().any(Value::is_string));
        object.iter().any(|(key, value)| is_retrieved(key) && are_texts(value))
    });
    // Beside what was retrieved, one file is that of which the question was made.
    let is_origin = |key: &str| {
        has(key, ORIGINS) || has(key, &["source"]) && !has_digit(key) && *lists_retrieved
    };
    let files = |(key, value): (&String, &Value)| {
        let is_own = is_retrieved(key) || key.contains("source") && !is_origin(key);
        let list = file_names(value.as_str().filter(|_| is_own)?)?;
        let (numbered, names) = of_numbered(object, key, list);
        Some((named(names.into_iter()), Some(numbered)))
    };
    let found = object.iter().find_map(ids);
    found.or_else(|| object.iter().find_map(files)).or_else(|| object.iter().find_map(pages))
}

/// True for the id of a context, and not for words.
fn is_id(id: &str, may_have_blanks: bool) -> bool {
    const MAX_ID: usize = 200;
    let has_sign = has_digit(id) || id.contains(['_', '-']);
    let is_whole = if may_have_blanks {
        id.len() <= MAX_ID && !id.contains('\n')
    } else {
        !id.contains(char::is_whitespace)
    };
    (has_sign || is_file(id)) && is_whole && !id.contains("://")
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// Returns the items of a list, which a table has as it was printed.
fn printed_items(value: &Value) -> Option<Cow<'_, [Value]>> {
    match value {
        Value::Array(items) => Some(Cow::Borrowed(items)),
        Value::String(text) if text.trim_start().starts_with('[') => {
            let printed = parse(text).map(|parsed| parsed.value).ok();
            match printed.or_else(|| python::parse(text))? {
                Value::Array(items) => Some(Cow::Owned(items)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the ids that a table has in one field: `PIER-12; PIER-7`.
fn joined_ids(value: &Value) -> Option<Cow<'_, [Value]>> {
    let ids: Vec<&str> = value.as_str()?.split([';', '|', ',']).map(str::trim).collect();
    let is_named = |id: &&str| id.contains(char::is_alphabetic) && is_id(id, false);
    (ids.len() > 1 && ids.iter().all(is_named)).then(|| ids.into_iter().map(Value::from).collect())
}

/// Returns the names of files that fill a text, with signs between them: `a.pdf; b.pdf`, `a.pdf, b.pdf`. A name may have
/// commas itself.
pub(crate) fn file_names(text: &str) -> Option<Vec<&str>> {
    let parts = |signs: &[char]| {
        let parts = text.split(signs).map(str::trim).filter(|name| !name.is_empty());
        let parts: Vec<&str> = parts.collect();
        (!parts.is_empty() && parts.iter().all(|name| is_name(name))).then_some(parts)
    };
    parts(&[';', '|', '\n', ',']).or_else(|| parts(&[';', '|', '\n']))
}

/// Returns the names in all columns with the key of the first but for its number, `source_1` and `source_2`, and what
/// these keys have in common; for any other key, itself and its own names.
fn of_numbered<'v>(
    object: &'v Map<String, Value>,
    key: &str,
    own: Vec<&'v str>,
) -> (String, Vec<&'v str>) {
    let stem = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let column = |(key, value): (&'v String, &'v Value)| {
        let number: u32 = key.strip_prefix(stem)?.parse().ok()?;
        Some((number, value.as_str().filter(|name| is_name(name))?.trim()))
    };
    let columns = object.iter().filter(|_| stem.len() < key.len()).filter_map(column);
    // An object has its keys in any order.
    let columns: BTreeMap<u32, &str> = columns.collect();
    if columns.len() < 2 || own.len() > 1 {
        return (key.to_owned(), own);
    }
    (format!("{stem}…"), columns.into_values().collect())
}

/// True for a key of what a search returned.
fn is_retrieved(key: &str) -> bool {
    RETRIEVED.iter().any(|word| key.contains(word))
}

/// Returns the list of what a row retrieved or used if it only has the titles, files or ids: `retrieved: [{"title":
/// "Fares"}]`, `sources_used: [{"source_id": "fares.md", "score": 0.4}]`. What was used is a part, which marks that
/// are numbers do not count, so that a text of the row has to name one of its documents.
pub(crate) fn of_titles(object: &Map<String, Value>) -> Option<(&Value, String)> {
    let are_named = |(key, value): &(&String, &Value)| {
        let Some(items) = value.as_array().filter(|items| !items.is_empty()) else { return false };
        items.iter().all(|item| document_names(item).next().is_some())
            && (is_retrieved(&key.to_lowercase())
                || is_of_documents(key, DOCUMENTS)
                || is_of_documents(key, TAKEN) && names_one(object, items))
    };
    object.iter().find(are_named).map(|(key, value)| (value, key.clone()))
}

/// Returns the names of the document in an item of a list.
fn document_names(item: &Value) -> impl Iterator<Item = &str> {
    const NAMES: [&str; 8] =
        ["title", "file", "filename", "file_name", "source_id", "doc_id", "document_id", "url"];
    let names = NAMES.iter().filter_map(|key| item.get(*key)?.as_str());
    names.filter(|name| name.contains(char::is_alphabetic))
}

/// True if a text of a row names one of the first documents of a list.
fn names_one(row: &Map<String, Value>, items: &[Value]) -> bool {
    const MAX_ITEMS: usize = 50;
    let mut names = items.iter().take(MAX_ITEMS).flat_map(document_names);
    names.any(|name| row.values().filter_map(Value::as_str).any(|text| text.contains(name)))
}

/// True for the key of a list of documents, of which all words are for documents or in `more`:
/// `source_documents`, `sources_used`, `citedSources`.
fn is_of_documents(key: &str, more: &[&str]) -> bool {
    let words = words(key);
    let is_document = |word: &String| DOCUMENTS.contains(&word.as_str());
    let is_known = |word: &String| is_document(word) || more.contains(&word.as_str());
    words.iter().all(is_known) && words.iter().any(is_document)
}

/// Reason that a source has no text that a row names only.
pub(crate) const NAMED_ONLY: &str =
    "the row names it only; pass it with `--source` to see the passage";

/// True if a text is only the name of a file.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() <= 200 && !text.contains('\n') && !text.contains(". ") && is_file(text)
}

/// Returns sources without texts, by their names.
pub(crate) fn named<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Source> {
    let source = |name: &str| {
        let (id, page) = paged(name).map_or((name, None), |(file, page)| (file, Some(page)));
        Source {
            id: id.to_owned(),
            id_from: IdFrom::Text,
            metadata: page.map(|page| ("page".to_owned(), page.to_owned())).into_iter().collect(),
            text: SourceText::Absent(NAMED_ONLY.to_owned()),
            ..Source::default()
        }
    };
    names.take(MAX_CONTEXTS).map(source).collect()
}

/// Splits the name of a file from the page after it: `fares.pdf (Page 8)`, `fares.pdf, p. 8`.
fn paged(name: &str) -> Option<(&str, &str)> {
    let round = || name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let (file, page) = round().or_else(|| name.rsplit_once(", "))?;
    let is_page = matches!(locator::read(page), Some(Locator::Pages { .. }));
    (is_page && is_file(file)).then_some((file, page))
}

/// True for a list of names of files, with a page each or not.
pub(super) fn are_files(value: &Value) -> bool {
    let is_file = |item: &Value| {
        let name = item.as_str().filter(|name| !name.contains("://"));
        name.is_some_and(|name| is_name(paged(name).map_or(name, |(file, _)| file)))
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_file))
}

/// Returns sources that a list only names.
pub(crate) fn names(list: &Value) -> Vec<Source> {
    named(list.as_array().into_iter().flatten().filter_map(Value::as_str))
}

/// True if a name is that of a document, or the path of a file of code.
pub(crate) fn is_file(name: &str) -> bool {
    const ENDS: &[&str] =
        &["pdf", "docx", "doc", "md", "txt", "html", "htm", "csv", "xlsx", "pptx", "json", "xml"];
    let file = name.split('#').next().unwrap_or_default();
    // The rest of an address after its scheme is no path.
    let is_address = file.contains("://") || file.starts_with("//");
    let is_word = !file.contains(char::is_whitespace) && !is_address;
    if is_word && file.contains('/') && is_code_path(file) {
        return true;
    }
    let Some((stem, end)) = file.rsplit_once('.') else { return false };
    !stem.is_empty() && ENDS.iter().any(|known| end.eq_ignore_ascii_case(known))
}
