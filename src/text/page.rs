//! Pages of HTML: what in them is no text.

use crate::text::Span;

/// Elements whose content nobody reads.
const UNREAD: [&str; 4] = ["script", "style", "noscript", "template"];

/// Comments and declarations that may precede a page: how they begin and end.
const PREAMBLES: [(&str, &str); 2] = [("<!--", "-->"), ("<?xml", "?>")];

/// True if a text is a whole page of HTML, also below comments of the program that saved it.
pub(crate) fn is_page(text: &str) -> bool {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(rest) = below_preamble(text) {
        text = rest.trim_start();
    }
    ["<!doctype html", "<html"].iter().any(|tag| begins(text, tag))
}

/// Returns what follows the comment or declaration that a text begins with.
fn below_preamble(text: &str) -> Option<&str> {
    let (open, close) = PREAMBLES.iter().find(|(open, _)| text.starts_with(open))?;
    text.get(open.len()..)?.split_once(close).map(|(_, rest)| rest)
}

fn begins(text: &str, tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag))
}

/// Returns the tags of a page, its comments, and its elements without text, in order.
pub(crate) fn markup(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + found;
        let rest = text.get(start + 1..).unwrap_or_default();
        let is_tag = rest.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
        if !is_tag {
            at = start + 1;
            continue;
        }
        let closing = match UNREAD.iter().find(|name| begins(rest, name)) {
            Some(name) => format!("</{name}"),
            None if rest.starts_with("!--") => "-->".to_owned(),
            None => String::new(),
        };
        let inner = find_ignoring_case(rest, &closing).unwrap_or(rest.len());
        let end = rest.get(inner..).and_then(|rest| rest.find('>'));
        at = end.map_or(text.len(), |end| start + 1 + inner + end + 1);
        spans.push(Span::new(start, at));
    }
    spans
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let Some(first) = wanted.as_bytes().first() else { return Some(0) };
    let fits = |at: &usize| text.get(*at..).is_some_and(|rest| begins(rest, wanted));
    memchr::memchr_iter(*first, bytes).find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_of_a_page_are_left() {
        let text = "<!DOCTYPE html><html><STYLE>a[@b] { }</style><!-- [1] > --><p class=\"[@x]\">It < 3 \
                    rose [1].</p><script>x = a<b; [2]</script></html>";
        assert!(is_page(text) && !is_page("It is <b>so</b>."));
        let (mut words, mut at) = (String::new(), 0);
        for span in markup(text) {
            words.push_str(text.get(at..span.start).unwrap());
            at = span.end;
        }
        assert_eq!(words, "It < 3 rose [1].");
        assert_eq!(markup("<html><p"), [Span::new(0, 6), Span::new(6, 8)]);
    }
}
