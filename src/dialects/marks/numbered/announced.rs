//! Lines that name a source and its address without a link: `**Source:** https://example.org/a`, or
//! `**Source:** Handbook` with `**Link:** https://…` below.

use crate::dialects::marks::numbered::links::{Link, announces};
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address::title_and_url;
use crate::text::Span;
use crate::text::prose::{count, one_line};

/// Words before the address of the line above, in lower case.
const ADDRESSES: &[&str] = &["link", "url", "address", "adresse", "链接"];

/// The minimum number of lines that cite, or that are noted.
const MIN_LINES: usize = 2;

/// A line that names a source.
struct SourceLine<'t> {
    line: &'t str,
    span: Span,
    title: Option<String>,
    url: Option<String>,
}

/// Returns the names of sources in such lines; empty if there is only one with an address.
pub(super) fn find(text: &str, closed: &[Span]) -> Vec<Link> {
    let lines = lines(text).into_iter().filter(|line| !inside(closed, line.span.start));
    let link = |line: SourceLine<'_>| {
        let url = line.url?;
        Some(Link { span: line.span, label: line.title.unwrap_or_else(|| url.clone()), url })
    };
    let links: Vec<Link> = lines.filter_map(link).collect();
    if links.len() < MIN_LINES { Vec::new() } else { links }
}

/// Returns a note on such lines of a text, or lines that end so, if it has several.
pub(crate) fn note(text: &str) -> Option<String> {
    let mut named: Vec<&str> = lines(text).into_iter().map(|line| line.line).collect();
    if named.is_empty() {
        let end = |line: &'_ str| {
            let at = line.find(" Sources: ").or_else(|| line.find(" Source: "))?;
            Some(at + 1)
        };
        named.extend(text.lines().filter_map(|line| line.get(end(line)?..)));
    }
    let first = one_line(&named.first()?.replace(['*', '_'], ""));
    (named.len() >= MIN_LINES).then(|| {
        let lines = count(named.len(), "line");
        format!("{lines} that name a source not read, such as `{}`", first.trim())
    })
}

fn lines(text: &str) -> Vec<SourceLine<'_>> {
    let mut found: Vec<SourceLine<'_>> = Vec::new();
    let mut start = 0;
    let mut is_below = false;
    for line in text.split_inclusive('\n') {
        let begin = start;
        start += line.len();
        let words = words_after(line, announces);
        if let Some(words) = words.filter(|words| !words.contains("](")) {
            let (title, url) = title_and_url(words);
            let at = begin + line.len() - line.trim_start().len();
            let span = Span::new(at, at + line.trim().len());
            found.push(SourceLine { line: line.trim(), span, title, url });
            is_below = true;
        } else if is_below && !line.trim().is_empty() {
            is_below = false;
            let is_address = |word: &str| {
                let word = word.trim_end_matches([':', '：']).trim();
                ADDRESSES.contains(&word)
            };
            let address = words_after(line, is_address).and_then(|words| title_and_url(words).1);
            if let Some(last) = found.last_mut().filter(|last| last.url.is_none()) {
                last.url = address;
            }
        }
    }
    found
}

/// Returns the words after the first word of a line and its colon, if it `fits` in lower case.
fn words_after(line: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
    const MAX_WORD: usize = 24;
    let line = line.trim_start_matches([' ', '*', '_', '>', '-', '\t']).trim_end();
    let head = line.get(..line.floor_char_boundary(MAX_WORD)).unwrap_or_default();
    let at = head.find([':', '：'])?;
    let colon = head.get(at..)?.chars().next()?.len_utf8();
    let word = line.get(..at + colon)?.replace(['*', '_'], "").to_lowercase();
    let rest = line.get(at + colon..)?.trim_start_matches(['*', '_', ' ']);
    (fits(&word) && !rest.is_empty()).then_some(rest)
}

/// True for a line that may be one.
pub(super) fn is_one(line: &str) -> bool {
    line.contains(':') && words_after(line, announces).is_some()
}
