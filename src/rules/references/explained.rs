//! Findings of other rules that the history of the cited lines explains.

use std::collections::BTreeMap;

use crate::model::Past;
use crate::rules::{Finding, Severity, Subject};

/// Rules about places that are not there, which lines that have moved or were removed explain.
const OF_PLACES: [&str; 3] = ["P003", "P009", "P010"];

/// Leaves one finding for each change of cited lines: a place that is not there any more, a quotation of words
/// that the lines had, and an edit that lost a number are the same change.
pub(crate) fn leave_one(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut of_history: BTreeMap<(usize, usize), Vec<(usize, &'static str)>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        let code = finding.rule.code;
        if let Some(key) = target_of(finding).filter(|_| code.starts_with('R')) {
            of_history.entry(key).or_default().push((at, code));
        }
    }
    if of_history.is_empty() {
        return;
    }
    let mut quoted: Vec<usize> = Vec::new();
    let mut is_explained: Vec<bool> = Vec::with_capacity(findings.len());
    for finding in findings.iter() {
        let known = target_of(finding).and_then(|key| of_history.get(&key));
        let known = known.map(Vec::as_slice).unwrap_or_default();
        let has = |codes: &[&str]| known.iter().any(|(_, code)| codes.contains(code));
        let code = finding.rule.code;
        is_explained.push(if ["Q001", "Q003"].contains(&code) {
            let is_past = !known.is_empty() && quotes_past(subject, finding);
            quoted.extend(known.iter().filter(|_| is_past).map(|(at, _)| *at));
            is_past
        } else {
            OF_PLACES.contains(&code) && has(&["R001", "R003"]) || code == "R002" && has(&["R004"])
        });
    }
    warn_of_accepted(subject, findings);
    for at in quoted {
        if let Some(finding) = findings.get_mut(at) {
            finding.severity = finding.severity.max(Severity::Warning);
            finding.message.to_mut().push_str("; it had the quoted words");
        }
    }
    let mut explained = is_explained.into_iter();
    findings.retain(|_| !explained.next().unwrap_or(false));
}

/// Raises edits of lines that are accepted in a lock file to warnings: who keeps one wants to accept every edit.
fn warn_of_accepted(subject: &Subject<'_>, findings: &mut [Finding]) {
    let citations = &subject.case.response.citations;
    for finding in findings.iter_mut().filter(|finding| finding.rule.code == "R002") {
        let target =
            target_of(finding).and_then(|(at, target)| citations.get(at)?.targets.get(target));
        let past = target.and_then(|target| target.past.as_deref());
        if past.is_some_and(|past| past.locked.is_some()) {
            finding.severity = finding.severity.max(Severity::Warning);
        }
    }
}

fn target_of(finding: &Finding) -> Option<(usize, usize)> {
    finding.citation.zip(finding.target)
}

/// True if a finding is about words that the cited lines had when they were cited.
fn quotes_past(subject: &Subject<'_>, finding: &Finding) -> bool {
    let Some((citation, target)) = target_of(finding) else { return false };
    let citation = subject.case.response.citations.get(citation);
    let past = citation.and_then(|it| it.targets.get(target)?.past.as_deref());
    let quote = letters(finding.span.slice(subject.response).unwrap_or_default());
    let had = |past: &Past| past.has_lines() && letters(&past.lines).contains(&quote);
    !quote.is_empty() && past.is_some_and(had)
}

/// Returns the letters and digits of a text in lower case: comments may be wrapped.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
