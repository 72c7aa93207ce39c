//! Answers of Amazon Bedrock's Converse: a response, its stream as JSON, a conversation.
//!
//! Spec: the service model of `bedrock-runtime`; recordings show that ends of pages are exclusive,
//! as in the underlying model. A block of `citationsContent` is the claim of its citations; blocks
//! are joined without a separator.
//!
//! ```json
//! {"output": {"message": {"role": "assistant", "content": [{"text": "…"}, {"citationsContent":
//!   {"content": [{"text": "…"}], "citations": [{"title": "facts", "sourceContent": [{"text": "…"}],
//!     "location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 73}}}]}}]}}}
//! ```
//!
//! # Incomplete support
//!
//! Reasoning, tool calls and images are left out: they are not part of the answer. Of a stream the JSON
//! of its events is read, one per line or in an array; the binary `application/vnd.amazon.eventstream`
//! is not.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::bedrock::{documents, is_event};
use crate::dialects::shared::blocks;
use crate::dialects::shared::blocks::Block;
use crate::dialects::shared::cited::{Cited, Cites};
use crate::dialects::shared::cursor::{Cursor, get};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::position::{self, Counted};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::container::Payload;
use crate::input::json::Reader;
use crate::model::{Case, Locator, Source, Target};
use crate::text::Unit;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "bedrock-converse",
    title: "Amazon Bedrock Converse: a response, its stream as JSON, with or without the request",
    recognised_by: "`output.message.content[]`, blocks of `citationsContent`, or \
                    `contentBlockDelta` events",
    sources_from: "the request's documents and search results, else the words that the citations \
                   repeat",
    units: "characters of the source; pages and blocks; ends exclusive",
    kind: Kind::Payload { detect, read },
    companion,
    event: |value| Event::from(is_event(value, EVENTS) || is_event(value, &["contentBlockStop"])),
    ..Dialect::DEFAULTS
};

/// The events of a stream with its content.
const EVENTS: &[&str] = &["messageStart", "contentBlockStart", "contentBlockDelta", "messageStop"];

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    if payload.any(|event| is_event(event, EVENTS)) {
        return Some("events of a stream such as `contentBlockDelta`".to_owned());
    }
    if payload.any(|document| response(document).is_some()) {
        return Some("`output.message` with `content[]`".to_owned());
    }
    if payload.any(cites) || payload.any(|document| messages(document).any(cites)) {
        return Some("a message with blocks of `citationsContent`".to_owned());
    }
    None
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let found = record.payload().and_then(|payload| Some((payload, find(payload)?)));
    let Some((payload, answer)) = found else {
        return Err(record.error("no message with `content[]` found"));
    };
    let mut reader = Reader { notes: payload.notes.clone() };
    reader.notes.extend(answer.notes);
    let before = payload.requests.iter().flat_map(messages).chain(answer.before.iter().copied());
    let mut sources = documents::of_messages(before.clone());
    let question = before.filter_map(asked).last();
    let requested = !sources.is_empty();
    let mut blocks = blocks(&answer.content, &answer.path, &mut reader);
    let reading = blocks::settle(&mut blocks, &mut sources, requested, &mut reader.notes);
    let mut response = blocks::draft(blocks).finish(Reading::exclusive(Unit::CodePoints)).response;
    if response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&response.text)
    {
        response.citations = found.citations;
        response.cards = found.cards;
        sources.extend(found.sources);
        reader.notes.push(format!("no block is cited; its text was read as `{name}`"));
        reader.notes.extend(found.notes);
    }
    let mut case = Case { question, response, sources, notes: reader.notes, ..Case::default() };
    case.format.reading = reading;
    Ok(case)
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if detect(record).is_some() && !payload.documents.iter().any(asks) {
        return None;
    }
    let sources = documents::of_messages(payload.documents.iter().flat_map(messages));
    (!sources.is_empty()).then_some(sources)
}

/// True if a document is a request whose last word has the user, whatever was answered before.
fn asks(document: &Value) -> bool {
    messages(document).last().is_some_and(|message| asked(message).is_some())
        && response(document).is_none()
}

/// The message that is the response.
#[derive(Debug, Default)]
struct Answer<'p> {
    content: Cow<'p, [Value]>,
    /// The JSON path of the content.
    path: String,
    /// The messages before it, where it is one of a conversation.
    before: Vec<&'p Value>,
    notes: Vec<String>,
}

fn find(payload: &Payload) -> Option<Answer<'_>> {
    if payload.any(|event| is_event(event, EVENTS)) {
        return Some(assemble(&payload.documents));
    }
    let whole = payload.documents.iter().find_map(response);
    if let Some(content) = whole {
        let path = "output.message.content".to_owned();
        return Some(Answer { content: content.into(), path, ..Answer::default() });
    }
    if let Some(message) = payload.documents.iter().rfind(|document| cites(document)) {
        let path = "content".to_owned();
        return Some(Answer { content: content(message).into(), path, ..Answer::default() });
    }
    let turns: Vec<&Value> = payload.documents.iter().flat_map(messages).collect();
    let last = turns.iter().rposition(|turn| cites(turn))?;
    let notes = if turns.iter().filter(|turn| cites(turn)).count() > 1 {
        vec!["of the conversation the last message that cites is shown".to_owned()]
    } else {
        Vec::new()
    };
    Some(Answer {
        content: content(turns.get(last)?).into(),
        path: format!("messages[{last}].content"),
        before: turns.into_iter().take(last).collect(),
        notes,
    })
}

/// Returns the content of a response, if the document is one.
fn response(document: &Value) -> Option<&[Value]> {
    let message = document.pointer("/output/message")?;
    message.get("content")?.as_array().map(Vec::as_slice)
}

fn content(message: &Value) -> &[Value] {
    message.get("content").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// True if a message has blocks that cite. `LangChain` keeps them in `snake_case`.
fn cites(message: &Value) -> bool {
    let is_cited = |block: &Value| {
        block.as_object().and_then(|block| get(block, "citationsContent")?.as_object()).is_some()
    };
    content(message).iter().any(is_cited)
}

fn messages(document: &Value) -> impl Iterator<Item = &Value> + Clone {
    document.get("messages").and_then(Value::as_array).into_iter().flatten()
}

/// Returns the question of a user's message.
fn asked(message: &Value) -> Option<String> {
    if message.get("role").and_then(Value::as_str) != Some("user") {
        return None;
    }
    let texts: Vec<&str> =
        content(message).iter().filter_map(|block| block.get("text")?.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Puts the content of a stream together: citations come one a delta, between those of the text.
fn assemble(events: &[Value]) -> Answer<'static> {
    let mut blocks: BTreeMap<u64, (String, Vec<Value>)> = BTreeMap::new();
    let mut stopped = false;
    for event in events {
        stopped |= event.get("messageStop").is_some();
        let Some(delta) = event.get("contentBlockDelta") else { continue };
        let number = delta.get("contentBlockIndex").and_then(Value::as_u64).unwrap_or(0);
        let Some(delta) = delta.get("delta") else { continue };
        let block = blocks.entry(number).or_default();
        if let Some(text) = delta.get("text").and_then(Value::as_str) {
            block.0.push_str(text);
        }
        block.1.extend(delta.get("citation").cloned());
    }
    let notes = if stopped {
        Vec::new()
    } else {
        vec!["the stream ends before `messageStop`: it may be cut off".to_owned()]
    };
    let block = |(text, citations): (String, Vec<Value>)| {
        if citations.is_empty() {
            return json!({ "text": text });
        }
        json!({"citationsContent": {"content": [{"text": text}], "citations": citations}})
    };
    let content: Vec<Value> = blocks.into_values().map(block).collect();
    Answer { content: content.into(), path: "content".to_owned(), notes, before: Vec::new() }
}

fn blocks(content: &[Value], path: &str, reader: &mut Reader) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (index, value) in content.iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Some(fields) = Cursor::of(reader, value, path) else { continue };
        if let Some(text) = fields.text(reader, "text") {
            let text = text.to_owned();
            blocks.push(Block { text, cited: Vec::new(), raw: String::new(), apart: false });
        }
        if let Some(block) = fields.object(reader, "citationsContent") {
            let text = texts(&block, "content", reader).concat();
            let citations = block.objects(reader, "citations");
            let cited = citations.iter().map(|citation| cited(citation, reader)).collect();
            blocks.push(Block { text, cited, raw: block.raw(), apart: false });
        }
    }
    blocks
}

/// Returns the texts in a list of `{"text": …}`.
fn texts(fields: &Cursor<'_>, name: &str, reader: &mut Reader) -> Vec<String> {
    let parts = fields.objects(reader, name);
    parts.iter().filter_map(|part| Some(part.text(reader, "text")?.to_owned())).collect()
}

fn cited(fields: &Cursor<'_>, reader: &mut Reader) -> Cited {
    let location = fields.object(reader, "location");
    let kinds = ["documentChar", "documentPage", "documentChunk", "searchResultLocation", "web"];
    let found = location.and_then(|location| {
        kinds.iter().find_map(|kind| Some((*kind, location.object(reader, kind)?)))
    });
    let (kind, index, locator) = match &found {
        Some((kind, place)) => located(kind, place, reader),
        None => ("citation", None, None),
    };
    let title = fields.text(reader, "title").map(str::to_owned);
    let origin = fields.text(reader, "source").map(str::to_owned);
    let page = found.as_ref().and_then(|(_, place)| Some(place.text(reader, "url")?.to_owned()));
    let origin = page.or(origin);
    let quote = texts(fields, "sourceContent", reader).concat();
    let counted = match kind {
        "documentChar" | "documentPage" | "documentChunk" => Some("document"),
        "searchResultLocation" => Some("search result"),
        _ => None,
    };
    let cites = Cites::of(index, (kind, counted), (origin.as_deref(), title.as_deref()));
    let quote = Some(quote).filter(|quote| !quote.is_empty());
    let target = Target { id: cites.id(), locator, quote, ..Target::default() };
    Cited { kind: kind.to_owned(), cites, target, title, origin }
}

/// Returns the index and place that a location names. Ends are exclusive.
fn located(
    kind: &'static str,
    place: &Cursor<'_>,
    reader: &mut Reader,
) -> (&'static str, Option<Cites>, Option<Locator>) {
    for name in ["start", "end", "documentIndex", "searchResultIndex"] {
        place.integer(reader, name);
    }
    let between = |counted| position::range(counted, place.get("start"), place.get("end"));
    let document = Cites::index(place.get("documentIndex"), "document", Cites::Document);
    match kind {
        "documentChar" => (kind, document, between(Counted::Chars)),
        "documentPage" => (kind, document, between(Counted::Pages)),
        "web" => (kind, None, None),
        _ => {
            let index = place.get("searchResultIndex");
            let result = Cites::index(index, "search result", Cites::SearchResult);
            (kind, document.or(result), between(Counted::Blocks))
        }
    }
}
