//! The cited range is far larger than the lines that support the claim.

use crate::evidence::RangeRemark;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E005",
    name: "range-too-wide",
    severity: Severity::Note,
    on: true,
    summary: "the cited range is far larger than the lines that support the claim",
    explain: "\
The cited range supports the claim, but a quarter of its lines or fewer would do. Such a citation is not
wrong, but a reader has to search in it, and a checker finds nearly everything in a range that is large
enough. Citations of whole sources, pages and blocks are not reported.

Cite the lines that the message names.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L1-L14\u{e201}",
        sources: &[(
            "turn0file0",
            "a\nb\nc\nd\ne\nf\nRefunds for damaged parcels arrive within ten working days.\ng\nh\ni\nj\nk\nl\nm",
        )],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L5-L9\u{e201}",
        sources: &[(
            "turn0file0",
            "a\nb\nc\nd\ne\nf\nRefunds for damaged parcels arrive within ten working days.\ng\nh\ni\nj\nk\nl\nm",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for weighed in wording::weighed(subject) {
        for remark in &weighed.evidence.range {
            let RangeRemark::TooWide(window) = remark else { continue };
            let there = wording::place_in_source(subject, window.source, window.span);
            let message = format!(
                "only {there} of {} supports the claim ({})",
                wording::passage(subject, weighed.passage),
                wording::words(subject, &weighed.evidence.words.in_claim)
            );
            let finding = super::weighed::about(&RULE, subject, &weighed, message)
                .help(format!("cite {there}"));
            findings.push(Finding { shown_by: Some((window.source, window.span)), ..finding });
        }
    }
}
