//! The cited lines were edited.

use super::traced::{MAX_CODE, shown, traced};
use crate::model::{Fate, Locator};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "R002",
    name: "changed-code",
    severity: Severity::Note,
    on: true,
    summary: "the cited lines of code were edited",
    explain: "\
The cited lines were edited after the text was written. The text about them may no longer be true.

Read the lines again. If the text is still true, cite them as they are; a commit that touches the citing
line settles the finding.",
    fires: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "def read_limit(text):\n    return int(text, 16)\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "The limit is read by `read_limit` (`src/limits.py:1-2`).",
"sources": [{"id": "src/limits.py", "text": "def read_limit(text):\n    return int(text)\n",
"earlier": "def read_limit(text):\n    return int(text)\n"}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for traced in traced(subject) {
        let Fate::Changed { first, last } = traced.past.fate else { continue };
        let now = Locator::Lines { first, last };
        let is_there = traced.lines() == Some((first, last));
        let moved = match &traced.past.now_in {
            Some((path, ..)) => format!(" and is now in `{path}` {now}"),
            None if is_there => String::new(),
            None => format!(" and is now at {now}"),
        };
        let known = if traced.past.has_lines() { traced.past.lines.as_str() } else { "" };
        let mut pairs = known.lines().zip(traced.past.now.lines());
        let differs = pairs.find(|(was, is)| was.trim() != is.trim());
        let difference = differs.map_or_else(String::new, |(was, is)| {
            format!(": was `{}`, is `{}`", shown(was, MAX_CODE), shown(is, MAX_CODE))
        });
        let message = format!("{} was edited{moved}{}{difference}", traced.place(), traced.since());
        let help = "read the lines again and check that the text is still true";
        findings.push(traced.finding(&RULE, subject, message).help(help));
    }
}
