//! `LangChain`: messages with citation annotations, and results of chains with their documents.
//!
//! Spec: the library's standard content blocks (v1), its serialised messages and `Document`.
//!
//! ```json
//! {"type": "ai", "content": [{"type": "text", "text": "It is so.", "annotations": [
//!   {"type": "citation", "url": "…", "title": "…", "start_index": 0, "end_index": 9,
//!    "cited_text": "…"}]}]}
//! {"question": "Is it?", "answer": "It is so [1].", "context": [
//!   {"page_content": "…", "metadata": {"source": "…"}, "type": "Document"}]}
//! ```
//!
//! The offsets are those of the provider, passed on as they were, see [`annotations`]. Documents count
//! by their places from 1, whatever ids they have, and so do the pages in `additional_kwargs`, `citations` or
//! `search_results`, of a message.
//!
//! # Incomplete support
//!
//! Earlier messages are counted, not shown. `non_standard_annotation` is read where its value is one of
//! `OpenAI`'s.

mod annotations;

use serde_json::{Value, json};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::apps;
use crate::dialects::shared::documents;
use crate::dialects::shared::found;
use crate::dialects::shared::openai::answer as openai;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{Case, IdFrom, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "langchain",
    title: "LangChain: a message with citations, or a chain's answer with its documents",
    recognised_by: "annotations of the type `citation` in a text block, or documents with `page_content` beside an answer",
    sources_from: "the annotations, `context` or `source_documents`, `additional_kwargs`, tool messages; then files given",
    units: "the provider's, decided by repeated words: code points, or UTF-8 bytes from Gemini",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

/// Fields that hold the documents of a chain.
const CONTEXTS: &[&str] = &["context", "source_documents", "documents", "docs"];

/// Returns a message without the wrapping that serialisation puts around it.
fn bare(message: &Value) -> &Value {
    let inner = message.get("kwargs").or_else(|| message.get("data").filter(|it| it.is_object()));
    inner.filter(|it| it.get("content").is_some()).unwrap_or(message)
}

/// Returns the kind of a message, in `LangChain`'s words.
fn kind(message: &Value) -> &str {
    let class = message.get("id").and_then(Value::as_array).and_then(|id| id.last()?.as_str());
    match class.unwrap_or_else(|| text(message, "type")) {
        "AIMessage" | "AIMessageChunk" | "ai" => "ai",
        "HumanMessage" | "HumanMessageChunk" | "human" => "human",
        "ToolMessage" | "tool" => "tool",
        _ => match text(message, "role") {
            "assistant" | "ai" => "ai",
            "user" | "human" => "human",
            other => other,
        },
    }
}

/// Returns the messages of a payload, bare or in a state.
fn messages(documents: &[Value]) -> Vec<&Value> {
    let inner = |document| {
        let paths = ["/messages", "/output/messages", "/values/messages"];
        let found = paths.iter().find_map(|path| Value::pointer(document, path)?.as_array());
        found.map_or(std::slice::from_ref(document), Vec::as_slice)
    };
    documents.iter().flat_map(inner).collect()
}

/// Returns the text blocks of a message.
fn blocks(message: &Value) -> Vec<&Value> {
    let content = ["content", "content_blocks"].into_iter();
    let blocks = content.flat_map(|key| list(bare(message), key));
    blocks.filter(|block| text(block, "type") == "text").collect()
}

fn cites(message: &Value) -> bool {
    let is_ours = |it: &Value| matches!(text(it, "type"), "citation" | "non_standard_annotation");
    blocks(message).iter().any(|block| list(block, "annotations").iter().any(is_ours))
}

/// Returns the documents of a chain next to its answer, and their field.
fn context(document: &Value) -> Option<(&'static str, Vec<Source>)> {
    let is_ours = |it: &Value| {
        let inner = it.get("kwargs").unwrap_or(it);
        inner.get("page_content").or_else(|| inner.get("pageContent")).is_some()
    };
    let (key, list) = CONTEXTS.iter().find_map(|key| {
        let found = list(document, key);
        found.first().is_some_and(is_ours).then_some((*key, found))
    })?;
    Some((key, documents::sources(list)))
}

/// Finds the last message of the assistant in the state of a graph, or that lists pages.
fn said_last(document: &Value) -> Option<usize> {
    let says = |message: &&Value| {
        kind(message) == "ai"
            && bare(message).get("content").is_some_and(|it| documents::said(it).is_some())
    };
    if let Some(messages) = document.pointer("/values/messages").and_then(Value::as_array) {
        return messages.iter().rposition(|message| says(&message));
    }
    let all = messages(std::slice::from_ref(document));
    let is_printed = |message: &Value| {
        let class = text(message, "type");
        class.starts_with("AIMessage") && !has_blocks(message) || !pages(message).is_empty()
    };
    all.iter().rposition(|message| says(message) && is_printed(message))
}

/// True for a message whose content is in blocks that cite.
fn has_blocks(message: &Value) -> bool {
    blocks(message).iter().any(|block| !list(block, "citations").is_empty())
}

/// Returns the pages that a message lists in `additional_kwargs`, as Perplexity's does.
fn pages(message: &Value) -> Vec<Source> {
    let Some(listed) = bare(message).get("additional_kwargs") else { return Vec::new() };
    let found = list(listed, "search_results");
    let found = if found.is_empty() { list(listed, "citations") } else { found };
    let page = |(number, page): (usize, &Value)| {
        let address = |url: &str| json!({"url": url});
        let fields = page.as_str().map_or_else(|| page.clone(), address);
        let mut source = found::sources(&json!([fields])).pop()?;
        (source.id, source.id_from) = (number.to_string(), IdFrom::Position);
        Some(source)
    };
    (1_usize..).zip(found).filter_map(page).collect()
}

fn answer_of(document: &Value) -> Option<String> {
    let keys = ["answer", "result", "output_text", "output", "response"];
    keys.iter().find_map(|key| documents::said(document.get(*key)?))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let citing = messages(&payload.documents).iter().filter(|message| cites(message)).count();
    if citing > 0 {
        return Some(format!("{} with `citation` annotations", count(citing, "message")));
    }
    let document = payload.document()?;
    if let Some(last) = said_last(document) {
        let is_graph = document.pointer("/values/messages").is_some();
        let what = if is_graph { "the state of a graph with" } else { "an answer as the last of" };
        return Some(format!("{what} {}", count(last + 1, "message")));
    }
    let (key, sources) = context(document)?;
    answer_of(document)?;
    Some(format!("an answer with {} in `{key}`", count(sources.len(), "document")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let all = messages(&payload.documents);
    let Some(last) = all.iter().rposition(|message| cites(message)) else {
        return match payload.document().and_then(said_last) {
            Some(last) => Ok(state(&all, last, payload.notes.clone(), text_reader)),
            None => chain(record, text_reader),
        };
    };
    let mut answer = openai::Answer::default();
    answer.reader.notes.extend(payload.notes.iter().cloned());
    let (before, from) = all.split_at_checked(last).unwrap_or_default();
    let earlier = before.iter().filter(|it| kind(it) == "ai" && !blocks(it).is_empty()).count();
    if earlier > 0 {
        let what = count(earlier, "earlier message");
        answer.reader.notes.push(format!("{what} of the assistant not shown: the last is"));
    }
    let message = from.first().copied().unwrap_or(&Value::Null);
    annotations::put(&blocks(message), &mut answer, text_reader);
    for source in returned(before) {
        answer.shelf.source(source);
    }
    Ok(answer.finish(asked(before)))
}

/// Returns what the tools gave.
fn returned(messages: &[&Value]) -> Vec<Source> {
    let tools = messages.iter().filter(|message| kind(message) == "tool").map(|it| bare(it));
    let sources = |tool: &Value| {
        let given = tool.get("artifact").map(documents::returned).filter(|it| !it.is_empty());
        given.or_else(|| tool.get("content").map(found::sources)).unwrap_or_default()
    };
    tools.flat_map(sources).collect()
}

/// Returns the last question.
fn asked(messages: &[&Value]) -> Option<String> {
    let asked = messages.iter().rev().find(|message| kind(message) == "human")?;
    documents::asked(bare(asked).get("content")?)
}

/// Reads the last message of the assistant, at `last`, in the state of a graph.
fn state(all: &[&Value], last: usize, notes: Vec<String>, text_reader: &TextReader<'_>) -> Case {
    let (before, from) = all.split_at_checked(last).unwrap_or_default();
    let content = from.first().and_then(|message| bare(message).get("content"));
    let text = content.and_then(documents::said).unwrap_or_default();
    let mut sources = from.first().map(|message| pages(message)).unwrap_or_default();
    sources.extend(returned(before));
    let question = asked(before);
    apps::Answer { question, text, sources, notes }.case(Vec::new(), text_reader)
}

/// Reads the output of a chain: an answer next to its documents.
fn chain(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let document = payload.document();
    let Some((document, (_, sources))) = document.and_then(|it| Some((it, context(it)?))) else {
        return Err(record.error("no citation annotations and no documents found"));
    };
    let mut answer = apps::Answer { sources, notes: payload.notes.clone(), ..Default::default() };
    answer.text = answer_of(document).unwrap_or_default();
    let asked = ["question", "query", "input"].iter().find_map(|key| document.get(*key));
    answer.question = asked.and_then(documents::asked);
    documents::number(&mut answer.sources, &answer.text, text_reader);
    Ok(answer.case(Vec::new(), text_reader))
}
