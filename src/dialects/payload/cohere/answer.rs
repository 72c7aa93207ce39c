//! The answer in a payload: its texts, its citations, and the text that each citation is on.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::shared::cursor::{Cursor, get};
use crate::dialects::shared::draft::Note;
use crate::dialects::shared::source_fields::SourceFields;
use crate::input::json;
use crate::input::json::list;
use crate::input::json::{A_TEXT, Reader};
use crate::model::{IdFrom, Source, SourceText};
use crate::text::Unit;
use crate::text::units::Offsets;

/// An answer, whole or assembled from its stream.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// Its id, if it has one.
    pub(crate) id: String,
    /// The texts of its content, by their places in it from 0.
    pub(crate) texts: BTreeMap<usize, String>,
    /// The places in the content that hold thinking.
    pub(crate) thinking: Vec<usize>,
    /// The citations as they came.
    pub(crate) citations: Vec<Value>,
    /// The documents that version 1 lists.
    pub(crate) documents: Vec<Value>,
}

/// The text in which the offsets of a citation count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// The text at this place of the content.
    Text(usize),
    /// The model's thinking.
    Thinking,
    /// The plan of tool calls.
    Plan,
}

/// Finds the text that a citation is on.
#[derive(Debug)]
pub(crate) struct Homes<'a> {
    texts: Vec<(usize, &'a str, Offsets<'a>)>,
    thinking: &'a [usize],
}

impl<'a> Homes<'a> {
    pub(crate) fn new(answer: &'a Answer) -> Self {
        let text =
            |(place, text): (&usize, &'a String)| (*place, text.as_str(), Offsets::new(text));
        Self { texts: answer.texts.iter().map(text).collect(), thinking: &answer.thinking }
    }

    /// Returns the text that a citation is on. Without a number of its content, the first text that
    /// has its words at its place; the first of all, where none has.
    pub(crate) fn of(&self, fields: &Cursor<'_>, note: &Note, reader: &mut Reader) -> Home {
        let kind = fields.get("type").and_then(Value::as_str);
        match kind {
            Some("PLAN") => return Home::Plan,
            Some("THINKING_CONTENT") => return Home::Thinking,
            _ => {}
        }
        let place = fields.integer(reader, "contentIndex").and_then(|at| usize::try_from(at).ok());
        if let Some((place, ..)) = self.texts.iter().find(|(at, ..)| Some(*at) == place) {
            return Home::Text(*place);
        }
        let thinks = place.is_some_and(|place| self.thinking.contains(&place));
        if kind != Some("TEXT_CONTENT") && thinks {
            return Home::Thinking;
        }
        let words = note.words.as_deref().unwrap_or_default();
        let found = self.texts.iter().find(|(_, text, offsets)| {
            let start = usize::try_from(note.start).ok();
            let end = usize::try_from(note.end).ok();
            let place = start.zip(end).filter(|(start, end)| start <= end);
            let span = place.and_then(|(start, end)| offsets.span(start, end, Unit::CodePoints));
            span.and_then(|span| span.slice(text)) == Some(words)
        });
        Home::Text(found.or(self.texts.first()).map_or(0, |(place, ..)| *place))
    }
}

/// True if a document is an answer of version 2.
pub(crate) fn is_second(document: &Value) -> bool {
    let Some(message) = document.get("message") else { return false };
    let has_content = message.get("content").is_none_or(|it| it.is_array() || it.is_null());
    let cites = list(message, "citations").iter().any(|citation| {
        citation.get("sources").is_some_and(Value::is_array) && citation.get("start").is_some()
    });
    let ended = document.get("finish_reason").and_then(Value::as_str).is_some_and(is_reason);
    has_content && message.is_object() && (cites || ended) && document.get("choices").is_none()
}

/// True if a document is an answer of version 1.
pub(crate) fn is_first(document: &Value) -> bool {
    let cites = list(document, "citations").iter().any(|citation| {
        citation.get("document_ids").is_some_and(Value::is_array) && citation.get("start").is_some()
    });
    let named = document.get("generation_id").is_some_and(Value::is_string);
    document.get("text").is_some_and(Value::is_string) && (cites || named)
}

/// True for reasons such as `COMPLETE` or `MAX_TOKENS`, which only Cohere writes in capitals.
fn is_reason(reason: &str) -> bool {
    !reason.is_empty() && reason.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Returns the answer in documents that are not events.
pub(crate) fn whole(documents: &[Value], reader: &mut Reader) -> Answer {
    let mut answers = documents.iter().filter(|it| is_second(it) || is_first(it));
    let Some(document) = answers.next() else { return Answer::default() };
    if answers.next().is_some() {
        reader.notes.push("only the first of several answers is shown".to_owned());
    }
    let mut answer = Answer::default();
    answer.take(document, reader);
    answer
}

impl Answer {
    /// Takes over a whole answer of either version.
    pub(crate) fn take(&mut self, document: &Value, reader: &mut Reader) {
        let text = |key: &str| document.get(key).and_then(Value::as_str);
        if let Some(id) = text("id").or_else(|| text("generation_id")) {
            id.clone_into(&mut self.id);
        }
        let message = document.get("message").filter(|message| message.is_object());
        self.citations = list(message.unwrap_or(document), "citations").to_vec();
        self.documents = list(document, "documents").to_vec();
        self.texts.clear();
        if let Some(words) = text("text").filter(|_| message.is_none()) {
            self.texts.insert(0, words.to_owned());
        }
        for (place, item) in message.map_or(&[][..], |it| list(it, "content")).iter().enumerate() {
            match (item.get("text"), item.get("thinking")) {
                (Some(Value::String(words)), _) => {
                    self.texts.insert(place, words.clone());
                }
                (Some(other), _) => {
                    let path = format!("message.content[{place}].text");
                    reader.expected(&path, A_TEXT, other);
                }
                (None, Some(_)) => self.thinking.push(place),
                (None, None) => {}
            }
        }
    }
}

/// Returns the last question of a request.
pub(crate) fn question(request: &Value) -> Option<String> {
    if let Some(asked) = request.get("message").and_then(Value::as_str) {
        return Some(asked.to_owned());
    }
    let is_user = |message: &&Value| message.get("role").and_then(Value::as_str) == Some("user");
    let last = list(request, "messages").iter().rev().find(is_user)?;
    let texts = match last.get("content")? {
        Value::String(text) => return Some(text.clone()),
        content => content.as_array()?.iter().filter_map(|part| part.get("text")?.as_str()),
    };
    let text = texts.collect::<Vec<_>>().join("\n");
    (!text.is_empty()).then_some(text)
}

/// Returns the documents of a request with the ids that the interface gives those without: `doc_0`
/// in version 1, `doc:0` in version 2. What tools returned is called after the call and its place.
pub(crate) fn requested(request: &Value) -> Vec<Source> {
    let messages = list(request, "messages");
    if messages.is_empty() && !request.get("message").is_some_and(Value::is_string) {
        return Vec::new();
    }
    let colon = if messages.is_empty() { '_' } else { ':' };
    let documents = list(request, "documents").iter().enumerate();
    let mut sources: Vec<Source> = documents
        .filter_map(|(place, value)| document(value, format!("doc{colon}{place}")))
        .collect();
    for message in messages {
        let Some(call) = message.get("tool_call_id").and_then(Value::as_str) else { continue };
        let results = list(message, "content").iter().filter_map(|part| part.get("document"));
        let results = results.enumerate();
        sources.extend(results.filter_map(|(at, value)| document(value, format!("{call}:{at}"))));
    }
    sources
}

/// Returns a document of a request: a text, an object, or either under `data` next to its id.
fn document(value: &Value, id: String) -> Option<Source> {
    let own = value.as_object().and_then(|fields| json::id(fields, "id"));
    let data = value.as_object().and_then(|fields| get(fields, "data")).unwrap_or(value);
    let source = match data {
        Value::Object(fields) => SourceFields::DOCUMENT.source(fields),
        Value::String(text) => match json::parse(text).map(|parsed| parsed.value) {
            Ok(Value::Object(fields)) => SourceFields::DOCUMENT.source(&fields),
            _ => Source { text: SourceText::Inline(Arc::from(text.as_str())), ..Source::default() },
        },
        _ => return None,
    };
    Some(Source { id: own.unwrap_or(id), id_from: IdFrom::Text, ..source })
}
