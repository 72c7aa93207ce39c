//! Texts cited by plain links: `… as reported ([example.org](https://example.org/a)).`
//!
//! Links are everywhere, so the rule is narrow. A link cites if it is in its own round brackets or
//! after the end of a sentence, and leads to a page; so does one that is labelled only with the
//! host and ends a sentence. A text is cited by links if two or more of them cite, at least one of
//! these names its page's host, is called `source`, has `utm_source=` or follows `Source:`, or three are in
//! round brackets, and they are at least half of all links to pages; or if its only link is in round
//! brackets and names its host. Links that are only a letter, `[A](https://…)`, cite wherever they
//! are, if there are two.

use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address;
use crate::text::Span;

/// A link that cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// From `[` to `)`.
    pub(crate) span: Span,
    pub(crate) label: String,
    pub(crate) url: String,
}

/// Returns the links of `text` that are only a letter; empty if there is only one.
pub(crate) fn lettered(text: &str, closed: &[Span]) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("](http")) {
        let middle = at + found;
        at = middle + 2;
        let link = link(text, middle).filter(|(link, image)| {
            !image && is_letter(&link.label) && !inside(closed, link.span.start)
        });
        links.extend(link.map(|(link, _)| link));
    }
    if links.len() > 1 { links } else { Vec::new() }
}

/// True for the label of a link that stands for a note.
fn is_letter(label: &str) -> bool {
    matches!(label.as_bytes(), [b'A'..=b'Z'])
}

/// Returns the citing links of `text`; empty if it is not cited by links.
pub(crate) fn find(text: &str, closed: &[Span]) -> Vec<Link> {
    let lettered = lettered(text, closed);
    if !lettered.is_empty() {
        return lettered;
    }
    let (mut all, mut round) = (0_usize, 0_usize);
    let mut sure = false;
    let mut links: Vec<Link> = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("](http")) {
        let middle = at + found;
        at = middle + 2;
        let Some((link, image)) = link(text, middle) else { continue };
        if image || inside(closed, link.span.start) {
            continue;
        }
        all += 1;
        at = link.span.end;
        let touching = links.last().is_some_and(|last| joined(text, last.span, link.span));
        let named = names_host(&link);
        let announced = is_announced(text, link.span);
        if touching || announced || cites(text, link.span) || named && ends_part(text, link.span) {
            sure |= named || announced || is_called_source(&link);
            round += usize::from(is_in_brackets(text, link.span));
            links.push(link);
        }
    }
    let only = all == 1 && links.first().is_some_and(|link| is_in_brackets(text, link.span));
    let sure = sure || round >= MIN_ROUND;
    let enough = sure && (links.len() > 1 && links.len() * 2 >= all || only);
    if enough { links } else { Vec::new() }
}

/// The minimum number of links in round brackets that cite whatever they are called.
const MIN_ROUND: usize = 3;

/// Labels of links that cite, in lower case.
const LABELS: &[&str] =
    &["source", "sources", "src", "ref", "reference", "quelle", "fuente", "fonte", "来源", "出典"];

/// True for a link called `source`.
fn is_called_source(link: &Link) -> bool {
    let label = link.label.trim().to_lowercase();
    LABELS.contains(&label.as_str())
}

/// Words before a link that is a citation, in lower case.
const ANNOUNCING: &[&str] = &[
    "source:",
    "sources:",
    "quelle:",
    "quellen:",
    "fuente:",
    "fonte:",
    "source :",
    "来源：",
    "来源:",
];

/// True if words in lower case begin with one of these.
pub(super) fn announces(words: &str) -> bool {
    ANNOUNCING.iter().any(|word| words.starts_with(word))
}

/// Maximum distance of these words from the link, in bytes: a line may hold any number of links.
const MAX_ANNOUNCED: usize = 400;

/// True if a line or a bracket begins `Source: …` and a link follows.
fn is_announced(text: &str, span: Span) -> bool {
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_ANNOUNCED));
    let before = text.get(near..span.start).unwrap_or_default();
    let Some(words) = before.rsplit(['\n', '(', '（', '|']).next() else { return false };
    if words.len() == before.len() && near > 0 {
        return false;
    }
    let words = words.trim_start_matches([' ', '*', '_', '>', '-', '\t']);
    let words = words.get(..words.floor_char_boundary(16)).unwrap_or_default();
    let words = words.replace('*', "").to_lowercase();
    announces(&words)
}

/// True if a link ends a sentence or a line.
fn ends_part(text: &str, span: Span) -> bool {
    let after = text.get(span.end..).unwrap_or_default();
    after.is_empty() || after.starts_with(['.', '。', '!', '?', '\n', '\r', '['])
}

/// Returns the link whose `](` is at `middle`, and whether it is an image.
fn link(text: &str, middle: usize) -> Option<(Link, bool)> {
    let before = crate::dialects::marks::numbered::marks::behind(text, middle);
    let open = before.rfind('[')?;
    let label = before.get(open + 1..)?;
    if label.is_empty() || label.contains(['\n', ']']) {
        return None;
    }
    let inner = text.get(middle + 2..)?;
    let url = list_address::target(inner)?;
    let close = inner.find(url)? + url.len();
    let end = middle + 2 + close + inner.get(close..)?.find(')')? + 1;
    let start = middle - (before.len() - open);
    let image = before.get(..open)?.ends_with('!');
    let span = Span::new(start, end);
    Some((Link { span, label: label.to_owned(), url: url.to_owned() }, image))
}

/// True if only a comma, a semicolon or a blank parts two links.
fn joined(text: &str, first: Span, second: Span) -> bool {
    let between = text.get(first.end..second.start).unwrap_or("x");
    between.len() < 4 && between.chars().all(|c| matches!(c, ',' | ';' | ' ' | '、'))
}

/// True if a link is in its own round brackets, or after the end of a sentence.
fn cites(text: &str, span: Span) -> bool {
    let before = crate::dialects::marks::numbered::marks::behind(text, span.start);
    let after = text.get(span.end..).unwrap_or_default();
    let round = is_in_brackets(text, span);
    let blank = after.is_empty() || after.starts_with(['\n', '\r', ' ', '[']);
    let said = before.trim_end_matches(' ').ends_with(['.', '。', '!', '?', '！', '？', '”']);
    round || (blank && said)
}

/// True if a link is in its own round brackets.
fn is_in_brackets(text: &str, span: Span) -> bool {
    let before = crate::dialects::marks::numbered::marks::behind(text, span.start);
    let after = text.get(span.end..).unwrap_or_default();
    before.ends_with(['(', '（']) && after.starts_with([')', '）', ',', ';', '、'])
}

/// True if a link is called by the host it leads to, or was copied from a chat window.
fn names_host(link: &Link) -> bool {
    let url = link.url.split_once("://").map_or("", |(_, rest)| rest);
    let host = url.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    let label = link.label.trim().to_lowercase();
    let plain = label.strip_prefix("www.").unwrap_or(&label);
    let named = plain.contains('.') && (host == label || host.ends_with(plain));
    // `[reuters](https://www.reuters.com/…)`, as Perplexity copies.
    let parts: Vec<&str> = host.split('.').collect();
    let is_part = parts.len() > 1
        && parts.split_last().is_some_and(|(_, own)| own.contains(&plain))
        && plain.len() > 2
        && plain != "www";
    named
        || is_part
        || link.url.contains("utm_source=chatgpt.com")
        || link.url.contains("utm_source=openai")
}
