//! Rules about whether a citation leads to a passage at all.

mod unknown_source;
mod ambiguous_source;
mod locator_out_of_range;
mod locator_reversed;
mod locator_zero;
mod locator_not_a_label;
mod source_without_text;
mod matched_by_position;
mod unreadable_source;

use super::{Finding, Group, Rule, Subject};
use crate::model::{Locator, ProblemKind, Target};
use crate::resolve::{Missing, Resolution};
use crate::text::prose::sentence;

pub(super) static GROUP: Group = Group {
    letter: 'P',
    title: "whether a citation leads anywhere",
    rules: &[
        &unknown_source::RULE,
        &ambiguous_source::RULE,
        &locator_out_of_range::RULE,
        &locator_reversed::RULE,
        &locator_zero::RULE,
        &locator_not_a_label::RULE,
        &source_without_text::RULE,
        &matched_by_position::RULE,
        &unreadable_source::RULE,
    ],
};

/// Returns a finding for every target that is missing for a reason that `is_meant`.
fn missing(
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
                findings.push(Finding { target: Some(target), ..finding });
            }
        }
    }
}

/// True if the locator names sentences, which only their writer can count.
fn names_sentences(target: &Target) -> bool {
    matches!(&target.locator, Some(Locator::Unreadable(raw)) if raw.starts_with("sentence"))
}

/// Adds a finding for every citation whose marker shows the fault and none of whose targets has one:
/// the locator is faulty even if the source is unknown.
fn shown_by_the_marker(
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
            findings.push(Finding::about(rule, subject, index, sentence(&problem.message)));
        }
    }
}
