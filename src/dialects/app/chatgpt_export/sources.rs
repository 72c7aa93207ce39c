//! The pages and files that a conversation names.

use std::sync::Arc;

use serde_json::Value;

use crate::dialects::app::chatgpt_export::message::{content_type, list, role, text_of};
use crate::dialects::shared::chats::Chat;
use crate::dialects::shared::retrieved::{Retrieved, Stretch};
use crate::model::{Source, SourceText};
use crate::sources::{split, with_divisions};

/// Gathers the sources of a conversation: for each answer that cites, those listed and fetched since the
/// user's message before it, or since the answer before it that cites.
pub(crate) fn retrieved(chat: &Chat) -> Retrieved {
    let cited = chat.answers.iter().filter(|answer| answer.cites).map(|answer| answer.message + 1);
    let mut ends: Vec<usize> = chat.answers.iter().filter_map(|answer| answer.asked).collect();
    ends.extend(cited.chain([chat.messages.len()]));
    ends.sort_unstable();
    ends.dedup();
    let mut start = 0;
    let stretch = |end: usize| {
        let messages = chat.messages.get(start..end).unwrap_or_default();
        start = end;
        let of = |name: &'static str| messages.iter().filter(move |message| role(message) == name);
        let listed = of("assistant").chain(of("tool")).flat_map(listed).collect();
        Stretch::new(end, listed, of("tool").flat_map(from_tool).collect())
    };
    Retrieved::new(ends.into_iter().map(stretch).collect())
}

/// Returns the sources that the search results of a message list.
fn listed(message: &Value) -> impl Iterator<Item = Source> {
    let groups = list(message, "/metadata/search_result_groups").iter();
    let entries = groups.flat_map(|group| list(group, "/entries"));
    entries.map(|entry| page(entry, ref_id(entry.get("ref_id"))))
}

/// Returns a page as search results and references describe it.
pub(crate) fn page(entry: &Value, id: Option<String>) -> Source {
    let field = |name: &str| {
        let value = entry.get(name).and_then(Value::as_str);
        value.filter(|text| !text.trim().is_empty()).map(str::to_owned)
    };
    let mut source = Source {
        id: id.unwrap_or_default(),
        title: field("title"),
        url: field("url"),
        ..Source::default()
    };
    source.metadata.extend(field("attribution").map(|name| ("attribution".to_owned(), name)));
    if let Some(snippet) = field("snippet") {
        source.text = SourceText::Inline(Arc::from(snippet));
        source.excerpt = true;
    } else {
        let why = "the export names the page only; pass its text with `--source ID=PATH`";
        source.text = SourceText::Absent(why.to_owned());
    }
    source
}

/// Returns `turn0search3` for `{"turn_index": 0, "ref_type": "search", "ref_index": 3}`; a text as
/// it is.
pub(crate) fn ref_id(value: Option<&Value>) -> Option<String> {
    let value = value?;
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let kind = value.get("ref_type")?.as_str()?;
    Some(format!("turn{}{kind}{}", number("turn_index")?, number("ref_index")?))
}

/// Returns the sources in a tool's message: a fetched page, or files in the form given to the
/// model.
fn from_tool(message: &Value) -> Vec<Source> {
    let Some(content) = message.get("content") else { return Vec::new() };
    let field = |name: &str| content.get(name).and_then(Value::as_str);
    let body = match content_type(message) {
        "tether_quote" | "sonic_webpage" => field("text").or_else(|| field("snippet")),
        "tether_browsing_display" => field("result"),
        "text" | "multimodal_text" => {
            return split(&text_of(message).0, None).unwrap_or_default();
        }
        _ => None,
    };
    let Some(body) = body.filter(|body| !body.trim().is_empty()) else { return Vec::new() };
    let id = ref_id(content.get("ref_id"));
    let mut source = Source {
        id: id.unwrap_or_default(),
        title: field("title").map(str::to_owned),
        url: field("url").filter(|url| url.contains("://")).map(str::to_owned),
        ..Source::default()
    };
    if content_type(message) == "tether_browsing_display" && source.title.is_none() {
        source.title = Some(
            field("summary").filter(|it| !it.is_empty()).unwrap_or("browser display").to_owned(),
        );
    }
    source.metadata.extend(field("domain").map(|name| ("domain".to_owned(), name.to_owned())));
    with_divisions(&mut source, body);
    vec![source]
}
