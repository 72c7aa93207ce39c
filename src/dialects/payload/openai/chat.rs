//! OpenAI Chat Completions, and compatible interfaces: Azure, OpenRouter, `LiteLLM`, Perplexity,
//! xAI, Jina.
//!
//! Spec: the types of the official clients; the extensions of the others from recordings and their
//! source code.
//!
//! ```json
//! {"object": "chat.completion", "choices": [{"message": {"content": "…", "annotations": [
//!   {"type": "url_citation", "url_citation":
//!     {"url": "…", "title": "…", "start_index": 96, "end_index": 198}}]}}]}
//! ```
//!
//! A span covers the link in the text. The extensions, all read by the same rules:
//!
//! | who | says |
//! |---|---|
//! | OpenRouter | `0` for both ends, which is no position; the words it found as `content` |
//! | Perplexity | `[n]`, from 1, into `search_results` (with snippets) or `citations`; both `delta` and `message` in every choice; `<think>` before the answer |
//! | `LiteLLM` | an annotation for each `[n]`, its span on the mark |
//! | xAI | `[[n]](url)`: `n` numbers the links; `citations` lists pages visited, in another order |
//! | Groq | `executed_tools`, whose results and displays of pages are sources |
//! | Jina | `[^n]` without definitions: the n-th annotation, its words as `exactQuote` |
//!
//! # Incomplete support
//!
//! A choice without a text beside one with a text is left out. Reasoning apart from the text is left out; `<think>` in
//! the text is folded away. Results of tools in a request are read by
//! [`transcript`](crate::dialects::payload::transcript).

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::payload::openai::{content_text, documents, last_question, stream};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::found;
use crate::dialects::shared::openai::answer::Answer;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::container::{Event, Shape};
use crate::input::json::{Parsed, list, parse, text};
use crate::model::{Case, IdFrom, Source, SourceText};
use crate::sources::with_divisions;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "openai-chat",
    title: "OpenAI Chat Completions, also of OpenRouter, LiteLLM, Perplexity, xAI and Jina: a \
            completion or its stream",
    recognised_by: "`choices[]` with `message` or `delta`",
    sources_from: "the addresses in annotations, with the excerpts of OpenRouter and Jina; \
                   `citations`, `citations.results` or `search_results` beside the choices, with \
                   their snippets; then files given",
    units: "code points",
    kind: Kind::Payload { detect, read },
    answers: &["choices"],
    event: |value| Event::from(text(value, "object").strip_suffix(".chunk").is_some()),
    element: |value| Element::response_if(is_completion(value)),
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let chunks = documents(payload).any(is_chunk);
    let whole = documents(payload).any(|document| has(document, "message"));
    let listed = ["search_results", "citations"].into_iter().find_map(|key| {
        let longest = documents(payload).map(|document| list(document, key).len()).max()?;
        (longest > 0).then(|| format!(", and {longest} `{key}`"))
    });
    let listed = listed.unwrap_or_default();
    if chunks {
        return Some(format!("chunks with `choices` and `delta`{listed}"));
    }
    whole.then(|| format!("`choices` with `message`{listed}"))
}

/// True if a value is a whole completion, which some gateways send without its `object`.
fn is_completion(value: &Value) -> bool {
    let object = value.get("object").filter(|it| !it.is_null());
    match object {
        Some(object) => object == "chat.completion",
        None => has(value, "message") && !has(value, "delta"),
    }
}

/// True if some choice of a document has this field.
fn has(document: &Value, key: &str) -> bool {
    list(document, "choices").iter().any(|choice| choice.get(key).is_some())
}

/// True if a document is a piece of a stream. Perplexity has a `delta` in whole answers too, and a
/// `message` in pieces.
fn is_chunk(document: &Value) -> bool {
    let whole = has(document, "message") && text(document, "object") != "chat.completion.chunk";
    has(document, "delta") && !whole
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let mut answer = Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    let all: Vec<&Value> = documents(payload).collect();
    // Perplexity's older streams repeat the whole message in every piece and call each a completion.
    let is_stream = payload.shape == Shape::Stream && all.len() > 1;
    let choices = if is_stream || all.iter().any(|document| is_chunk(document)) {
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
    let linked = choices.first().is_some_and(|choice| {
        choice.pointer("/message/content").and_then(Value::as_str).is_some_and(has_numbered_links)
    });
    for document in &all {
        listed(&mut answer, document, linked);
        retrieved(&mut answer, document);
    }
    if choices.len() > 1 {
        let note = format!("the first of {} choices is shown", choices.len());
        answer.reader.notes.push(note);
    }
    if let Some(choice) = choices.first() {
        message(&mut answer, choice, text_reader);
    }
    let asked = payload
        .requests
        .iter()
        .find_map(|request| last_question(request.get("messages")?.as_array()?));
    Ok(answer.finish(asked))
}

/// Adds the message of a choice.
fn message(answer: &mut Answer, choice: &Value, text_reader: &TextReader<'_>) {
    let Some(message) = choice.get("message").and_then(Value::as_object) else { return };
    for tool in message.get("executed_tools").and_then(Value::as_array).into_iter().flatten() {
        found_by(answer, tool);
    }
    let path = "choices[0].message";
    let words = match message.get("content") {
        Some(parts @ Value::Array(_)) => content_text(Some(parts)),
        _ => Cursor::new(message, path).string(&mut answer.reader, "content"),
    };
    let mut refusal = || Cursor::new(message, path).string(&mut answer.reader, "refusal");
    let words = if let Some(words) = words {
        words
    } else if let Some(refusal) = refusal() {
        answer.reader.notes.push("the model refused; its refusal is shown".to_owned());
        refusal
    } else {
        answer.reader.notes.extend(called(message, text_reader));
        String::new()
    };
    // xAI's own client has the objects under another name.
    let objects = message.get("citations").and_then(Value::as_array);
    let own = objects.is_some_and(|list| list.iter().all(Value::is_object));
    let key = if own && !message.contains_key("annotations") { "citations" } else { "annotations" };
    let annotations = Cursor::new(message, path).list(&mut answer.reader, key);
    answer.part(&words, annotations, &format!("{path}.{key}"), text_reader);
}

/// Returns a note on the texts that a message without a text gives to the functions it calls, if any of them cites.
fn called(message: &Map<String, Value>, text_reader: &TextReader<'_>) -> Option<String> {
    let calls = message.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
    let functions = calls.filter_map(|call| call.get("function"));
    let arguments = functions.chain(message.get("function_call"));
    let arguments = arguments.filter_map(|it| parse(it.get("arguments")?.as_str()?).ok());
    let citing = |parsed: &Parsed| {
        let texts = parsed.value.as_object().into_iter().flat_map(|fields| fields.values());
        texts.filter_map(Value::as_str).filter(|text| text_reader.read(text).is_some()).count()
    };
    let citing: usize = arguments.map(|parsed| citing(&parsed)).sum();
    let texts = count(citing, "text");
    let advice = "pass such a text as an answer";
    (citing > 0).then(|| {
        format!("the message has no text: it calls functions with {texts} with marks; {advice}")
    })
}

/// Returns the page that the browsing tool of gpt-oss displays: `【5†L12-L15】` cites the labels of its lines by
/// the number of the call.
fn displayed(tool: &Value) -> Option<Source> {
    let display = tool.get("output")?.as_str().filter(|it| it.starts_with("L0:"))?;
    let id = tool.get("index")?.as_u64()?.to_string();
    let page =
        tool.pointer("/search_results/results/0").filter(|_| text(tool, "name") == "browser.open");
    let part = |key: &str| page.map(|page| text(page, key)).filter(|part| !part.is_empty());
    let title = part("title").and_then(|title| title.split(" - viewing lines").next());
    let (title, url) = (title.map(str::to_owned), part("url").map(str::to_owned));
    let mut source = Source { id, id_from: IdFrom::Text, title, url, ..Source::default() };
    with_divisions(&mut source, display);
    Some(source)
}

/// Puts the pages that a tool of Groq found on the shelf: what it displays, `search_results.results`, else the
/// JSON in its `output`.
fn found_by(answer: &mut Answer, tool: &Value) {
    if let Some(source) = displayed(tool) {
        answer.shelf.source(source);
        return;
    }
    let results = tool.pointer("/search_results/results").filter(|it| it.is_array());
    let results = results.or_else(|| tool.get("output")).unwrap_or(&Value::Null);
    for source in found::sources(results) {
        let Some(url) = &source.url else { continue };
        let passage = match &source.text {
            SourceText::Inline(text) => Some(&**text),
            _ => None,
        };
        answer.shelf.page(url, source.title.as_deref(), passage);
    }
}

/// True if a text has links such as `[[1]](url)`, whose numbers are not those of a list.
fn has_numbered_links(text: &str) -> bool {
    text.match_indices("]](").any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit());
        number.len() < before.len() && number.ends_with("[[")
    })
}

/// Adds the passages that NVIDIA's blueprint for RAG gives beside the choices, `citations.results[]`: they are of
/// named files, and the answer has no marks for them.
fn retrieved(answer: &mut Answer, document: &Value) {
    for result in document.get("citations").map(|it| list(it, "results")).unwrap_or_default() {
        let first = |key: &str| Some(text(result, key)).filter(|text| !text.is_empty());
        let id = answer.shelf.file(first("document_id"), first("document_name"), "");
        if let (Some(id), Some(passage)) = (id, first("content")) {
            answer.shelf.passage(&id, passage);
        }
    }
}

/// Adds the pages that are listed next to the choices to the shelf: by their number, or by their
/// address if the text is `linked` by its own numbers.
fn listed(answer: &mut Answer, document: &Value, linked: bool) {
    let results = list(document, "search_results");
    for (number, result) in (1usize..).zip(results) {
        let title = result.get("title").and_then(Value::as_str);
        let passage = result.get("snippet").and_then(Value::as_str);
        let url = text(result, "url");
        if linked && !url.is_empty() {
            answer.shelf.page(url, title, passage);
            continue;
        }
        let source = answer.shelf.numbered(&number.to_string(), url, title, passage);
        let updated = ["last_updated", "date"].iter().find_map(|key| result.get(*key)?.as_str());
        source.updated = updated.map(str::to_owned);
    }
    let urls = list(document, "citations").iter().map(|url| url.as_str().unwrap_or_default());
    for (number, url) in (1usize..).zip(urls) {
        if !linked {
            answer.shelf.numbered(&number.to_string(), url, None, None);
        } else if !url.is_empty() {
            answer.shelf.page(url, None, None);
        }
    }
}
