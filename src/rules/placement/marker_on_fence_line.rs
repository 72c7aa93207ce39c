//! A marker on the line that closes a fence.

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F004",
    name: "marker-on-fence-line",
    severity: Severity::Error,
    on: true,
    summary: "the marker is on the line that closes a code block",
    explain: "\
A fence closes a code block only if nothing else is on its line. With a marker after it the block
continues to the end of the answer, and all text and every citation below is shown as code.

The citation guide asks for this in its prompt: \"Citations outside code fences may not be placed on the
same line as the end of the code fence.\" Put the marker on the next line; `--fix` does so.",
    fires: Example::refunds("```\nrefund(5)\n``` \u{e200}cite\u{e202}turn0file0\u{e201}\n\nThat is all."),
    passes: Example::refunds("```\nrefund(5)\n```\n\u{e200}cite\u{e202}turn0file0\u{e201}\n\nThat is all."),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let text = subject.case.response.text.as_str();
    for run in subject.layout().runs.iter().filter(|run| run.on_fence) {
        let mut finding = super::runs::about(&RULE, run, "on the line that closes a code block");
        let line = run.line.slice(&subject.layout().text).unwrap_or_default();
        let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let before = line.get(..run.span.start - run.line.start).unwrap_or_default();
        // There is nothing before the fence to move the marker to. Inside a block quote, a new line
        // would need a `>`, which would be literal text in a code block.
        if before.len() > indent.len()
            && !line.trim_start().starts_with('>')
            && run.span.end == run.line.end
            && let Some(marker) = run.span.slice(text)
        {
            let cut = Span::new(run.span.start - super::runs::blanks_before(before), run.line.end);
            let edits = vec![(cut, format!("\n{indent}{marker}"))];
            finding.fix = super::runs::fix(run, "move the marker to the next line", edits);
        }
        findings.push(finding);
    }
}
