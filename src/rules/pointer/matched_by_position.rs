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
its address. That file can be another version, or the page of another site.

Name the source with `--source turn0file1=PATH`, or by an id in the payload. There is one finding per id,
at its first citation; more than three sources in doubt for the same reason share one.",
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

/// An id with its first citation, by index, and its place among the targets.
type First<'s> = (&'s str, usize, usize);

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
    let mut doubtful: BTreeMap<&str, Vec<First<'_>>> = BTreeMap::new();
    for (index, citation, _) in subject.citations() {
        for (at, target) in citation.targets.iter().enumerate() {
            let Some(Matched::One { by, doubt, source }) = ids.get(&target.id) else { continue };
            let file = sources.get(*source).and_then(|it| it.like_named_file.as_deref());
            let message = match (by, doubt, file) {
                (IdFrom::Position, Some(doubt), _) if has_id(*source, &target.id) => {
                    if reported.insert(target.id.as_str()) {
                        doubtful.entry(doubt).or_default().push((&target.id, index, at));
                    }
                    continue;
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
    for (doubt, firsts) in doubtful {
        in_doubt(subject, doubt, &firsts, findings);
    }
}

/// True if the text of a source is that of a file which only its place names.
fn is_placed_file(source: &Source) -> bool {
    source.id_from == IdFrom::Position && source.origin.is_some()
}

/// Adds a finding per source in doubt for this reason, or one that names the citations of many.
fn in_doubt(subject: &Subject<'_>, doubt: &str, firsts: &[First<'_>], findings: &mut Vec<Finding>) {
    let mut add = |&(_, index, at): &First<'_>, message: String| {
        let finding = Finding::about(&RULE, subject, index, message);
        findings.push(Finding { target: Some(at), ..finding });
    };
    if firsts.len() <= MAX_EACH {
        for first in firsts {
            add(first, format!("the text of `{}` is doubtful ({doubt})", first.0));
        }
        return;
    }
    let indexes: BTreeSet<usize> = firsts.iter().map(|(_, index, _)| *index).collect();
    let order = subject.case.response.reading_order();
    let numbers = (1..).zip(order).filter(|(_, index)| indexes.contains(index));
    let numbers = numbers.take(NAMED).map(|(number, _)| number.to_string());
    let cited = listed(numbers, indexes.len().saturating_sub(NAMED), ", ");
    let noun = if indexes.len() == 1 { "citation" } else { "citations" };
    let message = format!(
        "the text of {} is doubtful ({doubt}), first cited by {noun} {cited}",
        count(firsts.len(), "source")
    );
    if let Some(first) = firsts.first() {
        add(first, message);
    }
}
