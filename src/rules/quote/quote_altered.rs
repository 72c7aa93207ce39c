//! A quote that differs from the source.

use crate::evidence::quotes::word_count;
use crate::evidence::{QuoteMatch, QuoteStatus};
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

/// The minimum number of words in a quote that is reported; a shorter one is often a mere name.
const MIN_WORDS: usize = 5;

pub(super) static RULE: Rule = Rule {
    code: "Q002",
    name: "quote-altered",
    severity: Severity::Warning,
    on: true,
    summary: "the quoted words differ from those of the source",
    explain: "\
The source has almost these words, but not exactly. The difference may be a slip, a translation or a
number; in any case, the source says something else.

Reference marks of the source (`[17]`), which a quote leaves out, and hyphens at the ends of its lines are
no difference. A quote is left open if it begins before a text that was cut within a sentence, or ends
after one: what the text lacks may be there.

Compare the two and quote the exact words, or mark omissions with an ellipsis and insertions with
brackets.",
    fires: Example {
        response: "It is \u{201c}a grave and lasting danger to all ships in the harbour\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[(
            "turn0file0",
            "Speeding is a grave and growing danger to all ships in the harbour.",
        )],
    },
    passes: Example {
        response: "It is \u{201c}a grave and growing danger to all ships in the harbour\u{201d}.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[(
            "turn0file0",
            "Speeding is a grave and growing danger to all ships in the harbour.",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let altered = |quote: &QuoteMatch| {
        quote.status == QuoteStatus::Altered && word_count(&quote.text) >= MIN_WORDS
    };
    super::quotes::each(&RULE, subject, findings, altered, |it, quote| {
        let there = super::quotes::place_and_words(subject, quote);
        let (place, theirs) = there
            .unwrap_or_else(|| (wording::passage(subject, it.passage), "similar words".to_owned()));
        format!("the response quotes {}, {place} has {theirs}", super::quotes::words(quote))
    });
}
