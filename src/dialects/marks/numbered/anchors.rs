//! Links of HTML that cite: of a number in brackets, `<a href="https://pier.example/t">[3]</a>`, and in raised text.

use super::spans::inside;
use crate::dialects::shared::list_address::is_note;
use crate::text::Span;

/// Maximum length of the tag before a number, in bytes.
const MAX_TAG: usize = 2_000;

/// Returns the link whose text is only the number at `span`, and its address.
pub(super) fn link(text: &str, span: Span) -> Option<(Span, String)> {
    let (link, tag) = around(text, span)?;
    Some((link, page(tag)?))
}

/// Returns the link to a note of the same page whose text is only the number at `span`, with the tags of a raised
/// element around it.
pub(super) fn link_to_note(text: &str, span: Span) -> Option<Span> {
    const RAISED_END: &str = "</sup>";
    let (mut link, _) = around(text, span).filter(|(_, tag)| tag.contains("href=\"#"))?;
    if text.get(link.end..)?.starts_with(RAISED_END) {
        link.end += RAISED_END.len();
    }
    let near = text.get(text.ceil_char_boundary(link.start.saturating_sub(MAX_TAG))..link.start)?;
    let raised = near.strip_suffix('>').and_then(|it| it.rsplit(['<', '>']).next());
    if let Some(raised) = raised.filter(|it| it.starts_with("sup")) {
        link.start -= "<>".len() + raised.len();
    }
    Some(link)
}

/// Returns the link whose text is only the words at `span`, and its tag without brackets.
fn around(text: &str, span: Span) -> Option<(Span, &str)> {
    const END: &str = "</a>";
    text.get(span.end..)?.strip_prefix(END)?;
    let near = text.get(text.ceil_char_boundary(span.start.saturating_sub(MAX_TAG))..span.start)?;
    let tag = near.strip_suffix('>')?.rsplit(['<', '>']).next()?;
    let start = span.start - "<>".len() - tag.len();
    tag.starts_with("a ").then_some((Span::new(start, span.end + END.len()), tag))
}

/// Returns the page that a tag without its brackets links to: `a href="https://pier.example/t"`.
fn page(tag: &str) -> Option<String> {
    let (_, value) = tag.strip_prefix("a ")?.split_once("href=")?;
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let url = value.get(1..)?.split(quote).next()?;
    let is_page = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
    is_page.then(|| url.replace("&amp;", "&"))
}

/// A link in raised text.
pub(super) struct RaisedLink {
    /// From the tag of the element or of the link to the end of either.
    pub(super) span: Span,
    pub(super) label: String,
    pub(super) url: String,
}

/// True if what an element encloses links to a page, and not to a note of one.
pub(super) fn lead_to_page(inner: &str) -> bool {
    inner.split(['<', '>']).filter_map(page).any(|url| !is_note(&url))
}

/// Returns the links with words or a number that are all of what elements `<sup>` of a text enclose:
/// `<sup><a href="https://pier.example/t">Timetable</a></sup>`.
pub(super) fn raised(text: &str, closed: &[Span]) -> Vec<RaisedLink> {
    let mut links = Vec::new();
    for at in memchr::memmem::find_iter(text.as_bytes(), RAISED) {
        let near = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
        links.extend(in_element(near, at).unwrap_or_default());
    }
    // The tags of a page are closed, its words are not.
    let is_shown = |link: &RaisedLink| {
        let words = link.span.slice(text).and_then(|raw| raw.rfind(&link.label));
        words.is_some_and(|words| !inside(closed, link.span.start + words))
    };
    links.retain(is_shown);
    links
}

/// The beginning of an element of raised text.
const RAISED: &str = "<sup";

/// Returns the links in a text that begins with `<sup`, and which begins at `start`, up to `</sup>`; `None` if the
/// element encloses anything else.
fn in_element(text: &str, start: usize) -> Option<Vec<RaisedLink>> {
    const END: &str = "</sup>";
    let opened = text.strip_prefix(RAISED)?;
    let mut rest = opened.get(opened.find(['<', '>'])?..)?.strip_prefix('>')?.trim_start();
    let mut links: Vec<RaisedLink> = Vec::new();
    let mut from = start;
    while !rest.starts_with(END) {
        let (tag, inner) = rest.strip_prefix('<')?.split_once('>')?;
        let (label, after) = inner.split_once('<')?;
        let after = after.strip_prefix("/a>")?;
        let (label, url) = (label.trim(), page(tag)?);
        let is_number = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
        let cites = label.contains(char::is_alphabetic) || is_number && !is_note(&url);
        cites.then_some(())?;
        let span = Span::new(from, start + text.len() - after.len());
        links.push(RaisedLink { span, label: label.to_owned(), url });
        rest = after.trim_start_matches([',', ';', ' ', '\n']);
        from = start + text.len() - rest.len();
    }
    if let Some(last) = links.last_mut() {
        last.span.end = from + END.len();
    }
    Some(links)
}
