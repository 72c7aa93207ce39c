//! All citations at the end of the response.

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "F007",
    name: "citations-grouped-at-end",
    severity: Severity::Warning,
    on: true,
    summary: "all citations are at the end of the response",
    explain: "\
The citation guide asks for this in its prompt: \"Citations must not be all grouped together at the end of the response.\"

Readers then have to guess which source supports which sentence, and so does every check: a claim is
compared with passages that were meant for others. Put each citation after the sentence or paragraph
that it supports. The rule reports three or more citations after several paragraphs.",
    fires: Example::refunds("Refunds take five days.\n\nFees are kept.\n\nSources: \u{e200}cite\u{e202}turn0file0\u{e201}\u{e200}cite\u{e202}turn0file1\u{e201}\u{e200}cite\u{e202}turn0file2\u{e201}"),
    passes: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\n\nFees are kept.\u{e200}cite\u{e202}turn0file1\u{e201}\u{e200}cite\u{e202}turn0file2\u{e201}",
        sources: &[
            ("turn0file0", "Refunds take five days."),
            ("turn0file1", "All fees are kept."),
            ("turn0file2", "Fees are kept by the shop."),
        ],
    },
    check,
};

/// The minimum number of citations in a group.
const MIN: usize = 3;

/// The minimum number of paragraphs before the group.
const PARAGRAPHS: usize = 2;

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let layout = subject.layout();
    let runs = layout.runs.as_slice();
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return };
    let all = subject.case.response.citations.len();
    let count: usize = runs.iter().map(|run| run.citations.len()).sum();
    let silent =
        |start: usize, end: usize| !super::runs::says_something(layout, Span::new(start, end));
    let together = runs.iter().zip(runs.iter().skip(1));
    let grouped = count >= MIN
        && runs.iter().all(|run| run.of_guide || run.in_text)
        && count == all
        && silent(last.span.end, layout.text.len())
        && together.into_iter().all(|(left, right)| silent(left.span.end, right.span.start));
    let before = layout.text.get(..first.line.start).unwrap_or_default();
    if grouped && paragraphs(before) >= PARAGRAPHS {
        let span = Span::new(first.span.start, last.span.end);
        let message = format!("all {count} citations are at the end of the response");
        let finding = Finding::new(&RULE, span, message);
        findings.push(Finding { citation: first.citations.first().copied(), ..finding });
    }
}

/// Counts the paragraphs of `text` that have words, up to the minimum.
fn paragraphs(text: &str) -> usize {
    let mut inside = false;
    let starts = text.lines().filter(|line| {
        let was_inside = std::mem::replace(&mut inside, line.contains(char::is_alphanumeric));
        inside && !was_inside
    });
    starts.take(PARAGRAPHS).count()
}
