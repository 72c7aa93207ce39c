//! Text that looks like a citation and was not read as one, beside citations that were.

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::one_line;

pub(super) static RULE: Rule = Rule {
    code: "C005",
    name: "unread-mark",
    severity: Severity::Warning,
    on: true,
    summary: "text that looks like a citation is not read as one",
    explain: "\
The answer has citations in one format, and beside them text in the form of another. Only the first are
checked, so whatever the others point at would pass unseen. `pincite show` names the format that was
read. Text at the end of a claim that only looks like one of the marks that are read counts too: `[+1]`,
`[l]`, `(1)` or `①` beside `[1]`.

Write all citations of an answer in one format, or name the format with `--from`. Where every such text
of your answers is something else, switch the rule off.",
    fires: Example::refunds(
        "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201} Fees are kept (Source: the handbook).",
    ),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let response = &subject.case.response;
    // Without any citation, `no-citation` reports the whole answer.
    if response.citations.is_empty() {
        return;
    }
    findings.extend(subject.case.unread.iter().map(|span| {
        let mark = one_line(span.slice(&response.text).unwrap_or_default());
        Finding::new(&RULE, *span, format!("not read, though it looks like a citation: `{mark}`"))
    }));
}
