//! A comment that ignores a rule gives no reason, or names no rule.

use crate::rules::ignores::{UNCLEAR, ignores};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "I001",
    name: UNCLEAR,
    severity: Severity::Note,
    on: true,
    summary: "a comment ignores findings without a reason, or names no rule",
    explain: "\
`<!-- pincite-ignore RULE: reason -->` keeps findings of a rule from being told. Who reads the answer
later cannot know why unless the comment says so, and a comment that names no rule does nothing.

Write the reason behind the colon, and the rule by its code or name.",
    fires: Example {
        response: "Refunds take five days. <!-- pincite-ignore P001 -->",
        sources: &[],
    },
    passes: Example {
        response: "Refunds take five days. <!-- pincite-ignore P001: the source is internal -->",
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for ignore in ignores(&subject.case.response.text) {
        for why in &ignore.unknown {
            findings.push(Finding::new(&RULE, ignore.span, format!("{why}.")));
        }
        if ignore.selectors.is_empty() && ignore.unknown.is_empty() {
            findings.push(Finding::new(&RULE, ignore.span, "The comment names no rule."));
        } else if ignore.reason.is_empty() {
            let finding = Finding::new(&RULE, ignore.span, "The comment gives no reason.");
            findings.push(finding.help("write it behind a colon: `pincite-ignore RULE: reason`"));
        }
    }
}
