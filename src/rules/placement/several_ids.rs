//! Several ids in one marker.

use crate::model::AnchorKind;
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::ticked;

pub(super) static RULE: Rule = Rule {
    code: "F009",
    name: "several-ids",
    severity: Severity::Note,
    on: false,
    summary: "one marker names several sources",
    explain: "\
The guide allows several ids in one marker, but a locator can then belong to one of them or to all.
Many pipelines that render line ranges expect one id per marker; this rule reports the others. It is off
unless selected.

Write one marker per id, each with its own locator.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e202}turn0file1\u{e201}",
        sources: &[
            ("turn0file0", "Refunds take five days."),
            ("turn0file1", "Refunds take five days."),
        ],
    },
    passes: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\u{e200}cite\u{e202}turn0file1\u{e201}",
        sources: &[
            ("turn0file0", "Refunds take five days."),
            ("turn0file1", "Refunds take five days."),
        ],
    },
    check,
};

/// The maximum number of ids that a message names.
const NAMED: usize = 5;

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, _) in subject.citations() {
        let mut ids: Vec<&str> = citation.targets.iter().map(|it| it.id.as_str()).collect();
        ids.dedup();
        if ids.len() > 1 && citation.anchor.kind == AnchorKind::Marker {
            let message = format!("one marker names {}", ticked(ids, NAMED));
            findings.push(Finding::about(&RULE, subject, index, message));
        }
    }
}
