//! Marks in parts of an answer that no reader sees: comments, attributes, elements that are not shown, titles
//! of links, and a model's thoughts. They cite nothing.

use std::sync::LazyLock;

use regex::Regex;

use crate::model::{AnchorKind, Case};
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

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
    let text = case.response.text.as_str();
    let thoughts = case.response.cards.iter().filter(|card| card.family == "think");
    let hidden = thoughts.map(|card| card.span).chain(not_shown(text));
    let hidden = SpanSet::new(hidden);
    let mut first = None;
    let before = case.response.citations.len();
    case.response.citations.retain(|citation| {
        let is_hidden =
            citation.anchor.kind == AnchorKind::Marker && hidden.overlaps(citation.anchor.span);
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

/// Returns the parts of a text that are not shown.
pub(crate) fn not_shown(text: &str) -> Vec<Span> {
    let titles = TITLES.iter().flat_map(|titles| titles.captures_iter(text));
    let titles = titles.filter_map(|found| found.iter().skip(1).flatten().next());
    let mut spans: Vec<Span> = titles.map(|title| Span::new(title.start(), title.end())).collect();
    spans.extend(comments(text));
    spans.extend(in_tags(text));
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
        if is_hidden(tag) {
            let inside = text.get(end..).unwrap_or_default();
            done = inside.find(&close).map_or(text.len(), |len| end + len);
            spans.push(Span::new(at, done));
            continue;
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
