//! The list at the end of an answer that repeats words of its contexts: `[3] - "It leaves at noon."`.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{IdFrom, Source, SourceText};

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

/// Numbers the contexts that have no names where the list of an answer names each by its number, and no page:
/// `1. the timetable`, `2. the fares`. A shorter list that counts from one may count what it names itself.
pub(super) fn number_contexts(found: &TextMarks, contexts: &mut [Source], first: u64) {
    let is_bare = |it: &Source| it.id.is_empty() && it.title.is_none() && it.url.is_none();
    let is_named_only = |it: &Source| it.url.is_none() && it.text.why_not().is_some();
    let numbers: Option<BTreeSet<u64>> =
        found.sources.iter().map(|it| it.id.parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let last = first + contexts.len() as u64;
    let is_of_contexts = numbers.iter().all(|number| (first..last).contains(number));
    let counts_itself = numbers.len() < contexts.len()
        && (first..).zip(&numbers).all(|(place, number)| place == *number);
    let is_list = !numbers.is_empty() && is_of_contexts && !counts_itself;
    if is_list && contexts.iter().all(is_bare) && found.sources.iter().all(is_named_only) {
        for (number, context) in (first..).zip(contexts) {
            (context.id, context.id_from) = (number.to_string(), IdFrom::Position);
        }
    }
}

/// Returns a text with one blank for each run of them.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
