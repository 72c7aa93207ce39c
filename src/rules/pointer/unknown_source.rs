//! A cited id that no source has.

use crate::resolve::{Reason, Resolution};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::count;

pub(super) static RULE: Rule = Rule {
    code: "P001",
    name: "unknown-source",
    severity: Severity::Error,
    on: true,
    summary: "no source has the cited id",
    explain: "\
The citation names a source that is not loaded. Either the model invented the id, or the source was not
added.

Add the missing source after the response, map the id to a file with `--source ID=PATH`, or correct the
id; the help suggests the nearest one. If no source is loaded at all, there is only one finding.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file7\u{e201}"),
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
                let add = "add the file with this id, or map the id with `--source ID=PATH`";
                let help = match &missing.help {
                    Some(help) if help.ends_with('?') => format!("{help} else {add}"),
                    Some(help) => format!("{help}; else {add}"),
                    None => add.to_owned(),
                };
                unknown.push(Finding { target: Some(target), ..finding.help(help) });
            }
        }
    }
    if subject.case.sources.is_empty() {
        // Without any source, the fault is the missing sources and not the ids.
        let cited = count(unknown.len(), "cited id");
        unknown.truncate(1);
        for finding in &mut unknown {
            finding.message = format!("no sources loaded, so {cited} cannot be resolved").into();
            finding.help = Some("add source files after the response".to_owned());
        }
    }
    findings.append(&mut unknown);
}
