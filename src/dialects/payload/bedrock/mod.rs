//! Amazon Bedrock: the Converse interface, answers of knowledge bases, agentic retrieval.
//!
//! They share an SDK and little else: [`converse`] cites like the underlying model, [`knowledge`]
//! gives spans of the answer with the retrieved passages, and [`agentic`] spans with the numbers of
//! its results. The passages of the last two look alike and are read here.

pub mod agentic;
pub mod converse;
mod documents;
pub mod knowledge;

use std::sync::Arc;

use serde_json::Value;

use crate::dialects::shared::cursor::Cursor;
use crate::input::json::Reader;
use crate::model::{IdFrom, Source, SourceText};

/// Returns a retrieved passage: `content`, `location`, `metadata` and perhaps `score`. Its text is
/// a piece of a document, cut anywhere.
fn passage(fields: &Cursor<'_>, id: String, reader: &mut Reader) -> Source {
    let content = fields.object(reader, "content");
    let text = content.as_ref().and_then(|content| content.text(reader, "text"));
    let mut source = Source {
        id,
        id_from: IdFrom::Text,
        url: fields.get("location").and_then(address).map(str::to_owned),
        score: fields.get("score").and_then(Value::as_f64),
        ..Source::default()
    };
    source.text = match text {
        Some(text) => SourceText::Inline(Arc::from(text)),
        None => SourceText::Absent("the passage was retrieved without its text".to_owned()),
    };
    source.excerpt = text.is_some();
    if let Some(metadata) = fields.object(reader, "metadata") {
        source.metadata = metadata.others(&[]);
    }
    let stated = source.metadata.iter().find(|(name, _)| name == "x-amz-bedrock-kb-source-uri");
    let stated = stated.map(|(_, uri)| uri.clone());
    source.url = source.url.take().or(stated);
    let file = source.url.as_deref().and_then(|url| url.trim_end_matches('/').rsplit('/').next());
    source.title = file.filter(|name| !name.is_empty()).map(str::to_owned);
    source
}

/// Returns the address in a `location`: in the one object that its kind fills.
fn address(location: &Value) -> Option<&str> {
    let kinds = location.as_object()?.values().filter_map(Value::as_object);
    let names = ["uri", "url", "id"];
    kinds.into_iter().find_map(|kind| names.iter().find_map(|name| kind.get(*name)?.as_str()))
}

/// True if an object has one field, and it is called so: an event of a stream as JSON.
fn is_event(value: &Value, names: &[&str]) -> bool {
    let one = value.as_object().filter(|fields| fields.len() == 1);
    one.is_some_and(|fields| {
        names.iter().any(|name| fields.get(*name).is_some_and(Value::is_object))
    })
}
