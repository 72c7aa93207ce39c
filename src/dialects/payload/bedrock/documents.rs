//! The citable sources in a request of Converse: documents and search results, counted apart from 0
//! over all its messages, those in results of tools among them.

use std::sync::Arc;

use serde_json::Value;

use crate::dialects::shared::blocks::blocks;
use crate::dialects::shared::carried::carried;
use crate::dialects::shared::cited::Cites;
use crate::model::{IdFrom, Source, SourceText};

/// Returns the sources in some messages, documents first.
pub(crate) fn of_messages<'v>(messages: impl Iterator<Item = &'v Value>) -> Vec<Source> {
    let mut found = Requested::default();
    for message in messages {
        found.content(message.get("content"), true);
    }
    let documents = found.documents.into_iter().zip(0..);
    let documents = documents.map(|(source, n)| (source, Cites::Document(n).id()));
    let results = found.results.into_iter().zip(0..);
    let results = results.map(|(source, n)| (source, Cites::SearchResult(n).id()));
    let named = documents.chain(results);
    named.map(|(source, id)| Source { id, id_from: IdFrom::Text, ..source }).collect()
}

#[derive(Debug, Default)]
struct Requested {
    documents: Vec<Source>,
    results: Vec<Source>,
}

impl Requested {
    fn content(&mut self, content: Option<&Value>, tools: bool) {
        for block in content.and_then(Value::as_array).into_iter().flatten() {
            if let Some(given) = block.get("document") {
                self.documents.push(document(given));
            }
            if let Some(given) = block.get("searchResult") {
                self.results.push(search_result(given));
            }
            if let Some(result) = block.get("toolResult").filter(|_| tools) {
                self.content(result.get("content"), false);
            }
        }
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn document(given: &Value) -> Source {
    let mut source = Source { title: text(given, "name"), ..Source::default() };
    let context = text(given, "context").map(|context| ("context".to_owned(), context));
    source.metadata.extend(context);
    let from = |key: &str| given.get("source").and_then(|source| source.get(key));
    if let Some(words) = from("text").and_then(Value::as_str) {
        source.text = SourceText::Inline(Arc::from(words));
    } else if let Some(bytes) = from("bytes").and_then(Value::as_str) {
        let format = text(given, "format").unwrap_or_default();
        let is_text = ["txt", "md", "csv", "html"].contains(&format.as_str());
        source.text = carried(if is_text { "text/plain" } else { &format }, bytes);
    } else if let Some(content) = from("content") {
        blocks(&mut source, Some(content));
    } else if let Some(place) = from("s3Location") {
        source.url = text(place, "uri");
        let why = "the request gives only its address; pass a copy of it with `--source`";
        source.text = SourceText::Absent(why.to_owned());
    } else {
        source.text = SourceText::Absent("the document has no `source` that is read".to_owned());
    }
    source
}

fn search_result(given: &Value) -> Source {
    let mut source = Source { title: text(given, "title"), ..Source::default() };
    match text(given, "source") {
        Some(origin) if origin.contains("://") => source.url = Some(origin),
        Some(origin) => source.metadata.push(("source".to_owned(), origin)),
        None => {}
    }
    blocks(&mut source, given.get("content"));
    source
}
