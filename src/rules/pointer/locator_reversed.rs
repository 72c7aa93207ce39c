//! A range ends before it starts.

use crate::model::ProblemKind;
use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P004",
    name: "locator-reversed",
    severity: Severity::Error,
    on: true,
    summary: "the range ends before it starts",
    explain: "\
The last line of the range precedes the first, as in `L13-L8`. The two may be swapped, or one of them is
wrong; since that is unknown, no passage is shown.

Look at the source, and write the smaller number first if those are the right lines.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L2-L1\u{e201}",
        sources: &[("turn0file0", "Refunds take five days.\nSo they say.")],
    },
    passes: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1-L2\u{e201}",
        sources: &[("turn0file0", "Refunds take five days.\nSo they say.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let from = findings.len();
    super::unresolved::missing(&RULE, subject, findings, |missing, _| {
        missing.reason == Reason::Reversed
    });
    super::unresolved::shown_by_the_marker(
        &RULE,
        subject,
        findings,
        ProblemKind::ReversedRange,
        from,
    );
}
