//! A marker in bold or italic text.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F001",
    name: "marker-in-emphasis",
    severity: Severity::Warning,
    on: true,
    summary: "the marker is inside bold or italic text",
    explain: "\
The citation guide asks for this in its prompt: \"Citations must not be placed inside markdown bold, italics, or code
fences, as they will not display correctly. Instead, place the citations outside the markdown block.\"

Programs that draw markers replace them before or after they read Markdown; inside `**` one of the two
goes wrong. Put the marker after the closing `**`. `--fix` does so where the marker is the first or the
last thing inside.",
    fires: Example::refunds("**Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}**"),
    passes: Example::refunds("**Refunds take five days.**\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for run in subject.layout().runs.iter().filter(|run| run.of_guide) {
        let Some(element) = run.emphasis else { continue };
        let finding = super::runs::about(&RULE, run, "inside bold or italic text");
        let fix = super::runs::out_of(subject, run, element, is_markup, is_markup);
        findings.push(Finding { fix, ..finding });
    }
}

fn is_markup(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '*' | '_' | '~'))
}
