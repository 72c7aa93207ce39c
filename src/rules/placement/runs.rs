//! Findings and fixes for a run of markers.

use crate::rules::layout::{Layout, Run};
use crate::rules::{Finding, Fix, Rule, Subject};
use crate::text::Span;

/// Returns a finding about all markers of a run, at its first citation.
pub(super) fn about(rule: &'static Rule, run: &Run, place: &str) -> Finding {
    let message = match run.citations.len() {
        1 => format!("marker {place}"),
        many => format!("{many} markers {place}"),
    };
    Finding { citation: run.citations.first().copied(), ..Finding::new(rule, run.span, message) }
}

/// Moves a run out of the element around it if it is at one of its ends, so that the text it
/// belongs to stays the same. `opens` and `closes` recognize the element's own markup.
pub(super) fn out_of(
    subject: &Subject<'_>,
    run: &Run,
    element: Span,
    opens: fn(&str) -> bool,
    closes: fn(&str) -> bool,
) -> Option<Box<Fix>> {
    let text = subject.case.response.text.as_str();
    // Includes the other markers: a run at an end moves first, and the next one follows.
    let before = text.get(element.start..run.span.start)?;
    let after = text.get(run.span.end..element.end)?;
    // Next to more of the same markup, it is unclear which part belongs to the element.
    let is_markup = |c: char| matches!(c, '*' | '_' | '~' | '`');
    if text.get(..element.start)?.ends_with(is_markup)
        || text.get(element.end..)?.starts_with(is_markup)
    {
        return None;
    }
    // Without the marker between them, two pieces of markup would be read as one.
    if before.trim_end().ends_with(is_markup) && after.trim_start().starts_with(is_markup) {
        return None;
    }
    // A broken marker may end elsewhere if other characters follow it.
    if runs_into_broken_marker(subject, run) {
        return None;
    }
    // Markup at the start of a line closes nothing, and at its end it opens nothing.
    let at_line_start = before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    let at_line_end = after.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let (cut, to) = if closes(after.trim()) && !opens(before.trim()) && !at_line_start {
        (Span::new(run.span.start - blanks_before(before), run.span.end), element.end)
    } else if opens(before.trim())
        && after.trim_start().starts_with(char::is_alphanumeric)
        && !at_line_end
        && !subject.layout().may_close_emphasis(element.start)
    {
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        (Span::new(run.span.start, run.span.end + blanks), element.start)
    } else {
        return None;
    };
    // A marker that jumped over another one would change their order.
    let jumped = cut.end.min(to)..cut.start.max(to);
    let others = subject.case.response.citations.iter().enumerate();
    let mut others = others.filter(|(index, _)| !run.citations.contains(index));
    if others.any(|(_, other)| jumped.contains(&other.anchor.span.start)) {
        return None;
    }
    let moved = (Span::at(to), cut.slice(text)?.to_owned());
    let mut edits = vec![(cut, String::new()), moved];
    edits.sort_by_key(|(span, _)| *span);
    fix(run, "move the marker out", edits)
}

/// True if a marker without its private-use characters is directly before or after a run.
fn runs_into_broken_marker(subject: &Subject<'_>, run: &Run) -> bool {
    let text = subject.case.response.text.as_str();
    let before = text.get(..run.span.start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = text.get(run.span.end..).unwrap_or_default();
    let next = text.len() - after.trim_start_matches([' ', '\t']).len();
    let is_covered = |at: usize| {
        let letter = text.as_bytes().get(at).filter(|byte| byte.is_ascii_alphanumeric());
        letter.is_some() && letter != subject.layout().text.as_bytes().get(at)
    };
    before.len().checked_sub(1).is_some_and(is_covered) || is_covered(next)
}

/// Returns a fix of a run whose markers are part of the text.
pub(super) fn fix(run: &Run, summary: &str, edits: Vec<(Span, String)>) -> Option<Box<Fix>> {
    let fix = || Fix { summary: summary.to_owned(), edits, moves_locator: false };
    run.in_text.then(|| Box::new(fix()))
}

/// Counts the bytes of the blanks at the end of a text.
pub(super) fn blanks_before(text: &str) -> usize {
    text.len() - text.trim_end_matches([' ', '\t']).len()
}

/// True if a stretch of the layout's text contains anything but markup and bullets.
pub(super) fn says_something(layout: &Layout, span: Span) -> bool {
    let text = span.slice(&layout.text).unwrap_or_default();
    text.chars().any(|c| !(c.is_whitespace() || c.is_ascii_punctuation() || "•–—·".contains(c)))
}
