//! The chat apps of Azure's samples: `azure-search-openai-demo`, its copies in other languages, and
//! `rag-postgres-openai-python`.
//!
//! Spec: the protocol for AI chat apps that they share, and the answers recorded in their tests.
//!
//! ```json
//! {"delta": {"role": "assistant"}, "context": {"data_points": {
//!   "text": ["plan.pdf#page=3: words of the page"], "citations": ["plan.pdf#page=3"]}}}
//! {"delta": {"content": "It is so [plan.pdf#page=3]."}}
//! ```
//!
//! A whole answer has `message` instead of `delta`; later ones have `output_text`. Before 2024 both
//! were in `choices[0]`, as was their `context`. Streams of `response.…` events are read as
//! `openai-responses`. A source is named by its page; `data_points.citations` lists the names that
//! the model was given, which may be those of images.
//!
//! # Incomplete support
//!
//! `thoughts`, which hold the prompts, are not read. An image has no text.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::contexts::{contexts, is_file};
use crate::dialects::shared::linked;
use crate::dialects::shared::merged::merged;
use crate::dialects::shared::named_files;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Response, Source, SourceText};
use crate::sources::with_divisions;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "azure-chat",
    title: "the chat apps of Azure's samples: an answer or its stream",
    recognised_by: "`context.data_points` beside `message`, `delta` or `output_text`",
    sources_from: "`data_points`, by page or id; then files given",
    units: "none: `[plan.pdf#page=3]` is in the text",
    kind: Kind::Payload { detect, read },
    answers: &["choices"],
    event,
    ..Dialect::DEFAULTS
};

fn event(value: &Value) -> Event {
    match turn(value).filter(|turn| turn.get("delta").is_some()) {
        Some(turn) if has_data(turn) => Event::Yes,
        Some(_) => Event::Perhaps,
        None if !text(value, "error").is_empty()
            && value.as_object().is_some_and(|it| it.len() == 1) =>
        {
            Event::Perhaps
        }
        None => Event::No,
    }
}

/// Reason that a listed name has no text.
const NO_TEXT: &str = "the app gave the model an image or a name only; pass it with `--source`";

/// Returns the object with a message or a piece of one, wherever the versions of the apps put it.
fn turn(document: &Value) -> Option<&Value> {
    let is_turn = |value: &&Value| {
        value.get("delta").is_some_and(Value::is_object)
            || value.get("message").is_some_and(Value::is_object)
            || value.get("output_text").is_some_and(Value::is_string)
    };
    // Events of the Responses API with a type have a dialect of their own.
    if document.get("type").is_some() {
        return None;
    }
    let first = list(document, "choices").first();
    first.filter(is_turn).or_else(|| Some(document).filter(is_turn))
}

/// Returns the object with the texts that the model was given: a turn, or the message in it.
fn holder(turn: &Value) -> Option<&Value> {
    let inner = ["delta", "message"].iter().filter_map(|key| turn.get(*key));
    std::iter::once(turn).chain(inner).find(|it| {
        let data = it.pointer("/context/data_points");
        data.is_some_and(|data| data.is_array() || data.is_object())
    })
}

/// True if an object brings the texts that the model was given.
fn has_data(turn: &Value) -> bool {
    holder(turn).is_some()
}

/// Returns the words of a message or of a piece of one.
fn words(turn: &Value) -> &str {
    let inner = ["delta", "message"].iter().find_map(|key| turn.get(*key));
    inner.map_or_else(|| text(turn, "output_text"), |inner| text(inner, "content"))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let turns: Vec<&Value> = record.payload()?.documents.iter().filter_map(turn).collect();
    let brings = turns.iter().find(|turn| has_data(turn))?;
    let beside = ["delta", "message"].into_iter().find(|key| brings.get(*key).is_some());
    Some(format!("`context.data_points` beside `{}`", beside.unwrap_or("output_text")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let turns: Vec<&Value> = payload.documents.iter().filter_map(turn).collect();
    let mut notes = payload.notes.clone();
    for failed in payload.documents.iter().map(|it| text(it, "error")).filter(|it| !it.is_empty()) {
        notes.push(format!("the app failed: {failed}"));
    }
    // The last event of a stream repeats the data of the first.
    let brings = turns.iter().find_map(|turn| holder(turn));
    let fields = brings.and_then(Value::as_object);
    let (mut sources, from) = fields.map(|it| contexts(it, Some("context"))).unwrap_or_default();
    if let Some(from) = from {
        notes.push(format!("{} read from `{from}`", count(sources.len(), "source")));
    }
    let data = brings.and_then(|turn| turn.pointer("/context/data_points"));
    let listed = data.map(|data| list(data, "citations")).unwrap_or_default();
    let listed: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    name_by(&listed, &mut sources);
    notes.extend(merged(&mut sources));
    for page in data.map(|data| list(data, "external_results_metadata")).unwrap_or_default() {
        complete(&mut sources, page);
    }
    let unseen = listed.iter().filter(|name| !sources.iter().any(|own| own.id == **name));
    let absent = |name: &&str| Source {
        id: (*name).to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Absent(NO_TEXT.to_owned()),
        ..Source::default()
    };
    let unseen: Vec<Source> = unseen.map(absent).collect();
    sources.extend(unseen);
    let answer: String = turns.iter().map(|turn| words(turn)).collect();
    let mut found = text_reader.read_among(&answer, &mut sources);
    linked::join(&mut found, &mut sources);
    let ids: Vec<String> = sources.iter().map(|source| source.id.clone()).collect();
    let is_name = |name: &str| is_file(name) || is_image(name) || ids.iter().any(|id| id == name);
    named_files::add(&answer, &mut found.citations, is_name);
    notes.append(&mut found.notes);
    sources.append(&mut found.sources);
    let response = Response { text: answer, citations: found.citations, cards: found.cards };
    let asked = payload.requests.iter().flat_map(|request| list(request, "messages")).rev();
    let asked = asked.map(|message| (text(message, "role"), text(message, "content")));
    let question = asked.filter(|(role, _)| *role == "user").map(|(_, words)| words.to_owned());
    Ok(Case { question: question.take(1).next(), response, sources, notes, ..Case::default() })
}

/// Takes the names that the app lists from the beginnings of texts: `calendar: words`. The names of
/// files are known as such.
fn name_by(listed: &[&str], sources: &mut [Source]) {
    for source in sources.iter_mut().filter(|source| source.id.is_empty()) {
        let SourceText::Inline(text) = &source.text else { continue };
        let named = listed.iter().find_map(|name| {
            let after = text.strip_prefix(name)?.strip_prefix(':')?;
            Some((*name, after.trim_start().to_owned()))
        });
        if let Some((name, words)) = named {
            (source.id, source.id_from) = (name.to_owned(), IdFrom::Text);
            with_divisions(source, &words);
        }
    }
}

/// Adds address and title to the source whose text a page of the web or of a site has.
fn complete(sources: &mut [Source], page: &Value) {
    let snippet = text(page, "snippet").trim();
    let same = |source: &&mut Source| match &source.text {
        SourceText::Inline(text) => !snippet.is_empty() && text.trim() == snippet,
        _ => false,
    };
    let Some(source) = sources.iter_mut().find(same) else { return };
    let filled = |key: &str| Some(text(page, key)).filter(|it| !it.is_empty()).map(str::to_owned);
    source.url = source.url.take().or_else(|| filled("url"));
    source.title = source.title.take().or_else(|| filled("title"));
}

/// True for the name of an image.
fn is_image(name: &str) -> bool {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    ["png", "jpg", "jpeg"].iter().any(|known| end.eq_ignore_ascii_case(known))
}
