//! Microsoft Agent Framework: a response, a message, or the content items of one.
//!
//! Spec: the types in `python/packages/core/agent_framework/_types.py` (`Annotation`, `TextSpanRegion`) and
//! the clients that fill them in.
//!
//! ```json
//! {"type": "agent_response", "messages": [{"role": "assistant", "contents": [{"type": "text",
//!   "text": "…", "annotations": [{"type": "citation", "title": "…", "url": "…", "snippet": "…",
//!     "annotated_regions": [{"type": "text_span", "start_index": 0, "end_index": 42}]}]}]}]}
//! ```
//!
//! A region counts code points of the answer where the annotation has no snippet. The client for
//! Anthropic puts the place in the source there and the cited words into `snippet`: then the content
//! item is the claim, and a region as long as the snippet counts characters of the source.
//!
//! # Incomplete support
//!
//! The tests of the framework were available, but no recording. The framework writes pages and
//! blocks as text spans, so that they cannot be distinguished from characters: they are left out.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{Reader, list, text};
use crate::model::{Case, Locator};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "agent-framework",
    title: "Microsoft Agent Framework: a response, or a message of one",
    recognised_by: "`contents[].annotations[]` of type `citation`, with `annotated_regions`",
    sources_from: "the snippets of the annotations; then the files given",
    units: "code points of the answer, end exclusive",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let items = payload.documents.iter().flat_map(contents);
    let found = items.flat_map(|item| list(item, "annotations")).find(|it| is_own(it))?;
    let regions = if found.get("annotated_regions").is_some() { " with regions" } else { "" };
    Some(format!("contents with annotations of type `citation`{regions}"))
}

fn is_own(annotation: &Value) -> bool {
    let named = ["annotated_regions", "snippet", "file_id", "url"];
    text(annotation, "type") == "citation" && named.iter().any(|key| annotation.get(*key).is_some())
}

/// Returns the content items of a response, of the assistant's messages in it, or of one message.
fn contents(document: &Value) -> Vec<&Value> {
    let own = |message: &'_ Value| {
        let role = message.get("role");
        let role = role.and_then(|role| role.as_str().or_else(|| role.get("value")?.as_str()));
        role.is_none_or(|role| role == "assistant")
    };
    let messages = list(document, "messages").iter().filter(|message| own(message));
    let all: Vec<&Value> = messages.flat_map(|message| list(message, "contents")).collect();
    match document.get("type").and_then(Value::as_str) {
        _ if !all.is_empty() => all,
        Some("text") => vec![document],
        _ => list(document, "contents").iter().collect(),
    }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    for item in payload.documents.iter().flat_map(contents) {
        let Some(fields) = Cursor::of(&mut statements.reader, item, String::new()) else {
            continue;
        };
        let reader = &mut statements.reader;
        if fields.text(reader, "type") != Some("text") {
            continue;
        }
        let words = fields.string(reader, "text").unwrap_or_default();
        let annotations = fields.objects(reader, "annotations");
        let found = annotations.iter().flat_map(|it| stated(it, &words, reader)).collect();
        statements.part(words, found);
    }
    let mut case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    let document = payload.documents.first();
    document.map(|it| text(it, "response_id")).unwrap_or_default().clone_into(&mut case.id);
    Ok(case)
}

/// Returns the statements that an annotation makes, one for each region.
fn stated(fields: &Cursor<'_>, words: &str, reader: &mut Reader) -> Vec<Statement> {
    let regions: Vec<(i64, i64)> = fields
        .objects(reader, "annotatedRegions")
        .iter()
        .filter_map(|it| it.integer(reader, "startIndex").zip(it.integer(reader, "endIndex")))
        .collect();
    let snippet = fields.filled(reader, "snippet");
    let statement = |place, cited| Statement {
        family: "citation",
        place,
        words: None,
        cited: vec![cited],
        raw: fields.raw(),
    };
    let mut cited = source(fields, reader);
    cited.target.quote.clone_from(&snippet);
    let Some(snippet) = snippet else {
        if regions.is_empty() {
            return vec![statement(Place::Nowhere, cited)];
        }
        let again = |(start, end)| {
            statement(Place::Span(start, end), source(fields, &mut Reader::default()))
        };
        return regions.into_iter().map(again).collect();
    };
    let length = i64::try_from(snippet.chars().count()).unwrap_or(i64::MAX);
    let in_source = regions.iter().find(|(start, end)| end - start == length);
    cited.target.locator = in_source.and_then(|(start, end)| {
        let (start, end) = (u64::try_from(*start).ok()?, u64::try_from(*end).ok()?);
        Some(Locator::Chars { start, end, unit: Unit::CodePoints })
    });
    let place = if words.is_empty() { Place::Nowhere } else { Place::Whole };
    vec![statement(place, cited)]
}

fn source(fields: &Cursor<'_>, reader: &mut Reader) -> Cited {
    let title = fields.filled(reader, "title");
    let url = fields.filled(reader, "url");
    let file = fields.id(reader, "fileId");
    let id = url.clone().or(file).or_else(|| title.clone()).unwrap_or_default();
    cites(&id, title.as_deref(), url.as_deref())
}
