//! Findings about links that lead elsewhere than the sources that they name.

use std::collections::BTreeSet;

use crate::model::LinkConflict;
use crate::rules::{Finding, Rule, Subject};

/// Adds a finding for each source whose conflict fits `is_one`, at its first citation.
pub(super) fn add(
    rule: &'static Rule,
    subject: &Subject<'_>,
    findings: &mut Vec<Finding>,
    is_one: impl Fn(&LinkConflict) -> bool,
) {
    let mut reported = BTreeSet::new();
    for (index, citation) in subject.case.response.citations.iter().enumerate() {
        for (at, target) in citation.targets.iter().enumerate() {
            let Some(conflict) = target.conflict.as_deref().filter(|it| is_one(it)) else {
                continue;
            };
            if !reported.insert((&conflict.named, &conflict.linked)) {
                continue;
            }
            let LinkConflict { linked, named, address, other } = conflict;
            let of_other = other.as_ref().map(|id| format!(", the address of `{id}`"));
            let message = format!(
                "`{named}` is linked to {linked}{}, but its address is {address}",
                of_other.unwrap_or_default()
            );
            let finding = Finding::about(rule, subject, index, message);
            let help = "correct the link or the number";
            findings.push(Finding { target: Some(at), ..finding.help(help) });
        }
    }
}
