//! A marker on a line of its own.

use std::ops::RangeInclusive;

use crate::rules::layout::{Layout, Run};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

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
    for run in layout.runs.iter().filter(|run| run.of_guide || run.in_text) {
        // One finding per line, at its first run.
        if line.replace(run.line) == Some(run.line) || run.code.is_some() || run.on_fence {
            continue;
        }
        if !super::runs::says_something(layout, run.line) && !has_to_stand_alone(layout, run) {
            findings.push(super::runs::about(&RULE, run, "alone on the line"));
        }
    }
}

/// True if it is the end of a wrapped paragraph, or directly below a code block.
fn has_to_stand_alone(layout: &Layout, run: &Run) -> bool {
    let above = layout.text.get(..run.line.start).unwrap_or_default();
    let line_above = above.trim_end_matches(['\n', '\r']).rsplit('\n').next().unwrap_or_default();
    if line_above.len() + run.span.len() > 80 && WRAPPED.contains(&line_above.len()) {
        let gap = above.len() - above.trim_end_matches(['\n', '\r']).len();
        if gap <= "\r\n".len() && !above.ends_with("\n\n") {
            return true;
        }
    }
    let last = above.trim_end().rsplit('\n').next().unwrap_or_default();
    let last = last.trim_matches(|c: char| c.is_whitespace() || c == '>');
    last.starts_with("```") || last.starts_with("~~~")
}
