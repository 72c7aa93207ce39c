//! Names that are marks where the list of the text has them: numbers with a letter, `[2a]`, `[2a, 2b]`,
//! `<sup>2a</sup>`, and keys of reStructuredText, `[Holm1996]_`.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::letters::{MAX_DIGITS, is_name};
use crate::dialects::marks::numbered::marks::{Form, Mark};
use crate::dialects::marks::numbered::spans::inside;
use crate::text::Span;
use crate::text::brackets::enclosed;

/// The names and the numbers of a mark.
type Items<'t> = (Vec<&'t str>, Vec<(u64, u64)>);

/// Adds the marks outside of `closed` that name an entry with a letter after its number, or with a key.
pub(super) fn add(text: &str, closed: &[Span], entries: &[Entry], marks: &mut Vec<Mark>) {
    let ids = entries.iter().filter_map(|entry| entry.id.as_deref()?.split(' ').next());
    let has_other = |id: &&str| !id.bytes().all(|byte| byte.is_ascii_digit());
    let listed: BTreeSet<&str> = ids.filter(has_other).collect();
    if listed.is_empty() {
        return;
    }
    let is_link = |span: Span| text.get(span.end..).is_some_and(|it| it.starts_with(['(', ':']));
    let brackets = enclosed(text, '[', ']', &[]).filter(|(span, _)| !is_link(*span));
    let brackets = brackets.map(|(span, inner)| (span, inner, Form::Bracket));
    let raised = raised(text).map(|(span, inner)| (span, inner, Form::Raised));
    for (span, inner, form) in brackets.chain(raised) {
        let words = inner.slice(text).unwrap_or_default();
        let is_key = text.get(span.end..).is_some_and(|after| after.starts_with('_'));
        let key = || (is_key && !words.is_empty()).then(|| (vec![words], Vec::new()));
        let Some((names, items)) = names_and_numbers(words).or_else(key) else { continue };
        if !inside(closed, inner.start) && names.iter().any(|name| listed.contains(name)) {
            let names = names.into_iter().map(str::to_owned).collect();
            let (located, label, url) = (Vec::new(), None, None);
            marks.push(Mark { span, form, items, located, names, label, url });
        }
    }
    marks.sort_by_key(|mark| mark.span);
}

/// Returns what `<sup>` encloses, with and without its tags.
fn raised(text: &str) -> impl Iterator<Item = (Span, Span)> {
    const OPENING: &str = "<sup>";
    const CLOSING: &str = "</sup>";
    text.match_indices(OPENING).filter_map(|(at, _)| {
        let start = at + OPENING.len();
        let len = text.get(start..)?.find('<')?;
        let is_closed = text.get(start + len..)?.starts_with(CLOSING);
        let whole = Span::new(at, start + len + CLOSING.len());
        is_closed.then(|| (whole, Span::new(start, start + len)))
    })
}

/// Reads the numbers of a mark of which one at least has a letter: `2a, 3`.
fn names_and_numbers(inner: &str) -> Option<Items<'_>> {
    let (mut names, mut numbers) = (Vec::new(), Vec::new());
    for item in inner.split([',', ';']).map(str::trim) {
        if is_name(item) {
            names.push(item);
        } else {
            let number = item.parse().ok().filter(|_| item.len() <= MAX_DIGITS)?;
            numbers.push((number, number));
        }
    }
    (!names.is_empty()).then_some((names, numbers))
}
