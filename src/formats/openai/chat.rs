//! OpenAI Chat Completions, and what speaks it (Azure, OpenRouter, gateways).
//!
//! Spec: the types of the official clients; OpenRouter's additions from recordings.
//!
//! ```json
//! {"object": "chat.completion", "choices": [{"message": {"content": "…", "annotations": [
//!   {"type": "url_citation", "url_citation":
//!     {"url": "…", "title": "…", "start_index": 96, "end_index": 198}}]}}]}
//! ```
//!
//! A span covers the link in the text. OpenRouter sends `0` for both ends, which is no position,
//! and the words it found as `content`. A list of pages beside the choices (`citations`,
//! `search_results`) is taken for the sources that `[1]` in the text means.
//!
//! # Incomplete support
//!
//! Of several choices the first is read. Reasoning apart from the text is left out; `<think>` in
//! the text stays. Tool messages of a request are no sources: their form is the caller's own.

use serde_json::Value;

use super::answer::Answer;
use super::{content_text, documents, last_question, list, stream, text};
use crate::error::Result;
use crate::formats::{Families, Format, Record, no_companion};
use crate::model::Case;

/// The entry in the table of formats.
pub const FORMAT: Format = Format {
    name: "openai-chat",
    title: "OpenAI Chat Completions, also of OpenRouter: a completion or its stream",
    recognised_by: "`choices[]` with `message` or `delta`",
    sources_from: "the addresses in annotations, with OpenRouter's excerpts; `citations` or \
                   `search_results` beside the choices; then files given",
    units: "code points",
    reader: crate::formats::Reader::Payload { detect, read, companion: no_companion },
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let (chunks, whole) = documents(payload).fold((0, 0), |(chunks, whole), document| {
        let choices = list(document, "choices");
        let has = |key: &str| choices.iter().any(|choice| choice.get(key).is_some());
        (chunks + usize::from(has("delta")), whole + usize::from(has("message")))
    });
    if chunks > 0 {
        return Some("chunks with `choices` and `delta`".to_owned());
    }
    (whole > 0).then(|| "`choices` with `message`".to_owned())
}

fn read(record: &Record<'_>, families: &Families) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("it holds no JSON"))?;
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    let all: Vec<&Value> = documents(payload).collect();
    let streamed = all.iter().any(|document| {
        list(document, "choices").iter().any(|choice| choice.get("delta").is_some())
    });
    let choices = if streamed {
        stream::chat(&all, &mut answer.reader)
    } else {
        let with_choices = all.iter().filter(|document| document.get("choices").is_some());
        let count = with_choices.clone().count();
        if count > 1 {
            let note = format!("{count} completions in one array: the first is shown");
            answer.reader.notes.push(note);
        }
        with_choices.take(1).flat_map(|document| list(document, "choices")).cloned().collect()
    };
    for document in &all {
        listed(&mut answer, document);
    }
    if choices.len() > 1 {
        let note = format!("the first of {} choices is shown", choices.len());
        answer.reader.notes.push(note);
    }
    if let Some(choice) = choices.first() {
        message(&mut answer, choice, families);
    }
    let asked = payload
        .requests
        .iter()
        .find_map(|request| last_question(request.get("messages")?.as_array()?));
    Ok(answer.finish(asked))
}

/// Adds the message of a choice.
fn message(answer: &mut Answer, choice: &Value, families: &Families) {
    let Some(message) = choice.get("message").and_then(Value::as_object) else { return };
    let path = "choices[0].message";
    let words = match message.get("content") {
        Some(parts @ Value::Array(_)) => content_text(Some(parts)),
        _ => answer.reader.string(message, "content", path),
    };
    let words = match words {
        Some(words) => words,
        None => match answer.reader.string(message, "refusal", path) {
            Some(refusal) => {
                answer.reader.notes.push("the model refused; its refusal is shown".to_owned());
                refusal
            }
            None => String::new(),
        },
    };
    let annotations = answer.reader.list(message, "annotations", path);
    answer.part(&words, annotations, &format!("{path}.annotations"), families);
}

/// Puts the pages that are listed beside the choices on the shelf, by their number.
fn listed(answer: &mut Answer, document: &Value) {
    let results = list(document, "search_results");
    for (number, result) in (1..).zip(results) {
        let title = result.get("title").and_then(Value::as_str);
        let passage = result.get("snippet").and_then(Value::as_str);
        answer.shelf.numbered(number, text(result, "url"), title, passage);
    }
    if results.is_empty() {
        for (number, url) in (1..).zip(list(document, "citations")) {
            if let Some(url) = url.as_str() {
                answer.shelf.numbered(number, url, None, None);
            }
        }
    }
}
