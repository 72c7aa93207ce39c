//! OpenAI Responses API, and compatible interfaces (Azure, xAI, gpt-oss servers).
//!
//! Spec: the types of the official clients; open questions were checked against recordings.
//!
//! ```json
//! {"object": "response", "output": [
//!   {"type": "file_search_call", "results": [{"file_id": "…", "filename": "…", "text": "…"}]},
//!   {"type": "message", "content": [{"type": "output_text", "text": "…", "annotations": [
//!     {"type": "url_citation", "url": "…", "title": "…", "start_index": 10, "end_index": 52},
//!     {"type": "file_citation", "file_id": "…", "filename": "…", "index": 31}]}]}]}
//! ```
//!
//! A `url_citation` covers the link in the text. A `file_citation` is a position, contrary to the
//! specification, and only names the file; its passages are only there if the request asked for
//! `file_search_call.results`. Offsets count within their part. The reader accepts a response, its
//! `output` alone, a message or part of it, a list of conversation items, and the events of a
//! stream; a vector store's search results fill the sources, and so do the texts in an app's event
//! `response.context`.
//!
//! # Incomplete support
//!
//! Reasoning, tool calls and code stay out of the text, because they have no citations. Of several
//! bare `output` objects in one array, the first is read; complete responses are a batch. The
//! passage of a file that is meant is not guessed.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::openai::{content_text, documents, last_question, request, stream};
use crate::dialects::shared::contexts::contexts;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::openai::answer::Answer;
use crate::dialects::shared::openai::shelf::Shelf;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::container::Event;
use crate::input::container::Payload;
use crate::input::json::Reader;
use crate::input::json::{list, text};
use crate::model::{Case, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "openai-responses",
    title: "OpenAI Responses API, also of Azure and xAI: a response or its stream",
    recognised_by: "`output[]` with `output_text` parts, or events `response.…`",
    sources_from: "`file_search_call.results`, the addresses in annotations and `web_search_call`, \
                   then search results and files given",
    units: "code points within each part",
    kind: Kind::Payload { detect, read },
    companion,
    event: |value| Event::from(text(value, "type").starts_with("response.")),
    element: |value| Element::response_if(text(value, "object") == "response"),
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    documents(payload).find_map(|document| {
        if is_event(document) {
            return Some("events of a Responses stream".to_owned());
        }
        let is_response = text(document, "object") == "response";
        match document.get("output").and_then(Value::as_array) {
            Some(output) if is_response => Some(format!(
                "an object `response` with {} of `output`",
                count(output.len(), "item")
            )),
            Some(output) if output.iter().any(is_item) => {
                Some("`output` with `output_text` parts".to_owned())
            }
            _ if is_item(document) || is_part(document) => {
                Some("a message with `output_text` parts".to_owned())
            }
            _ if list(document, "input").iter().any(is_item) => {
                Some("`input` with earlier `output_text` parts".to_owned())
            }
            _ => list(document, "data")
                .iter()
                .any(is_item)
                .then(|| "a list of items with `output_text` parts".to_owned()),
        }
    })
}

fn is_event(value: &Value) -> bool {
    text(value, "type").starts_with("response.")
}

fn is_item(value: &Value) -> bool {
    list(value, "content").iter().any(is_part)
}

fn is_part(value: &Value) -> bool {
    text(value, "type") == "output_text"
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    app_context(payload, &mut answer);
    let output = output(payload, &mut answer.reader);
    for (index, item) in output.iter().enumerate() {
        sources(&mut answer, item, &format!("output[{index}]"));
    }
    let mut first = None;
    for (index, item) in output.iter().enumerate() {
        let role = text(item, "role");
        if matches!(role, "user" | "system" | "developer") {
            first = first.or_else(|| content_text(item.get("content")));
        } else if !list(item, "content").is_empty() && text(item, "type") != "reasoning" {
            message(&mut answer, item, &format!("output[{index}].content"), text_reader);
        }
    }
    Ok(answer.finish(question(payload).or(first)))
}

/// Returns the items of the output, whatever they are wrapped in.
fn output<'p>(payload: &'p Payload, reader: &mut Reader) -> Cow<'p, [Value]> {
    let all: Vec<&Value> = documents(payload).collect();
    if all.iter().any(|value| is_event(value)) {
        return stream::responses(&all, reader).into();
    }
    let outputs: Vec<&[Value]> = all
        .iter()
        .filter(|value| value.get("output").is_some())
        .map(|v| list(v, "output"))
        .collect();
    if let Some(output) = outputs.first() {
        if outputs.len() > 1 {
            let note = format!("{} responses in one array: the first is shown", outputs.len());
            reader.notes.push(note);
        }
        if let Some(failed) = all.first().and_then(|value| value.pointer("/error/message")) {
            reader.notes.push(format!("the response failed: {failed}"));
        }
        return (*output).into();
    }
    let earlier = |value: &&Value| list(value, "input").iter().any(is_item);
    if let Some(request) = all.iter().copied().find(|value| earlier(value)) {
        reader.notes.push("a request: the answer that it repeats is shown".to_owned());
        let items = list(request, "input");
        let last = items.iter().rposition(is_item).map_or(0, |last| last + 1);
        return items.get(..last).unwrap_or_default().into();
    }
    if let Some(items) = all.iter().map(|value| list(value, "data")).find(|d| !d.is_empty()) {
        return items.into();
    }
    if all.iter().any(|value| is_part(value)) {
        let parts = all.into_iter().cloned().collect();
        return vec![crate::dialects::payload::openai::object("content", Value::Array(parts))]
            .into();
    }
    all.into_iter().cloned().collect::<Vec<_>>().into()
}

fn question(payload: &Payload) -> Option<String> {
    let input = payload.requests.iter().find_map(|request| request.get("input"))?;
    match input {
        Value::String(asked) => Some(asked.clone()),
        other => last_question(other.as_array()?),
    }
}

/// Adds the parts of a message.
fn message(answer: &mut Answer, item: &Value, path: &str, text_reader: &TextReader<'_>) {
    let parts = list(item, "content")
        .iter()
        .enumerate()
        .filter_map(|(index, part)| Some((index, part.as_object()?)));
    let mut begun = false;
    for (index, part) in parts {
        let path = format!("{path}[{index}]");
        let key = if part.contains_key("refusal") { "refusal" } else { "text" };
        let Some(words) = Cursor::new(part, path.as_str()).string(&mut answer.reader, key) else {
            continue;
        };
        if !begun {
            answer.message();
            begun = true;
        }
        if key == "refusal" {
            answer.reader.notes.push("the model refused; its refusal is shown".to_owned());
        }
        let annotations = annotations(answer, part, &path);
        answer.part(&words, annotations, &format!("{path}.annotations"), text_reader);
    }
}

fn annotations<'v>(answer: &mut Answer, part: &'v Map<String, Value>, path: &str) -> &'v [Value] {
    Cursor::new(part, path).list(&mut answer.reader, "annotations")
}

/// Adds the texts to the shelf that an app sends before the events of the answer, in an event of its
/// own: `{"type": "response.context", "context": {"data_points": {"text": ["a.pdf: words"]}}}`, as
/// `Azure-Samples/azure-search-openai-demo` does.
fn app_context(payload: &Payload, answer: &mut Answer) {
    for event in documents(payload).filter(|it| text(it, "type") == "response.context") {
        let Some(event) = event.as_object() else { continue };
        let (sources, path) = contexts(event, Some("context"));
        if let Some(path) = path {
            let note = format!("{} read from `{path}`", count(sources.len(), "source"));
            answer.reader.notes.push(note);
        }
        for source in sources {
            answer.shelf.source(source);
        }
    }
}

/// Adds the results of a tool call to the shelf.
fn sources(answer: &mut Answer, item: &Value, path: &str) {
    let Some(fields) = item.as_object() else { return };
    match text(item, "type") {
        "file_search_call" => {
            let results = Cursor::new(fields, path).list(&mut answer.reader, "results");
            for (index, result) in results.iter().enumerate() {
                let path = format!("{path}.results[{index}]");
                answer.shelf.result(&mut answer.reader, result, &path);
            }
        }
        // Perplexity's agents: `[web:3]` and `[3]` in the text mean the result whose `id` is 3.
        "search_results" => {
            for result in list(item, "results") {
                let title = result.get("title").and_then(Value::as_str);
                let passage = result.get("snippet").and_then(Value::as_str);
                let url = text(result, "url");
                match result.get("id").map(Value::to_string) {
                    Some(id) => {
                        let id = id.trim_matches('"');
                        answer.shelf.numbered(id, url, title, passage);
                    }
                    None if !url.is_empty() => {
                        answer.shelf.page(url, title, passage);
                    }
                    None => {}
                }
            }
        }
        "web_search_call" => {
            let Some(action) = item.get("action") else { return };
            let pages = list(action, "sources").iter().map(|page| text(page, "url"));
            for url in pages.chain([text(action, "url")]).filter(|url| !url.is_empty()) {
                answer.shelf.page(url, None, None);
            }
        }
        _ => {}
    }
}

/// Returns a vector store's search results, a search call alone, or the files of a request.
fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    let (mut shelf, mut reader) = (Shelf::default(), Reader::default());
    for document in documents(payload) {
        let results = match text(document, "object") {
            "vector_store.search_results.page" => list(document, "data"),
            _ if text(document, "type") == "file_search_call" => list(document, "results"),
            _ if is_result(document) => std::slice::from_ref(document),
            _ => return request::files(payload),
        };
        for (index, result) in results.iter().enumerate() {
            shelf.result(&mut reader, result, &format!("data[{index}]"));
        }
    }
    (!shelf.is_empty()).then(|| shelf.finish())
}

/// True if an object is one search result.
fn is_result(value: &Value) -> bool {
    let has = |key: &str| value.get(key).is_some();
    has("file_id") && has("score") && (has("text") || has("content"))
}
