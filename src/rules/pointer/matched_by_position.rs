//! An id was matched only by the place of a source in the list.

use std::collections::BTreeSet;

use crate::model::{IdFrom, Source};
use crate::resolve::{Ids, Matched};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P008",
    name: "matched-by-position",
    severity: Severity::Note,
    on: true,
    summary: "the id matches a source only by position in the list",
    explain: "\
No source has the cited id, but a source without an id is at the position that the id suggests:
`turn0file1` is read as the second source in the list. That is a guess. If the sources were given in
another order than the model saw them, every such citation is compared with the wrong text.

A source that the answer lists may also take its text from a file with a name like its title or the end of
its address. That file can be another version, or the page of another site.

Name the source with `--source turn0file1=PATH`, or by an id in the payload. There is one finding per id,
at its first citation.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("", "Refunds take five days.")],
    },
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let sources = &subject.case.sources;
    let is_sure = |source: &Source| !source.id.is_empty() && source.like_named_file.is_none();
    if sources.iter().all(is_sure) {
        return;
    }
    let has_id = |source: usize, id: &str| sources.get(source).is_some_and(|it| it.id == id);
    let targets = subject.case.response.citations.iter().flat_map(|citation| &citation.targets);
    let ids = Ids::new(targets.map(|target| target.id.as_str()), sources);
    let mut reported = BTreeSet::new();
    for (index, citation, _) in subject.citations() {
        for (at, target) in citation.targets.iter().enumerate() {
            let Some(Matched::One { by, doubt, source }) = ids.get(&target.id) else { continue };
            let file = sources.get(*source).and_then(|it| it.like_named_file.as_deref());
            let message = match (by, doubt, file) {
                (IdFrom::Position, Some(doubt), _) if has_id(*source, &target.id) => {
                    format!("the text of `{}` is doubtful ({doubt})", target.id)
                }
                (IdFrom::Position, Some(doubt), _) => {
                    format!("no source has the id `{}` ({doubt})", target.id)
                }
                (_, _, Some(file)) => format!(
                    "the text of `{}` is doubtful (the file `{file}` is matched by its name alone)",
                    target.id
                ),
                _ => continue,
            };
            if reported.insert(target.id.as_str()) {
                let finding = Finding::about(&RULE, subject, index, message);
                findings.push(Finding { target: Some(at), ..finding });
            }
        }
    }
}
