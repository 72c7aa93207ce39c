//! Findings of several rules about one fact: the words of a quote that the sources lack are also words that
//! the claim lacks. The most exact one stays, with what the others show.

use std::collections::BTreeSet;

use super::{Finding, Subject};
use crate::evidence::Evidence;
use crate::text::Span;

/// Rules about words of a quote, which the cited source lacks, and which another source has.
const OF_QUOTES: [&str; 3] = ["Q001", "Q002", "Q003"];

/// Rules about a claim that the passage lacks, and about other places of it.
const OF_CLAIMS: [&str; 5] = ["E002", "E003", "E004", "E009", "E010"];

/// The minimum number of missing words outside of quotes that are a fact of their own.
const MIN_WORDS: usize = 4;

/// Leaves one finding for each fact about a claim.
pub(super) fn leave_one(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    // Sorted pairs and no map: most claims have one finding, and an answer may have 100,000.
    let mut of_claims: Vec<(Span, usize)> = Vec::new();
    for (at, finding) in findings.iter().enumerate() {
        let code = finding.rule.code;
        let claim = claim(subject, finding).filter(|claim| {
            OF_CLAIMS.contains(&code) || OF_QUOTES.contains(&code) && finding.span.overlaps(*claim)
        });
        of_claims.extend(claim.map(|claim| (claim, at)));
    }
    of_claims.sort_unstable();
    let mut left_out: BTreeSet<usize> = BTreeSet::new();
    for about in of_claims.chunk_by(|(one, _), (other, _)| one == other) {
        if about.len() < 2 {
            continue;
        }
        let known = about.iter().filter_map(|(_, at)| Some((*at, findings.get(*at)?)));
        let known: Vec<(usize, &Finding)> = known.collect();
        let mut added: Vec<(usize, usize, Option<String>)> = Vec::new();
        for (at, finding) in &known {
            let more_exact = exact(subject, finding, &known);
            added.extend(more_exact.map(|winner| (winner, *at, shown(subject, finding))));
        }
        for (winner, loser, shown) in added {
            let help = findings.get(loser).and_then(|it| it.help.clone());
            if let Some(winner) = findings.get_mut(winner) {
                winner.message.to_mut().extend(shown.map(|it| format!("; {it}")));
                winner.help = winner.help.take().or(help);
            }
            left_out.insert(loser);
        }
    }
    let mut at = 0..;
    findings.retain(|_| at.next().is_none_or(|at| !left_out.contains(&at)));
}

fn claim(subject: &Subject<'_>, finding: &Finding) -> Option<Span> {
    Some(subject.inspected.get(finding.citation?)?.claim?.span)
}

fn evidence<'s>(subject: &Subject<'s>, finding: &Finding) -> Option<&'s Evidence> {
    subject.inspected.get(finding.citation?)?.evidence.get(finding.target?)?.as_deref()
}

/// Returns the finding of one claim that says more exactly what this one says.
fn exact(subject: &Subject<'_>, finding: &Finding, known: &[(usize, &Finding)]) -> Option<usize> {
    let code = finding.rule.code;
    let is_kind = |kinds: &[&str]| kinds.contains(&code);
    if !is_kind(&OF_CLAIMS) {
        return None;
    }
    let of_claim = evidence(subject, finding)?;
    // Where another place is named, its words decide.
    let is_place = is_kind(&["E002", "E003"]);
    let words = if is_place { &of_claim.reasons } else { &of_claim.words.missing };
    let quoting: &[&str] = if is_place { &["Q003"] } else { &OF_QUOTES };
    let quotes = known.iter().filter(|(_, it)| quoting.contains(&it.rule.code));
    let quotes: Vec<&(usize, &Finding)> = quotes.collect();
    let is_quoted = |word: &&Span| quotes.iter().any(|(_, quote)| quote.span.overlaps(**word));
    let quoted = words.iter().filter(is_quoted).count();
    let outside = words.len() - quoted;
    if quoted > 0 && (quoted >= outside || !is_place && outside < MIN_WORDS) {
        return quotes.first().map(|(at, _)| *at);
    }
    let unsupported = known.iter().find(|(_, it)| it.rule.code == "E010");
    unsupported.filter(|_| code == "E009").map(|(at, _)| *at)
}

/// Returns what a finding shows beside the words that another one names.
fn shown(subject: &Subject<'_>, finding: &Finding) -> Option<String> {
    match finding.rule.code {
        "E009" => {
            let (_, places) = finding.message.split_once(" (")?;
            places.strip_suffix(')').map(str::to_owned)
        }
        "E004" | "E010" => {
            let words = &evidence(subject, finding)?.words;
            Some(format!("the passage has {} of the claim's {} words", words.matched, words.of))
        }
        _ => None,
    }
}
