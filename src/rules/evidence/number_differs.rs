//! The passage contradicts a number of the claim.

use std::collections::BTreeSet;

use crate::dialects::marks::code_references::FAMILY;
use crate::evidence::NumberStatus;
use crate::evidence::code::other_values;
use crate::rules::wording::{self, Weighed};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

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

In source code, the value that a claim states for a name is compared: `PORT = 8081` beside `PORT = 8080`,
and the number of a claim about one line, such as `30 seconds` beside `TIMEOUT = 60`.

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
        if weighed.citation.family == FAMILY {
            values(subject, &weighed, &confirmed, &mut reported, findings);
        }
    }
}

/// Adds the values that the claim states for names of code that have another one.
fn values(
    subject: &Subject<'_>,
    weighed: &Weighed<'_>,
    confirmed: &BTreeSet<Span>,
    reported: &mut BTreeSet<Span>,
    findings: &mut Vec<Finding>,
) {
    let passage = weighed.passage;
    let text = subject.texts.get(passage.source);
    let lines = text.and_then(|text| passage.span.slice(text));
    let Some((claim, lines)) = weighed.claim.slice(subject.response).zip(lines) else { return };
    for value in other_values(claim, lines) {
        let span = value.claim.shifted(weighed.claim.start);
        let is_confirmed = confirmed.iter().any(|number| number.overlaps(span));
        if is_confirmed || !reported.insert(span) {
            continue;
        }
        let there = value.line.shifted(passage.span.start);
        let message = format!(
            "the claim says `{}`, {} says `{}`",
            wording::shown(value.claim.slice(claim).unwrap_or_default()),
            wording::place(subject, passage.source, there),
            wording::shown(value.line.slice(lines).unwrap_or_default())
        );
        let finding = super::weighed::about(&RULE, subject, weighed, message);
        findings.push(Finding { span, shown_by: Some((passage.source, there)), ..finding });
    }
}
