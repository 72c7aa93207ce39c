//! Findings about markers that the parser found faulty, and their replacement.

use crate::model::{Citation, ProblemKind};
use crate::rules::{Finding, Fix, Rule, Subject};

/// Adds a finding for every citation outside code with one of the problems.
pub(super) fn with_problem(
    rule: &'static Rule,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
    kinds: &[ProblemKind],
) {
    for (index, citation, _) in subject.citations() {
        if let Some(problem) = &citation.problem
            && kinds.contains(&problem.kind)
            && !citation.in_code
        {
            findings.push(Finding::about(rule, subject, index, problem.message.clone()));
        }
    }
}

/// Returns the replacement of a whole marker, if there is another spelling and the marker is in the
/// text as it is.
pub(super) fn replaced(
    subject: &Subject<'_>,
    citation: &Citation,
    by: Option<String>,
    summary: &str,
) -> Option<Box<Fix>> {
    let span = citation.anchor.span;
    let stands = span.slice(&subject.case.response.text) == Some(citation.raw.as_str());
    let by = by.filter(|by| stands && *by != citation.raw)?;
    Some(Box::new(Fix {
        summary: summary.to_owned(),
        edits: vec![(span, by)],
        moves_locator: false,
    }))
}
