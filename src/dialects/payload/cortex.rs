//! Snowflake Cortex Agents: an answer, or its stream.
//!
//! Spec: the vendor's page on the Cortex Agents run interface (`Annotation`, `response.text.annotation`),
//! and the notes of clients that recorded it.
//!
//! ```json
//! {"role": "assistant", "content": [{"type": "text", "text": "It rose [^1].", "annotations": [
//!   {"type": "cortex_search_citation", "index": 1, "search_result_id": "cs_…", "doc_id": "…",
//!    "doc_title": "…", "text": "…"}]}]}
//! ```
//!
//! An annotation has no offsets: its `index` is the number of a mark `[^1]` in the text. A stream
//! has them as separate events and again in the whole text; the last event is the whole answer.
//!
//! # Incomplete support
//!
//! The documentation and clients were available, but no recording. Results of searches that no annotation
//! names are left out.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::dialects::shared::statements::Statements;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "cortex",
    title: "Snowflake Cortex Agents: an answer, or its stream",
    recognised_by: "annotations of type `cortex_search_citation`",
    sources_from: "the words that the annotations repeat; then the files given",
    units: "none: `[^1]` is in the text",
    kind: Kind::Payload { detect, read },
    event: |value| Event::from(value.get("content_index").is_some()),
    ..Dialect::DEFAULTS
};

/// The type of an annotation.
const CITATION: &str = "cortex_search_citation";

const NAMES: SourceFields = SourceFields {
    ids: &["index"],
    titles: &["doc_title"],
    texts: &["text"],
    shown: Shown::Named(&["doc_id", "search_result_id"]),
    absent: Absent::Reason("the answer repeats no words of it; pass the document with `--source`"),
    ..SourceFields::APP
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let found = annotations(&payload.documents).len();
    (found > 0).then(|| format!("{} of type `{CITATION}`", count(found, "annotation")))
}

/// Returns the contents of an answer: its own, those of a message in it, or the delta of a stream.
fn contents(document: &Value) -> Vec<&Value> {
    let inner = ["message", "delta", "response"].iter().find_map(|key| document.get(*key));
    let message = inner.filter(|inner| inner.get("content").is_some()).unwrap_or(document);
    let own = document.get("text").is_some_and(Value::is_string).then_some(document);
    own.into_iter().chain(list(message, "content")).collect()
}

/// Returns the annotations of all documents, each number once.
fn annotations(documents: &[Value]) -> Vec<&Value> {
    let mut found: Vec<&Value> = Vec::new();
    for document in documents {
        let inside = contents(document).into_iter().flat_map(|content| {
            content.get("annotation").into_iter().chain(list(content, "annotations"))
        });
        for annotation in document.get("annotation").into_iter().chain(inside) {
            let known = found.iter().any(|own| own.get("index") == annotation.get("index"));
            if text(annotation, "type") == CITATION && !known {
                found.push(annotation);
            }
        }
    }
    found
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    let mut shift = 0;
    let words = words(&payload.documents);
    let found = annotations(&payload.documents);
    // Numbered from 0, and cited from 1: the first mark means the first annotation.
    let numbers = || found.iter().filter_map(|it| it.get("index")?.as_u64());
    let marked = |number: u64| words.contains(&format!("[^{number}]"));
    if numbers().any(|number| !marked(number)) && numbers().all(|number| marked(number + 1)) {
        shift = 1;
        statements.reader.notes.push("annotations count from 0, marks from 1".to_owned());
    }
    for (place, annotation) in (1..).zip(found.iter().filter_map(|it| it.as_object())) {
        let number = annotation.get("index").and_then(Value::as_u64);
        let number = number.map_or(place, |number| number + shift);
        let mut source = NAMES.source_with_id(annotation, number.to_string());
        source.id_from = IdFrom::Text;
        (source.excerpt, source.repeated) = (true, source.text.why_not().is_none());
        statements.sources.push(source);
    }
    statements.part(words, Vec::new());
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

/// Returns the text of an answer: of the last whole one, of whole pieces, or of deltas.
fn words(documents: &[Value]) -> String {
    let whole = |document: &&Value| {
        document.get("delta").is_none() && !list(document, "content").is_empty()
    };
    let texts = |document: &Value| -> String {
        let parts = contents(document).into_iter();
        parts.filter(|part| text(part, "type") == "text").map(|part| text(part, "text")).collect()
    };
    if let Some(found) = documents.iter().rev().filter(whole).map(texts).find(|it| !it.is_empty()) {
        return found;
    }
    let pieces = |done: bool| -> String {
        let of_kind = documents.iter().filter(|it| it.get("is_elicitation").is_some());
        let of_kind = of_kind.filter(|it| it.get("annotations").is_some() == done);
        of_kind.map(|it| text(it, "text")).collect()
    };
    [pieces(true), pieces(false), documents.iter().map(texts).collect()]
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}
