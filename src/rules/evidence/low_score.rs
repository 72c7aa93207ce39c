//! The input, or a judge, gives a low score.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::Inspected;
use crate::model::{Citation, Judgement, Source};
use crate::resolve::Resolution;
use crate::rules::{Example, Finding, Rule, Settings, Severity, Subject, wording};

/// The minimum number of scored sources whose order shows a distance.
const MIN_RANKED: usize = 3;

/// The highest score of ranks that are fused, as searches by words and by meaning are: three times `1 / 61`.
const MAX_FUSED: f64 = 0.05;

/// Formats whose scores are distances, weights, or similarities of an unknown scale.
const OF_OWN_SCALE: [&str; 2] = ["open-webui", "trec-rag"];

pub(super) static RULE: Rule = Rule {
    code: "E007",
    name: "low-score",
    severity: Severity::Note,
    on: true,
    summary: "the input, or a judge, gives a score below the threshold",
    explain: "\
The input itself says how sure it is of a citation (Gemini's confidence) or how well a source fitted the
search (a score of a file search or of a case), or a judge says it in a file given with `--scores`; and
the score is below the threshold, 0.5 by default. If any score of the same origin lies outside 0 to 1, the
scale is unknown and nothing is reported; distances, as Open WebUI stores them, are not compared, nor are
weights of TREC runs, nor scores that grow from the first source to the last, nor those of fused ranks, which
are all below 0.05. The low scores of an input are one finding for each case. A high score is no proof either:
it does not silence other rules.

Read the passage with more care. Raise or lower the threshold with `least-score`, or for one origin, a
format or a judge, on its own scale, in the table `least-scores`.",
    fires: Example {
        response: r#"{"response": "Refunds take five days.\ue200cite\ue202a\ue201", "sources": [{"id": "a", "text": "Refunds take five working days.", "score": 0.2}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Refunds take five working days.\ue200cite\ue202a\ue201", "sources": [{"id": "a", "text": "Refunds take five working days.", "score": 0.8}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let case = subject.case;
    let targets = || case.response.citations.iter().flat_map(|citation| &citation.targets);
    let of_targets = targets().filter_map(|target| target.score);
    let scores = of_targets.chain(case.sources.iter().filter_map(|source| source.score));
    let origin = case.format.name;
    let is_stated = subject.settings.least_scores.contains_key(origin);
    if let Some(least) = least(subject.settings, origin, scores)
        && (is_stated || !are_distances(&case.sources) && !are_fused(&case.sources))
    {
        given(subject, origin, least, findings);
    }
    judged(subject, findings);
}

/// Returns the threshold for the scores of an origin; `None` if their scale is not known.
fn least(settings: &Settings, origin: &str, mut scores: impl Iterator<Item = f64>) -> Option<f64> {
    let mut is_of_known_scale =
        || !OF_OWN_SCALE.contains(&origin) && scores.all(|score| (0.0..=1.0).contains(&score));
    let stated = settings.least_scores.get(origin).copied();
    stated.or_else(|| is_of_known_scale().then_some(settings.least_score))
}

/// True if scores grow from the first source on: a search gives the best result first, so the smallest score
/// is the best.
fn are_distances(sources: &[Source]) -> bool {
    let scores: Vec<f64> = sources.iter().filter_map(|source| source.score).collect();
    let grows = scores.windows(2).all(|pair| matches!(pair, [one, other] if one <= other));
    let differs = scores.first().zip(scores.last()).is_some_and(|(first, last)| first < last);
    scores.len() >= MIN_RANKED && grows && differs
}

/// True if all scores are as small as those of fused ranks.
fn are_fused(sources: &[Source]) -> bool {
    let mut scores = sources.iter().filter_map(|source| source.score).peekable();
    let is_enough = sources.len() >= MIN_RANKED && scores.peek().is_some();
    is_enough && scores.all(|score| score > 0.0 && score < MAX_FUSED)
}

/// Adds one finding for the low scores that the input has: the first, and the number of the others.
fn given(subject: &Subject<'_>, origin: &str, least: f64, findings: &mut Vec<Finding>) {
    let case = subject.case;
    let mut reported = BTreeSet::new();
    let (mut first, mut others) = (None, 0_usize);
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
                    let name = name(subject, citation, found, number);
                    format!("score {score} in the input ({origin}) for {name} is below {least}")
                }
                (None, Some((source, score))) if score < least && reported.insert(source) => {
                    let name = wording::source(subject, source);
                    format!(
                        "score {score} in the input ({origin}) for source {name} is below {least}"
                    )
                }
                _ => continue,
            };
            match first {
                None => first = Some(finding(subject, index, found, Some(number), message)),
                Some(_) => others += 1,
            }
        }
    }
    findings.extend(first.map(|first| match others {
        0 => first,
        1 => Finding { message: format!("{}; so is 1 more", first.message).into(), ..first },
        _ => {
            Finding { message: format!("{}; so are {others} more", first.message).into(), ..first }
        }
    }));
}

/// Adds a finding for each low score that a judge gave.
fn judged(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let citations = || subject.case.response.citations.iter();
    let judgements = || citations().flat_map(|citation| &citation.judgements);
    let mut leasts: BTreeMap<&str, Option<f64>> = BTreeMap::new();
    for Judgement { by, .. } in judgements() {
        let scores = judgements().filter(|one| one.by == *by).map(|one| one.score);
        leasts.entry(by).or_insert_with(|| least(subject.settings, by, scores));
    }
    for (index, citation, found) in subject.citations() {
        for Judgement { by, score, target, reason } in &citation.judgements {
            let least = leasts.get(by.as_str()).copied().flatten();
            let Some(least) = least.filter(|least| score < least) else { continue };
            let name = match target {
                Some(target) => name(subject, citation, found, *target),
                None => "the citation".to_owned(),
            };
            let by = wording::shown(by);
            let mut message = format!("score {score} of `{by}` for {name} is below {least}");
            if let Some(reason) = reason {
                message = format!("{message}: \u{201c}{}\u{201d}", wording::shown(reason));
            }
            findings.push(finding(subject, index, found, *target, message));
        }
    }
}

/// Returns the name of the source of a target, else its id as written.
fn name(subject: &Subject<'_>, citation: &Citation, found: &Inspected, target: usize) -> String {
    let source = found.targets.get(target).and_then(Resolution::source);
    let id = || citation.targets.get(target).map(|target| target.id.as_str()).unwrap_or_default();
    source.map_or_else(|| format!("`{}`", wording::shown(id())), |it| wording::source(subject, it))
}

fn finding(
    subject: &Subject<'_>,
    index: usize,
    found: &Inspected,
    target: Option<usize>,
    message: String,
) -> Finding {
    let resolution = target.and_then(|target| found.targets.get(target));
    let shown_by = resolution.and_then(Resolution::passage);
    let shown_by = shown_by.map(|passage| (passage.source, passage.span));
    Finding { target, shown_by, ..Finding::about(&RULE, subject, index, message) }
}
