//! Next to nothing of the claim is in the passage or in any other source.

use std::collections::BTreeSet;

use crate::evidence::Place;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E004",
    name: "nothing-in-passage",
    severity: Severity::Warning,
    on: true,
    summary: "almost none of the claim is in any source",
    explain: "\
The claim has enough words to compare, and almost none of them are in the cited passage, or together
in another place of the loaded sources. Either the passage uses quite different words, or it does not
say this at all. Claims and passages in different languages or scripts are not compared, and neither
are sources whose text is cut off.

Read the passage. If it does not support the claim, cite a source that does, or drop the claim.",
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
    let mut reported = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        let evidence = weighed.evidence;
        if evidence.place != Place::Nowhere || !reported.insert(weighed.claim) {
            continue;
        }
        let missing = wording::words(subject, &evidence.words.missing);
        let message = format!(
            "not found in any source: {} has {} of the claim's {} words; missing {missing}",
            wording::passage(subject, weighed.passage),
            if evidence.words.matched == 0 {
                "none".to_owned()
            } else {
                format!("only {}", evidence.words.matched)
            },
            evidence.words.of,
        );
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        findings.push(Finding {
            shown_by: Some((weighed.passage.source, weighed.passage.span)),
            ..finding
        });
    }
}
