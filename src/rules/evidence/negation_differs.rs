//! Only one of claim and passage, or of claim and better place, negates a word.

use std::collections::BTreeSet;

use crate::evidence::negation::MIN_SHARE;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};
use crate::text::Span;

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
is named, it is compared, too, and `--fix-locators` does not cite it. Only English is
compared, and only words: opposites such as `opens` and `closes` are not found.

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
    // Another passage says it, or the same finding was made.
    let said = wording::weighed(subject).filter(|it| {
        it.evidence.negated.is_none() && it.evidence.features.support.tight >= MIN_SHARE
    });
    let mut settled: BTreeSet<Span> = said.map(|it| it.claim).collect();
    for weighed in wording::weighed(subject) {
        let Some(negated) = &weighed.evidence.negated else { continue };
        if !settled.insert(weighed.claim) {
            continue;
        }
        let source = negated.source;
        let message = format!(
            "the claim says {}, {} says `{}`",
            wording::words(subject, &[negated.claim]),
            wording::place(subject, source, negated.passage),
            wording::shown(&negated.word)
        );
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        let shown_by = Some((source, negated.passage));
        findings.push(Finding { span: negated.claim, shown_by, ..finding });
    }
}
