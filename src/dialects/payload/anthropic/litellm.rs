//! Anthropic's citations as `LiteLLM` passes them on in a chat completion, and as `DSPy` keeps them.
//!
//! Spec: `litellm/llms/anthropic/chat/transformation.py` and its tests; `dspy/adapters/types/citation.py`.
//! The text blocks are joined to one text; a citation repeats the words of its block as
//! `supported_text`, which are searched for in order.
//!
//! ```json
//! {"choices": [{"message": {"content": "…", "provider_specific_fields": {"citations": [[
//!   {"type": "char_location", "cited_text": "…", "document_index": 0, "document_title": "…",
//!    "start_char_index": 0, "end_char_index": 20, "supported_text": "the grass is green"}]]}}}]}
//! {"answer": "…", "citations": [{"cited_text": "…", "document_index": 0, …, "supported_text": "…"}]}
//! ```
//!
//! A stream has one citation a chunk, in `delta.provider_specific_fields.citation`, and no words of the
//! block: it is a point after the text so far. Versions before `supported_text` state no place at all.
//!
//! # Incomplete support
//!
//! The tests of both were available, but no recording. Cohere's citations in these fields have spans of the
//! text, in code points, and name documents.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::anthropic::library::Library;
use crate::dialects::payload::anthropic::targets::Targets;
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::found::result;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Source};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "litellm",
    title: "LiteLLM and DSPy: a completion or prediction with Anthropic's citations",
    recognised_by: "`provider_specific_fields.citations`, or citations with `supported_text`",
    sources_from: "the request's documents, else the words that the citations repeat",
    units: "characters of the source; pages and blocks",
    kind: Kind::Payload { detect, read },
    answers: &["choices"],
    element: |value| Element::response_if(prediction(value).is_some()),
    ..Dialect::DEFAULTS
};

/// Fields that hold the answer of a prediction, the surest first.
const ANSWERS: &[&str] = &["text", "answer", "response", "output", "summary"];

/// An answer, and its citations with their places.
#[derive(Debug, Default)]
struct Found<'v> {
    text: String,
    cited: Vec<(Place, &'v Value)>,
}

fn detect(record: &Record<'_>) -> Option<String> {
    let found = find(&record.payload()?.documents);
    let supported = found.cited.iter().filter(|(_, it)| it.get("supported_text").is_some()).count();
    let citations = count(found.cited.len(), "citation");
    (!found.cited.is_empty())
        .then(|| format!("{citations} beside the text, {supported} with `supported_text`"))
}

fn find(documents: &[Value]) -> Found<'_> {
    let mut found = Found::default();
    for document in documents {
        let choice = list(document, "choices").first();
        if let Some(message) = choice.and_then(|it| it.get("message").or_else(|| it.get("delta"))) {
            found.text.push_str(text(message, "content"));
            for block in list(message, "content").iter().filter(|it| text(it, "type") == "text") {
                let words = text(block, "text");
                found.text.push_str(words);
                let place = Place::Words(words.to_owned());
                found.cited.extend(list(block, "citations").iter().map(|it| (place.clone(), it)));
            }
            let fields = message.get("provider_specific_fields");
            let Some(fields) = fields.filter(|it| it.is_object()) else { continue };
            found.cited.extend(flat(list(fields, "citations")).map(|it| (place(it), it)));
            if let Some(streamed) = fields.get("citation").filter(|it| it.is_object()) {
                let at = Span::at(found.text.len());
                found.cited.push((Place::Bytes(at), streamed));
            }
        } else if let Some((answer, cited)) = prediction(document) {
            found.text.push_str(answer);
            found.cited.extend(cited.map(|it| (place(it), it)));
        }
    }
    found
}

/// Returns the place that a citation states: that of its words, or Cohere's span.
fn place(citation: &Value) -> Place {
    let words = text(citation, "supported_text");
    let end = |key: &str| citation.get(key).and_then(Value::as_i64);
    match (end("start"), end("end")) {
        _ if !words.trim().is_empty() => Place::Words(words.to_owned()),
        (Some(start), Some(end)) => Place::Span(start, end),
        _ => Place::Nowhere,
    }
}

/// Returns the documents that a citation of Cohere names, which go to `sources`; `None` for another
/// one.
fn of_cohere(citation: &Value, sources: &mut Vec<Source>) -> Option<Vec<Cited>> {
    let span = ["start", "end"].iter().all(|key| citation.get(*key).is_some_and(Value::is_number));
    (span && citation.get("cited_text").is_none()).then_some(())?;
    let mut cited: Vec<Cited> = list(citation, "document_ids")
        .iter()
        .filter_map(|id| Some(cites(id.as_str()?, None, None)))
        .collect();
    for named in list(citation, "sources") {
        let id = text(named, "id");
        let held = named.get("document").or_else(|| named.get("tool_output")).unwrap_or(named);
        cited.push(cites(id, None, None));
        if !sources.iter().any(|own| own.id == id) {
            let source = Source { id: id.to_owned(), id_from: IdFrom::Text, ..result(held) };
            sources.push(source);
        }
    }
    Some(cited)
}

/// Returns the entries of a list that may contain a list for each block.
fn flat(citations: &[Value]) -> impl Iterator<Item = &Value> {
    let inner = |it: &'_ Value| it.is_object();
    let all = citations
        .iter()
        .flat_map(|it| it.as_array().map_or(std::slice::from_ref(it), Vec::as_slice));
    all.filter(move |it| inner(it))
}

/// Returns the answer of a prediction with its citations.
fn prediction(document: &Value) -> Option<(&str, impl Iterator<Item = &Value>)> {
    let held = document.get("citations")?;
    let held = held.get("citations").unwrap_or(held).as_array()?;
    let own = |it: &Value| it.get("supported_text").is_some() && it.get("cited_text").is_some();
    flat(held).any(own).then_some(())?;
    let answer = ANSWERS.iter().find_map(|key| document.get(*key)?.as_str());
    let other = || document.as_object()?.values().find_map(Value::as_str);
    Some((answer.or_else(other)?, flat(held)))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let found = find(&payload.documents);
    let mut library = Library::default();
    let mut question = None;
    for message in payload.requests.iter().flat_map(|request| list(request, "messages")) {
        library.add(list(message, "content"));
        if text(message, "role") == "user" {
            question = question_in(message).or(question);
        }
    }
    let mut statements = Statements::default();
    statements.requested = library.documents() > 0;
    statements.reader.notes.extend(payload.notes.iter().cloned());
    statements.reader.notes.append(&mut library.notes);
    statements.sources = library.finish(0);
    let mut targets = Targets::default();
    let mut stated = Vec::new();
    for (place, citation) in found.cited {
        let entries = std::slice::from_ref(citation);
        let cited = of_cohere(citation, &mut statements.sources)
            .unwrap_or_else(|| targets.read(entries, "citations", &mut statements.reader));
        let words = Some(text(citation, "text")).filter(|words| !words.is_empty());
        let words = words.filter(|_| matches!(place, Place::Span(..))).map(str::to_owned);
        let (family, raw) = ("citation", citation.to_string());
        stated.push(Statement { family, place, words, cited, raw });
    }
    targets.finish(&mut statements.reader);
    statements.part(found.text, stated);
    let case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    Ok(Case { question, ..case })
}

fn question_in(message: &Value) -> Option<String> {
    let own = message.get("content").and_then(Value::as_str).map(str::to_owned);
    let mut parts = list(message, "content").iter().filter(|it| text(it, "type") == "text");
    own.or_else(|| Some(text(parts.next_back()?, "text").to_owned()))
}
