//! Glean: the answer of its chat.
//!
//! Spec: the models of `gleanwork/api-client-python` (`ChatMessage`, `ChatMessageCitation`,
//! `ReferenceRange`, `TextRange`).
//!
//! ```json
//! {"messages": [{"author": "GLEAN_AI", "messageType": "CONTENT", "fragments": [{"text": "…"}],
//!   "citations": [{"sourceDocument": {"id": "…", "title": "…", "url": "…"}, "referenceRanges": [
//!     {"textRange": {"startIndex": 0, "endIndex": 42}, "snippets": [{"text": "…"}]}]}]}]}
//! ```
//!
//! A range counts the text of the message, its fragments joined; its end is exclusive. The unit is
//! not stated: code points are assumed, and reported as not verified. A fragment may also have a
//! citation, which is placed at the fragment.
//!
//! # Incomplete support
//!
//! The models were available, but no recording.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{Reader, list, text};
use crate::model::Case;
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "glean",
    title: "Glean: the answer of its chat",
    recognised_by: "`fragments[]` beside `citations[]` with `sourceDocument`",
    sources_from: "the snippets of the citations; then the files given",
    units: "code points of the message, end exclusive: assumed",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let cited = payload.documents.iter().flat_map(messages).any(|message| {
        let own = list(message, "citations").iter();
        let inner = list(message, "fragments").iter().filter_map(|it| it.get("citation"));
        own.chain(inner).any(is_own)
    });
    cited.then(|| "messages with `fragments[]` and `sourceDocument`".to_owned())
}

fn is_own(citation: &Value) -> bool {
    ["sourceDocument", "sourceFile", "sourcePerson", "referenceRanges", "source_document"]
        .iter()
        .any(|key| citation.get(*key).is_some())
}

/// Returns the messages with words that the assistant said: of a response, or one alone.
fn messages(document: &Value) -> Vec<&Value> {
    let own = |message: &&Value| {
        let kind = message.get("messageType").or_else(|| message.get("message_type"));
        text(message, "author") != "USER"
            && kind.and_then(Value::as_str).is_none_or(|kind| kind == "CONTENT")
            && message.get("fragments").is_some()
    };
    let all = list(document, "messages").iter().chain([document]);
    all.filter(own).collect()
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut statements = Statements::default();
    statements.reader.notes.extend(payload.notes.iter().cloned());
    for message in payload.documents.iter().flat_map(messages) {
        let Some(fields) = Cursor::of(&mut statements.reader, message, String::new()) else {
            continue;
        };
        let reader = &mut statements.reader;
        let (mut words, mut found) = (String::new(), Vec::new());
        for fragment in fields.objects(reader, "fragments") {
            words.push_str(&fragment.string(reader, "text").unwrap_or_default());
            let at = i64::try_from(words.chars().count()).unwrap_or(i64::MAX);
            if let Some(citation) = fragment.object(reader, "citation") {
                found.extend(stated(&citation, &Place::Point(at), reader));
            }
        }
        for citation in fields.objects(reader, "citations") {
            found.extend(stated(&citation, &Place::Nowhere, reader));
        }
        statements.part(words, found);
    }
    Ok(statements.case(Reading::exclusive(Unit::CodePoints), text_reader))
}

/// Returns the statements of a citation, one for each range; without one it is at `place`.
fn stated(fields: &Cursor<'_>, place: &Place, reader: &mut Reader) -> Vec<Statement> {
    let statement = |place, cited| Statement {
        family: "citation",
        place,
        words: None,
        cited,
        raw: fields.raw(),
    };
    let mut found = Vec::new();
    for range in fields.objects(reader, "referenceRanges") {
        let ends = range.object(reader, "textRange").and_then(|ends| {
            ends.integer(reader, "startIndex").zip(ends.integer(reader, "endIndex"))
        });
        let snippets: Vec<String> = range
            .objects(reader, "snippets")
            .iter()
            .filter_map(|it| it.filled(reader, "text").or_else(|| it.filled(reader, "snippet")))
            .collect();
        let mut cited: Vec<Cited> = Vec::new();
        for snippet in snippets.into_iter().map(Some).chain([None]) {
            if snippet.is_none() && !cited.is_empty() {
                break;
            }
            let Some(mut one) = source(fields, reader) else { break };
            one.target.quote = snippet;
            cited.push(one);
        }
        let place = ends.map_or_else(|| place.clone(), |(start, end)| Place::Span(start, end));
        if !cited.is_empty() {
            found.push(statement(place, cited));
        }
    }
    if found.is_empty() {
        found.extend(source(fields, reader).map(|cited| statement(place.clone(), vec![cited])));
    }
    found
}

fn source(fields: &Cursor<'_>, reader: &mut Reader) -> Option<Cited> {
    let names = ["sourceDocument", "sourceFile", "sourcePerson"];
    let source = names.iter().find_map(|name| fields.object(reader, name))?;
    let title = source.filled(reader, "title").or_else(|| source.filled(reader, "name"));
    let url = source.filled(reader, "url");
    let id = source.id(reader, "id").or_else(|| url.clone()).or_else(|| title.clone())?;
    Some(cites(&id, title.as_deref(), url.as_deref()))
}
