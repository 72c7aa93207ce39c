//! Findings about targets without a passage.

use crate::model::{Locator, ProblemKind, SourceText, Target};
use crate::resolve::{Missing, Resolution};
use crate::rules::{Finding, Rule, Subject};

/// Returns a finding for every target that is missing for a reason that `is_meant`.
pub(super) fn missing(
    rule: &'static Rule,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
    is_meant: impl Fn(&Missing, &Target) -> bool,
) {
    for (index, citation, found) in subject.citations() {
        for (target, (resolution, cited)) in found.targets.iter().zip(&citation.targets).enumerate()
        {
            if let Resolution::Missing(missing) = resolution
                && is_meant(missing, cited)
            {
                let finding = Finding::about(rule, subject, index, missing.message.clone());
                let help = missing.help.clone();
                findings.push(Finding { target: Some(target), help, ..finding });
            }
        }
    }
}

/// True if the locator names sentences, which only their writer can count.
pub(super) fn names_sentences(target: &Target) -> bool {
    matches!(&target.locator, Some(Locator::Unreadable(raw)) if raw.starts_with("sentence"))
}

/// Adds a finding for every citation whose marker shows the fault and none of whose targets has one:
/// the locator is faulty even if the source is unknown.
pub(super) fn shown_by_the_marker(
    rule: &'static Rule,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
    kind: ProblemKind,
    from: usize,
) {
    // Findings since `from` are this rule's, by citation.
    let reported: Vec<usize> =
        findings.iter().skip(from).filter_map(|finding| finding.citation).collect();
    for (index, citation, _) in subject.citations() {
        if let Some(problem) = &citation.problem
            && problem.kind == kind
            && reported.binary_search(&index).is_err()
        {
            findings.push(Finding::about(rule, subject, index, problem.message.clone()));
        }
    }
}

/// True if a source is a file without any text.
pub(super) fn is_empty_file(subject: &Subject<'_>, source: usize) -> bool {
    let is_file =
        subject.case.sources.get(source).is_some_and(|source| {
            matches!(source.text, SourceText::File(_) | SourceText::Document(_))
        });
    let store = subject.stores.get(source).and_then(|store| store.as_ref().ok());
    is_file && store.is_some_and(|store| store.is_empty())
}
