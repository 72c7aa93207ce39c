//! A citation that names no source.

use crate::rules::{Example, Finding, Rule, Severity, Subject};

pub(super) static RULE: Rule = Rule {
    code: "P014",
    name: "no-source",
    severity: Severity::Error,
    on: true,
    summary: "the citation names no source",
    explain: "\
The citation marks words of the response as supported, and its list of sources is empty or has no id, name or
address. A reader cannot follow it, and nothing was compared. The model or the program that made the response has
lost the source.

Name the source, or remove the citation.",
    fires: Example {
        response: r#"{"text": "Refunds take five working days.", "citations": [{"start": 0, "end": 31,
            "text": "Refunds take five working days.", "document_ids": []}],
            "documents": [{"id": "doc_0", "text": "Refunds take five working days."}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"text": "Refunds take five working days.", "citations": [{"start": 0, "end": 31,
            "text": "Refunds take five working days.", "document_ids": ["doc_0"]}],
            "documents": [{"id": "doc_0", "text": "Refunds take five working days."}]}"#,
        sources: &[],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for (index, citation, _) in subject.citations() {
        let names_none = citation.targets.iter().all(|target| target.id.is_empty());
        // A problem has a finding of its own.
        if names_none && citation.problem.is_none() && !citation.in_code {
            let message = "the citation names no source";
            findings.push(Finding::about(&RULE, subject, index, message));
        }
    }
}
