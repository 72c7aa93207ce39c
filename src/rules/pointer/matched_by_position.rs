//! An id was matched only by the place of a source in the list.

use std::collections::BTreeSet;

use crate::model::IdFrom;
use crate::resolve::{Ids, Matched};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P008",
    name: "matched-by-position",
    severity: Severity::Note,
    on: true,
    summary: "the id is taken for a source only by its place in the list",
    explain: "\
No source has the cited id, and one without an id of its own stands where the id points: `turn0file1`
is taken for the second source of the list. That is a guess. If the sources were passed in another
order than the model saw them, every such citation is compared with the wrong text.

Name the source: `--source turn0file1=PATH`, or an id in the payload. It is told once for each id, at
its first citation.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("", "Refunds take five days.")],
    },
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let sources = &subject.case.sources;
    if sources.iter().all(|source| !source.id.is_empty()) {
        return;
    }
    let targets = subject.case.response.citations.iter().flat_map(|citation| &citation.targets);
    let ids = Ids::new(targets.map(|target| target.id.as_str()), sources);
    let mut told = BTreeSet::new();
    for (index, citation, _) in subject.citations() {
        for (at, target) in citation.targets.iter().enumerate() {
            if let Some(Matched::One { by: IdFrom::Position, doubt: Some(doubt), .. }) =
                ids.get(&target.id)
                && told.insert(target.id.as_str())
            {
                let message = format!("No source has the id `{}`; it is {doubt}.", target.id);
                let finding = Finding::about(&RULE, subject, index, message);
                findings.push(Finding { target: Some(at), ..finding });
            }
        }
    }
}
