//! A marker that opens inside another.

use crate::model::ProblemKind;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "M003",
    name: "nested-marker",
    severity: Severity::Error,
    on: true,
    summary: "another marker opens before this one is closed",
    explain: "\
A second opening (U+E200) precedes the close of the first. Read strictly, both run together into one
marker whose fields are not ids, and both citations are lost.

Close the first marker before the second opens, or write one marker with several ids.",
    fires: Example::refunds(
        "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e200}cite\u{e202}turn0file0\u{e201}",
    ),
    passes: Example::refunds(
        "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
    ),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::markers::with_problem(&RULE, subject, findings, &[ProblemKind::SecondOpening]);
}
