//! The list at the end of an answer that repeats words of its contexts: `[3] - "It leaves at noon."`.

use std::collections::BTreeMap;

use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Source, SourceText};

/// The minimum length of words that show a context, in bytes.
const MIN_WORDS: usize = 16;

/// Takes out the entries of an answer's list that repeat words of the context with their number.
pub(super) fn remove_quotes(found: &mut TextMarks, contexts: &[Source]) {
    let texts: BTreeMap<&str, &str> = contexts
        .iter()
        .filter_map(|context| match &context.text {
            SourceText::Inline(text) => Some((context.id.as_str(), &**text)),
            _ => None,
        })
        .collect();
    found.sources.retain(|entry| {
        let words = match &entry.text {
            SourceText::Inline(text) => text,
            _ => entry.title.as_deref().unwrap_or_default(),
        };
        let words = plain(words.trim_matches(|c: char| !c.is_alphanumeric()));
        let own = texts.get(entry.id.as_str()).filter(|_| words.len() >= MIN_WORDS);
        !own.is_some_and(|text| plain(text).contains(&words))
    });
}

/// Returns a text with one blank for each run of them.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
