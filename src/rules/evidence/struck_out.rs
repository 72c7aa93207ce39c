//! The words that bear a claim out are struck out in the source, in a comment, or in an element that is not shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::words::{Key, words};
use crate::model::Source;
use crate::rules::wording::{self, Weighed};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::unshown::Unshown;

pub(super) static RULE: Rule = Rule {
    code: "E013",
    name: "struck-out",
    severity: Severity::Warning,
    on: true,
    summary: "the words of the claim are struck out in the passage, or no reader sees them",
    explain: "\
At least half of the claim's words that the passage has, or a number of the claim, are only in text that is
struck out (`~~five days~~`, `<del>`, `<s>`), in a comment (`<!-- … -->`, `[//]: # (…)`) or in an element that
is not shown (`<template>`, `hidden`, `display:none`, `font-size:0`, `color:white`). What is struck out does not
hold any more, and no reader of the source sees the others. Text in code and sources that are code are not
looked at.

Cite what holds now, or correct the claim.",
    fires: Example {
        response: "Refunds are paid within five days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Refunds are paid within ~~five~~ ten days.")],
    },
    passes: Example {
        response: "Refunds are paid within ten days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[("turn0file0", "Refunds are paid within ~~five~~ ten days.")],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut unshown: BTreeMap<usize, Unshown> = BTreeMap::new();
    for weighed in wording::weighed(subject) {
        let index = weighed.passage.source;
        let Some(text) = subject.texts.get(index) else { continue };
        let parts = unshown.entry(index).or_insert_with(|| {
            let source = subject.case.sources.get(index);
            source.filter(|source| is_prose(source)).map(|_| Unshown::of(text)).unwrap_or_default()
        });
        if parts.is_empty() || !parts.overlaps(weighed.passage.span) {
            continue;
        }
        let Some(shown_by) = decisive(&weighed, text, parts) else { continue };
        let how = if parts.struck.overlaps(shown_by) {
            "struck out"
        } else if parts.commented.overlaps(shown_by) {
            "in a comment"
        } else {
            "in an element that is not shown"
        };
        let place = wording::place(subject, index, shown_by);
        let claim = wording::words(subject, &weighed.evidence.words.in_claim);
        let message = format!("what {place} has of the claim is {how}: {claim}");
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        findings.push(Finding { shown_by: Some((index, shown_by)), ..finding });
    }
}

/// True for a source in which tildes and tags may strike text out.
fn is_prose(source: &Source) -> bool {
    let path = source.origin.as_ref().map(|origin| origin.path.to_string_lossy());
    source.extracted_from.is_none_or(|kind| kind == "html")
        && !path.is_some_and(|path| is_code_path(&path))
}

/// Returns the first word of the claim, or its number, that decides and is not shown.
fn decisive(weighed: &Weighed<'_>, text: &str, parts: &Unshown) -> Option<Span> {
    let numbers = weighed.evidence.numbers.iter().filter(|number| number.status.is_found());
    if let Some(number) = numbers.filter_map(|number| number.found).find(|it| parts.overlaps(*it)) {
        return Some(number);
    }
    let spans = &weighed.evidence.words.in_passage;
    let keyed = spans.iter().filter_map(|span| {
        let key: Key = words(span.slice(text)?).first()?.key;
        Some((key, *span))
    });
    let keyed: Vec<(Key, Span)> = keyed.collect();
    let is_shown = |(_, span): &&(Key, Span)| !parts.overlaps(*span);
    let shown: BTreeSet<Key> = keyed.iter().filter(is_shown).map(|(key, _)| *key).collect();
    let only: Vec<&(Key, Span)> = keyed.iter().filter(|(key, _)| !shown.contains(key)).collect();
    let different: BTreeSet<Key> = only.iter().map(|(key, _)| *key).collect();
    (2 * different.len() >= different.len() + shown.len()).then_some(())?;
    only.first().map(|(_, span)| *span)
}
