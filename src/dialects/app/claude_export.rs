//! Claude.ai: an export of conversations, or one conversation as the app loads it.
//!
//! Spec: none is published; the fields are those that importers of exports name
//! (`Sinity/polylogue`, whose schemas were derived from real exports).
//!
//! ```json
//! [{"uuid": "…", "name": "…", "chat_messages": [
//!   {"sender": "human", "text": "…"},
//!   {"sender": "assistant", "content": [
//!     {"type": "tool_result", "content": [{"type": "knowledge", "title": "…", "url": "…", "text": "…"}]},
//!     {"type": "text", "text": "…", "citations": [{"start_index": 0, "end_index": 42,
//!       "details": {"type": "web_search_citation", "url": "…"}}]}]}]}]
//! ```
//!
//! Offsets count within the text block. Their unit is not stated: code points with an exclusive end
//! are assumed, and reported as not verified. Pages that a search of the conversation found are the
//! sources; attached files come with the text that the app extracted.
//!
//! # Incomplete support
//!
//! No recording was available, only schemas made from recordings. Thinking is left out.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps::{self, Role};
use crate::dialects::shared::chats::{self, Chat};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{Reader, list, text};
use crate::model::{Case, IdFrom, Source};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "claude-export",
    title: "Claude.ai: an export of conversations, or one conversation",
    recognised_by: "`chat_messages[]` with `sender`",
    sources_from: "pages that searches found, attached files; then the files given",
    units: "code points of the text block, end exclusive: assumed",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

const PAGE: SourceFields = SourceFields {
    titles: &["title"],
    urls: &["url", "uri"],
    texts: &["text"],
    shown: Shown::Named(&[]),
    absent: Absent::Reason(ADDRESS_ONLY),
    ..SourceFields::APP
};

const FILE: SourceFields = SourceFields {
    titles: &["file_name"],
    texts: &["extracted_content"],
    shown: Shown::Named(&["file_type", "file_size"]),
    absent: Absent::Reason("the export names the file only; pass it with `--source`"),
    ..SourceFields::APP
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let chats = payload.documents.iter().filter(|document| is_chat(document)).count();
    (chats > 0).then(|| format!("{} with `chat_messages[]`", count(chats, "conversation")))
}

fn is_chat(document: &Value) -> bool {
    list(document, "chat_messages").iter().any(|message| message.get("sender").is_some())
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| chat(document).citing())
}

/// Returns a conversation; empty for any other document.
fn chat(document: &Value) -> Chat {
    let messages = list(document, "chat_messages").to_vec();
    apps::chat(text(document, "name"), messages, |message| match text(message, "sender") {
        "human" => Role::Asked,
        "assistant" => {
            let cited = |part: &Value| !list(part, "citations").is_empty();
            Role::Answered(list(message, "content").iter().any(cited))
        }
        _ => Role::Other,
    })
}

/// Returns the words of a message: of its text blocks, or those next to them.
fn words(message: &Value) -> String {
    let blocks = list(message, "content").iter().filter(|part| text(part, "type") == "text");
    let words: String = blocks.map(|part| text(part, "text")).collect();
    if words.is_empty() { text(message, "text").to_owned() } else { words }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(turn) = chats::turn(record.parts(chat), record.item) else {
        return Err(record.error("no answer found in `chat_messages[]`"));
    };
    let mut statements = Statements::default();
    for message in turn.chat.messages.iter().take(turn.index + 1) {
        sources(message, &mut statements.sources);
    }
    let mut reader = Reader::default();
    let (mut any, mut elsewhere) = (false, 0);
    for (index, part) in list(turn.message, "content").iter().enumerate() {
        let path = format!("content[{index}]");
        if text(part, "type") != "text" {
            elsewhere += list(part, "citations").len();
            continue;
        }
        let Some(fields) = Cursor::of(&mut reader, part, path) else { continue };
        let citations = fields.objects(&mut reader, "citations");
        let found = citations.iter().filter_map(|it| statement(it, &mut reader)).collect();
        statements.part(fields.string(&mut reader, "text").unwrap_or_default(), found);
        any = true;
    }
    if elsewhere > 0 {
        let citations = count(elsewhere, "citation");
        reader.notes.push(format!("{citations} of blocks that are not text left out"));
    }
    if !any {
        statements.part(text(turn.message, "text"), Vec::new());
    }
    statements.reader = reader;
    let mut case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    case.id = apps::id(&turn);
    case.question = turn.asked.map(words);
    Ok(case)
}

/// Adds the pages and files of a message, each once.
fn sources(message: &Value, sources: &mut Vec<Source>) {
    let results = list(message, "content").iter().filter(|it| text(it, "type") == "tool_result");
    for item in results.flat_map(|result| list(result, "content")).filter_map(Value::as_object) {
        let url = ["url", "uri"].iter().find_map(|key| item.get(*key)?.as_str());
        let Some(url) = url.filter(|url| !url.is_empty()) else { continue };
        if !sources.iter().any(|own| own.id == url) {
            let source = PAGE.source_with_id(item, url.to_owned());
            sources.push(Source { id_from: IdFrom::Text, excerpt: true, ..source });
        }
    }
    for file in list(message, "attachments").iter().filter_map(Value::as_object) {
        let name = file.get("file_name").and_then(Value::as_str).unwrap_or_default();
        if !name.is_empty() && !sources.iter().any(|own| own.id == name) {
            let source = FILE.source_with_id(file, name.to_owned());
            sources.push(Source { id_from: IdFrom::Text, ..source });
        }
    }
}

fn statement(fields: &Cursor<'_>, reader: &mut Reader) -> Option<Statement> {
    let details = fields.object(reader, "details");
    let mut cited: Vec<Cited> = Vec::new();
    let listed = fields.objects(reader, "sources");
    for named in details.iter().chain([fields]).chain(&listed) {
        let url = named.filled(reader, "url");
        let title = named.filled(reader, "title");
        let Some(id) = url.clone().or_else(|| title.clone()) else { continue };
        if !cited.iter().any(|own| own.target.id == id) {
            cited.push(cites(&id, title.as_deref(), url.as_deref()));
        }
    }
    let place = match (fields.integer(reader, "startIndex"), fields.integer(reader, "endIndex")) {
        (Some(start), Some(end)) => Place::Span(start, end),
        (Some(at), None) | (None, Some(at)) => Place::Point(at),
        (None, None) => Place::Nowhere,
    };
    let family = "citation";
    (!cited.is_empty()).then(|| Statement { family, place, words: None, cited, raw: fields.raw() })
}
