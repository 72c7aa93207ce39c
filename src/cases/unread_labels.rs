//! A note on round brackets that begin with the first word of a context, `(FERRY 1.1)` where a context begins
//! `[FERRY 1. Timetable]`: they may cite it, but not by a name that it states.

use std::collections::BTreeSet;

use crate::dialects::shared::code::Code;
use crate::model::{Case, SourceText};
use crate::text::Span;
use crate::text::brackets::enclosed;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Maximum length of what is in the brackets, in bytes.
const MAX_INNER: usize = 80;

/// The minimum number of letters of an abbreviation.
const MIN_LETTERS: usize = 2;

/// Returns the note; only answers with contexts have one.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    if !text.contains('(') || case.sources.is_empty() {
        return None;
    }
    let firsts: BTreeSet<&str> = case
        .sources
        .iter()
        .filter_map(|source| match &source.text {
            SourceText::Inline(text) => abbreviation(text.trim_start_matches(['[', '(', '#', ' '])),
            _ => None,
        })
        .collect();
    let (code, read) =
        (Code::of(text), SpanSet::new(case.response.citations.iter().map(|it| it.anchor.span)));
    let mut labels = labels(text, &firsts);
    labels.retain(|span| !code.overlaps(*span) && !read.overlaps(*span));
    let first = one_line(labels.first()?.slice(text)?);
    let may = if labels.len() == 1 { "may name a context" } else { "may name contexts" };
    let brackets = count(labels.len(), "bracket");
    Some(format!("{brackets} such as `{first}` {may}: no context states such a name"))
}

/// Returns the round brackets at the ends of clauses that begin with one of these words and have a number.
fn labels(text: &str, firsts: &BTreeSet<&str>) -> Vec<Span> {
    let is_label = |inner: &str| {
        inner.len() <= MAX_INNER
            && inner.contains(|c: char| c.is_ascii_digit())
            && abbreviation(inner).is_some_and(|word| firsts.contains(word))
    };
    let closes = |whole: Span| {
        let behind = text.get(whole.end..).unwrap_or_default();
        behind.is_empty() || behind.starts_with(['.', ',', ';', '\n'])
    };
    let brackets = enclosed(text, '(', ')', &[]);
    let named = brackets.filter(|(_, inner)| inner.slice(text).is_some_and(is_label));
    named.map(|(whole, _)| whole).filter(|whole| closes(*whole)).collect()
}

/// Returns the first word of a text if it is an abbreviation in capitals.
fn abbreviation(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let word = text.get(..end)?;
    (word.len() >= MIN_LETTERS && word.chars().all(char::is_uppercase)).then_some(word)
}
