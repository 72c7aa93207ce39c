//! Haystack: generated answers with their documents.
//!
//! Spec: the library's `GeneratedAnswer` and `Document`, and `AnswerBuilder`.
//!
//! ```json
//! {"data": "It is so [2].", "query": "Is it?", "documents": [
//!   {"id": "…", "content": "…", "meta": {"source_index": 2, "referenced": true}, "score": 0.8}]}
//! ```
//!
//! Also read are the same fields in `init_parameters`, as the library serializes itself to JSON,
//! and the answers in the output of a pipeline. `source_index`, from 1, is the number that the
//! model was given: the builder may have left out documents without references, so positions are
//! not reliable.
//!
//! Each of several answers is a case.
//!
//! # Incomplete support
//!
//! Extractive answers repeat their document and cite nothing.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::apps::Answer;
use crate::dialects::shared::documents;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::list;
use crate::input::json::scalar;
use crate::model::{Case, IdFrom, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "haystack",
    title: "Haystack: a generated answer with its documents",
    recognised_by: "`data` beside `query` and `documents[]`, bare or in `answers[]`",
    sources_from: "`documents[]` by their `source_index`, else by place; then files given",
    units: "none: `[1]` is in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

/// Returns the answers in a document, wherever a pipeline puts them.
fn answers(document: &Value) -> Vec<&Value> {
    let bare = std::iter::once(document);
    let components = document.as_object().into_iter().flat_map(|fields| fields.values());
    let listed = std::iter::once(document).chain(components).flat_map(|it| list(it, "answers"));
    let inner = |it: &'_ Value| it.get("init_parameters").is_some();
    let opened = |it| if inner(it) { it.get("init_parameters").unwrap_or(it) } else { it };
    bare.chain(listed).map(opened).filter(|it| is_answer(it)).collect()
}

fn is_answer(value: &Value) -> bool {
    let has_answer =
        value.get("data").is_some_and(Value::is_string) && value.get("query").is_some();
    has_answer && value.get("documents").is_some_and(Value::is_array)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    let first = *answers(document).first()?;
    Some(format!("an answer in `data` with {}", count(list(first, "documents").len(), "document")))
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    let document = record.payload().and_then(|payload| payload.document());
    let answers = document.map_or(0, |document| answers(document).len());
    if answers > 1 { Item::of_whole(record, answers) } else { Vec::new() }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let answers = payload.document().map(answers).unwrap_or_default();
    let Some(own) = answers.get(record.item) else {
        return Err(record.error("no answer with `data`, `query` and `documents` found"));
    };
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    answer.question = own.get("query").and_then(scalar);
    answer.text = own.get("data").and_then(scalar).unwrap_or_default();
    let found: Vec<(Source, Option<String>)> =
        list(own, "documents").iter().filter_map(source).collect();
    let indexed = found.iter().any(|(_, index)| index.is_some());
    for (mut source, index) in found {
        if let Some(index) = index {
            let id = std::mem::replace(&mut source.id, index);
            source.metadata.extend((!id.is_empty()).then(|| ("id".to_owned(), id)));
        }
        source.id_from = IdFrom::Text;
        answer.sources.push(source);
    }
    if !indexed {
        documents::number(&mut answer.sources, &answer.text, text_reader);
        if !answer.sources.is_empty() {
            let note = "the documents have no `source_index`: they are counted by place, which is \
                        wrong if those that are not referenced were left out";
            answer.notes.push(note.to_owned());
        }
    }
    Ok(answer.case(Vec::new(), text_reader))
}

/// Returns a document, and the number that the model was given for it.
fn source(document: &Value) -> Option<(Source, Option<String>)> {
    let mut fields = documents::fields(document)?;
    let index = fields.remove("source_index").as_ref().and_then(scalar);
    Some((documents::source(&fields), index))
}
