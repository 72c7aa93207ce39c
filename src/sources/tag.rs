//! Tags in prompts: written by `print`, not by an XML writer, so quotes may be of any kind or
//! missing, and a value may contain quotes. A tag is on one line.

use super::fields;
use crate::model::{IdFrom, Source};
use crate::text::Span;

/// The maximum length of a tag, in bytes, which limits the search for an unclosed quote.
const TAG_BYTES: usize = 4 * 1024;

/// An opening tag.
#[derive(Debug)]
pub(super) struct Tag<'t> {
    /// Bytes it takes.
    pub(super) len: usize,
    attributes: Vec<(&'t str, &'t str)>,
}

impl<'t> Tag<'t> {
    /// Reads `<element …>` at the start of `line`, in any case.
    pub(super) fn read(line: &'t str, element: &str) -> Option<Self> {
        let line = beginning(line, TAG_BYTES);
        let rest = super::lines::strip_prefix_any_case(line.strip_prefix('<')?, element)?;
        if !rest.starts_with([' ', '\t', '>']) {
            return None;
        }
        let mut tag = Self { len: 0, attributes: Vec::new() };
        let mut rest = rest.trim_start_matches([' ', '\t']);
        while !rest.starts_with('>') {
            if let Some(slash) = rest.strip_prefix('/') {
                rest = slash.trim_start_matches([' ', '\t']);
                continue;
            }
            let (name, after) = attribute_name(rest)?;
            rest = after.trim_start_matches([' ', '\t']);
            let mut value = "";
            if let Some(after) = rest.strip_prefix('=') {
                (value, rest) = attribute_value(after.trim_start_matches([' ', '\t']))?;
                rest = rest.trim_start_matches([' ', '\t']);
            }
            tag.attributes.push((name, value));
        }
        tag.len = line.len() - rest.len() + 1;
        Some(tag)
    }

    /// Returns the first attribute of this name, in any case.
    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        let found = self.attributes.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value)
    }
}

/// Returns a source with the tag's attributes, its id the first of the attributes `ids` that is not
/// empty.
pub(super) fn source(tag: &Tag<'_>, ids: &[&str]) -> Option<Source> {
    let id = |name: &&str| tag.attribute(name).map(str::trim).filter(|id| !id.is_empty());
    let id_name = *ids.iter().find(|name| id(name).is_some())?;
    let mut source = Source {
        id: tag.attribute(id_name)?.trim().to_owned(),
        id_from: IdFrom::Text,
        ..Source::default()
    };
    for (key, value) in &tag.attributes {
        if !key.eq_ignore_ascii_case(id_name) {
            fields::set(&mut source, key, value);
        }
    }
    Some(source)
}

/// Returns the whole content of an element is its text.
pub(super) fn whole_content(content: &str) -> Vec<Span> {
    vec![without_frame(content, Span::new(0, content.len()))]
}

/// Returns `span` of `text` without the line end after the opening tag and the one before the
/// closing tag, which belong to the tags.
pub(super) fn without_frame(text: &str, span: Span) -> Span {
    let inner = span.slice(text).unwrap_or_default();
    let after_blanks = inner.trim_start_matches([' ', '\t']);
    let body = after_blanks
        .strip_prefix("\r\n")
        .or_else(|| after_blanks.strip_prefix(['\n', '\r']))
        .unwrap_or(inner);
    let start = span.end - body.len();
    let before_blanks = body.trim_end_matches([' ', '\t']);
    let kept = before_blanks
        .strip_suffix("\r\n")
        .or_else(|| before_blanks.strip_suffix(['\n', '\r']))
        .unwrap_or(body);
    Span::new(start, start + kept.len())
}

/// Returns the length of the tag at the start of `text` that starts with `opening` (`</block`), in
/// any case.
pub(super) fn end_of(text: &str, opening: &str) -> Option<usize> {
    let rest = super::lines::strip_prefix_any_case(text, opening)?;
    let inside = rest.trim_start_matches([' ', '\t']);
    inside.starts_with('>').then(|| text.len() - inside.len() + 1)
}

/// Returns the first place at or after `from` where a `<` begins a text whose length `read`
/// returns.
pub(super) fn find(text: &str, from: usize, read: impl Fn(&str) -> Option<usize>) -> Option<Span> {
    let rest = text.get(from..)?;
    memchr::memchr_iter(b'<', rest.as_bytes()).map(|at| from + at).find_map(|at| {
        let len = read(text.get(at..)?)?;
        Some(Span::new(at, at + len))
    })
}

/// Returns at most `len` bytes of `text`, cut before a character.
fn beginning(text: &str, len: usize) -> &str {
    let cut = (len.saturating_sub(3)..=len).rev().find_map(|end| text.get(..end));
    cut.unwrap_or(text)
}

fn attribute_name(text: &str) -> Option<(&str, &str)> {
    let ends = |c: char| matches!(c, ' ' | '\t' | '=' | '>' | '/' | '<' | '"' | '\'');
    let end = text.find(ends)?;
    (end > 0).then(|| text.split_at_checked(end))?
}

/// Returns a value and the text after it. A quote inside a quoted value ends it only if something
/// follows that can continue a tag.
fn attribute_value(text: &str) -> Option<(&str, &str)> {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        let end = text.find([' ', '\t', '>'])?;
        return text.split_at_checked(end);
    };
    let inside = text.get(1..)?;
    let end = inside
        .match_indices(quote)
        .map(|(at, _)| at)
        .find(|at| inside.get(at + 1..).is_some_and(goes_on_as_tag))?;
    Some((inside.get(..end)?, inside.get(end + 1..)?))
}

/// True if `text` may follow an attribute's value: the tag's end or another attribute.
fn goes_on_as_tag(text: &str) -> bool {
    let rest = text.trim_start_matches([' ', '\t']);
    if rest.starts_with('>') || rest.starts_with("/>") {
        return true;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    let name = rest.bytes().take(64).take_while(is_name).count();
    name > 0
        && rest.len() < text.len()
        && rest.get(name..).is_some_and(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn quotes_of_every_kind() {
        let line = "<Source ID=\"1\" name='NASA''s \"big\" page' type=web score=0.5 new>text";
        let tag = Tag::read(line, "source").unwrap();
        assert_eq!(line.get(tag.len..), Some("text"));
        let value = |name| tag.attribute(name);
        assert_eq!(value("id"), Some("1"));
        assert_eq!(value("name"), Some("NASA''s \"big\" page"));
        assert_eq!(value("type"), Some("web"));
        assert_eq!(value("score"), Some("0.5"));
        assert_eq!(value("new"), Some(""));
    }

    #[test]
    fn what_is_no_tag() {
        for line in
            ["<sources>", "<source", "<source id=\"1\"", "<source id", "source>", "<source =>"]
        {
            assert!(Tag::read(line, "source").is_none(), "{line}");
        }
        assert!(Tag::read("<source/>", "source").is_none());
        assert!(Tag::read("<source />", "source").is_some());
    }
}
