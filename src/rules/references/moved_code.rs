//! The cited lines are at other lines, or in another file.

use super::traced::{MAX_CODE, Traced, shown, traced};
use crate::dialects::marks::code_references::{renamed, respelled};
use crate::model::{Fate, Locator, SourceText};
use crate::rules::{Example, Finding, Fix, Rule, Severity, Subject};
use crate::text::prose::count;

pub(super) static RULE: Rule = Rule {
    code: "R001",
    name: "moved-code",
    severity: Severity::Warning,
    on: true,
    summary: "the cited lines of code are at other lines",
    explain: "\
The lines that were cited when the text was written are now at other lines of the file, or in another
file. The history of the checkout shows it: the commit that wrote the citing line has the cited lines as
they were then.

Cite the lines where they are now. `--fix-locators` rewrites line numbers within one file, and the path of a
renamed file, unless the lines were edited, too: then read them first. A permalink that names a commit keeps
its numbers: they are right there.",
    fires: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "import os\n\ndef read_limit(text):\n    return int(text)\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "def read_limit(text):\n    return int(text)\n\nSIZE = 3\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for traced in traced(subject) {
        let (place, since) = (traced.place(), traced.since());
        let finding = match (traced.past.fate, &traced.past.now_in) {
            (Fate::Moved { first, last }, _) => {
                let now = Locator::Lines { first, last };
                let message = format!("{place} moved to {now}{}{since}", distance(&traced, first));
                let fix = fix(subject, &traced, (first, last));
                let finding = traced.finding(&RULE, subject, message).help(format!("cite {now}"));
                Finding { fix, ..finding }
            }
            (Fate::Gone, Some((path, first, last))) => {
                let now = format!("`{path}` {}", Locator::Lines { first: *first, last: *last });
                let message = format!("{place} moved to {now}{since}");
                let fix = renamed_fix(subject, &traced, (*first, *last));
                let finding = traced.finding(&RULE, subject, message).help(format!("cite {now}"));
                Finding { fix, ..finding }
            }
            (Fate::Changed { .. }, _) => {
                let Some(now) = traced.edited_place() else { continue };
                let difference = traced.difference();
                let message = format!("{place} was edited and is now {now}{since}{difference}");
                let help = "read the lines again, and cite them where they are now";
                traced.finding(&RULE, subject, message).help(help)
            }
            (Fate::Unknown, None) => {
                let Some((line, places)) = unclear(subject, &traced) else { continue };
                let (verb, line) = (verb(places), shown(line, MAX_CODE));
                let places = count(places, "place");
                let message =
                    format!("{place} no longer has `{line}`{since}; {places} {verb} it now");
                traced.finding(&RULE, subject, message).help("cite the place that is meant")
            }
            _ => continue,
        };
        findings.push(finding);
    }
}

/// Returns the distance, such as `, 10 lines below`.
fn distance(traced: &Traced<'_>, now: u64) -> String {
    let Some((before, _)) = traced.lines() else { return String::new() };
    let far = count(now.abs_diff(before), "line");
    format!(", {far} {}", if now < before { "above" } else { "below" })
}

/// Returns the new numbers in the place of the old ones.
fn fix(subject: &Subject<'_>, traced: &Traced<'_>, new: (u64, u64)) -> Option<Box<Fix>> {
    let old = traced.lines().filter(|_| !traced.past.is_pinned)?;
    let (span, text) = respelled(&traced.citation.raw, old, new)?;
    let start = traced.citation.written_in(&subject.case.response.text)?.start;
    let new = Locator::Lines { first: new.0, last: new.1 };
    let old = Locator::Lines { first: old.0, last: old.1 };
    Some(Box::new(Fix {
        summary: format!("cite {new} instead of {old}"),
        edits: vec![(span.shifted(start), text)],
        moves_locator: true,
    }))
}

/// Returns the new path of a renamed file and the new numbers in the place of the old ones.
fn renamed_fix(subject: &Subject<'_>, traced: &Traced<'_>, new: (u64, u64)) -> Option<Box<Fix>> {
    let path = traced.past.path_now.as_ref().filter(|_| !traced.past.is_pinned)?;
    // Other targets of the citation share the path, and their lines may be elsewhere.
    let [target] = traced.citation.targets.as_slice() else { return None };
    let raw = &traced.citation.raw;
    let mut edits = renamed(raw, &target.id, path)?;
    let old = traced.lines()?;
    if old != new {
        edits.push(respelled(raw, old, new)?);
    }
    edits.sort_by_key(|(span, _)| *span);
    let start = traced.citation.written_in(&subject.case.response.text)?.start;
    let edits = edits.into_iter().map(|(span, text)| (span.shifted(start), text)).collect();
    let summary = format!("cite `{path}` {} instead of {}", lines(new), traced.place());
    Some(Box::new(Fix { summary, edits, moves_locator: true }))
}

const fn lines((first, last): (u64, u64)) -> Locator {
    Locator::Lines { first, last }
}

const fn verb(places: usize) -> &'static str {
    if places == 1 { "has" } else { "have" }
}

/// Returns the first of the lines that were cited, and the number of places that have them now; `None`
/// if they are where they were, or nowhere.
fn unclear<'s>(subject: &Subject<'_>, traced: &Traced<'s>) -> Option<(&'s str, usize)> {
    let (first, last) = traced.lines().filter(|_| traced.past.has_lines())?;
    let cited: Vec<&str> = traced.past.lines.lines().map(str::trim).collect();
    let line = cited.iter().copied().find(|line| !line.is_empty())?;
    let source = subject.case.sources.iter().find(|source| source.id == traced.target.id)?;
    let SourceText::Inline(text) = &source.text else { return None };
    let now: Vec<&str> = text.lines().map(str::trim).collect();
    let from = usize::try_from(first).ok()?.checked_sub(1)?;
    let is_whole = last.checked_sub(first).and_then(|more| usize::try_from(more + 1).ok())
        == Some(cited.len());
    let is_there = now.get(from..from + cited.len()) == Some(cited.as_slice());
    let places = now.windows(cited.len()).filter(|lines| *lines == cited.as_slice()).count();
    (is_whole && !is_there && places > 0).then_some((line, places))
}
