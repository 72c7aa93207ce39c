//! A quote from another source than the cited one.

use crate::evidence::{QuoteMatch, QuoteStatus};
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

A quote is left out if its sentence names the file that has the words, and, in a text about code, if it is
not next to the citation.

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
    let elsewhere =
        |quote: &QuoteMatch| quote.status == QuoteStatus::Elsewhere && !is_named(subject, quote);
    super::quotes::each(&RULE, subject, findings, elsewhere, |it, quote| {
        let cited = wording::source(subject, it.passage.source);
        let there = super::quotes::place_and_words(subject, quote).map(|(place, _)| place);
        let there = there.unwrap_or_else(|| "another source".to_owned());
        format!("{} is in {there}, not in the cited {cited}", super::quotes::words(quote))
    });
}

/// The maximum number of bytes around a quote that are searched for the name of a file.
const MAX_BYTES: usize = 160;

/// The minimum number of characters in a name: shorter ones are words and numbers.
const MIN_NAME: usize = 4;

/// True if the sentence of a quote names the file that has its words.
fn is_named(subject: &Subject<'_>, quote: &QuoteMatch) -> bool {
    let source = quote.source.and_then(|source| subject.case.sources.get(source));
    let (Some(source), Some(span)) = (source, quote.span) else { return false };
    let path = source.origin.as_ref().and_then(|origin| origin.path.file_name());
    let file = path.map(|name| name.to_string_lossy());
    let names = [file.as_deref(), Some(source.id.as_str()), source.title.as_deref()];
    // Without markers: that of another citation names no file for this quote.
    let response = subject.response;
    let before = response.get(..span.start).unwrap_or_default();
    let before = &before.get(before.ceil_char_boundary(before.len().saturating_sub(MAX_BYTES))..);
    let after = response.get(span.end..).unwrap_or_default();
    let after = after.get(..after.floor_char_boundary(MAX_BYTES)).unwrap_or_default();
    let before = before.unwrap_or_default();
    let sentence_before = before.rsplit(['\n', ';', '|']).next().unwrap_or_default();
    let sentence_before = sentence_before.rsplit(". ").next().unwrap_or_default();
    let sentence_behind = after.split(['\n', ';', '|']).next().unwrap_or_default();
    let sentence_behind = sentence_behind.split(". ").next().unwrap_or_default();
    names
        .into_iter()
        .flatten()
        .filter(|name| name.chars().count() >= MIN_NAME)
        .any(|name| sentence_before.contains(name) || sentence_behind.contains(name))
}
