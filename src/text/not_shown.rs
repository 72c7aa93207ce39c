//! Tags of HTML in a text: the values of their attributes, and the elements that a reader does not see.

use std::collections::BTreeSet;

use super::Span;
use super::style;

/// The longest tag, in bytes.
const MAX_TAG: usize = 2000;

/// Elements that set the style of their text, or link it.
const STYLES: [&str; 22] = [
    "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "ins", "kbd", "mark", "q", "samp",
    "small", "span", "strong", "sub", "sup", "tt", "u", "var",
];

/// Other elements whose content a page shows.
const BLOCKS: [&str; 43] = [
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "img",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "wbr",
];

/// The parts of tags and elements that a reader does not see, in order.
#[derive(Debug, Default)]
pub(crate) struct NotShown {
    /// Elements that are not shown, up to their closing tag.
    pub(crate) elements: Vec<Span>,
    /// Values of attributes with their quotation marks.
    pub(crate) values: Vec<Span>,
    /// Tags of elements whose content is shown, opening and closing ones.
    pub(crate) tags: Vec<Span>,
}

/// An opening tag.
struct Tag<'t> {
    name: &'t str,
    /// Names, with the bytes of their values in the tag; of one without a value they are empty.
    attributes: Vec<(&'t str, Span)>,
    /// Its length in bytes.
    len: usize,
}

impl NotShown {
    /// Finds those of a text; `is_code` is true for the bytes in code, where tags are shown.
    pub(crate) fn of(text: &str, is_code: &dyn Fn(usize) -> bool) -> Self {
        let mut found = Self::default();
        let mut unclosed: BTreeSet<String> = BTreeSet::new();
        let mut done = 0;
        for (at, _) in text.match_indices('<') {
            if at < done || is_code(at) {
                continue;
            }
            let rest = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
            if let Some(len) = closing(rest) {
                done = at + len;
                found.tags.push(Span::new(at, done));
                continue;
            }
            let tag = starts_tag(text, at).then(|| Tag::read(rest)).flatten();
            let Some(tag) = tag else { continue };
            let name = tag.name.to_ascii_lowercase();
            if is_shown_element(&name) {
                found.tags.push(Span::new(at, at + tag.len));
            }
            let is_unshown = is_unshown_element(&name) && !unclosed.contains(&name);
            let is_hidden = tag.is_hidden(rest);
            done = at + tag.len;
            if is_unshown || is_hidden {
                match close(text, done, tag.name) {
                    Some(end) => {
                        done = end;
                        found.elements.push(Span::new(at, end));
                        continue;
                    }
                    // All that follows is in it.
                    None if is_hidden => {
                        found.elements.push(Span::new(at, text.len()));
                        break;
                    }
                    // A tag that is spoken of hides nothing.
                    None => {
                        unclosed.insert(name);
                    }
                }
            }
            let values = tag.attributes.iter().map(|(_, value)| value.shifted(at));
            // With their quotation marks.
            let quoted =
                values.filter(|it| text.get(..it.start).is_some_and(|it| it.ends_with('"')));
            found.values.extend(quoted.map(|it| Span::new(it.start - 1, it.end)));
        }
        found
    }
}

impl<'t> Tag<'t> {
    /// Reads the opening tag at the start of a text.
    fn read(text: &'t str) -> Option<Self> {
        let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let mut at = 1 + text.get(1..)?.find(is_end)?;
        let mut tag = Tag { name: text.get(1..at)?, attributes: Vec::new(), len: 0 };
        loop {
            let rest = text.get(at..)?;
            at +=
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/').len();
            let rest = text.get(at..)?;
            if rest.starts_with('>') {
                tag.len = at + 1;
                return Some(tag);
            }
            // A sign alone is a name, too: something is read in each turn.
            let first = rest.chars().next()?.len_utf8();
            let ends_name = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/');
            let name = rest.get(..first + rest.get(first..)?.find(ends_name)?)?;
            at += name.len();
            let (value, end) = Self::value(text, at)?;
            at = end;
            tag.attributes.push((name, value));
        }
    }

    /// Reads the value of the attribute whose name ends at byte `at`, without its quotation marks, and the end of
    /// all of it.
    fn value(text: &str, at: usize) -> Option<(Span, usize)> {
        let after = text.get(at..)?.trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            return Some((Span::new(at, at), at));
        };
        let from = text.len() - value.len();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            let end = from + value.find(|c: char| c.is_whitespace() || c == '>')?;
            return Some((Span::new(from, end), end));
        };
        let end = from + 1 + value.get(1..)?.find(quote)?;
        Some((Span::new(from + 1, end), end + 1))
    }

    /// True if an attribute hides the element from a reader.
    fn is_hidden(&self, text: &str) -> bool {
        self.attributes.iter().any(|(name, value)| {
            let value = value.slice(text).unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "hidden" => !value.eq_ignore_ascii_case("until-found"),
                "aria-hidden" => value.eq_ignore_ascii_case("true"),
                "style" => style::hides(value),
                _ => false,
            }
        })
    }
}

/// True for the name of an element whose content a page does not show as text.
pub(crate) fn is_unshown_element(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "template"
            | "noscript"
            | "head"
            | "iframe"
            | "object"
            | "embed"
            | "canvas"
            | "audio"
            | "video"
            | "select"
            | "datalist"
            | "textarea"
            | "noembed"
            | "noframes"
            | "title"
            | "svg"
    )
}

/// True for the name of an element that sets the style of its text, or links it.
pub(crate) fn is_style(name: &str) -> bool {
    STYLES.contains(&name)
}

/// True for the name of an element whose content a page shows as text.
fn is_shown_element(name: &str) -> bool {
    is_style(name) || BLOCKS.contains(&name)
}

/// Returns the length of the closing tag that a text begins with, if its element is shown.
fn closing(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("</")?;
    let name = inner.get(..inner.find(|c: char| !c.is_ascii_alphanumeric())?)?;
    let after = inner.get(name.len()..)?.trim_ascii_start();
    let is_tag = after.starts_with('>') && is_shown_element(&name.to_ascii_lowercase());
    is_tag.then(|| text.len() - after.len() + 1)
}

fn starts_tag(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the place of the tag that closes an element whose content begins at `from`; elements of its name in it
/// have closing tags of their own.
fn close(text: &str, from: usize, name: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (at, _) in text.get(from..)?.match_indices('<') {
        let rest = text.get(from + at + 1..)?;
        let (rest, closes) = match rest.strip_prefix('/') {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (head, after) = rest.split_at_checked(name.len()).unwrap_or_default();
        let is_name = head.eq_ignore_ascii_case(name)
            && !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        match (is_name, closes) {
            (true, true) => depth -= 1,
            (true, false) => depth += 1,
            _ => {}
        }
        if depth == 0 {
            return Some(from + at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of which no element is hidden.
    fn shown(text: &str) -> String {
        let mut at = 0;
        let mut shown = String::new();
        for span in NotShown::of(text, &|_| false).elements {
            shown.push_str(text.get(at..span.start).unwrap());
            at = span.end;
        }
        shown + text.get(at..).unwrap()
    }

    #[test]
    fn elements_that_no_reader_sees_are_found() {
        for hidden in [
            "<span style=\"display: none\">x</span>",
            "<span style='color:red; VISIBILITY : hidden !important'>x</span>",
            "<span style=opacity:0>x</span>",
            "<span style=\"font-size:0px\">x</span>",
            "<span style=\"color:#fff\">x</span>",
            "<span title=\">\" style=\"color:#111;background:#101010\">x</span>",
            "<p hidden>x</p>",
            "<p aria-hidden=\"true\">x</p>",
            "<div style=\"position:absolute; left:-9999px\">a<div>b</div>x</div>",
            "<TEMPLATE>x</TEMPLATE>",
            "<title>x</title>",
            "<div style=\"display:none\">x",
        ] {
            let found = shown(&format!("a {hidden}"));
            assert!(!found.contains('x'), "{hidden}: {found}");
        }
    }

    #[test]
    fn elements_that_a_reader_sees_stay() {
        for sound in [
            "<span style=\"color:red\">x</span>",
            "<span style=\"color:white;background:navy\">x</span>",
            "<span title=\"a hidden place\">x</span>",
            "<p hidden=\"until-found\">x</p>",
            "the tag <template> of x",
            "<details><summary>x</summary></details>",
            "1 < 2 and x > 3, <x",
            "<titled>x</titled>",
        ] {
            assert_eq!(shown(sound), sound);
        }
    }

    #[test]
    fn values_have_their_quotation_marks() {
        let text = "<a title=\"b\" href='c' d=\"e\">f</a>";
        let values = NotShown::of(text, &|_| false).values;
        let values: Vec<&str> = values.iter().filter_map(|it| it.slice(text)).collect();
        assert_eq!(values, ["\"b", "\"e"]);
    }
}
