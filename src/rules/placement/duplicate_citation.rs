//! The same citation twice in one place.

use std::collections::BTreeSet;

use crate::model::{Citation, Target};
use crate::rules::layout::Run;
use crate::rules::{Example, Finding, Fix, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F008",
    name: "duplicate-citation",
    severity: Severity::Warning,
    on: true,
    summary: "the same source and place are cited twice side by side",
    explain: "\
Two markers side by side, or two ids in one marker, point at the same place of the same source. The
second adds nothing to the first, and a program that counts citations counts one source twice. Remove
it, or correct it if it should point at another place. `--fix` removes a marker whose targets are all in the
markers directly before it.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let citations = &subject.case.response.citations;
    for run in &subject.layout().runs {
        let cited =
            || run.citations.iter().filter_map(|&index| Some((index, citations.get(index)?)));
        if cited().map(|(_, citation)| citation.targets.len()).sum::<usize>() < 2 {
            continue;
        }
        let mut seen = BTreeSet::new();
        let mut end_before = run.span.start;
        for (index, citation) in cited() {
            let again: Vec<&Target> =
                citation.targets.iter().filter(|target| !seen.insert(key(target))).collect();
            let from = std::mem::replace(&mut end_before, citation.anchor.span.end);
            // Several annotations of one place come from the vendor, not from the writer.
            if citation.anchor.span.start < from {
                continue;
            }
            let Some(target) = again.first() else { continue };
            let place = target.locator.as_ref().map(|at| format!(" {at}")).unwrap_or_default();
            let message = format!("`{}`{place} is cited twice here", target.id);
            let mut finding = Finding::about(&RULE, subject, index, message);
            if again.len() == citation.targets.len() && run.citations.first() != Some(&index) {
                finding.fix = removed(run, citation, from);
            }
            findings.push(finding);
        }
    }
}

/// Returns the parts that are equal in duplicate targets.
fn key(target: &Target) -> (&str, Option<String>, Option<&str>) {
    let locator = target.locator.as_ref().map(ToString::to_string);
    (&target.id, locator, target.quote.as_deref())
}

/// Removes a marker with the blanks between it and the one before.
fn removed(run: &Run, citation: &Citation, end_before: usize) -> Option<Box<Fix>> {
    let span = Span::new(end_before, citation.anchor.span.end);
    super::runs::fix(run, "remove the second", vec![(span, String::new())])
}
