//! Contexts whose text is a quote: words that a citation repeats, and no passage that was retrieved.

use serde_json::{Map, Value};

use crate::model::{Source, SourceText};

/// Fields with the words of a source that an answer cites.
pub(super) const QUOTED: &[&str] = &[
    "text",
    "content",
    "page_content",
    "passage",
    "snippet",
    "excerpt",
    "quote",
    "quoted_text",
    "cited_text",
    "exact_quote",
    "supporting_text",
    "relevant_quote",
    "supporting_quote",
    "evidence_quote",
];

/// Those with a quote: all after the passages.
const QUOTES: &[&str] = QUOTED.split_at(6).1;

/// True if the text of a source is the quote in its fields, or all of its fields for want of a text.
pub(super) fn is_quoted(source: &Source, fields: &Map<String, Value>) -> bool {
    let SourceText::Inline(text) = &source.text else { return false };
    QUOTES.iter().any(|key| {
        let quote = fields.get(*key).and_then(Value::as_str).unwrap_or_default().trim();
        !quote.is_empty() && (text.trim() == quote || text.contains(&format!("{key}: {quote}")))
    })
}
