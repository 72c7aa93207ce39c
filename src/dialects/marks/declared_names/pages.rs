//! Links of a wiki to the pages that the fields of a page name as its sources: `[[tide-tables]]` below
//! `sources: [tide-tables, ferry-log]`. Other links lead to further reading.

use std::collections::BTreeMap;

use super::{Declared, NAME};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::front_matter::front_matter;
use crate::text::Span;
use crate::text::brackets::enclosed;

/// Fields that name the sources of a page.
const FIELDS: [&str; 3] = ["sources:", "source_pages:", "references:"];

/// The maximum number of words beside the links of a line that only lists links.
const MAX_LABEL: usize = 2;

/// A link that cites, from `[[` to `]]`, and the name of its page.
pub(super) type Link<'t> = (Span, &'t str);

/// Returns the links of a text to the pages that its fields name as sources, and these pages.
pub(super) fn find(text: &str) -> (Vec<Link<'_>>, Vec<Declared>) {
    let body = front_matter(text);
    let pages = text.get(..body).map(named).unwrap_or_default();
    if pages.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let code = Code::of(text);
    let mut links: Vec<Link<'_>> = Vec::new();
    for (span, inner) in enclosed(text, '[', ']', &[]).filter(|(span, _)| span.start > body) {
        let (before, after) = text.split_at_checked(span.start).unwrap_or_default();
        let is_link = before.ends_with('[') && !before.ends_with("![");
        let closes = after.get(span.end - span.start..).is_some_and(|it| it.starts_with(']'));
        let page = page(inner.slice(text).unwrap_or_default());
        if is_link && closes && pages.contains_key(page) && !code.overlaps(span) {
            links.push((Span::new(span.start - 1, span.end + 1), page));
        }
    }
    let lists = lists_of_links(text);
    links.retain(|(span, _)| !Span::any_contains(&lists, span.start));
    let declare = |(name, (span, label)): (&str, (Span, &str))| Declared {
        span,
        name: name.to_owned(),
        words: label.to_owned(),
    };
    (links, pages.into_iter().map(declare).collect())
}

/// Returns the page that a link with these words leads to: `tides` of `tides.md#noon|the tides`.
fn page(inner: &str) -> &str {
    let page = inner.split(['|', '#']).next().unwrap_or_default().trim();
    page.strip_suffix(".md").unwrap_or(page)
}

/// Returns the pages that fields name as sources, with the place and the label of each.
fn named(fields: &str) -> BTreeMap<&str, (Span, &str)> {
    let mut pages = BTreeMap::new();
    let (mut start, mut is_inside) = (0, false);
    for line in fields.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        let own = FIELDS.iter().find_map(|field| line.strip_prefix(field));
        let item = line.trim_start().strip_prefix("- ").filter(|_| is_inside && own.is_none());
        is_inside = own.is_some() || item.is_some();
        let words = own.or(item).unwrap_or_default().trim();
        let listed = words.strip_prefix('[').filter(|_| own.is_some() && !words.starts_with("[["));
        let listed = listed.and_then(|it| it.strip_suffix(']')).unwrap_or(words);
        for name in listed.split(", ") {
            let name = name.trim_matches(['"', '\'', ' ', '[', ']']);
            let label = name.split_once('|').map_or("", |(_, label)| label);
            let name = page(name);
            if NAME.contains(&name.len()) && !name.contains([':', '[', ']']) {
                pages.entry(name).or_insert((span, label));
            }
        }
    }
    pages
}

/// Returns the lines that hold links and hardly a word beside them, and the items that begin with a link and say what
/// it leads to: `- **Sources** — [[tides]] · [[ferries]]`, `- [[tides]] — the tables of the harbour`.
fn lists_of_links(text: &str) -> Vec<Span> {
    let mut lists = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.len());
        start += line.len();
        let Some(first) = line.find("[[") else { continue };
        let (lead, rest) = line.split_at_checked(first).unwrap_or_default();
        let is_sign = |c: char| c.is_ascii_digit() || " \t-*+>#.)".contains(c);
        let item = lead.trim_start_matches(is_sign);
        let after = rest.split_once("]]").map_or("", |(_, after)| after).trim_start();
        let describes = item.is_empty()
            && lead.trim_start().starts_with(['-', '*', '+'])
            && after.starts_with(['-', ':', '\u{2013}', '\u{2014}', '(']);
        let outside: String =
            rest.split("[[").map(|it| it.split_once("]]").map_or(it, |(_, it)| it)).collect();
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let words =
            item.split_whitespace().chain(outside.split_whitespace()).filter(is_word).count();
        // `([[tides]]).` ends a sentence of the line above it.
        if describes || words <= MAX_LABEL && !item.starts_with('(') {
            lists.push(span);
        }
    }
    lists
}
