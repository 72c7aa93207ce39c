//! The cited place is outside its source.

use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P003",
    name: "locator-out-of-range",
    severity: Severity::Error,
    on: true,
    summary: "the cited lines or pages are outside the source",
    explain: "\
The range reaches past the source, or begins before it. Either the model counted wrong, or the source
has changed since the answer was written. A range that lies partly inside is not cut to fit: the
rest could be a different passage from the one that was meant.

Check that the source is the version that was cited; the message says how far it reaches. If the claim is
supported elsewhere in it, correct the locator.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L2-L9\u{e201}"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::unresolved::missing(&RULE, subject, findings, |missing, _| {
        missing.reason == Reason::OutOfRange
    });
}
