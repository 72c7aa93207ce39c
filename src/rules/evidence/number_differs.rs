//! The passage contradicts a number of the claim.

use std::collections::BTreeSet;

use crate::evidence::NumberStatus;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E001",
    name: "number-differs",
    severity: Severity::Error,
    on: true,
    summary: "the passage contradicts a number of the claim",
    explain: "\
The claim gives a number, a date or an amount, and the cited passage has another one for the same
thing, or one outside the claim's bound: the claim says `more than 50 reviews`, the passage `41
reviews`. Values are compared, not spellings: units are converted, and rounding and sums of two
numbers of the passage count as right, as does a number that any passage cited for the claim has.

Look at both numbers: correct the claim, or cite the passage that has its number.",
    fires: Example {
        response: "Refunds are paid within 30 days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Refunds are paid within 10 days.")],
    },
    passes: Example {
        response: "Refunds are paid within 30 days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Refunds are paid within thirty (30) days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let confirmed = super::weighed::confirmed_numbers(subject);
    let mut reported = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        for number in &weighed.evidence.numbers {
            let differs = number.status == NumberStatus::Differs;
            if !differs || confirmed.contains(&number.span) || !reported.insert(number.span) {
                continue;
            }
            let place = match number.found {
                Some(found) => wording::place(subject, weighed.passage.source, found),
                None => wording::passage(subject, weighed.passage),
            };
            let theirs = number.passage.as_deref().unwrap_or("another number");
            let note = number.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            let message = format!(
                "the claim says `{}`, {place} says `{}`{note}",
                wording::shown(&number.claim),
                wording::shown(theirs)
            );
            let finding = super::weighed::about(&RULE, subject, &weighed, message);
            let shown_by = number.found.map(|found| (weighed.passage.source, found));
            findings.push(Finding { span: number.span, shown_by, ..finding });
        }
    }
}
