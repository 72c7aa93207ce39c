//! The cited lines are at other lines, or in another file.

use super::traced::{Traced, traced};
use crate::dialects::marks::code_references::respelled;
use crate::model::{Fate, Locator};
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

Cite the lines where they are now. `--fix-locators` rewrites line numbers within one file, unless the lines
were edited, too: then read them first.",
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
                traced.finding(&RULE, subject, message).help(format!("cite {now}"))
            }
            (Fate::Changed { .. }, _) => {
                let Some(now) = traced.edited_place() else { continue };
                let difference = traced.difference();
                let message = format!("{place} was edited and is now {now}{since}{difference}");
                let help = "read the lines again, and cite them where they are now";
                traced.finding(&RULE, subject, message).help(help)
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
    let old = traced.lines()?;
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
