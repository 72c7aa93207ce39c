//! A note on round brackets that begin with the first word of a context, `(FERRY 1.1)` where a context begins
//! `[FERRY 1. Timetable]`, and on the number of one's first line, `ticket ### 001.1` where it begins
//! `### 001.1 · Timetable`: they may cite it, but not by a name that it states.

use std::collections::BTreeSet;

use crate::dialects::shared::code::Code;
use crate::model::{Case, SourceText};
use crate::text::Span;
use crate::text::brackets::enclosed;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Maximum length of what is in the brackets, in bytes.
const MAX_INNER: usize = 80;

/// Maximum length of the first line of a context that is looked at, in bytes.
const MAX_LINE: usize = 200;

/// Minimum length of a number that can only be one of a context, in bytes.
const MIN_NUMBER: usize = 3;

/// The minimum number of letters of an abbreviation.
const MIN_LETTERS: usize = 2;

/// Returns the note; only answers with contexts have one.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    if !text.contains(['(', '#']) || case.sources.is_empty() {
        return None;
    }
    let texts = || {
        case.sources.iter().filter_map(|source| match &source.text {
            SourceText::Inline(text) => Some(&**text),
            _ => None,
        })
    };
    let first = |text| abbreviation(str::trim_start_matches(text, ['[', '(', '#', ' ']));
    let firsts: BTreeSet<&str> = texts().filter_map(first).collect();
    let mut labels = labels(text, &firsts);
    if text.contains('#') {
        labels.extend(numbers(text, &texts().flat_map(headed).collect()));
    }
    if labels.is_empty() {
        return None;
    }
    let (code, read) =
        (Code::of(text), SpanSet::new(case.response.citations.iter().map(|it| it.anchor.span)));
    labels.retain(|span| !code.overlaps(*span) && !read.overlaps(*span));
    labels.sort_unstable();
    let first = one_line(labels.first()?.slice(text)?);
    let may = if labels.len() == 1 { "may name a context" } else { "may name contexts" };
    let kind = if first.starts_with('(') { "bracket" } else { "number" };
    let labels = count(labels.len(), kind);
    Some(format!("{labels} such as `{first}` {may}: no context states such a name"))
}

/// Returns the round brackets at the ends of clauses that begin with one of these words and have a number.
fn labels(text: &str, firsts: &BTreeSet<&str>) -> Vec<Span> {
    let is_label = |inner: &str| {
        inner.len() <= MAX_INNER
            && inner.contains(|c: char| c.is_ascii_digit())
            && abbreviation(inner).is_some_and(|word| firsts.contains(word))
    };
    let closes = |whole: Span| {
        let after = text.get(whole.end..).unwrap_or_default();
        after.is_empty() || after.starts_with(['.', ',', ';', '\n'])
    };
    let brackets = enclosed(text, '(', ')', &[]);
    let named = brackets.filter(|(_, inner)| inner.slice(text).is_some_and(is_label));
    named.map(|(whole, _)| whole).filter(|whole| closes(*whole)).collect()
}

/// Returns the numbers after `#` in the first line of a context, as headings of tickets have them.
fn headed(text: &str) -> Vec<&str> {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let line = line.get(..line.floor_char_boundary(MAX_LINE)).unwrap_or_default();
    numbered(line).map(|(_, number)| number).collect()
}

/// Returns the numbers after `#` in a text that are among those of contexts.
fn numbers(text: &str, known: &BTreeSet<&str>) -> Vec<Span> {
    let known = numbered(text).filter(|(_, number)| known.contains(number));
    known.map(|(span, _)| span).collect()
}

/// Returns the numbers after `#` or `###` in a text, with these signs.
fn numbered(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let mut end = 0;
    memchr::memchr_iter(b'#', text.as_bytes()).filter_map(move |at| {
        let rest = text.get(at..).filter(|_| at >= end)?;
        let digits = rest.trim_start_matches('#').trim_start_matches([' ', '\u{a0}']);
        let start = at + rest.len() - digits.len();
        end = start;
        let length =
            digits.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let number = digits.get(..length)?.trim_end_matches('.');
        (number.len() >= MIN_NUMBER).then(|| (Span::new(at, start + number.len()), number))
    })
}

/// Returns the first word of a text if it is an abbreviation in capitals.
fn abbreviation(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let word = text.get(..end)?;
    (word.len() >= MIN_LETTERS && word.chars().all(char::is_uppercase)).then_some(word)
}
