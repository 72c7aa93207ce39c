//! Other lines of the cited source match the claim better.

use crate::dialects::marks::code_references::FAMILY;
use crate::evidence::{Place, Window};
use crate::model::{AnchorKind, Fate, Locator, Past};
use crate::rules::wording::{self, Weighed};
use crate::rules::{Example, Finding, Fix, Rule, Severity, Subject};
use crate::text::Span;
use crate::text::prose::count;

/// The minimum share of the claim in the lines that a locator is moved to. It is far above what the
/// finding needs, because nobody looks at a repair before it is written.
const CLEAR: f64 = 0.7;

/// The minimum number of different content words in a claim whose locator is moved.
const MIN_WORDS: usize = 4;

pub(super) static RULE: Rule = Rule {
    code: "E002",
    name: "drifted-locator",
    severity: Severity::Warning,
    on: true,
    summary: "other lines of the cited source match the claim better",
    explain: "\
The source is the right one, but the cited lines cover little of the claim, and one other place in the
source clearly covers more. Either the model counted lines wrong, or the source has changed since.
Such a citation looks sound because its lines exist; a reader who follows it finds something else.

In source code, the structure of the lines counts too: a whole statement or block fits better than a part,
and so do lines that define or use a name in the claim. If no other lines clearly fit, none are named. Lines
that have nothing of the name they are cited for, as in `load` (src/a.py:3), are reported with the line of the
file that defines it.

Look at both places, and correct the locator. `--fix-locators` does so if there is only one better place
and it is clear.",
    fires: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}",
        sources: &[(
            "turn0file0",
            "The shop opens at nine on weekdays.\nOrders above fifty euros ship free of charge.\nRefunds for damaged parcels arrive within ten working days.\nGift cards are valid for three years.",
        )],
    },
    passes: Example {
        response: "Refunds for damaged parcels arrive within ten working days.\u{e200}cite\u{e202}turn0file0\u{e202}L3\u{e201}",
        sources: &[(
            "turn0file0",
            "The shop opens at nine on weekdays.\nOrders above fifty euros ship free of charge.\nRefunds for damaged parcels arrive within ten working days.\nGift cards are valid for three years.",
        )],
    },
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    for weighed in wording::weighed(subject) {
        if weighed.evidence.place != Place::Drifted || became_something(&weighed) {
            continue;
        }
        let Some(window) = weighed.evidence.better.first() else {
            let place = wording::passage(subject, weighed.passage);
            let message = format!(
                "{place} does not fit the claim, and no other lines clearly do{}",
                since_cited(&weighed)
            );
            let help = "look for the lines that were meant";
            findings.push(super::weighed::about(&RULE, subject, &weighed, message).help(help));
            continue;
        };
        // A place around the cited one merely has more words.
        let is_around = window.source == weighed.passage.source
            && window.span.intersect(weighed.passage.span) == Some(weighed.passage.span);
        if is_around {
            continue;
        }
        let there = wording::place_in_source(subject, window.source, window.span);
        let message = match defined(subject, &weighed) {
            Some(message) => message,
            None => format!(
                "better match at {there}{} than at {}{}",
                weighed.evidence.drift_lines.map(distance).unwrap_or_default(),
                wording::passage(subject, weighed.passage),
                super::weighed::which_words(subject, &weighed),
            ),
        };
        let message = format!("{message}{}", since_cited(&weighed));
        let finding = super::weighed::about(&RULE, subject, &weighed, message);
        // No help leads to lines that deny the claim.
        let finding = match weighed.evidence.reversal {
            Some(_) => finding,
            None => finding.help(format!("cite {there}")),
        };
        let shown_by = Some((window.source, window.span));
        findings.push(Finding { shown_by, fix: moved(&weighed, window), ..finding });
    }
}

/// Returns the message about lines of code that have nothing of the name that they are cited for.
fn defined(subject: &Subject<'_>, weighed: &Weighed<'_>) -> Option<String> {
    let [name] = *weighed.evidence.reasons else { return None };
    // Prose that is cited by lines is compared as such.
    if weighed.citation.family != FAMILY || weighed.evidence.features.decision.is_some() {
        return None;
    }
    let name = wording::shown(name.slice(subject.response)?);
    let better = weighed.evidence.better.iter();
    let places = better.map(|it| wording::place_in_source(subject, it.source, it.span));
    let places = places.collect::<Vec<String>>().join(", ");
    let distance = weighed.evidence.drift_lines.map(distance).unwrap_or_default();
    let here = wording::passage(subject, weighed.passage);
    Some(format!("{here} has nothing of `{name}`, which is defined at {places}{distance}"))
}

/// Returns true if the history shows what became of the cited lines; other rules report it.
fn became_something(weighed: &Weighed<'_>) -> bool {
    let fate = past(weighed).map(|past| past.fate);
    matches!(fate, Some(Fate::Moved { .. } | Fate::Changed { .. } | Fate::Gone))
}

/// Returns a clause for lines that were cited wrongly from the beginning.
fn since_cited(weighed: &Weighed<'_>) -> &'static str {
    match past(weighed).map(|past| past.fate) {
        Some(Fate::Unchanged) => "; the lines have not changed since they were cited",
        _ => "",
    }
}

fn past<'s>(weighed: &Weighed<'s>) -> Option<&'s Past> {
    weighed.citation.targets.get(weighed.target)?.past.as_deref()
}

/// Returns the distance, such as ` (13 lines above)`.
fn distance(drift: i64) -> String {
    let far = count(drift.unsigned_abs(), "line");
    match drift {
        0 => String::new(),
        _ if drift < 0 => format!(" ({far} above)"),
        _ => format!(" ({far} below)"),
    }
}

/// Returns the new locator in the place of the old one, where the marker has it once and as the
/// guide spells it.
fn moved(weighed: &Weighed<'_>, window: &Window) -> Option<Box<Fix>> {
    let (citation, evidence) = (weighed.citation, weighed.evidence);
    let target = citation.targets.get(weighed.target)?;
    let locator = target.locator.as_ref()?;
    let sound = citation.anchor.kind == AnchorKind::Marker
        && citation.problem.is_none()
        && !citation.in_code
        && !target.locator_assumed
        && matches!(locator, Locator::Lines { .. });
    let clear = evidence.better.len() == 1
        && window.support >= CLEAR
        && evidence.words.of >= MIN_WORDS
        && weighed.passage.doubts.is_empty()
        && evidence.reversal.is_none();
    if !sound || !clear {
        return None;
    }
    let old = written(&citation.raw, &target.id, locator)?;
    let Window { first_line: first, last_line: last, .. } = *window;
    let new = Locator::Lines { first, last }.to_string();
    Some(Box::new(Fix {
        summary: format!("cite {new} instead of {locator}"),
        edits: vec![(old.shifted(citation.anchor.span.start), new)],
        moves_locator: true,
    }))
}

/// Returns the position of this locator after this id in a marker; `None` unless exactly once.
fn written(marker: &str, id: &str, locator: &Locator) -> Option<Span> {
    const SEPARATORS: [&str; 3] = ["\u{e202}", "\\ue202", "\\uE202"];
    let (separator, pair) = SEPARATORS.into_iter().find_map(|separator| {
        let pair = format!("{separator}{id}{separator}{locator}");
        marker.contains(&pair).then_some((separator, pair))
    })?;
    let mut places = marker.match_indices(&pair).map(|(at, _)| at + pair.len());
    let (end, another) = (places.next()?, places.next());
    let after = marker.get(end..)?;
    let ends = SEPARATORS.into_iter().chain(["\u{e201}", "\\ue201", "\\uE201"]);
    let whole = ends.into_iter().any(|mark| after.starts_with(mark));
    let start = end - (pair.len() - 2 * separator.len() - id.len());
    (whole && another.is_none()).then_some(Span::new(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_locator_that_stands_once_is_found() {
        let lines = Locator::Lines { first: 8, last: 13 };
        for (marker, expected) in [
            ("\u{e200}cite\u{e202}a\u{e202}L8-L13\u{e201}", Some("L8-L13")),
            ("\\ue200cite\\ue202a\\ue202L8-L13\\ue201", Some("L8-L13")),
            ("\u{e200}cite\u{e202}a\u{e202}L8-L130\u{e201}", None),
            ("\u{e200}cite\u{e202}b\u{e202}L8-L13\u{e202}a\u{e201}", None),
            ("\u{e200}cite\u{e202}a\u{e202}L8-13\u{e201}", None),
            ("\u{e200}cite\u{e202}a\u{e202}L8-L13\u{e202}a\u{e202}L8-L13\u{e201}", None),
        ] {
            let found = written(marker, "a", &lines).map(|span| span.slice(marker).unwrap());
            assert_eq!(found, expected, "{marker}");
        }
    }
}
