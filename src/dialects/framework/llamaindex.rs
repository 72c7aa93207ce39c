//! `LlamaIndex`: responses of query engines and chat engines, and messages with citation blocks.
//!
//! Spec: the library's `Response`, `NodeWithScore`, `CitationQueryEngine` and `CitationBlock`.
//!
//! ```json
//! {"response": "It is so [1].", "metadata": {}, "source_nodes": [
//!   {"node": {"id_": "…", "text": "Source 1:\nIt is so, they say.\n", "metadata": {"file_name": "…"}},
//!    "score": 0.8}]}
//! ```
//!
//! The citation engine cuts the nodes anew and numbers them from 1; each begins with `Source 1:`, which
//! is the engine's and no part of the text. Without that the nodes count by their places.
//!
//! # Incomplete support
//!
//! The citation engine does not keep the place of a node in its document (`start_char_idx`), so it
//! is not shown. The place of a citation block in its source (`additional_location_info`) is shown
//! and not resolved.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::apps::Answer;
use crate::dialects::shared::documents;
use crate::dialects::shared::passages::Passages;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::scalar;
use crate::input::json::words;
use crate::input::json::{list, text};
use crate::model::{Anchor, AnchorKind, Case, Citation, IdFrom, Source, SourceText, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "llamaindex",
    title: "LlamaIndex: a response with its nodes, or a message with citation blocks",
    recognised_by: "`source_nodes[]` with `node`, or blocks of the `block_type` `citation`",
    sources_from: "`source_nodes[]` by the number in `Source 1:`, else by place; then files given",
    units: "none: `[1]` is in the text, a citation block after its claim",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

const BLOCK_ONLY: &str =
    "the block names its source only; pass the document with `--source ID=PATH`";

fn is_cited(block: &Value) -> bool {
    text(block, "block_type") == "citation"
}

/// Returns the object that has the nodes or blocks: a response, or the message in one.
fn holder(document: &Value) -> Option<&Value> {
    let inner = ["/message", "/response", "/raw_output", "/response/message", "/result"];
    let all = inner.iter().filter_map(|path| document.pointer(path));
    std::iter::once(document).chain(all).find(|it| {
        let nodes = list(it, "source_nodes");
        let is_node = |it: &Value| it.get("node").is_some() || documents::fields(it).is_some();
        nodes.first().is_some_and(is_node) || list(it, "blocks").iter().any(is_cited)
    })
}

fn said(document: &Value) -> Option<String> {
    document.get("response").filter(|it| it.is_string()).and_then(documents::said)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    let holder = holder(document)?;
    let cited = list(holder, "blocks").iter().filter(|block| is_cited(block)).count();
    if cited > 0 {
        return Some(count(cited, "citation block"));
    }
    let nodes = list(holder, "source_nodes").len();
    said(document)
        .or_else(|| said(holder))
        .map(|_| format!("a response with {}", count(nodes, "node")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let document = payload.document();
    let Some((document, holder)) = document.and_then(|it| Some((it, holder(it)?))) else {
        return Err(record.error("no `source_nodes` and no citation blocks found"));
    };
    let mut answer = Answer { notes: payload.notes.clone(), ..Answer::default() };
    let asked = ["query", "query_str", "question"].iter().find_map(|key| document.get(*key));
    answer.question = asked.and_then(scalar);
    answer.sources = list(holder, "source_nodes").iter().filter_map(node).collect();
    let numbered = answer.sources.iter().all(|source| source.id_from == IdFrom::Text);
    let mut own = Vec::new();
    if list(holder, "blocks").iter().any(is_cited) {
        own = blocks(list(holder, "blocks"), &mut answer);
    } else {
        answer.text = said(document).or_else(|| said(holder)).unwrap_or_default();
    }
    if !numbered {
        documents::number(&mut answer.sources, &answer.text, text_reader);
    }
    Ok(answer.case(own, text_reader))
}

/// Returns a node; its number is its id where its text begins with it.
fn node(value: &Value) -> Option<Source> {
    let mut fields = documents::fields(value)?;
    let number = match fields.get_mut("text") {
        Some(Value::String(text)) => headed(text).map(|(number, body)| {
            *text = body;
            number
        }),
        _ => None,
    };
    let mut source = documents::source(&fields);
    source.id_from = IdFrom::Position;
    if let Some(number) = number {
        let id = std::mem::replace(&mut source.id, number);
        source.id_from = IdFrom::Text;
        source.metadata.extend((!id.is_empty()).then(|| ("id".to_owned(), id)));
    }
    Some(source)
}

/// Returns the number and the rest of a text that begins with `Source 1:`.
fn headed(text: &str) -> Option<(String, String)> {
    let (head, body) = text.split_once('\n')?;
    let number = head.trim().strip_prefix("Source ")?.strip_suffix(':')?;
    let number = number.parse::<u64>().ok()?;
    Some((number.to_string(), body.to_owned()))
}

/// Reads the blocks of a message: its texts become the answer, the cited parts its sources; returns
/// its citations.
fn blocks(blocks: &[Value], answer: &mut Answer) -> Vec<Citation> {
    let mut citations: Vec<Citation> = Vec::new();
    let mut passages: Vec<Passages> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut claim = Span::default();
    for block in blocks {
        if !is_cited(block) {
            let words = text(block, "text");
            let start = answer.text.len() + words.len() - words.trim_start().len();
            claim = Span::new(start, start + words.trim().len());
            answer.text.push_str(words);
            continue;
        }
        let quote = block.get("cited_content").and_then(|it| words(it.get("text").unwrap_or(it)));
        let names = ["source", "title"].map(|key| text(block, key));
        let id = names.into_iter().find(|name| !name.is_empty()).unwrap_or("citation").to_owned();
        let place = *places.entry(id.clone()).or_insert_with(|| {
            answer.sources.push(Source {
                id: id.clone(),
                id_from: IdFrom::Text,
                title: Some(text(block, "title").to_owned()).filter(|title| !title.is_empty()),
                text: SourceText::Absent(BLOCK_ONLY.to_owned()),
                ..Source::default()
            });
            answer.sources.len() - 1
        });
        passages.resize_with(answer.sources.len(), Passages::default);
        if let (Some(passages), Some(quote)) = (passages.get_mut(place), &quote) {
            passages.add_quote(quote);
        }
        let target = Target { id, quote, ..Target::default() };
        match citations.last_mut().filter(|last| last.anchor.span == claim) {
            Some(last) => last.targets.push(target),
            None => citations.push(Citation {
                family: "citation".to_owned(),
                raw: block.to_string(),
                anchor: Anchor { kind: AnchorKind::Claim, span: claim },
                targets: vec![target],
                ..Citation::default()
            }),
        }
    }
    for (source, passages) in answer.sources.iter_mut().zip(passages) {
        passages.finish(source);
    }
    citations
}
