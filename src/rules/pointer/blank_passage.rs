//! The cited place has no text.

use crate::resolve::Resolution;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "P010",
    name: "blank-passage",
    severity: Severity::Warning,
    on: true,
    summary: "the cited lines are blank",
    explain: "\
The cited place exists and has no text, so it says nothing about the claim. The lines were counted wrongly,
or the source has changed since. A source whose file is empty was probably not saved.

Cite the lines that say it.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L2\u{e201}",
        sources: &[("turn0file0", "Fees are due in May.\n\nRefunds take five days.")],
    },
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, _, found) in subject.citations() {
        for (target, resolution) in found.targets.iter().enumerate() {
            if resolution
                .source()
                .is_some_and(|source| super::unresolved::is_empty_file(subject, source))
            {
                let message = "the file of the cited source is empty".to_owned();
                let finding = Finding::about(&RULE, subject, index, message);
                findings.push(Finding { target: Some(target), ..finding });
            }
            let Resolution::Found(passage) = resolution else { continue };
            let store = subject.stores.get(passage.source).and_then(|store| store.as_ref().ok());
            if !store.is_some_and(|store| store.is_blank(passage.span)) {
                continue;
            }
            let message = format!("{} is blank", wording::passage(subject, passage));
            let finding = Finding::about(&RULE, subject, index, message);
            let shown_by = Some((passage.source, passage.span));
            findings.push(Finding { target: Some(target), shown_by, ..finding });
        }
    }
}
