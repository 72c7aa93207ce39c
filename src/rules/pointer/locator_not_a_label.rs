//! A locator that is not a label of its source.

use crate::model::{Locator, ProblemKind};
use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P006",
    name: "locator-not-a-label",
    severity: Severity::Error,
    on: true,
    summary: "the locator is not a label of the source, or cannot be read",
    explain: "\
The locator cannot be read as lines (`L8--L`, `section 3`), or it names a number that the source does
not print: between `[L4]` and `[L9]` there is no line 7 to point at. Or an address ends in an anchor that the
page does not have (`#fees`), or in a text fragment whose words are not in the page (`#:~:text=…`). The
claim then has no passage, although its source is known.

Correct the locator to a label that the source prints, as `L8` or `L8-L13`. If the model was never
shown printed numbers, print them: it can only guess otherwise.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L8--L\u{e201}"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let from = findings.len();
    super::unresolved::missing(&RULE, subject, findings, |missing, target| match missing.reason {
        Reason::MissingLabel | Reason::MissingAnchor | Reason::MissingText => true,
        Reason::BadLocator => {
            matches!(target.locator, Some(Locator::Unreadable(_)))
                && !super::unresolved::names_sentences(target)
        }
        _ => false,
    });
    // A number with too many digits is a fault of the marker, which another rule reports.
    let found = findings.split_off(from);
    findings.extend(found.into_iter().filter(|finding| {
        let citation = finding.citation.and_then(|at| subject.case.response.citations.get(at));
        let problem = citation.and_then(|citation| citation.problem.as_ref());
        problem.is_none_or(|problem| problem.kind != ProblemKind::TooManyDigits)
    }));
}
