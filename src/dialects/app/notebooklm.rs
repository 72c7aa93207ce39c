//! `NotebookLM`: the stream of its own page, as recorded by a browser or by clients of the page.
//!
//! Spec: none; the shape is that of recordings by `teng-lin/notebooklm-py`. After `)]}'` there are
//! chunks, each the whole answer so far in `["wrb.fr", null, "…JSON…"]`; the last is read. Its marks,
//! `[1]`, count the passages, which have their text, their place in the source and a score.
//!
//! ```text
//! [[answer, null, […], null, [[blocks, spans], null, null, passages, 1]]]
//! passage: [[id], [null, null, score, [[null, first, last]], [blocks], [[[…], source]], [id]]]
//! block: [first, last, [[run, …]]]        run: [first, last, [words, style]]
//! ```
//!
//! # Incomplete support
//!
//! The names of sources are not in the stream, only their ids. The spans of the answer that a passage is
//! for are not read: its marks say where they end.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::error::Result;
use crate::input::Record;
use crate::model::{Case, IdFrom, Response, Source, SourceText};
use crate::text::prose::count;

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: "notebooklm",
    title: "the stream of NotebookLM's own page",
    recognised_by: "`)]}'` and chunks with `wrb.fr` that hold an answer and its passages",
    sources_from: "the passages in the stream, with their texts",
    units: "none: marks are in the text",
    kind: Kind::Payload { detect, read },
    streams_lines: true,
    ..Dialect::DEFAULTS
};

/// The beginning of the streams of Google's apps, which keeps other pages from reading them.
pub(crate) const GUARD: &str = ")]}'";

/// The place of the passages in an answer.
const PASSAGES: &[usize] = &[4, 3];

fn detect(record: &Record<'_>) -> Option<String> {
    let answer = answer(record)?;
    let passages = passages(&answer).count();
    (passages > 0).then(|| format!("an answer with {}", count(passages, "passage")))
}

/// Returns the answer in the last chunk that has one.
fn answer(record: &Record<'_>) -> Option<Value> {
    let chunks = record.text.trim_start_matches('\u{feff}').strip_prefix(GUARD)?;
    let of_chunk = |line: &str| {
        let chunk: Value = serde_json::from_str(line.trim()).ok()?;
        chunk.as_array()?.iter().rev().find_map(|row| {
            let is_answer = row.get(0).and_then(Value::as_str) == Some("wrb.fr");
            let inner = row.get(2).and_then(Value::as_str).filter(|_| is_answer)?;
            let mut inner: Value = serde_json::from_str(inner).ok()?;
            let answer = inner.get_mut(0)?.take();
            (answer.get(0)?.is_string() && place(&answer, PASSAGES)?.is_array()).then_some(answer)
        })
    };
    chunks.lines().rev().filter(|line| line.starts_with("[[")).find_map(of_chunk)
}

fn passages(answer: &Value) -> impl Iterator<Item = &Value> {
    place(answer, PASSAGES).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the value at the end of a path of indexes.
fn place<'v>(value: &'v Value, path: &[usize]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, index| value.get(*index))
}

fn read(record: &Record<'_>, reader: &TextReader<'_>) -> Result<Case> {
    let Some(answer) = answer(record) else {
        return Err(record.error("no chunk of the stream holds an answer with passages"));
    };
    let text = answer.get(0).and_then(Value::as_str).unwrap_or_default();
    let mut sources: Vec<Source> =
        passages(&answer).enumerate().map(|(index, passage)| source(index + 1, passage)).collect();
    let found = reader.read_among(text, &mut sources);
    let text = text.to_owned();
    Ok(Case {
        response: Response { text, citations: found.citations, cards: found.cards },
        sources,
        notes: found.notes,
        ..Case::default()
    })
}

/// Returns a passage by its number.
fn source(number: usize, passage: &Value) -> Source {
    let blocks = place(passage, &[1, 4, 0]).and_then(Value::as_array).into_iter().flatten();
    let lines: Vec<String> = blocks.map(|block| words(block.get(2))).collect();
    let place_in_source = |at: usize| place(passage, &[1, 3, 0, at]).and_then(Value::as_u64);
    let mut metadata = Vec::new();
    let id = place(passage, &[1, 5, 0, 1]).and_then(Value::as_str);
    metadata.extend(id.map(|id| ("source".to_owned(), id.to_owned())));
    if let (Some(first), Some(last)) = (place_in_source(1), place_in_source(2)) {
        metadata.push(("characters".to_owned(), format!("{first}-{last}")));
    }
    let score = place(passage, &[1, 2]).and_then(Value::as_f64);
    metadata.extend(score.map(|score| ("score".to_owned(), format!("{score:.3}"))));
    Source {
        id: number.to_string(),
        id_from: IdFrom::Text,
        text: SourceText::Inline(lines.join("\n").into()),
        excerpt: true,
        metadata,
        ..Source::default()
    }
}

/// Returns all words inside a value.
fn words(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(words)) => words.clone(),
        Some(Value::Array(items)) => items.iter().map(|item| words(Some(item))).collect(),
        _ => String::new(),
    }
}
