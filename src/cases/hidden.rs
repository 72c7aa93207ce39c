//! Marks in parts of an answer that no reader sees: comments, attributes, elements that are not shown, titles
//! of links, texts of pictures, front matter, footnotes that nothing refers to, and a model's thoughts. They
//! cite nothing.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::code::Code;
use crate::model::{Anchor, AnchorKind, Case};
use crate::text::Span;
use crate::text::not_shown::NotShown;
use crate::text::prose::{count, one_line};
use crate::text::unshown::Unshown;

/// The title of a link or of a definition, the words of a definition that leads nowhere, and its target in `<…>`.
static TITLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let link = r#"\]\([^()\s]*[ \t]+("[^"\n]*")\)"#;
    let definition =
        r#"(?m:^ {0,3}\[[^\]\n]+\]:[ \t]+(?:(<[^>\n]*>)|\S+[ \t]+("[^"\n]*")|#[ \t]+(.*))[ \t]*$)"#;
    Regex::new(&format!("{link}|{definition}")).ok()
});

/// The name of a footnote, and a colon if this is its definition.
static FOOTNOTES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[\^([^\]\s\[]+)\](:)?").ok());

/// The longest text of a picture, in bytes.
const MAX_PICTURE: usize = 1000;

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
    let titles = may_have.then(|| TITLES.iter()).into_iter().flatten();
    let titles = titles.flat_map(|titles| titles.captures_iter(text));
    let titles = titles.filter_map(|found| found.iter().skip(1).flatten().next());
    let titles = titles.map(|title| Span::new(title.start(), title.end()));
    let comments = Unshown::of(text).commented;
    let spans = titles.chain(comments.iter()).chain(pictures(text)).chain(footnotes(text));
    let mut spans: Vec<Span> = spans.chain(front_matter(text)).collect();
    spans.retain(|span| !is_code(span.start));
    let NotShown { elements, values, .. } = NotShown::of(text, &is_code);
    spans.extend(elements.into_iter().chain(values));
    spans
}

/// Returns the texts of pictures: `![words](address)`.
fn pictures(text: &str) -> Vec<Span> {
    let picture = |(at, _): (usize, &str)| {
        let rest = text.get(at + 1..text.floor_char_boundary(at + MAX_PICTURE))?;
        let mut depth = 0_usize;
        let close = rest.find(|c: char| {
            match c {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 || c == '\n'
        })?;
        rest.get(close..)?.starts_with("](").then(|| Span::new(at, at + 1 + close))
    };
    text.match_indices("![").filter_map(picture).collect()
}

/// Returns the definitions of footnotes that nothing refers to, with the indented lines after them.
fn footnotes(text: &str) -> Vec<Span> {
    let Some(pattern) = text.contains("[^").then(|| FOOTNOTES.as_ref()).flatten() else {
        return Vec::new();
    };
    let mut definitions: Vec<(&str, usize)> = Vec::new();
    let mut referred: BTreeSet<&str> = BTreeSet::new();
    for found in pattern.captures_iter(text) {
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
        let before = text.get(..whole.start()).unwrap_or_default();
        let is_first = before.trim_end_matches(' ').ends_with('\n') || before.trim().is_empty();
        if found.get(2).is_some() && is_first {
            definitions.push((name.as_str(), whole.start()));
        } else {
            referred.insert(name.as_str());
        }
    }
    definitions.retain(|(name, _)| !referred.contains(name));
    let span = |(_, start): (&str, usize)| {
        let lines = text.get(start..).unwrap_or_default().split_inclusive('\n');
        let own = lines.enumerate().take_while(|(at, line)| *at == 0 || line.starts_with("  "));
        Span::new(start, start + own.map(|(_, line)| line.len()).sum::<usize>())
    };
    definitions.into_iter().map(span).collect()
}

/// Returns the fields before the text of a page: `title: …` between lines `---`, or `+++`.
fn front_matter(text: &str) -> Option<Span> {
    let (fence, sign) = if text.starts_with("+++\n") { ("+++", '=') } else { ("---", ':') };
    let rest = text.strip_prefix(fence)?.strip_prefix('\n')?;
    let (key, _) = rest.lines().find(|line| !line.trim().is_empty())?.split_once(sign)?;
    let is_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    if key.is_empty() || !key.chars().all(is_key) || key.trim().contains(' ') {
        return None;
    }
    let end = rest.find(&format!("\n{fence}"))?;
    Some(Span::new(0, fence.len() + 1 + end))
}
