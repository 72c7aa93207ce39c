//! Rules about the marker itself.

mod malformed_marker;
mod unclosed_marker;
mod nested_marker;
mod damaged_marker;
mod bare_id;
mod hidden_characters;
mod locator_spelling;

use super::{Finding, Fix, Group, Rule, Subject};
use crate::model::{Citation, ProblemKind};
use crate::text::prose::sentence;

pub(super) static GROUP: Group = Group {
    letter: 'M',
    title: "the marker itself",
    rules: &[
        &malformed_marker::RULE,
        &unclosed_marker::RULE,
        &nested_marker::RULE,
        &damaged_marker::RULE,
        &bare_id::RULE,
        &hidden_characters::RULE,
        &locator_spelling::RULE,
    ],
};

/// A finding for every citation outside code with one of the problems.
fn with_problem(
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
            findings.push(Finding::about(rule, subject, index, sentence(&problem.message)));
        }
    }
}

/// Returns the replacement of a whole marker, where there is another spelling and the marker stands in the
/// text as it is.
fn replaced(
    subject: &Subject<'_>,
    citation: &Citation,
    by: Option<String>,
    summary: &str,
) -> Option<Fix> {
    let span = citation.anchor.span;
    let stands = span.slice(&subject.case.response.text) == Some(citation.raw.as_str());
    let by = by.filter(|by| stands && *by != citation.raw)?;
    Some(Fix { summary: summary.to_owned(), edits: vec![(span, by)], moves_locator: false })
}
