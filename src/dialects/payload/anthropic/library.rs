//! The citable sources: documents, search results and found pages, counted as the interface counts.
//!
//! `document_index` counts the documents of all messages, those inside tool results and fetched
//! pages among them; `search_result_index` counts search results apart. Both begin at 0. Pages that
//! the hosted search found are in neither count: their id is their address.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::dialects::payload::anthropic::message::kind_of;
use crate::dialects::shared::blocks::blocks;
use crate::dialects::shared::carried::carried;
use crate::dialects::shared::cited::{Cited, Cites};
use crate::model::{IdFrom, Source, SourceText};

/// Maximum depth to which tool results are searched.
const MAX_DEPTH: usize = 8;

/// The sources met so far.
#[derive(Debug, Default)]
pub(crate) struct Library {
    documents: Vec<Source>,
    results: Vec<Source>,
    pages: Vec<Source>,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Library {
    /// Takes the sources out of a message's content.
    pub(crate) fn add(&mut self, content: &[Value]) {
        self.blocks(content, 0);
    }

    /// Returns the number of documents so far.
    pub(crate) fn documents(&self) -> usize {
        self.documents.len()
    }

    /// Returns the index of the first document here, if those before it came in a request that is
    /// not available: the lowest that puts the most cited words into the documents they name.
    pub(crate) fn first_number<'c>(&self, cited: impl Iterator<Item = &'c Cited>) -> u64 {
        let named: Vec<(u64, &str)> = cited
            .filter_map(|cited| match cited.cites {
                Cites::Document(index) => Some((index, cited.target.quote.as_deref()?)),
                _ => None,
            })
            .collect();
        let holds = |source: &Source, words: &str| match &source.text {
            SourceText::Inline(text) => text.contains(words.trim()),
            _ => false,
        };
        let fits = |first: u64| {
            let fit = |(index, words): &&(u64, &str)| {
                let at = index.checked_sub(first).and_then(|at| usize::try_from(at).ok());
                at.and_then(|at| self.documents.get(at)).is_some_and(|s| holds(s, words))
            };
            named.iter().filter(fit).count()
        };
        let mut firsts: Vec<u64> = named.iter().map(|(index, _)| *index).collect();
        firsts.sort_unstable();
        firsts.dedup();
        let firsts = firsts.into_iter().take(self.documents.len().saturating_mul(8));
        firsts
            .fold((0, fits(0)), |best, first| match fits(first) {
                fit if fit > best.1 => (first, fit),
                _ => best,
            })
            .0
    }

    /// Returns all sources with their ids, documents first; documents are counted from `first`.
    pub(crate) fn finish(self, first: u64) -> Vec<Source> {
        let documents = self.documents.into_iter().zip(first..);
        let documents = documents.map(|(source, n)| (source, Cites::Document(n).id()));
        let results = self.results.into_iter().zip(0..);
        let results = results.map(|(source, n)| (source, Cites::SearchResult(n).id()));
        let numbered = documents.chain(results);
        let named = numbered.map(|(source, id)| Source { id, id_from: IdFrom::Text, ..source });
        named.chain(self.pages).collect()
    }

    fn blocks(&mut self, content: &[Value], depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        for block in content {
            match kind_of(block) {
                "document" => self.documents.push(document(block)),
                "search_result" => self.results.push(search_result(block)),
                "web_fetch_tool_result" => self.fetched(block),
                "web_search_tool_result" => self.searched(block),
                kind if kind.ends_with("tool_result") => {
                    let inner = block.get("content").and_then(Value::as_array);
                    self.blocks(inner.map_or(&[], Vec::as_slice), depth + 1);
                }
                _ => {}
            }
        }
    }

    fn fetched(&mut self, block: &Value) {
        let result = block.get("content");
        if let Some(code) = error_code(result) {
            self.notes.push(format!("a web fetch failed: `{code}`"));
        }
        let Some(result) = result else { return };
        let Some(inner) = result.get("content").filter(|inner| kind_of(inner) == "document") else {
            return;
        };
        let mut source = document(inner);
        source.url = text(result, "url").or(source.url);
        if let Some(at) = text(result, "retrieved_at") {
            source.metadata.push(("retrieved_at".to_owned(), at));
        }
        self.documents.push(source);
    }

    fn searched(&mut self, block: &Value) {
        let results = block.get("content");
        if let Some(code) = error_code(results) {
            self.notes.push(format!("a web search failed: `{code}`"));
        }
        for result in results.and_then(Value::as_array).into_iter().flatten() {
            let Some(url) = text(result, "url") else { continue };
            if self.pages.iter().any(|page| page.id == url) {
                continue;
            }
            let why = "the page is encrypted in the response; pass a copy of it with `--source`";
            self.pages.push(Source {
                id: url.clone(),
                id_from: IdFrom::Text,
                title: text(result, "title"),
                url: Some(url),
                updated: text(result, "page_age"),
                text: SourceText::Absent(why.to_owned()),
                ..Source::default()
            });
        }
    }
}

/// Returns the code of a failed search or fetch, whose result is an object with it.
fn error_code(result: Option<&Value>) -> Option<&str> {
    result?.get("error_code")?.as_str()
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn document(block: &Value) -> Source {
    let mut source = Source { title: text(block, "title"), ..Source::default() };
    source.metadata.extend(text(block, "context").map(|context| ("context".to_owned(), context)));
    let Some(Value::Object(given)) = block.get("source") else {
        source.text = SourceText::Absent("the document has no `source`".to_owned());
        return source;
    };
    match given.get("type").and_then(Value::as_str).unwrap_or_default() {
        "content" => blocks(&mut source, given.get("content")),
        "text" | "base64" => source.text = data(given),
        "url" => {
            source.url = given.get("url").and_then(Value::as_str).map(str::to_owned);
            let why = "the request gives only its address; pass a copy of it with `--source`";
            source.text = SourceText::Absent(why.to_owned());
        }
        "file" => {
            let id = given.get("file_id").and_then(Value::as_str);
            source.metadata.extend(id.map(|id| ("file_id".to_owned(), id.to_owned())));
            let why = "the request names the file only; pass it with `--source`";
            source.text = SourceText::Absent(why.to_owned());
        }
        other => {
            source.text =
                SourceText::Absent(format!("its source is of the unknown type `{other}`"));
        }
    }
    source
}

/// Returns the text of a `text` or `base64` source. A fetched PDF was recorded as `text`.
fn data(given: &Map<String, Value>) -> SourceText {
    let text = |key: &str| given.get(key).and_then(Value::as_str).unwrap_or_default();
    let (data, media) = (text("data"), text("media_type"));
    // `%PDF-` in base64.
    if text("type") == "base64" || data.starts_with("JVBERi0") {
        return carried(media, data);
    }
    SourceText::Inline(Arc::from(data))
}

fn search_result(block: &Value) -> Source {
    let origin = text(block, "source");
    let is_address = origin.as_deref().is_some_and(|origin| origin.contains("://"));
    let mut source = Source { title: text(block, "title"), ..Source::default() };
    match origin {
        Some(origin) if is_address => source.url = Some(origin),
        Some(origin) => source.metadata.push(("source".to_owned(), origin)),
        None => {}
    }
    blocks(&mut source, block.get("content"));
    source
}
