//! A marker alone in its line.

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F006",
    name: "marker-alone",
    severity: Severity::Warning,
    on: true,
    summary: "nothing but citations stands in the line or paragraph",
    explain: "\
The citation guide asks for this in its prompt: \"Citations must not be put in a line or paragraph with nothing else but
the citations themselves.\"

Nothing tells what such a citation stands behind: the paragraph above, or all of the answer. Write the
marker at the end of the sentence or paragraph that it supports. Directly below a code block it may
stand alone: there is no better place for what the code is taken from.",
    fires: Example {
        response: "Refunds take five days.\n\n\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Refunds take five working days.")],
    },
    passes: Example {
        response: "Refunds take five days.\n\nSo they say.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Refunds take five working days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let layout = subject.layout();
    let mut line = None;
    for run in &layout.runs {
        // One line is told of once, at its first run.
        if line.replace(run.line) == Some(run.line) || run.code.is_some() || run.on_fence {
            continue;
        }
        let below_code =
            run.line.start.checked_sub(1).is_some_and(|end| is_fence(&layout.text, end));
        if !super::says_something(layout, Span::new(run.line.start, run.line.end)) && !below_code {
            findings.push(super::about(&RULE, run, "alone in the line"));
        }
    }
}

/// Whether the line that ends at byte `end` is a fence.
fn is_fence(text: &str, end: usize) -> bool {
    let before = text.get(..end).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let line = line.trim_matches(|c: char| c.is_whitespace() || c == '>');
    line.starts_with("```") || line.starts_with("~~~")
}
