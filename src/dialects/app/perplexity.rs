//! The stream in which Perplexity's own app gets an answer, or its last event.
//!
//! Spec: none is published; from a recorded stream.
//!
//! ```json
//! {"query_str": "Is it so?", "final": true, "blocks": [
//!   {"intended_usage": "ask_text", "markdown_block": {"answer": "It is so.[1]"}},
//!   {"intended_usage": "web_results", "web_result_block": {"web_results": [
//!     {"name": "A page", "url": "https://…", "snippet": "…"}]}}]}
//! ```
//!
//! Each event repeats what is known so far, so the last one with an answer is read. Marks count the
//! pages from 1.
//!
//! # Incomplete support
//!
//! Streams of changes (`diff_block`) alone are not put together.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps::Answer;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, text};
use crate::model::Case;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "perplexity",
    title: "Perplexity: the stream of its own app, or the last event of one",
    recognised_by: "`blocks[]` with a `markdown_block`",
    sources_from: "`web_results[]` in their order, with snippets; then files given",
    units: "none: `[1]` is in the text",
    kind: Kind::Payload { detect, read },
    event: |value| {
        Event::from(value.get("backend_uuid").is_some() && value.get("blocks").is_some())
    },
    ..Dialect::DEFAULTS
};

const PAGE: SourceFields = SourceFields {
    titles: &["name", "title"],
    urls: &["url"],
    updated: &["timestamp"],
    texts: &["snippet"],
    shown: Shown::Named(&[]),
    absent: Absent::Reason(ADDRESS_ONLY),
    ..SourceFields::APP
};

/// Returns the answer in an event; `None` if it has none.
fn answer(event: &Value) -> Option<&str> {
    let said = |block: &&Value| !text(&block["markdown_block"], "answer").is_empty();
    let blocks = list(event, "blocks");
    let whole =
        blocks.iter().filter(|block| text(block, "intended_usage") == "ask_text").find(said);
    let block = whole.or_else(|| blocks.iter().find(said))?;
    block.pointer("/markdown_block/answer")?.as_str()
}

fn detect(record: &Record<'_>) -> Option<String> {
    let answers = record.payload()?.documents.iter().filter(|event| answer(event).is_some());
    let answers = answers.count();
    (answers > 0).then(|| format!("{} with a `markdown_block`", count(answers, "event")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut events = payload.documents.iter().rev();
    let Some(event) = events.find(|event| answer(event).is_some()) else {
        return Err(record.error("no answer found in `blocks[]`"));
    };
    let results = ["/web_result_block/web_results", "/sources_mode_block/web_results"];
    let blocks = list(event, "blocks");
    let pages = results.iter().find_map(|path| {
        let found = blocks.iter().find_map(|block| block.pointer(path)?.as_array());
        found.filter(|pages| !pages.is_empty())
    });
    let pages = pages.into_iter().flatten().filter_map(Value::as_object);
    let found = Answer {
        question: Some(text(event, "query_str").to_owned()).filter(|asked| !asked.is_empty()),
        text: answer(event).unwrap_or_default().to_owned(),
        sources: pages.map(|page| PAGE.source_with_id(page, String::new())).collect(),
        notes: payload.notes.clone(),
    };
    Ok(found.case(Vec::new(), text_reader))
}
