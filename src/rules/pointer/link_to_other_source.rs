//! A number is linked to the address of another source.

use super::link_conflict;
use crate::rules::{Example, Rule, Severity};

pub(super) static RULE: Rule = Rule {
    code: "P011",
    name: "link-to-other-source",
    severity: Severity::Error,
    on: true,
    summary: "the number means one source and its link leads to another one",
    explain: "\
The response gives a source the address of another given source: in the link of the citation itself
(`[1](https://…)`), in a definition or in its own list of sources. Readers follow the link, so the claim is
compared with the source at the address.

Addresses are compared without scheme, `www.`, fragment, tracking parameters and the slash at the end. The
spellings of one page are equal: `m.` hosts, `index.html`, the order of parameters, `arxiv.org/abs` and `/pdf`, `youtu.be`,
files on GitHub. Addresses that lead elsewhere, such as those of `doi.org` or a search engine, are not compared. There is one
finding per source and link, at its first citation.",
    fires: Example {
        response: r#"{"response": "Refunds take five days [1](https://company.example/hours).", "sources": [
            {"id": "1", "url": "https://company.example/policy", "text": "Refunds take five days."},
            {"id": "2", "url": "https://company.example/hours", "text": "The shop opens at nine."}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Refunds take five days [1](https://company.example/policy/).", "sources": [
            {"id": "1", "url": "https://company.example/policy", "text": "Refunds take five days."},
            {"id": "2", "url": "https://company.example/hours", "text": "The shop opens at nine."}]}"#,
        sources: &[],
    },
    check: |subject, findings| {
        link_conflict::add(&RULE, subject, findings, |conflict| conflict.other.is_some());
    },
};
