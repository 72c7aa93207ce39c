//! Marks in parts of an answer that no reader sees: comments, attributes, elements that are not shown, titles
//! of links, and a model's thoughts. They cite nothing.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::code::Code;
use crate::model::{Anchor, AnchorKind, Case};
use crate::text::Span;
use crate::text::prose::{count, one_line};

/// The longest tag, in bytes.
const MAX_TAG: usize = 1000;

/// The title of a link or of a definition, and the words of a definition that leads nowhere.
static TITLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let link = r#"\]\([^()\s]*[ \t]+("[^"\n]*")\)"#;
    let definition =
        r#"(?m:^ {0,3}\[[^\]\n]+\]:[ \t]+(?:\S+[ \t]+("[^"\n]*")|#[ \t]+(.*))[ \t]*$)"#;
    Regex::new(&format!("{link}|{definition}")).ok()
});

/// Leaves out the citations of a case whose marks are not shown, and notes how many.
pub(crate) fn leave_out(case: &mut Case) {
    if case.response.citations.is_empty() {
        return;
    }
    let text = case.response.text.as_str();
    let thoughts = case.response.cards.iter().filter(|card| card.family == "think");
    let hidden = Hidden::new(thoughts.map(|card| card.span).chain(not_shown(text)));
    let mut first = None;
    let before = case.response.citations.len();
    case.response.citations.retain(|citation| {
        let Anchor { kind, span } = citation.anchor;
        let is_hidden = kind == AnchorKind::Marker && hidden.has(span);
        if is_hidden {
            first.get_or_insert_with(|| one_line(&citation.raw));
        }
        !is_hidden
    });
    let Some(first) = first else { return };
    let marks = count(before - case.response.citations.len(), "mark");
    case.notes.push(format!(
        "{marks} in comments or other text that is not shown left out, such as `{first}`"
    ));
}

/// The parts of a text that are not shown, sorted; none is in another.
pub(crate) struct Hidden(Vec<Span>);

impl Hidden {
    /// Finds those of a text.
    pub(crate) fn of(text: &str) -> Self {
        Self::new(not_shown(text).into_iter())
    }

    fn new(spans: impl Iterator<Item = Span>) -> Self {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        spans.retain(|span| {
            let is_outside = span.end > end;
            end = end.max(span.end);
            is_outside
        });
        Self(spans)
    }

    /// True if all of a mark is not shown. A tag that is a mark itself has attributes, too.
    pub(crate) fn has(&self, mark: Span) -> bool {
        let next = self.0.partition_point(|span| span.start <= mark.start);
        let last = next.checked_sub(1).and_then(|at| self.0.get(at));
        last.is_some_and(|span| mark.end <= span.end)
    }
}

/// Returns the parts of a text that are not shown.
fn not_shown(text: &str) -> Vec<Span> {
    let may_have = text.contains("](") || text.contains("]:");
    let titles = TITLES.iter().filter(|_| may_have);
    let titles = titles.flat_map(|titles| titles.captures_iter(text));
    let titles = titles.filter_map(|found| found.iter().skip(1).flatten().next());
    let mut spans: Vec<Span> = titles.map(|title| Span::new(title.start(), title.end())).collect();
    spans.extend(comments(text));
    spans.extend(in_tags(text));
    if !spans.is_empty() {
        // A tag in code is shown.
        let code = Code::of(text);
        spans.retain(|span| !code.overlaps(Span::new(span.start, span.start + 1)));
    }
    spans
}

fn comments(text: &str) -> Vec<Span> {
    let mut ends = text.match_indices("-->").map(|(at, _)| at).peekable();
    let comments = text.match_indices("<!--").map_while(|(at, _)| {
        while ends.next_if(|end| *end < at).is_some() {}
        ends.peek().map(|end| Span::new(at, *end))
    });
    comments.collect()
}

/// Returns the values of attributes, and the elements that are not shown with their contents.
fn in_tags(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut unclosed: BTreeSet<String> = BTreeSet::new();
    let mut done = 0;
    for (at, _) in text.match_indices('<').filter(|(at, _)| starts_tag(text, *at)) {
        if at < done {
            continue;
        }
        let rest = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
        let Some((tag, _)) = rest.split_once('>') else { continue };
        let end = at + tag.len();
        let name = tag.trim_start_matches('<').split(|c: char| !c.is_ascii_alphanumeric()).next();
        let close = format!("</{}", name.unwrap_or_default());
        if is_hidden(tag) && !unclosed.contains(&close) {
            // What is never closed hides no answer.
            let inside = text.get(end..).unwrap_or_default();
            if let Some(len) = inside.find(&close) {
                done = end + len;
                spans.push(Span::new(at, done));
                continue;
            }
            unclosed.insert(close);
        }
        let mut quotes = tag.match_indices('"').map(|(quote, _)| at + quote);
        while let (Some(open), Some(close)) = (quotes.next(), quotes.next()) {
            spans.push(Span::new(open, close));
        }
        done = end;
    }
    spans
}

fn starts_tag(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// True if the element of a tag is not shown.
fn is_hidden(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let name = tag.trim_start_matches('<').split(|c: char| !c.is_ascii_alphanumeric()).next();
    let style = tag.replace(' ', "");
    matches!(name, Some("script" | "style" | "template"))
        || style.contains("display:none")
        || style.contains("visibility:hidden")
        || tag.split_ascii_whitespace().skip(1).any(|it| matches!(it, "hidden" | "hidden=\"\""))
}
