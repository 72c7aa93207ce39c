//! A response that says it has no answer, or asks back, and cites nothing.

use crate::evidence::uncited::says_nothing;
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "C004",
    name: "declined-answer",
    severity: Severity::Note,
    on: true,
    summary: "the response declines to answer or asks a question, and cites nothing",
    explain: "\
The response only says that the sources lack the answer, or asks what is meant. It contains nothing to
cite, so a missing citation is no fault. Pincite does not check that the sources really lack the answer.

If many answers are like this, check whether the right sources were retrieved.",
    fires: Example {
        response: "I'm sorry, but the sources do not mention how long refunds take.",
        sources: &[("turn0file0", "The shop opens at nine on weekdays.")],
    },
    passes: Example {
        response: "The sources do not mention refunds by card. Others take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "Other refunds take five days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let response = &subject.case.response;
    if response.citations.is_empty()
        && let Some(what) = says_nothing(&response.text)
    {
        let message = format!("the response only {what}, and cites nothing");
        findings.push(Finding::new(&RULE, Span::new(0, response.text.len()), message));
    }
}
