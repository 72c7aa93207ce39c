//! A marker in a heading.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F011",
    name: "marker-in-heading",
    severity: Severity::Warning,
    on: true,
    summary: "the marker is in a heading",
    explain: "\
A heading names what follows and states nothing that a source could support. Prompts for cited answers
forbid citations there, and many programs drop them from a table of contents or show them raw.

Move the citation to the sentence in the section that the source supports.",
    fires: Example::refunds("## Refunds\u{e200}cite\u{e202}turn0file0\u{e201}\n\nThey take five days."),
    passes: Example::refunds("## Refunds\n\nRefunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let runs = subject.layout().runs.iter().filter(|run| run.of_guide || run.in_text);
    for run in runs.filter(|run| run.heading.is_some() && run.code.is_none()) {
        let finding = super::runs::about(&RULE, run, "in a heading");
        findings.push(finding.help("cite the sentence in the section that the source supports"));
    }
}
