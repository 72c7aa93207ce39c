//! An ignore comment without a reason, or without a rule.

use super::{MAX_BYTES, MAX_COMMENTS};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "I001",
    name: "unclear-ignore",
    severity: Severity::Note,
    on: true,
    summary: "an ignore comment gives no reason, or names no rule",
    explain: "\
`<!-- pincite-ignore RULE: reason -->` silences the findings of a rule on its line. Later readers
cannot know the reason unless the comment states it, and a comment that names no rule does nothing. A comment
cannot ignore `ALL`.

Write the reason after the colon, and name each rule by its code or name.",
    fires: Example::refunds(
        "Refunds take five days.\u{e200}cite\u{e202}turn0file7\u{e201} <!-- pincite-ignore P001 -->",
    ),
    passes: Example::refunds(
        "Refunds take five days.\u{e200}cite\u{e202}turn0file7\u{e201} <!-- pincite-ignore P001: the source is internal -->",
    ),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(ignores) = subject.ignores.get().filter(|it| it.permitted) else { return };
    for comment in &ignores.comments {
        if comment.is_endless {
            let message =
                format!("the comment does not end within {MAX_BYTES} bytes and is not read");
            findings.push(Finding::new(&RULE, comment.span, message));
            continue;
        }
        for why in &comment.unknown {
            findings.push(Finding::new(&RULE, comment.span, why.clone()));
        }
        if comment.selectors.is_empty() && comment.unknown.is_empty() {
            findings.push(Finding::new(&RULE, comment.span, "the comment names no rule"));
        } else if comment.reason.is_empty() {
            let finding = Finding::new(&RULE, comment.span, "the comment gives no reason");
            findings.push(finding.help("write it after a colon: `pincite-ignore RULE: reason`"));
        }
    }
    if let Some(last) = ignores.comments.last().filter(|_| ignores.is_cut) {
        let message = format!("only the first {MAX_COMMENTS} ignore comments are read");
        findings.push(Finding::new(&RULE, last.span, message));
    }
}
