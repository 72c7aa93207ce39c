//! The text of a cited source was never provided.

use std::collections::BTreeMap;

use crate::resolve::{Missing, Reason, Resolution, display_name};
use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::prose::{count, listed};

pub(super) static RULE: Rule = Rule {
    code: "P007",
    name: "source-without-text",
    severity: Severity::Note,
    on: true,
    summary: "no text is available for the cited source, or for the place in it",
    explain: "\
The source is known, usually by its title or address, but its text was not loaded, so the claim cannot
be compared with it. The citation may be right or wrong. The same applies to a place that only its author
can find, such as `sentence 4` of a text without numbered sentences.

Save the page or document and add it after the response, or with `--source ID=PATH`. There is one finding
per source, at its first citation; many sources share one. `--require text` makes this a failure.",
    fires: Example {
        response: "Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}",
        sources: &[("turn0file0", "")],
    },
    passes: Example::SOUND,
    check,
};

/// The maximum number of sources with a finding each; more share one.
const MAX_EACH: usize = 3;

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    super::unresolved::missing(&RULE, subject, findings, |missing, target| {
        missing.reason == Reason::BadLocator && super::unresolved::names_sentences(target)
    });
    without_text(subject, findings);
}

fn without_text(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<usize, (usize, usize, &Missing, usize)> = BTreeMap::new();
    for (index, _, found) in subject.citations() {
        for (target, resolution) in found.targets.iter().enumerate() {
            if let Resolution::Missing(missing) = resolution
                && resolution.has_no_text()
                && let Some(source) = resolution.source()
                && !super::unresolved::is_empty_file(subject, source)
            {
                let entry = first.entry(source).or_insert((index, target, missing, 0));
                entry.3 += 1;
            }
        }
    }
    if first.len() > MAX_EACH {
        let names = first.keys().filter_map(|source| subject.case.sources.get(*source));
        let names = names.take(MAX_EACH).map(|source| format!("`{}`", display_name(source)));
        let names = listed(names, first.len() - MAX_EACH, ", ");
        let cited = count(first.values().map(|(.., times)| times).sum::<usize>(), "citation");
        let sources = count(first.len(), "cited source");
        let message =
            format!("no text available for {sources}, so {cited} cannot be compared: {names}");
        let first = first.values().min_by_key(|(index, target, ..)| (*index, *target));
        findings.extend(first.map(|(index, target, ..)| Finding {
            target: Some(*target),
            ..Finding::about(&RULE, subject, *index, message)
        }));
        return;
    }
    for (index, target, missing, times) in first.into_values() {
        let cited = count(times, "citation");
        let message = format!("{} ({cited})", missing.message);
        let finding = Finding::about(&RULE, subject, index, message);
        findings.push(Finding { target: Some(target), ..finding });
    }
}
