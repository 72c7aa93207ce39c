//! Marks in parts of an answer that no reader sees: comments, attributes, elements that are not shown, titles
//! of links, and a model's thoughts. They cite nothing.

use std::cell::LazyCell;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::code::Code;
use crate::dialects::shared::not_shown::NotShown;
use crate::model::{Anchor, AnchorKind, Case};
use crate::text::Span;
use crate::text::prose::{count, one_line};

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

/// Returns the parts of a text that are not shown. A tag in code is shown.
fn not_shown(text: &str) -> Vec<Span> {
    let code = LazyCell::new(|| Code::of(text));
    let is_code = |at: usize| code.contains(at);
    let may_have = text.contains("](") || text.contains("]:");
    let titles = TITLES.iter().filter(|_| may_have);
    let titles = titles.flat_map(|titles| titles.captures_iter(text));
    let titles = titles.filter_map(|found| found.iter().skip(1).flatten().next());
    let titles = titles.map(|title| Span::new(title.start(), title.end()));
    let mut spans: Vec<Span> = titles.chain(comments(text)).collect();
    spans.retain(|span| !is_code(span.start));
    let NotShown { elements, values } = NotShown::of(text, &is_code);
    spans.extend(elements.into_iter().chain(values));
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
