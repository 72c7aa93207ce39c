//! The cited id is no source's.

use crate::resolve::{Reason, Resolution};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::count;

pub(super) static RULE: Rule = Rule {
    code: "P001",
    name: "unknown-source",
    severity: Severity::Error,
    on: true,
    summary: "the cited id is no source's",
    explain: "\
The citation names a source that is not among those loaded. Either the model made the id up, or the
source was not passed.

Pass the missing source behind the response, name it with `--source ID=PATH`, or correct the id; the
message names the nearest id where there is one. Where no source is loaded at all, that is told once.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file7\u{e201}",
        sources: &[("turn0file0", "Refunds take five days.")],
    },
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut unknown = Vec::new();
    for (index, _, found) in subject.citations() {
        for (target, resolution) in found.targets.iter().enumerate() {
            if let Resolution::Missing(missing) = resolution
                && missing.reason == Reason::UnknownSource
            {
                let finding = Finding::about(&RULE, subject, index, missing.message.clone());
                unknown.push(Finding { target: Some(target), ..finding });
            }
        }
    }
    if subject.case.sources.is_empty() {
        // Without any source there is one thing wrong, and it is not the ids.
        let cited = count(unknown.len(), "cited id");
        unknown.truncate(1);
        for finding in &mut unknown {
            finding.message = format!("No source is loaded: {cited} cannot be looked up.");
            finding.help = Some("pass sources behind the response".to_owned());
        }
    }
    findings.append(&mut unknown);
}
