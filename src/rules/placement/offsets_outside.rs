//! Offsets outside the response.

use crate::model::Placement;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "F012",
    name: "offsets-outside-text",
    severity: Severity::Warning,
    on: true,
    summary: "the offsets of the citation are outside the response",
    explain: "\
The citation gives the place of its claim by offsets that the response does not reach, and repeats no words
by which the place could be found. Its claim is unknown, so nothing was compared for it; it is shown at the
end of the response.

Count the offsets in the exact text of the response, or repeat the words of the claim.",
    fires: Example {
        response: r#"{"message": {"role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five working days."}], "citations": [{"start": 40, "end": 71,
            "sources": [{"type": "document", "id": "doc_0", "document": {"id": "doc_0",
            "text": "Refunds take five working days."}}]}]}}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"message": {"role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five working days."}], "citations": [{"start": 0, "end": 31,
            "sources": [{"type": "document", "id": "doc_0", "document": {"id": "doc_0",
            "text": "Refunds take five working days."}}]}]}}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, _) in subject.citations() {
        if citation.placement == Placement::Outside
            && let Some(problem) = citation.placement.describe()
        {
            findings.push(Finding::about(&RULE, subject, index, problem));
        }
    }
}
