//! Anthropic Messages: a message, its stream, a conversation, with the request if it is given.
//!
//! Spec: the vendor's pages on citations, search results, web search, web fetch and streaming; where
//! recordings differ from them the recordings win. Read are
//!
//! - one message, several of them (a turn that was paused and continued), an excerpt printed
//!   without ids, and the bare list of content blocks;
//! - a stream of events, whole, cut off or beginning in the middle ([`stream`]);
//! - a conversation whose assistant messages carry citations: the last cited turn is the response
//!   ([`answer`]);
//! - the request, next to the response or as a separate file, for its sources ([`library`]).
//!
//! A text block is the claim of its citations, which are the targets of one citation; blocks are
//! joined by nothing. Without the request a source holds the words that the citations repeat.
//!
//! # Incomplete support
//!
//! Web pages are encrypted in the response, and files and addresses are only named by it: none of
//! them is fetched. Thinking, tool calls and their other results are left out: they are not part of
//! the answer.

mod answer;
mod library;
pub mod litellm;
mod message;
mod stream;
mod targets;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::anthropic::library::Library;
use crate::dialects::payload::anthropic::message::{Answer, Message};
use crate::dialects::payload::anthropic::targets::Targets;
use crate::dialects::shared::blocks;
use crate::dialects::shared::blocks::Block;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::container::Payload;
use crate::input::json;
use crate::input::json::Reader;
use crate::model::{Case, Source};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "anthropic",
    title: "Anthropic Messages: a message, a stream, a conversation, with or without the request",
    recognised_by: "`type: message` with `content[]`, `message_start` events, or citations of a \
                    type that ends in `_location`",
    sources_from: "the request's documents and search results, fetched pages, else the words that \
                   the citations repeat",
    units: "characters of the source; pages and blocks",
    kind: Kind::Payload { detect, read },
    companion,
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    let kind = json::text(value, "type");
    let starts = ["message_", "content_block_"];
    Event::from(kind == "ping" || starts.iter().any(|start| kind.starts_with(start)))
}

fn detect(record: &Record<'_>) -> Option<String> {
    answer::recognise(record.payload()?)
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if payload.any(|document| answer::is_message(document) || stream::is_event(document)) {
        return None;
    }
    let mut library = Library::default();
    for content in answer::contents(&payload.documents) {
        library.add(content);
    }
    let sources = library.finish(0);
    (!sources.is_empty()).then_some(sources)
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let found = record.payload().and_then(|payload| Some((payload, answer::find(payload)?)));
    let Some((payload, answer)) = found else {
        return Err(match record.parsed() {
            Err(fault) => record.json_error(fault),
            Ok(_) => record.error("no message with `content[]` found"),
        });
    };
    Ok(build(payload, answer, text_reader))
}

fn build(payload: &Payload, answer: Answer<'_>, text_reader: &TextReader<'_>) -> Case {
    let mut library = Library::default();
    for content in &answer.before {
        library.add(content);
    }
    let requested = library.documents();
    if !answer.counted {
        for message in &answer.messages {
            library.add(&message.content);
        }
    }
    let mut reader = Reader { notes: payload.notes.clone() };
    reader.notes.extend(answer.notes);
    let mut blocks = blocks(&answer.messages, &mut reader);
    let cited = blocks.iter().flat_map(|block| &block.cited);
    let first = if answer.before.is_empty() { library.first_number(cited) } else { 0 };
    reader.notes.append(&mut library.notes);
    let mut sources = library.finish(first);
    let reading = blocks::settle(&mut blocks, &mut sources, requested > 0, &mut reader.notes);
    let mut finished = blocks::draft(blocks).finish(Reading::exclusive(Unit::CodePoints));
    if finished.response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&finished.response.text)
    {
        finished.response.citations = found.citations;
        finished.response.cards = found.cards;
        sources.extend(found.sources);
        reader.notes.push(format!("no block is cited; its text was read as `{name}`"));
        reader.notes.extend(found.notes);
    }
    let id = answer.messages.iter().find_map(|message| message.id.clone()).unwrap_or_default();
    let mut case = Case { id, question: answer.question, sources, ..Case::default() };
    case.response = finished.response;
    case.format.reading = reading;
    case.notes = reader.notes;
    case
}

/// Returns the text blocks of the messages.
fn blocks(messages: &[Message<'_>], reader: &mut Reader) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut paused = true;
    let mut targets = Targets::default();
    for message in messages {
        let mut apart = !paused;
        for (index, value) in message.content.iter().enumerate() {
            let path = format!("{}[{index}]", message.path);
            let Some(object) = value.as_object() else {
                reader.expected(&path, "an object", value);
                continue;
            };
            if object.get("type").and_then(Value::as_str) != Some("text") {
                continue;
            }
            let cursor = Cursor::new(object, path.as_str());
            let text = cursor.string(reader, "text").unwrap_or_default();
            let entries = cursor.list(reader, "citations");
            let raw = object.get("citations").map(Value::to_string).unwrap_or_default();
            let cited = targets.read(entries, &format!("{path}.citations"), reader);
            blocks.push(Block { text, cited, raw, apart });
            apart = false;
        }
        paused = message.paused;
    }
    targets.finish(reader);
    blocks
}
