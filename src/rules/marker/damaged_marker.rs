//! A marker that was damaged on its way.

use std::borrow::Cow;

use crate::dialects::shared::markers;
use crate::model::{Citation, ProblemKind, Spelling};
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "M004",
    name: "damaged-marker",
    severity: Severity::Warning,
    on: true,
    summary: "the marker was damaged on its way: characters lost, escaped or wrongly encoded",
    explain: "\
The model wrote a correct marker, and a later step damaged it: the private-use characters were filtered
out (`citeturn0file0`), written as escapes (a backslash and `ue200cite`), or
the text was read in a wrong encoding (`„Äê` for `【`). Pincite can still read it; the
guide's helper cannot, and users see the raw text.

Find the step that damages the text: a sanitiser, JSON that is decoded once too seldom, a file
opened in another encoding than UTF-8. `--fix` restores the characters of markers.",
    fires: Example::refunds("Refunds take five days.citeturn0file0"),
    passes: Example::SOUND,
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, _) in subject.citations() {
        if citation.in_code {
            continue;
        }
        let message = match (&citation.problem, citation.spelling) {
            (Some(problem), _)
                if matches!(problem.kind, ProblemKind::Stripped | ProblemKind::Mojibake) =>
            {
                problem.message.clone()
            }
            (_, Spelling::Escaped) => {
                Cow::Borrowed("the marker's private-use characters are written as escapes")
            }
            _ => continue,
        };
        let mut finding = Finding::about(&RULE, subject, index, message);
        finding.fix = super::markers::replaced(
            subject,
            citation,
            restored(citation),
            "restore its characters",
        );
        findings.push(finding);
    }
}

/// Returns the marker with its private-use characters; `None` if they are unknown.
fn restored(citation: &Citation) -> Option<String> {
    match citation.spelling {
        Spelling::Stripped => Some(markers::written(&citation.family, &citation.targets)),
        // A marker that breaks off might end elsewhere once its escapes are decoded.
        Spelling::Escaped => citation
            .problem
            .as_ref()
            .is_none_or(|problem| problem.kind.is_about_lines())
            .then(|| markers::unescaped(&citation.raw)),
        Spelling::Proper => None,
    }
}
