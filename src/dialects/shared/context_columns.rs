//! Contexts in columns that only differ in their numbers: `Context_1`, `Context_2`; `retrieved_text1`.

use serde_json::{Map, Value};

use crate::dialects::shared::key_family::{is_context, words};
use crate::text::word_count::has_words;

/// Last words of keys for texts, of which a few words are enough.
const TEXTS: &[&str] = &["context", "chunk", "passage", "snippet", "excerpt"];

/// The contexts of a row in numbered columns.
pub(super) struct NumberedColumns<'v> {
    /// The beginning of their keys, before the number.
    pub(super) stem: &'v str,
    /// Their numbers and texts, in order.
    pub(super) texts: Vec<(u32, &'v str)>,
}

impl<'v> NumberedColumns<'v> {
    /// Returns the first columns of this kind; `None` for a single one, and for names instead of texts.
    pub(super) fn of(fields: &'v Map<String, Value>) -> Option<Self> {
        let mut keys = fields.iter().filter_map(|(key, value)| Some((key, stem(key)?, value)));
        let (_, stem, _) = keys.find(|(key, stem, value)| {
            is_context(key, value) || is_named(stem) && is_worded(value)
        })?;
        let mut texts: Vec<(u32, &str)> =
            fields.iter().filter_map(|(key, value)| numbered(stem, key, value)).collect();
        texts.sort_unstable_by_key(|(number, _)| *number);
        (texts.len() > 1).then_some(Self { stem, texts })
    }

    /// True if a number is missing between 0 or 1, with which a count begins, and the last one.
    pub(super) fn has_gap(&self) -> bool {
        let first = self.texts.first().map_or(1, |(number, _)| (*number).min(1));
        self.texts.iter().zip(first..).any(|((number, _), place)| *number != place)
    }
}

/// Returns a key without the number at its end; `None` without a number.
fn stem(key: &str) -> Option<&str> {
    let stem = key.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.len() < key.len()).then_some(stem)
}

/// True if the last word of a stem is one for texts.
fn is_named(stem: &str) -> bool {
    let words = words(stem);
    let last = words.iter().rfind(|word| !word.is_empty());
    last.is_some_and(|word| TEXTS.contains(&word.as_str()))
}

/// True for a text of more words than the name of a file has.
fn is_worded(value: &Value) -> bool {
    value.as_str().is_some_and(|text| has_words(text, 4))
}

/// Returns the number and the text of a column of that stem. A column may contain a number instead of a text.
fn numbered<'v>(stem: &str, key: &str, value: &'v Value) -> Option<(u32, &'v str)> {
    let number = key.strip_prefix(stem)?.parse().ok()?;
    Some((number, value.as_str().filter(|text| text.contains(char::is_alphabetic))?))
}
