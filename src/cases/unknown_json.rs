//! The texts and objects of a JSON document of unknown shape that may be answers.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::dialects::evaluation::rows::is_command;
use crate::dialects::shared::key_family::{
    KeyFamily, family, is_expected, is_judged, is_source_list, names_essay, words,
};
use crate::input::json::join;

/// The minimum length of a text of a JSON document that is looked at by itself, in bytes. Shorter ones are
/// only read beside those that cite, or with their sources.
const MIN_TEXT: usize = 40;

/// Maximum number of texts of one document that are looked at.
pub(super) const MAX_TEXTS: usize = 10_000;

/// Maximum depth at which they are searched for.
const MAX_DEPTH: usize = 12;

/// Returns the cited texts, and those in the same fields of other records that are answers or have numbers in
/// brackets: of reports, some cite in a way that is not read, and none is to be missed.
pub(super) fn with_siblings(
    all: Vec<(String, String)>,
    cited: &[(String, String)],
) -> Vec<(String, String)> {
    // `records[3].model.report` is at depth 2, in a field `report`.
    let place = |path: &str| {
        (path.matches('.').count(), path.matches('[').count(), field_of(path).to_owned())
    };
    let places: BTreeSet<_> = cited.iter().map(|(path, _)| place(path)).collect();
    let cited: BTreeSet<&str> = cited.iter().map(|(path, _)| path.as_str()).collect();
    let is_sibling = |path: &str, text: &str| {
        let own = place(path);
        places.contains(&own) && (is_answer(path) || has_number(text))
    };
    let is_taken = |path: &str, text: &str| cited.contains(path) || is_sibling(path, text);
    all.into_iter().filter(|(path, text)| is_taken(path, text)).collect()
}

/// Returns the last key of a path, without the place in a list.
fn field_of(path: &str) -> &str {
    let field = path.rsplit('.').next().unwrap_or(path);
    field.split('[').next().unwrap_or(field)
}

/// True if the field at a path is one of answers.
fn is_answer(path: &str) -> bool {
    let field = field_of(path);
    family(field) == Some(KeyFamily::Answer) || names_essay(field)
}

/// True if a text is long enough to be looked at by itself.
pub(super) fn is_long(text: &str) -> bool {
    text.len() >= MIN_TEXT
}

/// True if a text has a number in square brackets after a blank: `It is old [2].`
pub(super) fn has_number(text: &str) -> bool {
    let number = |at: usize| {
        let inner = text.get(at + 1..)?;
        let digits = inner.bytes().take_while(u8::is_ascii_digit).take(4).count();
        ((1..=3).contains(&digits) && inner.get(digits..)?.starts_with(']')).then_some(())
    };
    let follows = |at: usize| text.get(..at).is_some_and(|before| before.ends_with(' '));
    memchr::memchr_iter(b'[', text.as_bytes()).any(|at| follows(at) && number(at).is_some())
}

/// Returns the cited texts without those that repeat answers in judgements about them, or list their sources;
/// all if there are no others.
pub(super) fn without_judgements(cited: Vec<(String, String)>) -> Vec<(String, String)> {
    let is_other = |(path, _): &(String, String)| {
        path.split(['.', '[', ']']).any(|key| is_judged(key) || is_source_list(key))
    };
    let (others, answers): (Vec<_>, Vec<_>) = cited.into_iter().partition(is_other);
    if answers.is_empty() { others } else { answers }
}

/// Returns the objects of the lists in a document.
pub(super) fn objects(document: &Value) -> Vec<(String, String)> {
    let fields = document.as_object().into_iter().flatten();
    let lists = fields.filter_map(|(key, value)| Some((key, value.as_array()?)));
    let lists = lists.filter(|(key, _)| !is_judged(key));
    // The messages of a request are one conversation, not a list of answers.
    let lists = lists.filter(|(_, items)| !items.iter().any(|item| item.get("role").is_some()));
    let numbered = |(key, list): (&String, &Vec<Value>)| -> Vec<(String, String)> {
        let objects = list.iter().enumerate().filter(|(_, item)| item.is_object());
        objects.map(|(index, item)| (format!("{key}[{index}]"), item.to_string())).collect()
    };
    lists.flat_map(numbered).take(MAX_TEXTS).collect()
}

/// Returns the rows of a table that a document holds by columns, as `pandas` and `datasets` write it:
/// `{"answer": ["…"]}`, `{"answer": {"0": "…"}}`, or `{"columns": ["answer"], "data": [["…"]]}`.
pub(super) fn rows_of_columns(document: &Value) -> Vec<(String, String)> {
    let rows = split(document).or_else(|| in_columns(document)).unwrap_or_default();
    let filled = rows.into_iter().filter(|row| row.len() > 1).take(MAX_TEXTS);
    (1_usize..)
        .zip(filled)
        .map(|(number, row)| (format!("row {number}"), Value::Object(row).to_string()))
        .collect()
}

fn in_columns(document: &Value) -> Option<Vec<Map<String, Value>>> {
    let columns = document.as_object().filter(|columns| columns.len() > 1)?;
    let keys = |column: &Value| match column {
        Value::Array(cells) => Some((0..cells.len()).map(|at| at.to_string()).collect()),
        Value::Object(cells) => Some(cells.keys().cloned().collect()),
        _ => None,
    };
    let all: Option<Vec<Vec<String>>> = columns.values().map(keys).collect();
    let all = all?;
    let first = all.first()?;
    all.iter().all(|keys| keys == first).then_some(())?;
    let cell = |column: &Value, key: &str| match column {
        Value::Array(cells) => key.parse::<usize>().ok().and_then(|at| cells.get(at).cloned()),
        cells => cells.get(key).cloned(),
    };
    let row = |key: &String| {
        columns
            .iter()
            .filter_map(|(name, column)| Some((name.clone(), cell(column, key)?)))
            .collect()
    };
    Some(first.iter().map(row).collect())
}

fn split(document: &Value) -> Option<Vec<Map<String, Value>>> {
    let names: Option<Vec<&str>> =
        document.get("columns")?.as_array()?.iter().map(Value::as_str).collect();
    let names = names?;
    let row = |row: &Value| {
        let cells = row.as_array()?.iter().cloned();
        Some(names.iter().map(|name| (*name).to_owned()).zip(cells).collect())
    };
    document.get("data")?.as_array()?.iter().map(row).collect()
}

/// Fields that list the sources of texts next to them.
const LISTS: [&str; 5] = ["search_results", "citations", "sources", "references", "citations_data"];

/// Fields with the address of such a source.
const URLS: [&str; 4] = ["url", "link", "uri", "canonical_uri"];

/// Returns the sources that an object lists, as those of a case: numbered from 1.
fn listed(fields: &Map<String, Value>) -> Option<Vec<Value>> {
    let is_source =
        |item: &Value| item.is_object() || item.as_str().is_some_and(|text| text.contains("://"));
    let lists = LISTS.iter().filter_map(|key| fields.get(*key)?.as_array());
    let mut lists = lists.filter(|list| !list.is_empty() && list.iter().all(is_source));
    // Of several, the others may only name the sources.
    let has_place = |list: &&Vec<Value>| {
        list.iter().any(|item| item.is_string() || URLS.iter().any(|key| item.get(key).is_some()))
    };
    let first = lists.clone().next()?;
    let list = lists.find(has_place).filter(|list| list.len() == first.len()).unwrap_or(first);
    let source = |(number, item): (usize, &Value)| {
        let of = |keys: [&str; 3]| keys.iter().find_map(|key| item.get(*key)?.as_str());
        let text = of(["text", "snippet", "content"]).filter(|text| !text.is_empty());
        let text = text.map(str::to_owned).or_else(|| snippets(item));
        let title = of(["title", "name", "source"]).filter(|title| !title.is_empty());
        json!({"id": number.to_string(), "title": title,
            "url": item.as_str().or_else(|| URLS.iter().find_map(|key| item.get(*key)?.as_str())),
            "text": text})
    };
    Some((1..).zip(list).map(source).collect())
}

/// Returns the words that a search found in a page.
fn snippets(item: &Value) -> Option<String> {
    let snippets: Option<Vec<&str>> =
        item.get("snippets")?.as_array()?.iter().map(Value::as_str).collect();
    Some(snippets?.join("\n\n")).filter(|text| !text.is_empty())
}

/// Collects the texts of a document that may be answers, with their paths. One with a list of
/// `sources` next to or above it is a case with these. Nothing in the `rows` at these paths counts, nor
/// what somebody asked or expected, or a search found.
pub(super) fn strings(
    value: &Value,
    path: &str,
    sources: &[Value],
    rows: &BTreeSet<&str>,
    depth: usize,
    texts: &mut Vec<(String, String)>,
) {
    if depth > MAX_DEPTH || texts.len() >= MAX_TEXTS || rows.contains(path) {
        return;
    }
    match value {
        Value::String(text) if is_long(text) || is_short_answer(text, path, sources) => {
            let text = match sources {
                [] => text.clone(),
                _ => json!({"response": text, "sources": sources}).to_string(),
            };
            texts.push((path.to_owned(), text));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                strings(item, &format!("{path}[{index}]"), sources, rows, depth + 1, texts);
            }
        }
        Value::Object(fields) if !is_given(fields) && !is_piece(fields) && !is_call(fields) => {
            let own = listed(fields);
            let lists = LISTS.iter().filter(|_| own.is_some());
            let lists: Vec<&str> = lists.copied().collect();
            let is_found = |key: &str, value: &Value| {
                lists.contains(&key)
                    || is_expected(key)
                    || value.is_string() && (is_of_user(key) || names_context(key))
                    || !value.is_string()
                        && family(key) == Some(KeyFamily::Contexts)
                        && !is_subject(key, value)
            };
            for (key, value) in fields.iter().filter(|(key, value)| !is_found(key, value)) {
                let sources = own.as_deref().unwrap_or(sources);
                strings(value, &join(path, key), sources, rows, depth + 1, texts);
            }
        }
        _ => {}
    }
}

/// True for a short text with a number in brackets, if nothing beside it lists sources or it is an answer from
/// these.
fn is_short_answer(text: &str, path: &str, sources: &[Value]) -> bool {
    has_number(text) && (sources.is_empty() || is_answer(path))
}

/// True for the parts of a text about the context of something, and not the contexts of an answer:
/// `market_context: {"prices": "…"}`.
fn is_subject(key: &str, value: &Value) -> bool {
    let words = words(key);
    let is_one = words.last().is_some_and(|word| word == "context");
    let is_found = words.iter().any(|word| word.starts_with("retriev") || word == "search");
    is_one && words.len() > 1 && !is_found && value.is_object()
}

/// True for a piece of a document, as a search returns it: it has a `chunk_id` or a rank and no answer, or a file
/// beside its text.
pub(super) fn is_piece(fields: &Map<String, Value>) -> bool {
    const PIECES: [&str; 3] = ["chunk", "passage", "node"];
    const NUMBERS: [&str; 3] = ["id", "index", "idx"];
    let counts = |key: &String| {
        let words = words(key);
        let has = |known: [&str; 3]| words.iter().any(|word| known.contains(&word.as_str()));
        has(PIECES) && has(NUMBERS)
    };
    let of = fields.get("metadata").and_then(Value::as_object);
    let is_counted = fields.keys().chain(of.into_iter().flat_map(Map::keys)).any(counts);
    let is_ranked = fields.get("rank").is_some_and(Value::is_number)
        && ["doc_id", "document_id", "source"].iter().any(|key| fields.contains_key(*key));
    (is_counted || is_ranked) && !fields.keys().any(|key| family(key) == Some(KeyFamily::Answer))
        || is_of_file(fields)
}

/// True for a key of what a person said: `user_utterance`.
fn is_of_user(key: &str) -> bool {
    const SAID: [&str; 6] = ["utterance", "message", "input", "query", "question", "prompt"];
    let words = words(key);
    words.iter().any(|word| word == "user") && words.iter().any(|word| SAID.contains(&&**word))
}

/// True for a key of what a model was given: `Graph_RAG_Context`.
fn names_context(key: &str) -> bool {
    words(key).last().is_some_and(|word| matches!(word.as_str(), "context" | "contexts"))
}

/// True for the pieces of files, as programs that divide documents write them: a text and the file it is of.
fn is_of_file(fields: &Map<String, Value>) -> bool {
    const TEXTS: [&str; 4] = ["text", "page_content", "pageContent", "content"];
    const FILES: [&str; 6] = ["source", "file", "filename", "file_name", "file_path", "path"];
    const BESIDE: [&str; 6] = ["id", "metadata", "type", "embedding", "score", "kwargs"];
    let is_known = |key: &String| TEXTS.contains(&&**key) || BESIDE.contains(&&**key);
    let is_file = |name: &str| {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let kind = name.rsplit_once('.').map(|(_, kind)| kind);
        kind.is_some_and(|kind| {
            (2..=5).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    let of = fields.get("metadata").and_then(Value::as_object);
    let names = || FILES.iter().filter_map(|key| of?.get(*key)?.as_str());
    fields.keys().all(is_known) && names().any(is_file)
}

/// True for the call of a tool or a command with what it returned, as a log of them has it.
fn is_call(fields: &Map<String, Value>) -> bool {
    const RETURNED: [&str; 3] = ["output", "result", "search_results"];
    let has_results = RETURNED.iter().any(|key| fields.contains_key(*key));
    fields.contains_key("arguments") && has_results || is_command(fields)
}

/// True for a message that the model did not write.
pub(super) fn is_given(fields: &Map<String, Value>) -> bool {
    let role = fields.get("role").and_then(Value::as_str);
    role.is_some_and(|role| ["system", "developer", "user", "tool", "function"].contains(&role))
}
