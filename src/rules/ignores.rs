//! Comments in a response that say which findings are not to be told:
//! `<!-- pincite-ignore P001, quote-altered: the reason -->`.
//!
//! A comment that has its line to itself is about the next line that is not blank, any other about
//! its own line.

use super::{Finding, Selector};
use crate::text::{LineIndex, Span};

/// What a comment begins with.
const OPENING: &str = "<!-- pincite-ignore";
const CLOSING: &str = "-->";
/// The rule about such comments, which none can ignore.
pub(super) const UNCLEAR: &str = "unclear-ignore";

/// One such comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ignore<'t> {
    /// The comment; bytes of the response.
    pub(super) span: Span,
    /// The rules named.
    pub(super) selectors: Vec<Selector>,
    /// Why a name in it is no rule.
    pub(super) unknown: Vec<String>,
    /// The reason; may be empty.
    pub(super) reason: &'t str,
}

/// The comments in a text.
pub(super) fn ignores(text: &str) -> Vec<Ignore<'_>> {
    memchr::memmem::find_iter(text.as_bytes(), OPENING)
        .filter_map(|start| {
            let inside = start + OPENING.len();
            let rest = text.get(inside..)?;
            let (content, _) = rest.split_once(CLOSING)?;
            let (names, reason) = content.split_once(':').unwrap_or((content, ""));
            let names = names.split([',', ' ', '\n']).map(str::trim).filter(|n| !n.is_empty());
            let (known, unknown): (Vec<_>, Vec<_>) =
                names.map(Selector::parse).partition(Result::is_ok);
            Some(Ignore {
                span: Span::new(start, inside + content.len() + CLOSING.len()),
                selectors: known.into_iter().flatten().collect(),
                unknown: unknown.into_iter().filter_map(Result::err).collect(),
                reason: reason.trim(),
            })
        })
        .collect()
}

/// Takes out the findings that the comments in `text` name.
pub(super) fn apply(text: &str, findings: &mut Vec<Finding>) {
    let ignores = if findings.is_empty() { Vec::new() } else { ignores(text) };
    if ignores.is_empty() {
        return;
    }
    let lines = LineIndex::new(text);
    let ignores: Vec<(u64, Ignore<'_>)> =
        ignores.into_iter().map(|ignore| (line_meant(text, &lines, ignore.span), ignore)).collect();
    findings.retain(|finding| {
        if finding.rule.name == UNCLEAR {
            return true;
        }
        let last = finding.span.end.saturating_sub(1).max(finding.span.start);
        let touched = lines.number(finding.span.start)..=lines.number(last);
        !ignores.iter().any(|(line, ignore)| {
            let is_named = |one: &Selector| one.closeness(finding.rule).is_some();
            touched.contains(line) && ignore.selectors.iter().any(is_named)
        })
    });
}

/// The number of the line that a comment is about.
fn line_meant(text: &str, lines: &LineIndex, comment: Span) -> u64 {
    let first = lines.number(comment.start);
    let last = lines.number(comment.end.saturating_sub(1));
    let is_blank =
        |from: usize, to: usize| text.get(from..to).is_some_and(|part| part.trim().is_empty());
    let starts = lines.span(first).is_some_and(|line| is_blank(line.start, comment.start));
    let ends = lines.span(last).is_some_and(|line| is_blank(comment.end, line.end));
    if !(starts && ends) {
        return first;
    }
    let full = |line: &u64| lines.span(*line).is_some_and(|line| !is_blank(line.start, line.end));
    (last + 1..=lines.count()).find(full).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_about_its_own_line_or_the_next_one() {
        let text = "One. <!-- pincite-ignore P001: why -->\n\n<!-- pincite-ignore P -->\n\nTwo.";
        let lines = LineIndex::new(text);
        let meant: Vec<u64> =
            ignores(text).iter().map(|ignore| line_meant(text, &lines, ignore.span)).collect();
        assert_eq!(meant, [1, 5]);
        assert_eq!(ignores(text)[0].reason, "why");
        assert_eq!(ignores(text)[1].reason, "");
    }

    #[test]
    fn what_is_not_closed_or_named_is_no_ignore() {
        assert_eq!(ignores("<!-- pincite-ignore P001: why"), []);
        let text = "<!-- pincite-ignore nope: why -->";
        assert_eq!(ignores(text)[0].selectors, []);
        assert_eq!(ignores(text)[0].unknown.len(), 1);
    }
}
