//! Several places match the claim better than the cited one, and none is clearly the best.

use std::collections::BTreeSet;

use crate::evidence::Place;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::prose::listed;

pub(super) static RULE: Rule = Rule {
    code: "E009",
    name: "ambiguous-place",
    severity: Severity::Note,
    on: true,
    summary: "the cited passage covers little of the claim, and several places may be meant",
    explain: "\
The cited passage covers little of the claim, and no other place is clearly the one that was meant. The
message names the places that cover most of it, the best first. They are candidates: several of them may
support the claim, or none.

Look at these places, and cite the one that supports the claim. If none does, cite another source, or
drop the claim.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[
            (
                "turn0file0",
                "The shop opens at nine on weekdays.\nOrders above fifty euros ship free.",
            ),
            ("turn0file1", "Refunds for damaged parcels arrive within ten working days."),
            ("turn0file2", "Refunds for damaged parcels arrive within ten working days."),
        ],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file1\u{e202}L1\u{e201}",
        sources: &[
            (
                "turn0file0",
                "The shop opens at nine on weekdays.\nOrders above fifty euros ship free.",
            ),
            ("turn0file1", "Refunds for damaged parcels arrive within ten working days."),
            ("turn0file2", "Refunds for damaged parcels arrive within ten working days."),
        ],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut reported = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        let Some(best) = weighed.evidence.better.first() else { continue };
        if weighed.evidence.place != Place::Ambiguous || !reported.insert(weighed.claim) {
            continue;
        }
        let mut places: Vec<String> = Vec::new();
        for place in weighed.evidence.better.iter().map(|window| wording::window(subject, window)) {
            // Sentences of one line have the same name.
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let message = format!(
            "{} covers little of the claim (possible matches: {}{})",
            wording::passage(subject, weighed.passage),
            listed(places.into_iter(), 0, ", "),
            reason(&super::weighed::which_words(subject, &weighed))
        );
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        findings.push(Finding { shown_by: Some((best.source, best.span)), ..finding });
    }
}

/// Returns the words of the first place in a separate clause, because the places already follow a colon.
fn reason(words: &str) -> String {
    words.strip_prefix(": ").map(|words| format!("; the first has {words}")).unwrap_or_default()
}
