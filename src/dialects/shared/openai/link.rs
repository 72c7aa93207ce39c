//! Links in the text: how far a marker reaches, and which words of it stay visible.

use crate::text::Span;

/// The maximum length of a link that is searched for around a part of it, in bytes before the part.
const MAX_LENGTH: usize = 4096;

/// Returns the host of an address, without `www.`.
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// A marker as it should be shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Covered text: the whole link if only a part of one was stated, without blanks at the ends.
    pub(crate) span: Span,
    /// The words that a reader still has to see.
    pub(crate) label: Option<String>,
}

/// Returns the label of the marker at `span`; `None` if it covers no link and no marker but words.
pub(crate) fn shown(text: &str, span: Span, url: Option<&str>) -> Option<Shown> {
    let slice = span.slice(text)?;
    let start = span.start + (slice.len() - slice.trim_start().len());
    let span = Span::new(start, start + slice.trim().len());
    let span = whole_link(text, span).unwrap_or(span);
    let slice = span.slice(text)?;
    if slice.contains("](") {
        return Some(Shown { span, label: words_of(slice, url) });
    }
    if slice.starts_with('\u{3010}') && slice.ends_with('\u{3011}') {
        return Some(Shown { span, label: None });
    }
    let address = slice.contains("://") || slice.contains("sandbox:");
    let bracket = slice.starts_with('[') && slice.ends_with(']');
    if address || bracket {
        let label = (!is_number(slice)).then(|| slice.to_owned());
        return Some(Shown { span, label });
    }
    None
}

/// Returns the link around a span that is (part of) its target.
fn whole_link(text: &str, span: Span) -> Option<Span> {
    let before = text.get(..span.start)?;
    let slice = span.slice(text)?;
    if slice.contains("](") {
        return None;
    }
    let from = before.ceil_char_boundary(before.len().saturating_sub(MAX_LENGTH));
    let open = from + before.get(from..)?.rfind("](")?;
    if before.get(open..)?.contains([')', '\n', ' ']) {
        return None;
    }
    let label = from + opening(before.get(from..open)?)?;
    let close = span.end + closing(text.get(span.end..)?)?;
    let in_parentheses = text.get(..label)?.ends_with('(') && text.get(close..)?.starts_with(')');
    let wider = usize::from(in_parentheses);
    Some(Span::new(label - wider, close + wider))
}

/// Returns the `[` that the text's end is inside of.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in before.char_indices().rev() {
        match c {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Returns the byte after the `)` that closes what was open before `after`.
fn closing(after: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in after.char_indices().take(MAX_LENGTH) {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at + 1),
            ')' => depth -= 1,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Returns the label of links in parentheses; `None` if it is only a number or the host, which the
/// chip shows too.
fn words_of(slice: &str, url: Option<&str>) -> Option<String> {
    let mut words = String::new();
    let mut rest = slice;
    while let Some((before, after)) = rest.split_once("](") {
        let Some(open) = opening(before) else { break };
        let (lead, label) = before.split_at_checked(open)?;
        words.push_str(lead);
        words.push_str(label.strip_prefix('[').unwrap_or(label));
        rest = closing(after).and_then(|close| after.get(close..)).unwrap_or_default();
    }
    words.push_str(rest);
    let bare = words.trim_matches(['(', ')', '[', ']', ' ']);
    let is_host = url.is_some_and(|url| host(url).eq_ignore_ascii_case(bare));
    (!bare.is_empty() && !is_host && !is_number(bare)).then(|| words.trim().to_owned())
}

fn is_number(text: &str) -> bool {
    let text = text.trim_matches(['[', ']']);
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds an address as a whole in the text, at the first place at or after `from`.
pub(crate) fn find(text: &str, url: &str, from: usize) -> Option<Span> {
    let is_end = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let rest = rest.trim_start_matches(['.', ',', '/']);
        !rest.starts_with(|c: char| c.is_alphanumeric() || "-_%?&=#~+".contains(c))
    };
    let haystack = text.get(from..)?;
    let mut found = haystack.match_indices(url).map(|(at, _)| from + at);
    let at = found.find(|at| is_end(at + url.len()))?;
    Some(Span::new(at, at + url.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, words: &str, url: &str) -> Option<(String, Option<String>)> {
        let start = text.find(words).unwrap();
        let shown = shown(text, Span::new(start, start + words.len()), Some(url))?;
        Some((shown.span.slice(text).unwrap().to_owned(), shown.label))
    }

    #[test]
    fn a_link_in_parentheses_shows_what_is_no_host() {
        let url = "https://www.lake.example/a_(b)";
        let text = "It rose. ([lake.example](https://www.lake.example/a_(b))) More.";
        let all = "([lake.example](https://www.lake.example/a_(b)))";
        assert_eq!(show(text, all, url), Some((all.to_owned(), None)));
        let text = "It rose, says [the *lake* office](https://www.lake.example/a_(b)).";
        let link = "[the *lake* office](https://www.lake.example/a_(b))";
        let label = Some("the *lake* office".to_owned());
        assert_eq!(show(text, link, url), Some((link.to_owned(), label.clone())));
        assert_eq!(show(text, url, url), Some((link.to_owned(), label)));
    }

    #[test]
    fn numbers_are_no_words() {
        let text = "It rose.[[12]](https://x.example/)";
        let link = "[[12]](https://x.example/)";
        assert_eq!(show(text, link, "https://x.example/"), Some((link.to_owned(), None)));
    }

    #[test]
    fn words_are_no_marker() {
        assert_eq!(show("The lake rose.", "lake rose", "https://x.example/"), None);
    }

    #[test]
    fn an_address_is_found_as_a_whole() {
        let text = "see https://x.example/ab and https://x.example/a.";
        let span = find(text, "https://x.example/a", 0).unwrap();
        assert_eq!(span, Span::new(29, 48));
    }
}
