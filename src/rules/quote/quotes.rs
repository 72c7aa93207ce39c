//! Findings about quotes, each reported once.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::{QuoteMatch, QuoteStatus};
use crate::rules::wording::{self, Weighed};
use crate::rules::{Finding, Rule, Subject};
use crate::text::Span;

/// The identity of a quote, which is reported once even if several passages are cited for it: its
/// place in the response, or citation and target if the citation itself repeats it.
type Key = (Option<Span>, usize, usize);

/// Adds a finding for each `wanted` quote that is not in another passage cited for the
/// same claim; `message` writes its message.
pub(super) fn each(
    rule: &'static Rule,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
    wanted: impl Fn(&QuoteMatch) -> bool,
    message: impl Fn(&Weighed<'_>, &QuoteMatch) -> String,
) {
    let best = best(subject);
    let mut reported: BTreeSet<Key> = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        for quote in weighed.evidence.quotes.iter().filter(|quote| wanted(quote)) {
            let outdone = quote.span.is_some_and(|span| {
                best.get(&span).is_some_and(|best| rank(*best) < rank(quote.status))
            });
            let key = match quote.span {
                Some(_) => (quote.span, 0, 0),
                None => (None, weighed.index, weighed.target),
            };
            if outdone || !reported.insert(key) {
                continue;
            }
            let mut message = message(&weighed, quote);
            if let Some(note) = &quote.note {
                message = format!("{message} ({note})");
            }
            let finding = Finding::about(rule, subject, weighed.index, message);
            findings.push(Finding {
                target: Some(weighed.target),
                span: quote.span.unwrap_or(finding.span),
                shown_by: quote.source.zip(quote.found),
                ..finding
            });
        }
    }
}

/// Returns the status of each quote of the response in the cited passage that matches it best.
fn best(subject: &Subject<'_>) -> BTreeMap<Span, QuoteStatus> {
    let mut best = BTreeMap::new();
    for quote in wording::weighed(subject).flat_map(|it| &it.evidence.quotes) {
        let Some(span) = quote.span else { continue };
        let known = best.entry(span).or_insert(quote.status);
        if rank(quote.status) < rank(*known) {
            *known = quote.status;
        }
    }
    best
}

/// Ranks statuses, the best one lowest.
fn rank(status: QuoteStatus) -> u8 {
    match status {
        QuoteStatus::Verbatim => 0,
        QuoteStatus::Normalised => 1,
        QuoteStatus::Gapped => 2,
        QuoteStatus::Altered => 3,
        QuoteStatus::Elsewhere => 4,
        QuoteStatus::Absent => 6,
        // Not searched for, or not everywhere: better than known to be absent.
        _ => 5,
    }
}

/// Returns the quoted words, shown as such.
pub(super) fn words(quote: &QuoteMatch) -> String {
    format!("\u{201c}{}\u{201d}", wording::shown(&quote.text))
}

/// Returns the place that a quote comes from or is similar to, and the words there.
pub(super) fn place_and_words(
    subject: &Subject<'_>,
    quote: &QuoteMatch,
) -> Option<(String, String)> {
    let (source, found) = quote.source.zip(quote.found)?;
    let text = subject.texts.get(source).and_then(|text| found.slice(text))?;
    let shown = format!("\u{201c}{}\u{201d}", wording::shown(text));
    Some((wording::place(subject, source, found), shown))
}
