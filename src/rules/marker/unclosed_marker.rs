//! A marker that is never closed.

use crate::model::ProblemKind;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "M002",
    name: "unclosed-marker",
    severity: Severity::Error,
    on: true,
    summary: "the marker is opened but never closed",
    explain: "\
The close (U+E201) is missing, often because the answer was cut off at a token limit or a filter removed
the character. The guide's helper then takes everything up to the next close for one marker, or finds
none: the citation is lost and its raw text is shown.

Close the marker after its last field. If the answer ends here, it was cut off: ask for the rest.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0"),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::markers::with_problem(&RULE, subject, findings, &[ProblemKind::Unclosed]);
}
