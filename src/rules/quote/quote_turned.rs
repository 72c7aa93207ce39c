//! A quote whose omission or insertion reverses the meaning.

use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "Q004",
    name: "quote-turned",
    severity: Severity::Warning,
    on: true,
    summary: "the quote omits or inserts words that reverse its meaning",
    explain: "\
The source contains the pieces of the quote, but its ellipsis omits, or its brackets insert, a word such
as `not` or `never`, or another subject. Each piece is genuine; together they may say the opposite.

Read the whole sentence in the source, and quote enough of it.",
    fires: Example {
        response: "It said that \u{201c}members of the board will \u{2026} raise the fees of members this year\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "The members of the board will not raise the fees of members this year.")],
    },
    passes: Example {
        response: "It said that \u{201c}members of the board will \u{2026} raise the fees of members this year\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "The members of the board will surely raise the fees of members this year.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::quotes::each(
        &RULE,
        subject,
        findings,
        |quote| quote.turned,
        |it, quote| {
            let there = super::quotes::place_and_words(subject, quote);
            let (place, theirs) = there.unwrap_or_else(|| {
                (wording::passage(subject, it.passage), "other words".to_owned())
            });
            format!("the response quotes {}, {place} has {theirs}", super::quotes::words(quote))
        },
    );
}
