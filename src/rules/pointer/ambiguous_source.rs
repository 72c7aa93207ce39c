//! Several sources have the cited id.

use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P002",
    name: "ambiguous-source",
    severity: Severity::Error,
    on: true,
    summary: "several sources have the cited id",
    explain: "\
More than one source has the cited id. No passage is shown, because any choice could be wrong: a claim
would then seem to be supported by a text it was never taken from.

Give each source a unique id, or choose one with `--source ID=PATH`.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Refunds take five days."), ("turn0file0", "Refunds are not given.")],
    },
    passes: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Refunds take five days."), ("turn0file1", "Refunds are not given.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::unresolved::missing(&RULE, subject, findings, |missing, _| {
        missing.reason == Reason::AmbiguousSource
    });
}
