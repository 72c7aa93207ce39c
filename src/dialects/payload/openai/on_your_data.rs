//! Azure `OpenAI` On Your Data: chat completions whose sources come with the answer.
//!
//! Spec: the service's reference and the source of its sample app (`AnswerParser.tsx`).
//!
//! ```json
//! {"choices": [{"message": {"role": "assistant", "content": "It is so [doc1][doc2].",
//!   "context": {"intent": "[…]", "citations": [
//!     {"content": "…", "title": "…", "filepath": "…", "url": "…", "chunk_id": "0"}]}}}]}
//! ```
//!
//! `[doc1]` counts from 1 in `citations`. Before 2024-02 the citations came in a message of the role
//! `tool`, as JSON in a text, in `choices[].messages[]` or `choices[].message.context.messages[]`; saved
//! conversations still have it so. In a stream the first piece brings them.
//!
//! # Incomplete support
//!
//! `all_retrieved_documents` adds documents that were found but not given to the model: they are
//! left out, because nothing can cite them. Apps that show the answer renumber the marks by first
//! use; copies of their text are read as numbered text.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::openai::{content_text, documents, last_question};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::openai::answer::Answer;
use crate::dialects::shared::tagged;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{Reader, parse};
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Source, SourceText};
use crate::sources::with_divisions;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "azure-on-your-data",
    title: "Azure OpenAI On Your Data: a completion with its documents, or its stream",
    recognised_by: "`context.citations` in a message, or a `tool` message of `citations` and `intent`",
    sources_from: "`citations[]`, in their order; then files given",
    units: "none: `[doc1]` is in the text",
    kind: Kind::Payload { detect, read },
    answers: &["choices"],
    element: |value| Element::response_if(text(value, "object").ends_with("chat.completion")),
    ..Dialect::DEFAULTS
};

const NO_CONTENT: &str = "its citation has no `content`; pass the document with `--source`";

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let turns = turns(documents(payload).collect::<Vec<_>>().as_slice());
    let has_citations =
        turns.iter().any(|turn| turn.pointer("/context/citations").is_some_and(Value::is_array));
    if has_citations {
        return Some("a message with `context.citations`".to_owned());
    }
    turns
        .iter()
        .any(|turn| citations_of_tool(turn).is_some())
        .then(|| "a `tool` message of `citations` and `intent`".to_owned())
}

/// Returns the messages of a payload, or the pieces of them, wherever the versions of the service
/// put them.
fn turns<'v>(documents: &[&'v Value]) -> Vec<&'v Value> {
    let mut turns = Vec::new();
    for document in documents {
        if document.get("role").is_some() {
            turns.push(*document);
        }
        let is_first = |choice: &&Value| choice.get("index").is_none_or(|index| index == 0);
        let choices = list(document, "choices").iter().filter(is_first);
        let inner = choices.clone().flat_map(|choice| list(choice, "messages"));
        for holder in choices.chain(inner.clone()).chain(list(document, "messages")) {
            let found = ["message", "delta"].iter().find_map(|key| holder.get(*key));
            let turn = found.unwrap_or(holder);
            let by_tool = turn.pointer("/context/messages").and_then(Value::as_array);
            turns.extend(by_tool.into_iter().flatten());
            turns.push(turn);
        }
    }
    turns
}

/// Returns the citations in a message of the role `tool`.
fn citations_of_tool(turn: &Value) -> Option<Value> {
    if text(turn, "role") != "tool" {
        return None;
    }
    let parsed = parse(text(turn, "content")).ok()?.value;
    let ours =
        parsed.get("citations").is_some_and(Value::is_array) && parsed.get("intent").is_some();
    ours.then_some(parsed)
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    let all: Vec<&Value> = documents(payload).collect();
    let turns = turns(&all);
    // A conversation has sources for each answer: the last answer counts, and its question.
    let is_asked = |turn: &&Value| text(turn, "role") == "user";
    let is_answer = |turn: &&Value| !matches!(text(turn, "role"), "user" | "system");
    let end = turns.iter().rposition(is_answer).map_or(0, |last| last + 1);
    let until = turns.get(..end).unwrap_or_default();
    let start = until.iter().rposition(is_asked);
    let asked = start.and_then(|start| content_text(until.get(start)?.get("content")));
    let mut cited: Vec<Value> = Vec::new();
    let mut words = String::new();
    for turn in until.iter().skip(start.map_or(0, |start| start + 1)).filter(|it| is_answer(it)) {
        let own = turn.pointer("/context/citations").and_then(Value::as_array);
        match (own, citations_of_tool(turn)) {
            (Some(citations), _) => citations.clone_into(&mut cited),
            (None, Some(by_tool)) => list(&by_tool, "citations").clone_into(&mut cited),
            (None, None) => {}
        }
        if text(turn, "role") != "tool" {
            words.push_str(text(turn, "content"));
        }
    }
    for (index, citation) in cited.iter().enumerate() {
        let source = source(&mut answer.reader, citation, index);
        answer.shelf.source(source);
    }
    let marks = tagged::marks(&words, "doc", "doc");
    if marks.is_empty() {
        answer.part(&words, &[], "content", text_reader);
    } else {
        for mark in marks {
            answer.cite(mark);
        }
        answer.plain_part(&words);
    }
    let requested = || {
        let mut requests = payload.requests.iter();
        requests.find_map(|request| last_question(request.get("messages")?.as_array()?))
    };
    Ok(answer.finish(asked.or_else(requested)))
}

/// Returns the source that `[doc N]` means, N being one more than `index`.
fn source(reader: &mut Reader, citation: &Value, index: usize) -> Source {
    let path = format!("citations[{index}]");
    let mut source = Source {
        id: (index + 1).to_string(),
        id_from: IdFrom::Text,
        text: SourceText::Absent(NO_CONTENT.to_owned()),
        ..Source::default()
    };
    let Some(fields) = citation.as_object() else {
        reader.expected(&path, "an object", citation);
        return source;
    };
    let cursor = Cursor::new(fields, path);
    source.title = cursor.filled(reader, "title");
    let file = cursor.filled(reader, "filepath");
    source.url = cursor.filled(reader, "url");
    if source.title.is_none() {
        source.title.clone_from(&file);
    }
    let chunk = cursor.id(reader, "chunk_id");
    for (name, value) in [("filepath", file), ("chunk", chunk)] {
        let news = value.filter(|value| source.title.as_ref() != Some(value));
        source.metadata.extend(news.map(|value| (name.to_owned(), value)));
    }
    let scores = ["rerank_score", "original_search_score"];
    source.score = scores.iter().find_map(|key| cursor.number(reader, key));
    if let Some(text) = cursor.filled(reader, "content") {
        with_divisions(&mut source, &text);
    }
    source
}
