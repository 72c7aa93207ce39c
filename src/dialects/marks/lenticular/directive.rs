//! Directives and slots: `:codex-file-citation[…]{…}`, `:contentReference[oaicite:2]{index=2}`,
//! `[oaicite:2]`, `[oai_citation:0‡Label](url)`.

use crate::dialects::marks::lenticular::mark::{FILE, Mark, line};
use crate::model::{Locator, Problem, ProblemKind, Target};
use crate::text::Span;

/// Returns the directive at the start of `rest`.
pub(crate) fn read(rest: &str) -> Option<Mark> {
    let rest = line(rest);
    codex(rest).or_else(|| slot(rest)).or_else(|| copied(rest))
}

fn mark(length: usize, family: &'static str, target: Target) -> Mark {
    Mark {
        span: Span::new(0, length),
        family,
        target: Some(target),
        label: None,
        url: None,
        problem: None,
        card: false,
        is_definite: true,
    }
}

/// Reads `:codex-file-citation[codex-file-citation]{line_range_start=1 line_range_end=9 path=…
/// git_url="…"}`.
fn codex(line: &str) -> Option<Mark> {
    let body = line.strip_prefix(":codex-file-citation")?;
    let body =
        body.strip_prefix('[').and_then(|label| Some(label.split_once(']')?.1)).unwrap_or(body);
    let body = body.strip_prefix('{')?;
    let fields = fields(body);
    let end = fields.end.map(|end| line.len() - body.len() + end);
    let get =
        |key: &str| fields.pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
    let number = |key: &str| get(key).and_then(|value| value.parse::<u64>().ok());
    let first = number("line_range_start");
    let last = number("line_range_end").or(first);
    let locator = first.zip(last).map(|(first, last)| Locator::Lines { first, last });
    let id = get("path").unwrap_or_default().to_owned();
    let mut mark =
        mark(end.unwrap_or(line.len()), FILE, Target { id, locator, ..Target::default() });
    if get("path").is_none() {
        mark.target = None;
        mark.problem = Some(Problem::new(ProblemKind::NoId, "the directive names no path"));
    } else if end.is_none() {
        mark.problem =
            Some(Problem::new(ProblemKind::Unclosed, "the mark is opened but never closed"));
    } else if first.zip(last).is_some_and(|(first, last)| last < first) {
        let message = "the range ends before it starts".to_owned();
        mark.problem = Some(Problem::new(ProblemKind::ReversedRange, message));
    } else if first == Some(0) {
        mark.problem = Some(Problem::new(ProblemKind::LineZero, "lines count from 1"));
    }
    Some(mark)
}

/// `key=value` pairs up to a `}`.
struct Fields<'t> {
    pairs: Vec<(&'t str, &'t str)>,
    /// The place after the `}`; `None` if there is none.
    end: Option<usize>,
}

/// Reads values that are quoted, or that extend to the next ` key=` or the end: a path may contain
/// blanks.
fn fields(body: &str) -> Fields<'_> {
    let mut pairs = Vec::new();
    let mut rest = body;
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            return Fields { pairs, end: Some(body.len() - after.len()) };
        }
        let Some((key, value)) = rest.split_once('=') else { return Fields { pairs, end: None } };
        if let Some(quoted) = value.strip_prefix('"') {
            let Some((value, after)) = quoted.split_once('"') else {
                return Fields { pairs, end: None };
            };
            pairs.push((key.trim(), value));
            rest = after;
            continue;
        }
        let length = plain_value(value);
        let (value, after) = value.split_at_checked(length).unwrap_or((value, ""));
        pairs.push((key.trim(), value.trim()));
        rest = after;
    }
}

/// Returns the length of an unquoted value.
fn plain_value(value: &str) -> usize {
    let close = value.find('}').unwrap_or(value.len());
    let inner = value.get(..close).unwrap_or_default();
    // The next key is the word before the next `=`.
    let next = inner.find('=').and_then(|equals| inner.get(..equals)?.rfind(' '));
    next.unwrap_or(close)
}

/// Reads `[oaicite:2]`, with or without `:contentReference` (one colon or two) before and
/// `{index=2}` after it.
fn slot(line: &str) -> Option<Mark> {
    let named = ["::contentReference", ":contentReference"];
    let slot = named.iter().find_map(|name| line.strip_prefix(name)).unwrap_or(line);
    let inner = slot.strip_prefix("[oaicite:")?;
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=6).contains(&digits) {
        return None;
    }
    let (number, after) = inner.split_at_checked(digits)?;
    let after = after.strip_prefix(']')?;
    let index = after.strip_prefix("{index=").and_then(|rest| {
        let (number, rest) = rest.split_once('}')?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(rest)
    });
    let length = line.len() - index.unwrap_or(after).len();
    Some(mark(length, "slot", Target { id: format!("oaicite:{number}"), ..Target::default() }))
}

/// Reads `[oai_citation:0‡Label](url)`.
fn copied(line: &str) -> Option<Mark> {
    let inner = line.strip_prefix("[oai_citation")?;
    let inner = inner.strip_prefix("_attribution").unwrap_or(inner).strip_prefix(':')?;
    let (number, rest) = inner.split_once('‡')?;
    let (label, rest) = rest.split_once("](")?;
    let (url, after) = rest.split_once(')')?;
    let number = number.trim();
    if number.is_empty() || number.len() > 8 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let url = url.split(' ').next().unwrap_or(url);
    let id = if url.contains("://") { url.to_owned() } else { format!("oai_citation:{number}") };
    let mut mark = mark(line.len() - after.len(), "link", Target { id, ..Target::default() });
    mark.label = Some(label.to_owned());
    mark.url = url.contains("://").then(|| url.to_owned());
    Some(mark)
}
