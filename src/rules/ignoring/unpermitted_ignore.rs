//! An ignore comment in a response that may not silence its own check.

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::count;

pub(super) static RULE: Rule = Rule {
    code: "I002",
    name: "unpermitted-ignore",
    severity: Severity::Warning,
    on: true,
    summary: "the response holds an ignore comment that is not permitted",
    explain: "\
The response holds a comment `<!-- pincite-ignore … -->`. It has no effect: whoever writes the answer
must not switch off the check of that answer, and a model may write what a hostile source asks for.

Where people edit the answers, permit such comments with `--allow-ignores`, or with
`allow-ignores = true` under `[check]` in `pincite.toml`. They count in text files only, never inside
a JSON document. Elsewhere, find out how the comment came into the answer.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201} <!-- pincite-ignore E: fine -->"),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(ignores) = subject.ignores.get().filter(|it| !it.permitted) else { return };
    let Some(first) = ignores.comments.first() else { return };
    let more = if ignores.is_cut { "more than " } else { "" };
    let comments = count(ignores.comments.len(), "ignore comment");
    let have = if ignores.comments.len() == 1 { "has" } else { "have" };
    let why = if ignores.is_text { "not permitted here" } else { "never permitted in a document" };
    let message = format!("{more}{comments} {have} no effect: {why}");
    let finding = Finding::new(&RULE, first.span, message);
    findings.push(if ignores.is_text {
        finding.help("remove the comment, or permit it with `--allow-ignores`")
    } else {
        finding.help("remove the comment")
    });
}
