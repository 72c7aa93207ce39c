//! A number is linked to an address that its source does not have.

use super::link_conflict;
use crate::rules::{Example, Rule, Severity};

pub(super) static RULE: Rule = Rule {
    code: "P012",
    name: "link-elsewhere",
    severity: Severity::Warning,
    on: true,
    summary: "the link of a citation leads to an address that its source does not have",
    explain: "\
The response gives a source an address that neither this source nor another given one has: in the link of
the citation itself (`[1](https://…)`), in a definition or in its own list of sources. The claim was compared
with the given source, but readers who follow the link see another page.

Addresses are compared without scheme, `www.`, fragment, tracking parameters and the slash at the end. The
spellings of one page are equal: `m.` hosts, `index.html`, the order of parameters, `arxiv.org/abs` and `/pdf`, `youtu.be`,
files on GitHub. Addresses that lead elsewhere, such as those of `doi.org` or a search engine, are not compared. There is one
finding per source and link, at its first citation.",
    fires: Example {
        response: r#"{"response": "Refunds take five days [1].\n\n## Sources\n\n1. [Policy](https://other.example/policy)", "sources": [
            {"id": "1", "url": "https://company.example/policy", "text": "Refunds take five days."}]}"#,
        sources: &[],
    },
    passes: Example {
        response: r#"{"response": "Refunds take five days [1].\n\n## Sources\n\n1. [Policy](http://www.company.example/policy?utm_source=chatgpt.com)", "sources": [
            {"id": "1", "url": "https://company.example/policy", "text": "Refunds take five days."}]}"#,
        sources: &[],
    },
    check: |subject, findings| {
        link_conflict::add(&RULE, subject, findings, |conflict| conflict.other.is_none());
    },
};
