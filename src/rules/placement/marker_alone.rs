//! A marker on a line of its own.

use std::ops::RangeInclusive;

use crate::rules::layout::{Layout, Run};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F006",
    name: "marker-alone",
    severity: Severity::Warning,
    on: true,
    summary: "the line or paragraph holds nothing but citations",
    explain: "\
The citation guide asks for this in its prompt: \"Citations must not be put in a line or paragraph with nothing else but
the citations themselves.\"

Readers cannot know which claim such a citation supports: the paragraph above, or the whole answer. Put
the marker at the end of the sentence or paragraph that it supports. Directly below a code block it may
be alone, because there is no better place for it.",
    fires: Example::refunds("Refunds take five days.\n\n\u{e200}cite\u{e202}turn0file0\u{e201}"),
    passes: Example::refunds("Refunds take five days.\n\nSo they say.\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

/// The minimum length of a line that is taken to be wrapped, in bytes.
const WRAPPED: RangeInclusive<usize> = 40..=120;

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let layout = subject.layout();
    let mut line = None;
    let mut above = LastLine::new(&layout.text);
    for run in layout.runs.iter().filter(|run| run.of_guide || run.in_text) {
        // One finding per line, at its first run.
        if line.replace(run.line) == Some(run.line) || run.code.is_some() || run.on_fence {
            continue;
        }
        if !super::runs::says_something(layout, run.line)
            && !has_to_stand_alone(layout, run, &mut above)
        {
            findings.push(super::runs::about(&RULE, run, "alone on the line"));
        }
    }
}

/// True if it is the end of a wrapped paragraph, or directly below a code block.
fn has_to_stand_alone(layout: &Layout, run: &Run, above: &mut LastLine<'_>) -> bool {
    let before = layout.text.get(..run.line.start).unwrap_or_default();
    let before = before.strip_suffix('\n').unwrap_or(before);
    let before = before.strip_suffix('\r').unwrap_or(before);
    // No more of a long line is read than tells that it is not wrapped.
    let near = before.ceil_char_boundary(before.len().saturating_sub(WRAPPED.end() + 1));
    let line_above = before.get(near..).and_then(|it| it.rsplit(['\n', '\r']).next());
    let length = line_above.map_or(0, str::len);
    if length + run.span.len() > 80 && WRAPPED.contains(&length) {
        return true;
    }
    let last = above.before(run.line.start).trim_matches(|c: char| c.is_whitespace() || c == '>');
    last.starts_with("```") || last.starts_with("~~~")
}

/// The last line with words before a place. Places are asked for in order, and each part of the text
/// is read once.
struct LastLine<'t> {
    text: &'t str,
    /// The place asked for last.
    at: usize,
    /// The line that was found for it.
    found: Span,
}

impl<'t> LastLine<'t> {
    const fn new(text: &'t str) -> Self {
        Self { text, at: 0, found: Span::new(0, 0) }
    }

    fn before(&mut self, at: usize) -> &'t str {
        let between = self.text.get(self.at..at).unwrap_or_default();
        let lines = between.rsplit('\n');
        let mut end = at;
        for line in lines {
            let start = end - line.len();
            if !line.trim().is_empty() {
                self.found = Span::new(start, end);
                break;
            }
            end = start.saturating_sub(1);
        }
        self.at = self.at.max(at);
        self.found.slice(self.text).unwrap_or_default()
    }
}
