//! An ignore comment that silences nothing.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "I003",
    name: "unused-ignore",
    severity: Severity::Warning,
    on: true,
    summary: "an ignore comment silences no finding",
    explain: "\
The comment names a rule that finds nothing on its line. Perhaps the fault has been repaired, or the
comment is on the wrong line. Left in place, it would silence the next finding before anybody sees it.

Remove the comment, or the name of the rule in it. Rules that did not run are not counted.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201} <!-- pincite-ignore P001: the source is internal -->"),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file7\u{e201} <!-- pincite-ignore P001: the source is internal -->"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(ignores) = subject.ignores.get().filter(|it| it.permitted) else { return };
    for comment in &ignores.comments {
        let unused = comment.selectors.iter().filter(|(_, silenced)| *silenced == 0);
        for (selector, _) in unused.filter(|(selector, _)| ignores.has_run(selector)) {
            let name = selector.as_str();
            let message = format!("`{name}` finds nothing on the line that the comment is about");
            findings.push(Finding::new(&RULE, comment.span, message).help("remove it"));
        }
    }
}
