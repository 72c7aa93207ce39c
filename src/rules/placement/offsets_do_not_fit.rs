//! Offsets that do not match the cited text.

use crate::model::{Locator, Placement};
use crate::resolve::How;
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::{count, displaced};

pub(super) static RULE: Rule = Rule {
    code: "F010",
    name: "offsets-do-not-fit",
    severity: Severity::Note,
    on: true,
    summary: "the offsets do not match the cited text that the citation repeats",
    explain: "\
The citation repeats the cited text and gives its offsets, and the two do not match. The passage shown
was found by its text. The offsets were probably counted in another unit (bytes, UTF-16, code points) or
in another version of the source; a program that relies on them highlights the wrong place.

Count in the unit that the format defines, in the exact text that was sent.",
    fires: Example {
        response: r#"{"type": "message", "role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five working days.", "citations": [{"type": "char_location",
            "cited_text": "Refunds take five working days.", "document_index": 0,
            "document_title": "refunds", "start_char_index": 2, "end_char_index": 33}]}]}"#,
        sources: &[("document 0", "Hello. Refunds take five working days.")],
    },
    passes: Example {
        response: r#"{"type": "message", "role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five working days.", "citations": [{"type": "char_location",
            "cited_text": "Refunds take five working days.", "document_index": 0,
            "document_title": "refunds", "start_char_index": 7, "end_char_index": 38}]}]}"#,
        sources: &[("document 0", "Hello. Refunds take five working days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, found) in subject.citations() {
        if citation.placement.is_doubtful()
            && citation.placement != Placement::Outside
            && let Some(problem) = citation.placement.describe()
        {
            let message = format!("in the response: {problem}");
            findings.push(Finding::about(&RULE, subject, index, message));
        }
        for (target, resolution) in found.targets.iter().enumerate() {
            let Some(passage) = resolution.passage().filter(|it| it.how == How::Repaired) else {
                continue;
            };
            let far = usize::try_from(passage.shift.unsigned_abs()).unwrap_or(usize::MAX);
            let locator = citation.targets.get(target).and_then(|it| it.locator.as_ref());
            let is_paged = matches!(locator, Some(Locator::Pages { .. }));
            let far = count(far, if is_paged { "page" } else { "character" });
            let where_to = displaced(passage.shift, &far);
            let message = format!("in the source: the cited words {where_to}");
            findings.push(Finding {
                target: Some(target),
                shown_by: Some((passage.source, passage.span)),
                ..Finding::about(&RULE, subject, index, message)
            });
        }
    }
}
