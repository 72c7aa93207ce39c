//! The ids that a row states as cited: `"cited_chunk_ids": ["chunk-35", "chunk-13"]`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::stated::citation;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::contexts::named;
use crate::dialects::shared::key_family::words;
use crate::input::json::parse;
use crate::input::python;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Source};
use crate::text::Span;
use crate::text::prose::count;
use crate::text::sentences::starts;

/// Words of a key for what an answer cites.
const CITED: &[&str] = &["cited", "cites", "citation", "citations", "used", "referenced"];

/// Words of a key for ids, at least one of which goes with these.
const IDS: &[&str] = &[
    "id",
    "ids",
    "chunk",
    "chunks",
    "doc",
    "docs",
    "document",
    "documents",
    "source",
    "sources",
    "passage",
    "passages",
    "node",
    "nodes",
];

/// Words of a key for what an answer should have cited.
const EXPECTED: &[&str] =
    &["gold", "golden", "expected", "ground", "truth", "ideal", "correct", "reference", "missing"];

/// Keys that say it alone.
const ALONE: &[&str] = &["citations", "cited"];

/// The maximum length of an id, in bytes.
const MAX_ID: usize = 120;

/// The maximum number of cited contexts: each claims the whole answer.
const MAX_NUMBERS: usize = 200;

/// Returns the field with the ids that a row states as cited, and the ids.
pub(super) fn of(row: &Map<String, Value>) -> Option<(&str, Vec<String>)> {
    // A column that names one source has others beside it: `first_citation_source`.
    let is_list = |key: &str, value: &Value| {
        let is_plural = key.ends_with('s') || ALONE.contains(&key);
        is_plural || value.as_str().is_none_or(|text| text.trim_start().starts_with('['))
    };
    let mut stating = row.iter().filter(|(key, value)| states(key) && is_list(key, value));
    stating.find_map(|(key, value)| Some((key.as_str(), ids(value)?)))
}

/// True for a key of the ids that an answer cites.
fn states(key: &str) -> bool {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    !has(EXPECTED) && (ALONE.contains(&key) || has(CITED) && has(IDS))
}

/// True for a key of what an answer cites, as a test found it: `cited_pages`, `has_citations`.
pub(super) fn is_of_cited(key: &str) -> bool {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    has(&["cited", "cites", "citations"]) && !has(EXPECTED)
}

/// Returns the ids of a list, which a table has as a text.
fn ids(value: &Value) -> Option<Vec<String>> {
    let ids: Vec<String> = match value {
        Value::Array(items) => {
            items.iter().map(|it| it.as_str().map(str::to_owned)).collect::<Option<_>>()?
        }
        Value::String(text) if text.trim_start().starts_with('[') => {
            let parsed = parse(text).ok().map(|parsed| parsed.value);
            let list = parsed.or_else(|| python::parse(text)).filter(Value::is_array)?;
            return ids(&list);
        }
        Value::String(text) => {
            let mut seen = BTreeSet::new();
            let ids = text.split([',', ';', '|', ' ']).filter(|id| !id.is_empty());
            ids.filter(|id| seen.insert(*id)).map(str::to_owned).collect()
        }
        _ => return None,
    };
    (!ids.is_empty() && ids.iter().all(|id| is_id(id))).then_some(ids)
}

/// True for an id: a word with a digit or a sign that words do not have.
fn is_id(id: &str) -> bool {
    let has_sign = id.contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = !id.contains(char::is_whitespace) && !id.contains("://");
    has_sign && !is_number && is_word && id.len() <= MAX_ID
}

/// Adds a source without text for each cited id that has none, unless the sources are counted: a number
/// beyond their list must not lead to it.
pub(super) fn add_sources(row: &Map<String, Value>, sources: &mut Vec<Source>) {
    let is_counted = |own: &Source| own.id.bytes().all(|byte| byte.is_ascii_digit());
    let Some((_, ids)) = of(row).filter(|_| !sources.iter().any(is_counted)) else { return };
    let new = |id: &&String| !sources.iter().any(|own| own.id == **id);
    let ids: Vec<&String> = ids.iter().filter(new).collect();
    sources.extend(named(ids.into_iter().map(String::as_str)));
}

/// Adds the ids that a row states as cited and that no mark names: where the answer says them, else
/// without a place in it. Numbers in the answer are their marks already. Returns a note.
pub(super) fn add(
    row: &Map<String, Value>,
    text: &str,
    sources: &[Source],
    citations: &mut Vec<Citation>,
) -> Option<String> {
    let Some((key, ids)) = of(row) else { return add_numbers(row, text, sources, citations) };
    let is_number = |id: &str| id.bytes().all(|byte| byte.is_ascii_digit());
    let cites =
        |id: &str| citations.iter().flat_map(|it| &it.targets).any(|target| target.id == id);
    if citations.iter().flat_map(|it| &it.targets).any(|target| is_number(&target.id)) {
        return None;
    }
    let code = Code::of(text);
    let sentences = starts(text);
    let mut found = Vec::new();
    let mut unplaced = 0;
    for id in ids.iter().filter(|id| !cites(id)) {
        let before = found.len();
        for span in mentions(text, id).filter(|span| !code.overlaps(*span)) {
            // The name of a source is a word of the sentence that it supports.
            let span = sentence(text, &sentences, span);
            let anchor = Anchor { kind: AnchorKind::Claim, span };
            found.push(Citation { anchor, ..citation(id, id, None, text) });
        }
        if found.len() == before {
            found.push(citation(id, id, None, text));
            unplaced += 1;
        }
    }
    if found.is_empty() {
        return None;
    }
    citations.append(&mut found);
    citations.sort_by_key(|citation| citation.anchor.span);
    Some(match unplaced {
        0 => format!("`{key}` names what is cited"),
        _ => format!("{} in `{key}` only, and not in the answer", count(unplaced, "citation")),
    })
}

/// Adds the numbers that a row states as cited if all are ids of contexts, and not their places; returns a note on
/// them.
fn add_numbers(
    row: &Map<String, Value>,
    text: &str,
    sources: &[Source],
    citations: &mut Vec<Citation>,
) -> Option<String> {
    let number = |it: &Value| it.as_u64().map(|number| number.to_string());
    let list = |value: &Value| value.as_array()?.iter().map(number).collect::<Option<Vec<_>>>();
    let mut stating = row.iter().filter(|(key, _)| states(key));
    let (key, ids) = stating.find_map(|(key, value)| Some((key, list(value)?)))?;
    if ids.is_empty() || !citations.is_empty() {
        return None;
    }
    let numbers = count(ids.len(), "number");
    if ids.len() > MAX_NUMBERS {
        return Some(format!("{numbers} in `{key}` not read: more than {MAX_NUMBERS}"));
    }
    let own: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.id_from != IdFrom::Position)
        .map(|source| source.id.as_str())
        .collect();
    if !ids.iter().all(|id| own.contains(id.as_str())) {
        return Some(format!("{numbers} in `{key}` not read: not the ids of contexts"));
    }
    citations.extend(ids.iter().map(|id| citation(id, id, None, text)));
    let stated = count(ids.len(), "citation");
    Some(format!("{stated} in `{key}` only, and not in the answer"))
}

/// Returns the sentence around a place.
fn sentence(text: &str, starts: &[usize], place: Span) -> Span {
    let next = starts.partition_point(|start| *start <= place.start);
    let start = next.checked_sub(1).and_then(|at| starts.get(at)).copied().unwrap_or(0);
    let end = starts.get(next).copied().unwrap_or(text.len()).max(place.end);
    let words = text.get(start..end).unwrap_or_default();
    let start = start + words.len() - words.trim_start().len();
    Span::new(start, start + words.trim().len())
}

/// Returns the places at which a text has an id as a word.
fn mentions<'t>(text: &'t str, id: &'t str) -> impl Iterator<Item = Span> + 't {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(id).filter_map(move |(at, _)| {
        let span = Span::new(at, at + id.len());
        let before = text.get(..span.start)?;
        let after = text.get(span.end..)?;
        (!before.ends_with(joins) && !after.starts_with(joins)).then_some(span)
    })
}
