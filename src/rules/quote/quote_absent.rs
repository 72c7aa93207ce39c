//! Quoted words stand in no source.

use crate::evidence::QuoteStatus;
use crate::rules::{Example, Finding, Rule, Severity, Subject, told};

pub(super) static RULE: Rule = Rule {
    code: "Q001",
    name: "quote-absent",
    severity: Severity::Error,
    on: true,
    summary: "quoted words stand in no source",
    explain: "\
Words between quotation marks, or words that the citation itself repeats, stand in none of the loaded
sources: not as they are, not with other typography, not in pieces. Words put into somebody's mouth do
more harm than a wrong paraphrase.

Look for the quote in the source. Where it is not there, drop the quotation marks or the sentence.",
    fires: Example {
        response: "The rules call it \u{201c}a grave and lasting danger to the harbour\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Ships report to the pilot before they enter.\nAnchors stay up.")],
    },
    passes: Example {
        response: "The rules call it \u{201c}a grave and lasting danger to the harbour\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Speeding is a grave and lasting danger to the harbour.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let absent = |quote: &crate::evidence::QuoteMatch| quote.status == QuoteStatus::Absent;
    super::each(&RULE, subject, findings, absent, |it, quote| {
        let place = told::passage(subject, it.passage);
        format!("{} stands neither in {place} nor in any other source.", super::words(quote))
    });
}
