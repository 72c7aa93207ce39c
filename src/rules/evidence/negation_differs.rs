//! Only one of claim and passage, or of claim and better place, negates a word.

use crate::evidence::ReversedBy;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "E011",
    name: "negation-differs",
    severity: Severity::Warning,
    on: true,
    summary: "only one of claim and passage negates a word",
    explain: "\
A sentence of the passage has nearly all words of the claim, and one of the two negates a word that the
other has without a negation: the claim says `phones are reimbursed`, the passage `phones are not
reimbursed`. Sentences are passed in which another word may turn or limit what they say (`unless`,
`prevents`, `rarely`), and so is a claim that another passage cited for it says as it is. If one better place
is named, it is compared, too, and `--fix-locators` does not cite it. The negations of English, German, French,
Spanish, Portuguese and Dutch are known; opposites such as `opens` and `closes` are reported by
`opposite-word`, of English only.

Read the sentence: correct the claim, or cite a passage that says it.",
    fires: Example {
        response: "Private phones are reimbursed by the travel office.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Private phones are not reimbursed by the travel office.")],
    },
    passes: Example {
        response: "Private phones are reimbursed by the travel office.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[(
            "turn0file0",
            "Private phones are not only repaired but also reimbursed by the travel office.",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::reversed::report(&RULE, ReversedBy::Negation, subject, findings);
}
