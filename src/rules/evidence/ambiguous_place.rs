//! Several places have more of the claim than the one cited.

use std::collections::BTreeSet;

use crate::evidence::Place;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::prose::listed;

pub(super) static RULE: Rule = Rule {
    code: "E009",
    name: "ambiguous-place",
    severity: Severity::Note,
    on: true,
    summary: "several places have more of the claim than the one cited",
    explain: "\
What is cited has little of the claim, and several other places have clearly more of it and as much as
one another. Which of them was meant cannot be told from the words.

Look at the places that the message names, and cite the one that says it.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[
            ("turn0file0", "The shop opens at nine on weekdays.\nOrders above fifty euros ship free."),
            ("turn0file1", "Refunds for damaged parcels arrive within ten working days."),
            ("turn0file2", "Refunds for damaged parcels arrive within ten working days."),
        ],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file1\u{e202}L1\u{e201}",
        sources: &[
            ("turn0file0", "The shop opens at nine on weekdays.\nOrders above fifty euros ship free."),
            ("turn0file1", "Refunds for damaged parcels arrive within ten working days."),
            ("turn0file2", "Refunds for damaged parcels arrive within ten working days."),
        ],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut told = BTreeSet::new();
    for it in wording::weighed(subject) {
        let Some(best) = it.evidence.better.first() else { continue };
        if it.evidence.place != Place::Ambiguous || !told.insert(it.claim) {
            continue;
        }
        let places = it.evidence.better.iter().map(|window| wording::window(subject, window));
        let message = format!(
            "More of the claim than in {} stands in {}, and as much in each.{}",
            wording::passage(subject, it.passage),
            listed(places, 0, ", "),
            super::which_words(subject, &it, best)
        );
        let finding = super::about(&RULE, subject, &it, message);
        findings.push(Finding { shown_by: Some((best.source, best.span)), ..finding });
    }
}
