//! Next to nothing of the claim stands in the passage.

use std::collections::BTreeSet;

use crate::evidence::Place;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

/// A passage with a larger share of the claim has something of it.
const NOTHING: f64 = 0.1;

/// A claim of fewer different telling words says too little.
const MIN_WORDS: usize = 4;

pub(super) static RULE: Rule = Rule {
    code: "E004",
    name: "nothing-in-passage",
    severity: Severity::Warning,
    on: true,
    summary: "next to nothing of the claim stands in any source",
    explain: "\
The claim has enough words to go by, and next to none of them stand in the cited passage, nor together
in another place of the loaded sources. Either the passage says it in quite other words, or it does
not say it at all. Claims and passages in different languages or scripts are not compared.

Read the passage. Where it does not say it, cite what does, or drop the claim.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "The shop in Oslo opens at nine.\nGift cards are valid for years.")],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "A damaged parcel is refunded.\nGift cards are valid for years.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut told = BTreeSet::new();
    for it in wording::weighed(subject) {
        let evidence = it.evidence;
        let nothing = evidence.place == Place::Nowhere
            && evidence.support < NOTHING
            && evidence.words.of >= MIN_WORDS;
        if !nothing || !told.insert(it.claim) {
            continue;
        }
        let missing = wording::words(subject, &evidence.words.missing);
        let message = format!(
            "{} has {} of the claim's {} words: {missing} are not there.",
            wording::passage(subject, it.passage),
            if evidence.words.matched == 0 {
                "none".to_owned()
            } else {
                format!("only {}", evidence.words.matched)
            },
            evidence.words.of,
        );
        let finding = super::about(&RULE, subject, &it, message);
        findings.push(Finding { shown_by: Some((it.passage.source, it.passage.span)), ..finding });
    }
}
