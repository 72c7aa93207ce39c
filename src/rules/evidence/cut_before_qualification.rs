//! The cited range stops right before a sentence that qualifies it.

use crate::evidence::RangeRemark;
use crate::rules::{Example, Finding, Rule, Severity, Subject, wording};

pub(super) static RULE: Rule = Rule {
    code: "E006",
    name: "cut-before-qualification",
    severity: Severity::Note,
    on: true,
    summary: "the range stops right before a \u{201c}however\u{201d} or an \u{201c}unless\u{201d}",
    explain: "\
The sentence right after the cited range begins with a word such as `however`, `unless` or `except`, or
the range stops inside a sentence whose rest has one. The passage may then say less than it seems to,
and a reader who is shown only the range does not notice.

Read on after the range. If the claim leaves the qualification out, add it; in any case cite the
sentence as well.",
    fires: Example {
        response: "Refunds arrive within ten days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Refunds arrive within ten days.\nHowever, sale items are not refunded.")],
    },
    passes: Example {
        response: "Refunds arrive within ten days.\u{e200}cite\u{e202}turn0file0\u{e202}L1-L2\u{e201}",
        sources: &[("turn0file0", "Refunds arrive within ten days.\nHowever, sale items are not refunded.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for weighed in wording::weighed(subject) {
        for remark in &weighed.evidence.range {
            let RangeRemark::Qualified { span, word, .. } = remark else { continue };
            let text = subject.texts.get(weighed.passage.source).and_then(|text| span.slice(text));
            let place = wording::place_in_source(subject, weighed.passage.source, *span);
            let message = format!(
                "{} stops before `{}` in {place}: \u{201c}{}\u{201d}",
                wording::passage(subject, weighed.passage),
                wording::shown(word),
                wording::shown(text.unwrap_or_default())
            );
            let finding = super::weighed::about(&RULE, subject, &weighed, message);
            let finding =
                finding.help(format!("cite {place} as well, and make sure the claim reflects it"));
            findings.push(Finding { shown_by: Some((weighed.passage.source, *span)), ..finding });
        }
    }
}
