//! An id was matched only by the place of a source in the list.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{IdFrom, Source};
use crate::resolve::{Ids, Matched};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::{count, listed};

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
its address. That file can be another version, or the page of another site. A citation with a folder (`[b/policy.md]`) may
lead to a file of that name in another folder.

Name the source with `--source turn0file1=PATH`, or by an id in the payload. There is one finding per id,
at its first citation; more than three ids in doubt for the same reason share one.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("", "Refunds take five days.")],
    },
    passes: Example::SOUND,
    check,
};

/// The maximum number of sources in doubt for one reason with a finding each; more share one.
const MAX_EACH: usize = 3;

/// The maximum number of citations that a shared finding names.
const NAMED: usize = 20;

/// A cited id in doubt.
struct InDoubt {
    /// Its first citation, by index, and its place among the targets.
    first: (usize, usize),
    message: String,
}

/// The reason for a doubt that several ids can share.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause<'s> {
    /// No source has the id, and one without an id is at its position.
    NoSource,
    /// The file with the text has no more than a name like that of the source.
    FileName,
    /// A source has the id, but not its own text.
    Text(&'s str),
}

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let sources = &subject.case.sources;
    let is_sure = |source: &Source| {
        !source.id.is_empty() && source.like_named_file.is_none() && !is_placed_file(source)
    };
    if sources.iter().all(is_sure) {
        return;
    }
    let has_id = |source: usize, id: &str| sources.get(source).is_some_and(|it| it.id == id);
    let targets = subject.case.response.citations.iter().flat_map(|citation| &citation.targets);
    let ids = Ids::new(targets.map(|target| target.id.as_str()), sources);
    let mut reported = BTreeSet::new();
    let mut doubtful: BTreeMap<Cause<'_>, Vec<InDoubt>> = BTreeMap::new();
    for (index, citation, _) in subject.citations() {
        for (at, target) in citation.targets.iter().enumerate() {
            let Some(Matched::One { by, doubt, source }) = ids.get(&target.id) else { continue };
            let file = sources.get(*source).and_then(|it| it.like_named_file.as_deref());
            let id = target.id.as_str();
            let (cause, message) = match (by, doubt, file) {
                (IdFrom::Position, Some(doubt), _) if has_id(*source, id) => {
                    (Cause::Text(doubt), format!("the text of `{id}` is doubtful ({doubt})"))
                }
                (IdFrom::Position, Some(doubt), _) => {
                    (Cause::NoSource, format!("no source has the id `{id}` ({doubt})"))
                }
                (_, _, Some(file)) => {
                    let how = format!("the file `{file}` is matched by its name alone");
                    (Cause::FileName, format!("the text of `{id}` is doubtful ({how})"))
                }
                _ => continue,
            };
            if reported.insert(id) {
                let first = (index, at);
                doubtful.entry(cause).or_default().push(InDoubt { first, message });
            }
        }
    }
    for (cause, ids) in doubtful {
        in_doubt(subject, &cause, ids, findings);
    }
}

/// True if the text of a source is that of a file which only its place names.
fn is_placed_file(source: &Source) -> bool {
    source.id_from == IdFrom::Position && source.origin.is_some()
}

/// Adds a finding per id in doubt for this reason, or one that names the citations of many.
fn in_doubt(
    subject: &Subject<'_>,
    cause: &Cause<'_>,
    ids: Vec<InDoubt>,
    findings: &mut Vec<Finding>,
) {
    let mut add = |(index, at): (usize, usize), message: String| {
        let finding = Finding::about(&RULE, subject, index, message);
        findings.push(Finding { target: Some(at), ..finding });
    };
    if ids.len() <= MAX_EACH {
        for one in ids {
            add(one.first, one.message);
        }
        return;
    }
    let indexes: BTreeSet<usize> = ids.iter().map(|one| one.first.0).collect();
    let order = subject.case.response.reading_order();
    let numbers = (1..).zip(order).filter(|(_, index)| indexes.contains(index));
    let numbers = numbers.take(NAMED).map(|(number, _)| number.to_string());
    let cited = listed(numbers, indexes.len().saturating_sub(NAMED), ", ");
    let noun = if indexes.len() == 1 { "citation" } else { "citations" };
    let text =
        |why: &str| format!("the text of {} is doubtful ({why})", count(ids.len(), "source"));
    let what = match cause {
        Cause::NoSource => {
            format!(
                "no source has {} (matched by position in the list)",
                count(ids.len(), "cited id")
            )
        }
        Cause::FileName => text("their files are matched by name alone"),
        Cause::Text(doubt) => text(doubt),
    };
    if let Some(one) = ids.first() {
        add(one.first, format!("{what}, first cited by {noun} {cited}"));
    }
}
