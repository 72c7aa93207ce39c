//! No cited passage has a number of the claim.

use std::collections::BTreeSet;

use crate::evidence::NumberStatus;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E008",
    name: "number-absent",
    severity: Severity::Note,
    on: false,
    summary: "no cited passage has the claim's number",
    explain: "\
The claim gives a number, a date or an amount, and no passage cited for it has a number that could be
it. It may be computed from several places or come from the question; the rule is therefore off
unless selected.

Find where the number comes from, and cite that place.",
    fires: Example {
        response: "The branch in Oslo employs 4,300 people.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "The branch in Oslo employs many people of the town.")],
    },
    passes: Example {
        response: "The branch in Oslo employs 4,300 people.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "The branch in Oslo employs 4300 people of the town.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let confirmed = super::weighed::confirmed_numbers(subject);
    // A number that one passage contradicts or leaves open is not absent.
    let doubtful = wording::weighed(subject).flat_map(|weighed| &weighed.evidence.numbers);
    let doubtful = doubtful.filter(|number| number.status != NumberStatus::Absent);
    let doubtful: BTreeSet<_> = doubtful.map(|number| number.span).collect();
    let mut reported = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        for number in &weighed.evidence.numbers {
            let spans = [&confirmed, &doubtful];
            if number.status != NumberStatus::Absent
                || spans.iter().any(|spans| spans.contains(&number.span))
                || !reported.insert(number.span)
            {
                continue;
            }
            let place = wording::passage(subject, weighed.passage);
            let claim = wording::shown(&number.claim);
            let message = format!("number `{claim}` not found in {place}");
            let finding = super::weighed::about(&RULE, subject, &weighed, message);
            let shown_by = Some((weighed.passage.source, weighed.passage.span));
            findings.push(Finding { span: number.span, shown_by, ..finding });
        }
    }
}
