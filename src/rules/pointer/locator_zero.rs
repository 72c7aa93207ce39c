//! A locator names line 0.

use crate::model::{Locator, ProblemKind};
use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P005",
    name: "locator-zero",
    severity: Severity::Error,
    on: true,
    summary: "the locator names line 0, but lines count from 1",
    explain: "\
Lines count from 1, and the locator names line 0. The model may have counted from 0 throughout; every
other locator of the answer is then one line off as well.

Compare a few other citations with their passages. If all are one off, the sources were
numbered from 0 when the model saw them: pass them with those numbers printed (`[L0] …`).",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L0\u{e201}"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let from = findings.len();
    super::unresolved::missing(&RULE, subject, findings, |missing, target| {
        missing.reason == Reason::BadLocator
            && matches!(target.locator, Some(Locator::Lines { .. }))
    });
    super::unresolved::shown_by_the_marker(&RULE, subject, findings, ProblemKind::LineZero, from);
}
