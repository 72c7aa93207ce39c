//! A quote that is in no source.

use std::sync::LazyLock;

use regex::Regex;

use crate::evidence::{QuoteMatch, QuoteStatus};
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "Q001",
    name: "quote-absent",
    severity: Severity::Error,
    on: true,
    summary: "the quoted words are not found in any source",
    explain: "\
Words in quotation marks, or words that the citation itself repeats, are not found in any loaded source:
not literally, not with other typography, not in pieces. An invented quote does more harm than a wrong
paraphrase. Words that the answer proposes to say (\u{201c}you could say\u{201d}, \u{201c}questions such as\u{201d}) are not
quotes and are skipped.

Look for the quote in the source. If it is not there, remove the quotation marks or the sentence.",
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
    let absent = |quote: &QuoteMatch| {
        let is_proposed = || quote.span.is_some_and(|span| is_proposed(subject.response, span));
        quote.status == QuoteStatus::Absent && !is_proposed()
    };
    super::quotes::each(&RULE, subject, findings, absent, |it, quote| {
        let place = wording::passage(subject, it.passage);
        format!("{} not found in {place} or any other source", super::quotes::words(quote))
    });
}

/// The distance before a quote within which introducing words are searched for, in bytes.
const REACH: usize = 160;

/// Phrases that introduce words as a proposal of what to say, with other such words between.
static PROPOSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?xi)\b(?:
        such\ as|something\ like|for\ (?:example|instance)|e\.g\.
        |(?:you|could|can|might|may|should|to|by|try|simply)\ (?:say|ask|write|type|saying|asking|writing|typing)
        |ask(?:ing)?\ (?:yourself|them|him|her|\w*\ ?questions?(?:\ like)?)
        )[^\w"\u{201c}\u{201d}]*(?:["\u{201c}][^"\u{201c}\u{201d}\n]*["\u{201d}][\s,;]*(?:(?:or|and)\s*)?)*["\u{201c}]\s*$"#,
    )
    .ok()
});

/// True if the answer proposes the quote at `span` of the response as something to say.
fn is_proposed(response: &str, span: Span) -> bool {
    let mut from = span.start.saturating_sub(REACH);
    while !response.is_char_boundary(from) {
        from += 1;
    }
    let before = response.get(from..span.start).unwrap_or_default();
    PROPOSING.as_ref().is_some_and(|proposing| proposing.is_match(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposed_text_is_not_taken_for_a_quote() {
        for (before, expected) in [
            ("For example, you could say \"", true),
            ("by asking questions such as, \"What speaks for it?\" or \"", true),
            ("Ask yourself: \u{201c}", true),
            ("The rules say \"", false),
            ("They could say why. The report calls it \"", false),
            ("The report speaks of \"a grave danger\" and \"", false),
        ] {
            let response = format!("{before}these are the words\"");
            let span = Span::new(before.len(), before.len() + 3);
            assert_eq!(is_proposed(&response, span), expected, "{before}");
        }
    }
}
