//! Pinecone Assistant: the answer of a chat, or its stream.
//!
//! Spec: the vendor's reference of the chat interface, and a recorded answer.
//!
//! ```json
//! {"finish_reason": "stop", "message": {"role": "assistant", "content": "…"}, "citations": [
//!   {"position": 42, "references": [{"file": {"name": "handbook.pdf", "id": "…"}, "pages": [3, 4],
//!     "highlight": {"type": "text", "content": "…"}}]}]}
//! ```
//!
//! A position is a place in the whole answer; its unit is not stated: code points are assumed, and
//! reported as not verified. A file is cited by its name. The signed address of a file is left out: it
//! expires, and whoever has it may read the file.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::{Element, Event};
use crate::input::json::{Reader, list, text};
use crate::model::{Case, Locator};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pinecone",
    title: "Pinecone Assistant: the answer of a chat, or its stream",
    recognised_by: "`citations[]` with `position` and `references[].file`, or events `content_chunk`",
    sources_from: "the words that the citations repeat, if they do; then the files given, by name",
    units: "code points of the answer: assumed",
    kind: Kind::Payload { detect, read },
    event: |value| {
        let chunk = text(value, "type") == "content_chunk" && value.get("delta").is_some();
        let cited = text(value, "type") == "citation" && value.get("citation").is_some_and(is_own);
        match text(value, "type") {
            _ if chunk || cited => Event::Yes,
            "message_start" | "message_end" => Event::Perhaps,
            _ => Event::No,
        }
    },
    element: |value| Element::response_if(citations(value).any(is_own)),
    ..Dialect::DEFAULTS
};

fn is_own(citation: &Value) -> bool {
    citation.get("position").is_some()
        && list(citation, "references").iter().any(|it| it.get("file").is_some())
}

/// Returns the citations of an answer, or of an event.
fn citations(document: &Value) -> impl Iterator<Item = &Value> {
    list(document, "citations").iter().chain(document.get("citation"))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let cited = payload.documents.iter().flat_map(citations).filter(|it| is_own(it)).count();
    let streamed = payload.any(|it| (DIALECT.event)(it) == Event::Yes);
    (cited > 0 || streamed)
        .then(|| format!("{} with `position` and `references`", count(cited, "citation")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    let (mut words, mut found) = (String::new(), Vec::new());
    for document in &payload.documents {
        let paths = ["/message/content", "/delta/content"].iter();
        words.extend(paths.filter_map(|path| document.pointer(path)?.as_str()));
        for citation in citations(document) {
            let reader = &mut statements.reader;
            let Some(fields) = Cursor::of(reader, citation, "citations".to_owned()) else {
                continue;
            };
            let references = fields.objects(reader, "references");
            let cited = references.iter().flat_map(|it| cited(it, reader)).collect();
            let place = fields.integer(reader, "position").map_or(Place::Nowhere, Place::Point);
            let raw = fields.raw();
            found.push(Statement { family: "citation", place, words: None, cited, raw });
        }
    }
    statements.part(words, found);
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

/// Returns what a reference cites: each range of its pages, or the file.
fn cited(reference: &Cursor<'_>, reader: &mut Reader) -> Vec<Cited> {
    let Some(file) = reference.object(reader, "file") else { return Vec::new() };
    let Some(name) = file.filled(reader, "name").or_else(|| file.id(reader, "id")) else {
        return Vec::new();
    };
    let quote = reference
        .object(reader, "highlight")
        .and_then(|highlight| highlight.filled(reader, "content"));
    let pages = reference.list(reader, "pages").iter().filter_map(Value::as_u64);
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for page in pages {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(page) => *last = page,
            _ => ranges.push((page, page)),
        }
    }
    let one = |locator| {
        let mut cited = cites(&name, Some(&name), None);
        cited.target.locator = locator;
        cited.target.quote.clone_from(&quote);
        cited
    };
    if ranges.is_empty() {
        return vec![one(None)];
    }
    let located = ranges.into_iter().map(|(first, last)| Some(Locator::Pages { first, last }));
    located.map(one).collect()
}
