//! The first number of the marks is a guess.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P013",
    name: "guessed-base",
    severity: Severity::Warning,
    on: true,
    summary: "only the words show that marks count sources from 0",
    explain: "\
The sources have no numbers, and no mark proves from which number the response counts them: neither a `[0]`
nor a mark with the number of the last source, in this case or in another one of the batch. The words before
the marks fit the sources better if `[0]` is the first, so the marks are read in that way. If a program shifts all
marks by one, the words fit in the same way, and readers who count from 1 are led to wrong sources.

Say from which number the marks count: `--base 0` or `--base 1`.",
    fires: Example {
        response: r#"{"response": "Members need a receipt for every refund [1]. The library opens at nine in the morning [2].", "sources": [
            {"text": "Parking is free."}, {"text": "Members need a receipt for every refund."},
            {"text": "The library opens at nine in the morning."}, {"text": "Dogs must stay outside."}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Parking is free in front of the hall [0]. Members need a receipt for every refund [1].", "sources": [
            {"text": "Parking is free in front of the hall."}, {"text": "Members need a receipt for every refund."},
            {"text": "Dogs must stay outside."}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    if !subject.case.sources.iter().any(|source| source.is_guessed_number) {
        return;
    }
    let is_number = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let mut citations = subject.case.response.citations.iter();
    let first = citations.position(|it| it.targets.iter().any(|target| is_number(&target.id)));
    if let Some(index) = first {
        let message = "no mark proves that marks count from 0, only their words fit so";
        let finding = Finding::about(&RULE, subject, index, message);
        findings.push(finding.help("say it with `--base 0`, or count from 1 with `--base 1`"));
    }
}
