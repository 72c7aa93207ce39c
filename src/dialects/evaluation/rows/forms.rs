//! Answers under names that also mean something else, and answers in several forms.

use serde_json::{Map, Value};

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::contexts::has_contexts;
use crate::dialects::shared::key_family::{KeyFamily, is_text_of, words};
use crate::text::word_count::has_words;

/// Fields that hold an answer if no other does, beside a question.
const LAST: &[&str] = &["result", "predicted"];

/// Words of a key for the form of an answer in which it cites.
const CITED: &[&str] =
    &["cited", "citation", "citations", "cites", "sources", "annotated", "marked", "inline"];

/// Returns the form of an answer that cites, `answer_with_citations`, if the one at `path` does not.
pub(super) fn cited<'v>(
    object: &'v Map<String, Value>,
    path: &str,
    text: &str,
    text_reader: &TextReader<'_>,
) -> Option<(&'v str, &'v str)> {
    let is_form = |(key, value): &(&String, &Value)| {
        let words = words(key);
        let says = words.iter().any(|word| CITED.contains(&word.as_str()));
        key.as_str() != path && says && is_text_of(KeyFamily::Answer, key, value)
    };
    let mut forms = object.iter().filter(is_form);
    let (key, value) = forms.next().filter(|_| forms.next().is_none())?;
    let cites = |text: &str| text_reader.read(text).is_some_and(|(_, it)| !it.citations.is_empty());
    let cited = value.as_str()?;
    (!cites(text) && cites(cited)).then_some((key.as_str(), cited))
}

/// Returns the only text in a field that holds an answer where no other does, of a row with a question.
pub(super) fn last_answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    let text = |key: &&str| Some(((*key).to_owned(), object.get(*key)?.as_str()?));
    let mut texts = LAST.iter().filter_map(text).filter(|(_, text)| !text.trim().is_empty());
    let (key, text) = texts.next().filter(|_| texts.next().is_none())?;
    // A `result` in one word is as often a state.
    let is_said = key != "result" || has_words(text, 2);
    (is_said || has_contexts(object)).then_some((key, text))
}
