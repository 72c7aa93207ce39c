//! Numbers in brackets that HTML links to a page: `<a href="https://pier.example/t">[3]</a>`.

use crate::text::Span;

/// Maximum length of the tag before a number, in bytes.
const MAX_TAG: usize = 2_000;

/// Returns the link whose text is only the number at `span`, and its address.
pub(super) fn link(text: &str, span: Span) -> Option<(Span, String)> {
    const END: &str = "</a>";
    text.get(span.end..)?.strip_prefix(END)?;
    let near = text.get(text.ceil_char_boundary(span.start.saturating_sub(MAX_TAG))..span.start)?;
    let tag = near.strip_suffix('>')?.rsplit(['<', '>']).next()?;
    let (_, value) = tag.strip_prefix("a ")?.split_once("href=")?;
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let url = value.get(1..)?.split(quote).next()?;
    let is_page = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
    let start = span.start - "<>".len() - tag.len();
    is_page.then(|| (Span::new(start, span.end + END.len()), url.replace("&amp;", "&")))
}
