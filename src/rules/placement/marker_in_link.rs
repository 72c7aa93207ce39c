//! A marker in a link.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F002",
    name: "marker-in-link",
    severity: Severity::Warning,
    on: true,
    summary: "the marker is inside a link",
    explain: "\
A marker becomes a link of its own where it is drawn, and a link cannot hold another. In the address of
a link it breaks the address.

The citation guide asks for this in its prompt: \"Citations must not be placed inside markdown bold, italics, or code
fences, as they will not display correctly. Instead, place the citations outside the markdown block.\"
The same applies to links. Put the marker after the link. `--fix` does so where the marker is the first
or the last thing in the text of the link.",
    fires: Example::refunds("See [the rules\u{e200}cite\u{e202}turn0file0\u{e201}](https://example.com)."),
    passes: Example::refunds("See [the rules](https://example.com).\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for run in subject.layout().runs.iter().filter(|run| run.of_guide) {
        let Some(element) = run.link else { continue };
        let finding = super::runs::about(&RULE, run, "inside a link");
        let fix = super::runs::out_of(
            subject,
            run,
            element,
            |before| matches!(before, "[" | "!["),
            |after| after.starts_with(']'),
        );
        findings.push(Finding { fix, ..finding });
    }
}
