//! Numbers in brackets that begin the parts of a text itself, as a printed run numbers its questions:
//! `[1] Q: …`, `[2] Q: …`. They are no citations.

use crate::dialects::marks::numbered::marks::{Form, Mark, scan};
use crate::dialects::shared::code::Code;
use crate::text::Span;

/// The fewest numbers at the beginning of lines that number the parts of a text.
const MIN_HEADS: usize = 3;

/// Returns the marks that number the parts of a text itself, as in `[1] Q: …`, `[2] Q: …`.
pub(crate) fn heads_in(text: &str) -> Vec<Span> {
    heads(text, &scan(text, &Code::of(text).into_spans()))
}

/// Returns the marks that begin lines with a label, `[1] Q: …`, and count from 1: no entries of a list.
pub(super) fn labelled(text: &str, marks: &[Mark]) -> Vec<Span> {
    const MAX_LABEL: usize = 12;
    let mut heads = heads(text, marks);
    let is_labelled = |span: &Span| {
        let after = text.get(span.end..).unwrap_or_default().trim_start();
        let word = after.find(|c: char| !c.is_alphanumeric() && c != '*');
        let is_label = |end: usize| {
            end <= MAX_LABEL && after.get(end..).is_some_and(|rest| rest.starts_with([':', '：']))
        };
        is_call(after) || word.is_some_and(is_label)
    };
    if !heads.iter().all(is_labelled) {
        heads.clear();
    }
    heads
}

/// True for the call of a tool in a printed trace: `search: {'query': …`, `lookup({"id": …`.
fn is_call(line: &str) -> bool {
    const MAX_NAME: usize = 40;
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let Some((name, rest)) = end.and_then(|end| line.split_at_checked(end)) else { return false };
    let rest = rest.strip_prefix(':').map(str::trim_start).or_else(|| rest.strip_prefix('('));
    (1..=MAX_NAME).contains(&name.len()) && rest.is_some_and(|rest| rest.starts_with('{'))
}

/// Returns the marks that begin lines and count from 1.
pub(super) fn heads(text: &str, marks: &[Mark]) -> Vec<Span> {
    let number = |mark: &Mark| match (mark.form, mark.items.as_slice()) {
        (Form::Bracket, [(first, last)]) if first == last => Some(*first),
        _ => None,
    };
    let begins = |mark: &&Mark| {
        let before = text.get(..mark.span.start).unwrap_or_default();
        let before = before.trim_end_matches([' ', '\t', '#']);
        let after = text.get(mark.span.end..).and_then(|after| after.strip_prefix(' '));
        (before.is_empty() || before.ends_with('\n'))
            && after.is_some_and(|after| !after.starts_with(char::is_lowercase) || is_call(after))
    };
    let mut heads: Vec<Span> = Vec::new();
    for mark in marks.iter().filter(begins) {
        if number(mark) == Some(heads.len() as u64 + 1) {
            heads.push(mark.span);
        }
    }
    if heads.len() < MIN_HEADS { Vec::new() } else { heads }
}
