//! The input gives a low score.

use std::collections::BTreeSet;

use crate::rules::{Example, Finding, Rule, Severity, Subject, told};

/// Formats whose scores are distances, or similarities of an unknown scale.
const OF_OWN_SCALE: [&str; 1] = ["open-webui"];

pub(super) static RULE: Rule = Rule {
    code: "E007",
    name: "low-score",
    severity: Severity::Note,
    on: true,
    summary: "the input gives a score below the threshold",
    explain: "\
The input itself says how sure it is of a citation (Gemini's confidence) or how well a source fitted the
search (a score of a file search or of a case), and the score is below the threshold, one half unless
configured. Where any score of the case lies outside 0 to 1 the scale is unknown and nothing is said;
distances, as Open WebUI stores them, are not compared.

Read the passage with more care. Raise or lower the threshold with `least-score`.",
    fires: Example {
        response: r#"{"response": "Refunds take five days.\ue200cite\ue202a\ue201", "sources": [{"id": "a", "text": "Refunds take five working days.", "score": 0.2}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Refunds take five days.\ue200cite\ue202a\ue201", "sources": [{"id": "a", "text": "Refunds take five working days.", "score": 0.8}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let case = subject.case;
    let targets = || case.response.citations.iter().flat_map(|citation| &citation.targets);
    let of_targets = targets().filter_map(|target| target.score);
    let mut scores = of_targets.chain(case.sources.iter().filter_map(|source| source.score));
    let is_share = |score: f64| (0.0..=1.0).contains(&score);
    if OF_OWN_SCALE.contains(&case.format.name) || !scores.all(is_share) {
        return;
    }
    let least = subject.settings.least_score;
    let origin = case.format.name;
    let mut told = BTreeSet::new();
    for (index, citation, found) in subject.citations() {
        for (number, (target, resolution)) in
            citation.targets.iter().zip(&found.targets).enumerate()
        {
            let source = resolution.source();
            let own = target.score.filter(|score| *score < least);
            let of_source = source.filter(|_| target.score.is_none());
            let of_source = of_source.and_then(|it| Some((it, case.sources.get(it)?.score?)));
            let message = match (own, of_source) {
                (Some(score), _) => {
                    let name = source.map(|it| told::source(subject, it));
                    let name = name.unwrap_or_else(|| format!("`{}`", told::shown(&target.id)));
                    format!(
                        "The input ({origin}) gives {name} a score of {score:.2} for this claim, below {least}."
                    )
                }
                (None, Some((source, score))) if score < least && told.insert(source) => {
                    let name = told::source(subject, source);
                    format!(
                        "The input ({origin}) gives the source {name} a score of {score:.2}, below {least}."
                    )
                }
                _ => continue,
            };
            let finding = Finding::about(&RULE, subject, index, message);
            let shown_by = resolution.passage().map(|passage| (passage.source, passage.span));
            findings.push(Finding { target: Some(number), shown_by, ..finding });
        }
    }
}
