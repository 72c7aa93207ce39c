//! The cited lines have lost a number that the text states.

use std::collections::BTreeSet;

use super::traced::traced;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::number_words::digits_of;

pub(super) static RULE: Rule = Rule {
    code: "R004",
    name: "changed-value",
    severity: Severity::Warning,
    on: true,
    summary: "the cited lines of code have lost a number of the text",
    explain: "\
The text states a number that the cited lines had when it was written, and that the lines in their place do not
have any more: `the timeout is 30 seconds`, where `TIMEOUT = 30` has become `TIMEOUT = 60`.

Correct the number, or cite the lines that have it.",
    fires: Example {
        response: r#"{"response": "Requests end after 30 seconds (`src/limits.py:1`).",
"sources": [{"id": "src/limits.py", "text": "TIMEOUT = 60  # seconds of a request\n",
"earlier": "TIMEOUT = 30  # seconds of a request\n"}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Requests end after 30 seconds (`src/limits.py:1`).",
"sources": [{"id": "src/limits.py", "text": "TIMEOUT = 30  # seconds of a request\n",
"earlier": "TIMEOUT = 30  # seconds of a request\n"}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for traced in traced(subject) {
        let past = traced.past;
        let claim = subject.inspected.get(traced.index).and_then(|it| it.claim.as_ref());
        let Some(claim) = claim.filter(|_| past.has_lines() && !past.now.is_empty()) else {
            continue;
        };
        let (was, is) = (numbers(&past.lines), numbers(&past.now));
        let text = claim.span.slice(subject.response).unwrap_or_default();
        let in_words = text.split(|c: char| !c.is_alphanumeric()).filter_map(digits_of);
        let stated: BTreeSet<String> =
            numbers(text).into_iter().chain(in_words.map(str::to_owned)).collect();
        let mut lost = stated.iter().filter(|it| was.contains(*it) && !is.contains(*it));
        let Some(number) = lost.next() else { continue };
        let message = format!(
            "{} no longer has the {} of the text{}{}",
            traced.place(),
            wording::shown(number),
            traced.since(),
            traced.difference()
        );
        let help = "correct the number, or cite the lines that have it";
        findings.push(traced.finding(&RULE, subject, message).help(help));
    }
}

/// Returns the numbers of a text, as written without separators.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '_');
    let words = text.split(|c: char| !is_part(c)).map(|word| word.trim_matches(['.', ',']));
    let numbers = words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    numbers.map(|word| word.replace([',', '_'], "")).collect()
}
