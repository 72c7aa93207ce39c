//! Vectara: an answer to a query or a turn of a chat, of both versions of the interface, and its stream.
//!
//! Spec: the vendor's reference of version 2 (`QueryFullResponse`, `ChatFullResponse`) and of version 1
//! (`responseSet`), and clients of both.
//!
//! ```json
//! {"summary": "It rose [1].", "search_results": [{"text": "…", "score": 0.8, "document_id": "…",
//!   "document_metadata": {"title": "…", "url": "…"}, "part_metadata": {"page": 3}}],
//!  "factual_consistency_score": 0.9}
//! ```
//!
//! A mark `[n]` means the n-th result, from 1. A result is a passage; the page of its document is
//! shown with it.
//!
//! # Incomplete support
//!
//! Clients and documentation were available, but no recording.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::position::Position;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::dialects::shared::statements::Statements;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, scalar, text};
use crate::model::{Case, IdFrom, Source};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "vectara",
    title: "Vectara: the answer to a query, a turn of a chat, or its stream",
    recognised_by: "`search_results[]` beside `summary` or `answer`, or `responseSet[]`",
    sources_from: "the results of the search, in their order",
    units: "none: `[1]` is in the text",
    kind: Kind::Payload { detect, read },
    event: |value| {
        Event::from(
            ["generation_chunk", "factual_consistency_score"].contains(&text(value, "type")),
        )
    },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    titles: &["title", "name", "filename"],
    urls: &["url", "source_url", "source"],
    scores: &["score"],
    texts: &["text"],
    shown: Shown::Named(&["document_id", "page", "section"]),
    absent: Absent::Reason("the result has no text; pass the document with `--source ID=PATH`"),
    ..SourceFields::APP
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let own = payload.any(|document| {
        let scored = document.get("factual_consistency_score").is_some();
        let results = list(document, "search_results");
        let named = results.iter().any(|result| result.get("document_id").is_some());
        let said = ["summary", "answer"]
            .iter()
            .any(|key| document.get(*key).is_some_and(Value::is_string));
        (said && (scored || named)) || !list(document, "responseSet").is_empty()
    });
    let streamed = payload.any(|it| text(it, "type") == "generation_chunk");
    let results = results(&payload.documents).len();
    (own || streamed).then(|| format!("an answer beside {}", count(results, "search result")))
}

/// Returns the results of all documents, flat: with the fields of their metadata.
fn results(documents: &[Value]) -> Vec<Map<String, Value>> {
    let of_set = |set: &Value| {
        let documents = list(set, "document");
        let one = |result: &Value| {
            let mut fields = result.as_object().cloned().unwrap_or_default();
            let index = match Position::read(result.get("documentIndex")) {
                Some(Position::At(index)) => usize::try_from(index).ok(),
                Some(Position::Malformed(_)) => None,
                // A zero may be left out.
                None => Some(0),
            };
            let document = index.and_then(|index| documents.get(index));
            let document = document.unwrap_or(&Value::Null);
            fields.insert("document_id".to_owned(), Value::from(text(document, "id")));
            for pair in list(document, "metadata").iter().chain(list(result, "metadata")) {
                let value = pair.get("value").cloned().unwrap_or_default();
                fields.entry(text(pair, "name").to_owned()).or_insert(value);
            }
            fields
        };
        list(set, "response").iter().map(one).collect::<Vec<_>>()
    };
    let flat = |result: &Value| {
        let mut fields = Map::new();
        for key in ["part_metadata", "document_metadata"] {
            let inner = result.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
            for (key, value) in inner {
                fields.entry(key).or_insert(value);
            }
        }
        fields.extend(result.as_object().cloned().unwrap_or_default());
        fields
    };
    let mut found = Vec::new();
    for document in documents {
        found.extend(list(document, "search_results").iter().map(flat));
        found.extend(list(document, "responseSet").iter().flat_map(of_set));
    }
    found
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    for (number, fields) in (1_usize..).zip(results(&payload.documents)) {
        let source = NAMES.source_with_id(&fields, number.to_string());
        statements.sources.push(Source { id_from: IdFrom::Text, excerpt: true, ..source });
    }
    let score = |it: &Value| it.get("factual_consistency_score").and_then(scalar);
    if let Some(score) = payload.documents.iter().rev().find_map(score) {
        statements.reader.notes.push(format!("factual consistency score of the vendor: {score}"));
    }
    statements.part(words(&payload.documents), Vec::new());
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

fn words(documents: &[Value]) -> String {
    let mut words = String::new();
    for document in documents {
        let own = ["summary", "answer", "generation_chunk"].iter();
        words.extend(own.filter_map(|key| document.get(*key)?.as_str()));
        let summaries = list(document, "responseSet").iter().flat_map(|set| list(set, "summary"));
        words.extend(summaries.map(|summary| text(summary, "text")));
    }
    words
}
