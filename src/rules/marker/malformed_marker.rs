//! A marker without a readable id.

use std::borrow::Cow;

use crate::dialects::shared::markers;
use crate::model::{Citation, Locator, ProblemKind};
use crate::resolve::{Reason, Resolution};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "M001",
    name: "malformed-marker",
    severity: Severity::Error,
    on: true,
    summary: "the marker names no source id, or one that cannot be read",
    explain: "\
The marker opens and closes, but its content is not a citation: no id at all, an id with characters
that an id cannot have, or a number of more than 18 digits. The guide's own helper silently drops such a
marker, which leaves the claim uncited.

Write `cite`, the id as the source has it, and the locator, if any, as `L8` or `L8-L13`. An id is made
of letters, digits, `_` and `-`. Other characters (`doc.pdf`, `arXiv:2410.03131v1`) are valid where a
source has exactly that id, file name or address.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0 file0!\u{e201}"),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, found) in subject.citations() {
        if citation.in_code {
            continue;
        }
        let nameless = found.targets.iter().find_map(|resolution| match resolution {
            Resolution::Missing(missing) if missing.reason == Reason::NoTarget => {
                Some(Cow::Owned(missing.message.clone()))
            }
            _ => None,
        });
        let message = match &citation.problem {
            Some(problem) if problem.kind == ProblemKind::NoId => {
                let invalid = markers::invalid_id(&markers::unescaped(&citation.raw));
                Some(invalid.map_or_else(|| problem.message.clone(), Cow::Owned))
            }
            Some(problem) if is_malformed(citation, problem.kind) => Some(problem.message.clone()),
            _ => nameless,
        };
        if let Some(message) = message {
            findings.push(Finding::about(&RULE, subject, index, message));
        }
    }
}

/// True if the marker itself is at fault; another rule reports a range that cannot be read.
fn is_malformed(citation: &Citation, kind: ProblemKind) -> bool {
    let unreadable =
        || citation.targets.iter().any(|it| matches!(it.locator, Some(Locator::Unreadable(_))));
    match kind {
        ProblemKind::NoId | ProblemKind::TooManyDigits => true,
        ProblemKind::BadId => !unreadable(),
        _ => false,
    }
}
