//! Text fragments that lead to the words of a passage: `#:~:text=[prefix-,]start[,end][,-suffix]`.
//!
//! Spec: WICG, URL Fragment Text Directives. Short passages are given in full, long ones by their
//! first and last words; if those occur in several places, words around them are added. Everything
//! except letters and digits is percent-encoded, including `-`, `,` and `&`, as the directive
//! requires.

use super::wording::Quotable;
use crate::text::Span;
use crate::text::address;

/// A passage of at most this many words on one line is named whole.
const WHOLE: usize = 12;

/// Number of words for the start and for the end of a long quote.
const ENDS: usize = 5;

/// Number of words before and after a place that distinguish it from others.
const AROUND: usize = 4;

/// Returns the directive for `span` of a source, from its `:~:`; `None` if it has no words.
pub(super) fn directive(source: &Quotable, span: Span) -> Option<String> {
    let text = source.text.as_str();
    let words = span.slice(text)?;
    let lines: Vec<&str> = words.lines().map(str::trim).filter(|line| is_said(line)).collect();
    let (first, last) = (*lines.first()?, *lines.last()?);
    let all: Vec<&str> = first.split_whitespace().collect();
    let whole = lines.len() == 1 && all.len() <= WHOLE;
    let (start, end) = if whole {
        (first, None)
    } else {
        (cut(first, ENDS, false)?, Some(cut(last, ENDS, true)?))
    };
    let begin = span.start + words.find(start)?;
    let after = match end {
        Some(end) => span.start + words.rfind(end)? + end.len(),
        None => begin + start.len(),
    };
    let mut out = String::from(":~:text=");
    let start_repeats = source.repeats(start);
    if start_repeats && let Some(prefix) = line_before(text, begin) {
        out.push_str(&address::text_encoded(prefix));
        out.push_str("-,");
    }
    out.push_str(&address::text_encoded(start));
    if let Some(end) = end {
        out.push(',');
        out.push_str(&address::text_encoded(end));
    }
    if end.map_or(start_repeats, |end| source.repeats(end))
        && let Some(suffix) = line_behind(text, after)
    {
        out.push_str(",-");
        out.push_str(&address::text_encoded(suffix));
    }
    Some(out)
}

fn is_said(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// Returns the first words of a line, or the last; all of it if it has no more.
fn cut(line: &str, most: usize, from_end: bool) -> Option<&str> {
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in line.split_whitespace() {
        let start = at + line.get(at..)?.find(word)?;
        at = start + word.len();
        ends.push((start, at));
    }
    let skip = if from_end { ends.len().saturating_sub(most) } else { 0 };
    let kept = ends.get(skip..)?;
    let kept = kept.get(..most.min(kept.len()))?;
    line.get(kept.first()?.0..kept.last()?.1)
}

/// Returns the last words of the line before a place.
fn line_before(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?.rsplit('\n').next()?.trim();
    cut(line, AROUND, true).filter(|words| is_said(words))
}

/// Returns the first words of the line after a place.
fn line_behind(text: &str, at: usize) -> Option<&str> {
    let line = text.get(at..)?.split('\n').next()?.trim();
    cut(line, AROUND, false).filter(|words| is_said(words))
}
