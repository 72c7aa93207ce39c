//! Text of a Markdown source that a reader does not see, or sees struck out.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::entities::entities;
use super::not_shown::NotShown;
use super::span_set::SpanSet;
use super::{Span, markdown, page};

/// The maximum length of struck out text between tildes, in bytes.
const MAX_STRUCK: usize = 4096;

/// Elements whose text is struck out.
const STRUCK: [&str; 3] = ["del", "s", "strike"];

/// The parts of a text that say nothing, or not any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unshown {
    /// In `~~…~~`, `<del>…</del>`, `<s>…</s>` or `<strike>…</strike>`.
    pub(crate) struck: SpanSet,
    /// In `<!-- … -->`, `[//]: # (…)`, `{::comment} … {:/comment}` or, on lines of their own, `%% … %%`.
    pub(crate) commented: SpanSet,
    /// In an element that is not shown, such as `<template>` or one with `display:none`.
    pub(crate) hidden: SpanSet,
    /// Tags of elements that are shown; of a page of HTML, all that is no text. They leave nothing out.
    pub(crate) tags: SpanSet,
    /// Entities that are shown as another character, in order.
    pub(crate) entities: Vec<(Span, char)>,
}

impl Unshown {
    /// Finds them; code shows what is in it.
    pub(crate) fn of(text: &str) -> Self {
        // Most texts have none of these.
        let has_sign = memchr::memchr3(b'~', b'<', b'&', text.as_bytes()).is_some();
        if !has_sign && !["[//]:", "{::", "%%"].iter().any(|sign| text.contains(sign)) {
            return Self::default();
        }
        // A page is no Markdown.
        let is_page = page::is_page(text);
        let code = LazyCell::new(|| SpanSet::new(markdown::code_spans(text, &[])));
        let is_code = |at: usize| !is_page && code.overlaps(Span::new(at, at + 1));
        let is_open = |span: &Span| !is_code(span.start);
        let struck = between_tildes(text, &is_code).into_iter().chain(elements(text));
        let comments = comments(text).into_iter().chain(definitions(text)).chain(marked(text));
        let NotShown { elements: hidden, tags, .. } = NotShown::of(text, &is_code);
        Self {
            struck: SpanSet::new(struck.filter(is_open)),
            commented: SpanSet::new(comments.filter(is_open)),
            hidden: SpanSet::new(hidden),
            entities: entities(text).filter(|(span, _)| !is_code(span.start)).collect(),
            tags: SpanSet::new(if is_page { page::markup(text) } else { tags }),
        }
    }

    /// True if no part is left out or struck out.
    pub(crate) fn is_empty(&self) -> bool {
        self.struck.is_empty() && self.commented.is_empty() && self.hidden.is_empty()
    }

    /// True if a part overlaps `span`.
    pub(crate) fn overlaps(&self, span: Span) -> bool {
        [&self.struck, &self.commented, &self.hidden].iter().any(|spans| spans.overlaps(span))
    }
}

/// Returns the text between pairs of tildes in one paragraph.
fn between_tildes(text: &str, is_code: &dyn Fn(usize) -> bool) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, tildes) in text.match_indices("~~") {
        let (before, after) = (text.get(..at), text.get(at + tildes.len()..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        if before.ends_with('~') || after.starts_with('~') || is_code(at) {
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
        let Some(len) = text.get(start..).and_then(|rest| rest.find("-->")) else {
            // Only at the start of a line does a comment without an end hide what follows.
            let line = text.get(..start).and_then(|before| before.rsplit('\n').next());
            let opens = line.is_some_and(|line| line.len() <= 3 && line.trim().is_empty());
            found.extend(opens.then(|| Span::new(start, text.len())));
            break;
        };
        from = start + len + "-->".len();
        found.push(Span::new(start, from));
    }
    found
}

/// Returns what programs that show Markdown take for comments: `{::comment} … {:/comment}`, and `%% … %%`
/// from the start of a line to the end of one.
fn marked(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("{::comment}")) {
        let start = from + start;
        let end = text.get(start..).and_then(|rest| rest.find("{:/"));
        from = end.map_or(text.len(), |len| start + len);
        found.push(Span::new(start, from));
    }
    let is_free = |at: usize| {
        let (before, after) = text.split_at_checked(at).unwrap_or_default();
        let starts = before.is_empty() || before.ends_with('\n');
        (
            starts,
            after.get(2..).is_none_or(|rest| {
                rest.trim_start_matches(' ').starts_with('\n') || rest.is_empty()
            }),
        )
    };
    let mut open = None;
    for (at, _) in text.match_indices("%%") {
        let (starts, ends) = is_free(at);
        match open {
            None if starts => open = Some(at),
            Some(start) if ends => {
                found.push(Span::new(start, at + 2));
                open = None;
            }
            _ => {}
        }
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

    /// Returns the words of a text that are struck out, those in comments, and those in elements that are not shown.
    fn found(text: &str) -> [Vec<&str>; 3] {
        let unshown = Unshown::of(text);
        [&unshown.struck, &unshown.commented, &unshown.hidden].map(|spans| {
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
        assert_eq!(found("a\n<!-- b\n\nc")[1], ["<!--", "b", "c"]);
        let text = "{::comment}\na\n{:/comment}\nb\n%% c %%\nd 5 %% e %%\n%%\nf\n%%";
        assert_eq!(found(text)[1], ["{::comment}", "a", "%%", "c", "%%", "%%", "f", "%%"]);
    }

    #[test]
    fn elements_that_are_not_shown_are_found() {
        let text = "a <p style=\"display:none\">\nb\n</p>\n\nc `<template>d</template>` <svg>\ne\n</svg> f";
        assert_eq!(found(text)[2], ["<p", "style=\"display:none\">", "b", "<svg>", "e"]);
    }
}
