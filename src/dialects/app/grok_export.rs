//! The `prod-grok-backend.json` of a data export of Grok, or one conversation of it.
//!
//! Spec: none is published; the format was collected from tools for these exports.
//!
//! ```json
//! {"conversations": [{"conversation": {"id": "…", "title": "…"}, "responses": [{"response": {
//!   "sender": "ASSISTANT", "message": "It is so.<grok:render card_id=\"05a0cb\"
//!     card_type=\"citation_card\" type=\"render_inline_citation\"><argument
//!     name=\"citation_id\">48</argument></grok:render>",
//!   "card_attachments_json": ["{\"id\": \"05a0cb\", \"url\": \"https://…\"}"],
//!   "web_search_results": [{"url": "…", "title": "…", "preview": "…"}]}}]}]}
//! ```
//!
//! A mark names a card, and the card the address of a page; the page's search result is its text.
//!
//! # Incomplete support
//!
//! The number of a mark whose card is not there counts pages in the app, so it stays an id that
//! nothing has. Thoughts, steps and posts are left out. Messages count in the order of the file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::apps;
use crate::dialects::shared::apps::{Answer, Role};
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::source_fields::{Absent, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::json;
use crate::input::json::{list, text};
use crate::model::{Case, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "grok-export",
    title: "Grok: exported conversations",
    recognised_by: "`responses[].response` with `sender` and `message`",
    sources_from: "`web_search_results`, the addresses of `card_attachments_json`",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

/// A page that a search showed.
const PAGE: SourceFields = SourceFields {
    titles: &["title"],
    urls: &["url", "URL"],
    texts: &["preview", "snippet", "content"],
    absent: Absent::Reason(
        "the export gives its address only; pass the saved page with `--source`",
    ),
    ..SourceFields::APP
};

/// A mark in an answer: its card and its number.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let mark = r"(?s)<grok:render\b([^>]{0,300})>(.{0,300}?)</grok:render>";
    Regex::new(mark).expect("it is sound")
});

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let mut conversations = payload.documents.iter().flat_map(conversations);
    let answers = conversations.any(|conversation| !chat(conversation).answers.is_empty());
    answers.then(|| "`responses[].response` with `sender` and `message`".to_owned())
}

/// Returns the conversations of an export; a conversation is its own.
fn conversations(document: &Value) -> impl Iterator<Item = &Value> {
    let own = document.get("responses").is_some().then_some(document);
    list(document, "conversations").iter().chain(own)
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    let mut spans = json::places_in(record.text, "conversations");
    if spans.is_empty() {
        spans = json::places(record.text);
    }
    let mut items = Vec::new();
    for span in spans {
        let parsed = span.slice(record.text).and_then(|text| json::parse(text).ok());
        let count = parsed.map_or(0, |parsed| chat(&parsed.value).citing());
        items.extend((0..count).map(|item| Item { span, item }));
    }
    items
}

/// Returns the message of a response, whether it is wrapped or not.
fn message(response: &Value) -> &Value {
    response.get("response").unwrap_or(response)
}

fn chat(conversation: &Value) -> Chat {
    let title = conversation.pointer("/conversation/title").and_then(Value::as_str);
    let messages = list(conversation, "responses").iter().map(|it| message(it).clone()).collect();
    apps::chat(title.unwrap_or_default(), messages, |message| {
        match text(message, "sender").to_ascii_lowercase().as_str() {
            "human" | "user" => Role::Asked,
            "assistant" if !text(message, "message").is_empty() => {
                let said = text(message, "message");
                Role::Answered(said.contains("citation") && said.contains("<grok:render"))
            }
            _ => Role::Other,
        }
    })
}

/// Returns the conversation of a record, or the first of an export.
fn first(document: &Value) -> Chat {
    let cites = |conversation: &&Value| chat(conversation).citing() > 0;
    let found = conversations(document).find(cites).or_else(|| conversations(document).next());
    found.map(chat).unwrap_or_default()
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let Some(turn) = chats::turn(record.parts(first), record.item) else {
        return Err(record.error("the conversation has no answer"));
    };
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    text(turn.message, "message").clone_into(&mut answer.text);
    answer.question = turn.asked.map(|asked| text(asked, "message").to_owned());
    let cards = cards(turn.message);
    answer.sources = sources(turn.message, cards.values());
    let own = apps::marks(&answer.text, &MARK, "grok", |captures| {
        let attributes = captures.get(1).map_or("", |it| it.as_str());
        let inside = captures.get(2).map_or("", |it| it.as_str());
        if !attributes.contains("citation") {
            return Vec::new();
        }
        let id = attribute(attributes, "card_id=\"");
        let card = id.and_then(|id| cards.get(id)).map(String::as_str);
        let number =
            inside.split_once("citation_id\">").and_then(|(_, rest)| rest.split('<').next());
        // A card that the file does not have is still cited.
        let target = card.or(number.map(str::trim)).or(id);
        target.map(str::to_owned).into_iter().collect()
    });
    Ok(Case { id: apps::id(&turn), ..answer.case(own, text_reader) })
}

fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    attributes.split_once(name)?.1.split('"').next()
}

/// Returns the addresses of the cards of a message, by their ids.
fn cards(message: &Value) -> BTreeMap<String, String> {
    let mut cards = BTreeMap::new();
    for card in list(message, "card_attachments_json") {
        let parsed = card.as_str().and_then(|card| json::parse(card).ok()).map(|it| it.value);
        let card = parsed.as_ref().unwrap_or(card);
        let url = card.get("url").or_else(|| card.pointer("/citation/url")).and_then(Value::as_str);
        if let (Some(id), Some(url)) = (card.get("id").and_then(Value::as_str), url) {
            cards.insert(id.to_owned(), url.to_owned());
        }
    }
    cards
}

/// Returns the pages of the searches by their addresses, and those that cards alone name.
fn sources<'c>(message: &Value, cited: impl Iterator<Item = &'c String>) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let listed = ["cited_web_search_results", "web_search_results"];
    let pages = listed.iter().flat_map(|key| list(message, key)).filter_map(Value::as_object);
    for page in pages {
        let url =
            ["url", "URL"].iter().find_map(|key| page.get(*key)?.as_str()).unwrap_or_default();
        if !url.is_empty() && !sources.iter().any(|own| own.id == url) {
            sources.push(PAGE.source_with_id(page, url.to_owned()));
        }
    }
    for url in cited {
        if !sources.iter().any(|own| own.id == *url) {
            let page = serde_json::Map::from_iter([("url".to_owned(), Value::from(url.as_str()))]);
            sources.push(PAGE.source_with_id(&page, url.clone()));
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cards_are_json_in_texts_or_objects() {
        let message = json!({"card_attachments_json": [
            "{\"id\": \"a\", \"url\": \"https://a.example\"}", {"id": "b", "url": "https://b.example"},
            "no json", {"id": "c", "type": "render_generated_image"}]});
        let found = cards(&message);
        assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(sources(&message, found.values()).len(), 2);
    }
}
