//! A cited source whose text cannot be read, or not as the citation wants it.

use crate::resolve::Reason;
use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P009",
    name: "unreadable-source",
    severity: Severity::Warning,
    on: true,
    summary: "the cited source cannot be read, or lacks the pages or blocks that the citation counts",
    explain: "\
The source exists, but the passage cannot be shown: the file cannot be read, it is too large to search,
or the citation counts pages or blocks and the text has none. The citation cannot be checked.

Pass the source as text with its divisions, such as the payload of the request that the answer
belongs to.",
    fires: Example {
        response: r#"{"type": "message", "role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five days.", "citations": [{"type": "page_location",
            "cited_text": "", "document_index": 0, "document_title": "refunds",
            "start_page_number": 1, "end_page_number": 2}]}]}"#,
        sources: &[("document 0", "Refunds take five days.")],
    },
    passes: Example {
        response: r#"{"type": "message", "role": "assistant", "content": [{"type": "text",
            "text": "Refunds take five days.", "citations": [{"type": "char_location",
            "cited_text": "", "document_index": 0, "document_title": "refunds",
            "start_char_index": 0, "end_char_index": 12}]}]}"#,
        sources: &[("document 0", "Refunds take five days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::unresolved::missing(&RULE, subject, findings, |missing, _| {
        missing.reason == Reason::Unreadable
    });
}
