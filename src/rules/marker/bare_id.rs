//! A reference id written as plain text.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    code: "M005",
    name: "bare-id",
    severity: Severity::Warning,
    on: true,
    summary: "a reference id is in the text without a marker",
    explain: "\
The answer names a source by its reference id in plain words. Readers cannot know what `turn0file1`
is, it is not turned into a link, and a checker that only reads markers counts the claim as uncited.

The citation guide says: \"You must NOT write reference ID turn\\d+\\w+\\d+ verbatim in the response
text without putting them between {CITATION_START}...{CITATION_STOP}.\" Write a marker instead, or the
source's title.",
    fires: Example::refunds("Refunds take five days (see turn0file0)."),
    passes: Example::SOUND,
    check,
};

/// The pattern of a reference id: `turn0file1`; `file1`, `doc_3` where a source has that id.
static IDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(turn[0-9]+[a-z]+[0-9]+|[a-z]{3,}[-_]?[0-9]+)(?-u:\b)").ok()
});

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    if !may_hold_ids(subject.response) {
        return;
    }
    let Some(ids) = IDS.as_ref() else { return };
    let loaded: BTreeSet<&str> =
        subject.case.sources.iter().map(|source| source.id.as_str()).collect();
    for found in ids.find_iter(subject.response) {
        let id = found.as_str();
        if !(is_of_a_turn(id) || loaded.contains(id)) {
            continue;
        }
        let span = Span::new(found.start(), found.end());
        if is_part_of_an_address(subject.response, span) || subject.layout().is_code(span.start) {
            continue;
        }
        let known = if loaded.contains(id) { "" } else { " (no source has it)" };
        let message = format!("reference id `{id}` without a marker{known}");
        findings.push(Finding::new(&RULE, span, message));
    }
}

/// True if a digit follows a lower-case letter, perhaps with `-` or `_` between, as in an id. Most
/// responses have none, and checking that is cheaper than compiling the pattern.
fn may_hold_ids(text: &str) -> bool {
    text.as_bytes().windows(3).any(|bytes| {
        matches!(bytes, [_, b'a'..=b'z', b'0'..=b'9'] | [b'a'..=b'z', b'-' | b'_', b'0'..=b'9'])
    })
}

fn is_of_a_turn(id: &str) -> bool {
    id.strip_prefix("turn").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// True if it is part of a path, an address or a file name.
fn is_part_of_an_address(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let mut after = text.get(span.end..).unwrap_or_default().chars();
    let glued = |c: char| matches!(c, '/' | '\\' | '-' | '@' | '#' | '=');
    before.is_some_and(|c| glued(c) || c == '.')
        || match (after.next(), after.next()) {
            (Some('.'), next) => next.is_some_and(char::is_alphanumeric),
            (Some(c), _) => glued(c),
            (None, _) => false,
        }
}
