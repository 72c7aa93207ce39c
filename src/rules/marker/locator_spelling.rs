//! A range that is not spelled as the guide has it.

use crate::dialects::shared::markers;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "M007",
    name: "locator-spelling",
    severity: Severity::Warning,
    on: true,
    summary: "the range is not spelled `L8-L13`",
    explain: "\
The lines are clear, but the range is not spelled as the guide defines it: `L8-13`, `l8-l13`, or with a
long dash. The guide's helper accepts only `L8` and `L8-L13`; anything else is a second source id to it,
or invalidates the whole marker.

Write `L8-L13`; `--fix` does so.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1-1\u{e201}"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1-L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, _) in subject.citations() {
        let whole = citation.problem.as_ref().is_none_or(|it| it.kind.is_about_lines());
        if citation.in_code || !whole || !markers::begins_marker(&citation.raw) {
            continue;
        }
        let Some(found) = markers::respelled(&citation.raw) else { continue };
        let markers::Respelled { written, proper, marker } = found;
        let message = format!("range spelled `{written}` instead of `{proper}`");
        let mut finding = Finding::about(&RULE, subject, index, message);
        finding.fix =
            super::markers::replaced(subject, citation, Some(marker), "spell the range properly");
        findings.push(finding);
    }
}
