//! Text of a Markdown source that a reader does not see, or sees struck out.

use std::collections::BTreeSet;

use super::span_set::SpanSet;
use super::{Span, markdown};

/// The maximum length of struck out text between tildes, in bytes.
const MAX_STRUCK: usize = 4096;

/// Elements whose text is struck out.
const STRUCK: [&str; 3] = ["del", "s", "strike"];

/// The parts of a text that say nothing, or not any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unshown {
    /// In `~~…~~`, `<del>…</del>`, `<s>…</s>` or `<strike>…</strike>`.
    pub(crate) struck: SpanSet,
    /// In `<!-- … -->` or `[//]: # (…)`.
    pub(crate) commented: SpanSet,
}

impl Unshown {
    /// Finds them; code shows what is in it.
    pub(crate) fn of(text: &str) -> Self {
        let signs = ["~~", "<!--", "<del", "<s>", "<strike", "<DEL", "<S>", "<STRIKE"];
        // Most texts have neither of these.
        let has_sign = memchr::memchr2(b'~', b'<', text.as_bytes()).is_some()
            && signs.iter().any(|sign| text.contains(sign));
        if !has_sign && !text.contains("[//]:") {
            return Self::default();
        }
        let code = SpanSet::new(markdown::code_spans(text, &[]));
        let is_open = |span: &Span| !code.overlaps(Span::new(span.start, span.start + 1));
        let struck = between_tildes(text, &code).into_iter().chain(elements(text)).filter(is_open);
        let commented = comments(text).into_iter().chain(definitions(text)).filter(is_open);
        Self { struck: SpanSet::new(struck), commented: SpanSet::new(commented) }
    }

    /// True if no part is left out or struck out.
    pub(crate) fn is_empty(&self) -> bool {
        self.struck.is_empty() && self.commented.is_empty()
    }

    /// True if a part overlaps `span`.
    pub(crate) fn overlaps(&self, span: Span) -> bool {
        self.struck.overlaps(span) || self.commented.overlaps(span)
    }
}

/// Returns the text between pairs of tildes in one paragraph.
fn between_tildes(text: &str, code: &SpanSet) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, tildes) in text.match_indices("~~") {
        let (before, after) = (text.get(..at), text.get(at + tildes.len()..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        if before.ends_with('~') || after.starts_with('~') || code.overlaps(Span::new(at, at + 2)) {
            continue;
        }
        let closes = !before.ends_with(char::is_whitespace);
        let inside = open.and_then(|open| text.get(open..at));
        let is_pair = inside.is_some_and(|it| it.len() <= MAX_STRUCK && !it.contains("\n\n"));
        match open.take() {
            Some(start) if is_pair && closes => found.push(Span::new(start, at + tildes.len())),
            _ => open = (!after.starts_with(char::is_whitespace)).then_some(at),
        }
    }
    found
}

/// Returns the elements whose text is struck out, with their tags.
fn elements(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut unclosed = BTreeSet::new();
    let mut done = 0;
    for (at, _) in text.match_indices('<') {
        let rest = text.get(at + 1..).unwrap_or_default();
        let name = rest.find(|c: char| !c.is_ascii_alphabetic()).and_then(|end| rest.get(..end));
        let name = name.filter(|name| STRUCK.iter().any(|it| it.eq_ignore_ascii_case(name)));
        let Some(name) = name.filter(|name| at >= done && !unclosed.contains(name)) else {
            continue;
        };
        match rest.find(&format!("</{name}")) {
            Some(len) => {
                done = at + 1 + len;
                found.push(Span::new(at, done));
            }
            None => {
                unclosed.insert(name);
            }
        }
    }
    found
}

fn comments(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("<!--")) {
        let start = from + start;
        let Some(len) = text.get(start..).and_then(|rest| rest.find("-->")) else { break };
        from = start + len + "-->".len();
        found.push(Span::new(start, from));
    }
    found
}

/// Returns the lines `[//]: # (…)`, which define a link that nothing uses.
fn definitions(text: &str) -> Vec<Span> {
    let starts = text.match_indices("[//]:").map(|(at, _)| at);
    let is_first =
        |at: &usize| text.get(..*at).is_some_and(|it| it.is_empty() || it.ends_with('\n'));
    let line = |at: usize| {
        let len = text.get(at..).map_or(0, |rest| rest.find('\n').unwrap_or(rest.len()));
        Span::new(at, at + len)
    };
    starts.filter(is_first).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of a text that are struck out, and those in comments.
    fn found(text: &str) -> [Vec<&str>; 2] {
        let unshown = Unshown::of(text);
        [&unshown.struck, &unshown.commented].map(|spans| {
            let mut words = Vec::new();
            for word in text.split([' ', '\n']) {
                let at = word.as_ptr() as usize - text.as_ptr() as usize;
                if !word.is_empty() && spans.overlaps(Span::new(at, at + word.len())) {
                    words.push(word);
                }
            }
            words
        })
    }

    #[test]
    fn struck_out_text_is_found_and_code_is_not() {
        let text = "a ~~b c~~ d <del>e</del> f <S>g</S> ~~h `~~i~~` ~~~j";
        assert_eq!(found(text)[0], ["~~b", "c~~", "<del>e</del>", "<S>g</S>"]);
        assert_eq!(found("a ~~b\n\nc~~ d ~~ e ~~ f")[0], [""; 0]);
        assert_eq!(found("about 5 ~~ 6, and <s> alone")[0], [""; 0]);
    }

    #[test]
    fn comments_are_found() {
        let text = "a <!-- b\n\nc --> d\n[//]: # (e)\nf `<!-- g -->` <!-- h";
        assert_eq!(found(text)[1], ["<!--", "b", "c", "-->", "[//]:", "#", "(e)"]);
    }
}
