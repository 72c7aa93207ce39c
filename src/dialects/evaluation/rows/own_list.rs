//! The list at the end of an answer that repeats words of its contexts: `[3] - "It leaves at noon."`.

use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Source, SourceText};

/// The minimum length of words that show a context, in bytes.
const MIN_WORDS: usize = 16;

/// Takes out the entries of an answer's list that repeat words of the context with their number.
pub(super) fn remove_quotes(found: &mut TextMarks, contexts: &[Source]) {
    found.sources.retain(|entry| {
        let words = match &entry.text {
            SourceText::Inline(text) => text,
            _ => entry.title.as_deref().unwrap_or_default(),
        };
        let words = plain(words.trim_matches(|c: char| !c.is_alphanumeric()));
        let is_own = |context: &Source| {
            let text = match &context.text {
                SourceText::Inline(text) if context.id == entry.id => text,
                _ => return false,
            };
            plain(text).contains(&words)
        };
        words.len() < MIN_WORDS || !contexts.iter().any(is_own)
    });
}

/// Returns a text with one blank for each run of them.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
