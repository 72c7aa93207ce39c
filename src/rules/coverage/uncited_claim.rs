//! A sentence that should have a citation has none.
//!
//! Off: of findings on real answers that nothing was fitted to, 73 % were right.

use crate::evidence::Claim;
use crate::evidence::uncited::uncited;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "C002",
    name: "uncited-claim",
    severity: Severity::Note,
    on: false,
    summary: "a sentence that needs a citation has none",
    explain: "\
The sentence states something that a reader would want to check, such as a number, a date or a name,
and it has no citation, while other sentences of the answer do. It may be the
model's own knowledge, or a conclusion from what was cited before.

Add the citation, or say that the sentence is a conclusion. The rule decides by simple
signs; on real answers about three in four of its findings were right, so it is off unless selected.",
    fires: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\n\nIn 2019 the fee rose by 12 percent in Norway."),
    passes: Example::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}\n\nIs there anything else?"),
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    if subject.case.response.citations.is_empty() {
        return;
    }
    let claims: Vec<Option<Claim>> = subject.inspected.iter().map(|one| one.claim).collect();
    for uncited in uncited(&subject.case.response, subject.response, &claims) {
        if let Some(why) = uncited.needs {
            let message = format!("uncited sentence that {why}");
            findings.push(Finding::new(&RULE, uncited.span, message));
        }
    }
}
