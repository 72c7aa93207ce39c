//! The passage, or the better place, has the opposite of a word of the claim.

use crate::evidence::ReversedBy;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "E012",
    name: "opposite-word",
    severity: Severity::Warning,
    on: true,
    summary: "the passage has the opposite of a word of the claim",
    explain: "\
A sentence of the passage has nearly all words of the claim, but the opposite of one beside the same word:
the claim says `sales increased`, the passage `sales decreased`. The opposites are those of WordNet and a few
more. Sentences are passed if only one of the two has another word that may turn or limit it (`not`,
`unless`, `rarely`), and so is a claim whose word is elsewhere in the passage, or that another passage cited
for it says as it is. If one better place is named, it is compared, too, and `--fix-locators` does not cite
it. Only English is compared.

Read the sentence: correct the claim, or cite a passage that says it.",
    fires: Example {
        response: "The museum opens at noon on public holidays.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "On public holidays the museum closes at noon.")],
    },
    passes: Example {
        response: "The museum opens at noon on public holidays.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[(
            "turn0file0",
            "On public holidays the museum opens at noon and closes in the evening.",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::reversed::report(&RULE, ReversedBy::Opposite, subject, findings);
}
