//! A quote from another source than the cited one.

use crate::evidence::QuoteStatus;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "Q003",
    name: "quote-elsewhere",
    severity: Severity::Error,
    on: true,
    summary: "the quoted words are in another source than the cited one",
    explain: "\
The quote is genuine, but it is in another source than the cited one, so the words are attributed to the
wrong author.

Cite the source that the message names.",
    fires: Example {
        response: "It is \u{201c}a grave and growing danger to all ships\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[
            ("turn0file0", "Ships report to the pilot before they enter.\nAnchors stay up."),
            ("turn0file1", "Speeding is a grave and growing danger to all ships in the harbour."),
        ],
    },
    passes: Example {
        response: "It is \u{201c}a grave and growing danger to all ships\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e202}turn0file1\u{e201}",
        sources: &[
            ("turn0file0", "Ships report to the pilot before they enter.\nAnchors stay up."),
            ("turn0file1", "Speeding is a grave and growing danger to all ships in the harbour."),
        ],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let elsewhere = |quote: &crate::evidence::QuoteMatch| quote.status == QuoteStatus::Elsewhere;
    super::quotes::each(&RULE, subject, findings, elsewhere, |it, quote| {
        let cited = wording::source(subject, it.passage.source);
        let there = super::quotes::place_and_words(subject, quote).map(|(place, _)| place);
        let there = there.unwrap_or_else(|| "another source".to_owned());
        format!("{} is in {there}, not in the cited {cited}", super::quotes::words(quote))
    });
}
