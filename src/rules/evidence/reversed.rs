//! Findings of words by which claim and passage say opposite things.

use std::collections::BTreeSet;

use crate::evidence::ReversedBy;
use crate::evidence::reversal::MIN_SHARE;
use crate::rules::{Finding, Rule, Subject, wording};
use crate::text::Span;

/// Reports each claim with a word that the passage, or the better place, reverses in this way.
pub(super) fn report(
    rule: &'static Rule,
    by: ReversedBy,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
) {
    // Another passage says it, or the same finding was made.
    let said = wording::weighed(subject).filter(|it| {
        it.evidence.reversal.is_none() && it.evidence.features.support.tight >= MIN_SHARE
    });
    let mut settled: BTreeSet<Span> = said.map(|it| it.claim).collect();
    for weighed in wording::weighed(subject) {
        let reversal = weighed.evidence.reversal.as_ref().filter(|it| it.by == by);
        let Some(reversal) = reversal else { continue };
        if !settled.insert(weighed.claim) {
            continue;
        }
        let source = reversal.source;
        let message = format!(
            "the claim says {}, {} says `{}`",
            wording::words(subject, &[reversal.claim]),
            wording::place(subject, source, reversal.passage),
            wording::shown(&reversal.word)
        );
        let finding = super::weighed::about(rule, subject, &weighed, message);
        let shown_by = Some((source, reversal.passage));
        findings.push(Finding { span: reversal.claim, shown_by, ..finding });
    }
}
