//! Another source matches the claim better than the cited one.

use std::collections::BTreeSet;

use crate::evidence::Place;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E003",
    name: "better-elsewhere",
    severity: Severity::Warning,
    on: true,
    summary: "another source matches the claim better than the cited one",
    explain: "\
The cited passage covers little of the claim, and one place in another source clearly covers more. The
fact may well be right and only its citation wrong; a reader who follows the citation cannot see that.

Look at both places, and cite the one that supports the claim.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[
            (
                "turn0file0",
                "The shop opens at nine on weekdays.\nOrders above fifty euros ship free.",
            ),
            (
                "turn0file1",
                "Gift cards last.\nRefunds for damaged parcels arrive within ten working days.",
            ),
        ],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file1\u{e201}",
        sources: &[
            (
                "turn0file0",
                "The shop opens at nine on weekdays.\nOrders above fifty euros ship free.",
            ),
            (
                "turn0file1",
                "Gift cards last.\nRefunds for damaged parcels arrive within ten working days.",
            ),
        ],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let drifted = wording::weighed(subject).filter(|it| it.evidence.place == Place::Drifted);
    // A claim that has only drifted is reported as such, and only once.
    let mut reported: BTreeSet<_> = drifted.map(|it| it.claim).collect();
    for it in wording::weighed(subject) {
        let Some(window) = it.evidence.better.first() else { continue };
        if it.evidence.place != Place::Elsewhere || !reported.insert(it.claim) {
            continue;
        }
        let there = wording::window(subject, window);
        let message = format!(
            "better match in {there} than in {}{}",
            wording::passage(subject, it.passage),
            super::weighed::which_words(subject, &it)
        );
        let finding = super::weighed::about(&RULE, subject, &it, message);
        let finding = match it.evidence.reversal {
            Some(_) => finding,
            None => finding.help(format!("cite {there}, or both if both are needed")),
        };
        findings.push(Finding { shown_by: Some((window.source, window.span)), ..finding });
    }
}
