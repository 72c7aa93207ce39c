//! The cited passages probably do not support the claim, and no single other place clearly does.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::{Model, Place, SupportFeatures};
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::Span;

/// The minimum number of different content words in a claim that is reported.
const MIN_WORDS: usize = 4;

pub(super) static RULE: Rule = Rule {
    code: "E010",
    name: "unsupported",
    severity: Severity::Warning,
    on: true,
    summary: "the cited passages probably do not support the claim",
    explain: "\
The probability that the passages cited for a claim support it together is below the threshold, and no
single place clearly matches the claim better; `ambiguous-place` names those that may. The probability
comes from a model fitted to claims and passages that people labelled: it knows words, not meaning, so a
passage that says the same in quite different words gets a low one, too. Claims and passages in different
languages or scripts are not compared, and neither are passages that are cut off. One fact is one finding: the
places of `ambiguous-place` are named in this one, and missing words that are those of a quote are left to
`quote-absent`, `quote-altered` or `quote-elsewhere`.

Read the passage. If it does not support the claim, cite a source that does, or drop the claim. Raise or
lower the threshold with `least-support`.",
    fires: Example {
        response: "The museum lends bicycles to every visitor in summer.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[(
            "turn0file0",
            "The museum is closed on Mondays.\nParking costs four euros a day.",
        )],
    },
    passes: Example {
        response: "The museum lends bicycles to every visitor in summer.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[(
            "turn0file0",
            "In summer, the museum lends bicycles to all visitors.\nBags are left at the desk.",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut reported: BTreeSet<Span> = BTreeSet::new();
    for weighed in wording::weighed(subject) {
        let evidence = weighed.evidence;
        let is_compared = evidence.features.decision.is_some();
        let is_known = is_compared && !evidence.breaks_off && !evidence.goes_on;
        // `ambiguous-place` is a note: that the right place is in doubt makes the cited one no better.
        let is_open = matches!(evidence.place, Place::Here | Place::Unknown | Place::Ambiguous);
        if !is_known || !is_open {
            reported.insert(weighed.claim);
        }
    }
    let mut together: BTreeMap<Span, SupportFeatures> = BTreeMap::new();
    for weighed in wording::weighed(subject).filter(|it| !reported.contains(&it.claim)) {
        let best = together.entry(weighed.claim).or_default();
        *best = best.together(&weighed.evidence.features);
    }
    let model = &Model::fitted().support;
    for weighed in wording::weighed(subject) {
        let evidence = weighed.evidence;
        let support = together.get(&weighed.claim).map(|it| it.probability(model));
        let is_low = support.is_some_and(|it| it < subject.settings.least_support);
        if !is_low || evidence.words.of < MIN_WORDS || !reported.insert(weighed.claim) {
            continue;
        }
        let message = format!(
            "{} probably does not support the claim (support {:.0} %): missing {}",
            wording::passage(subject, weighed.passage),
            100.0 * evidence.support,
            wording::words(subject, &evidence.words.missing)
        );
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        findings.push(Finding {
            shown_by: Some((weighed.passage.source, weighed.passage.span)),
            ..finding
        });
    }
}
