//! A source that is never cited.

use crate::resolve::own_name;
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "C003",
    name: "uncited-source",
    severity: Severity::Note,
    on: false,
    summary: "a source is loaded and never cited",
    explain: "\
The model was given the source and no citation names it. Usually that is fine: not everything retrieved
has to be used. It matters where every source should be used, as in a summary of several documents. Off
unless selected.

Check whether the source belongs to this answer, and whether it contradicts the answer.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Refunds take five days."), ("turn0file1", "Fees rise.")],
    },
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let sources = &subject.case.sources;
    let mut cited = vec![false; sources.len()];
    for resolution in subject.inspected.iter().flat_map(|found| &found.targets) {
        if let Some(cited) = resolution.source().and_then(|source| cited.get_mut(source)) {
            *cited = true;
        }
    }
    for (index, source) in sources.iter().enumerate() {
        if cited.get(index) == Some(&false) {
            let message = match own_name(source) {
                Some(name) => format!("source `{name}` is never cited"),
                None => format!("source {} is never cited", index + 1),
            };
            let finding = Finding::new(&RULE, Span::default(), message);
            findings.push(Finding { shown_by: Some((index, Span::default())), ..finding });
        }
    }
}
