//! Characters that are not seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Example, Finding, Rule, Severity, Subject};
use crate::text::Span;
use crate::text::hidden::{Hidden, hidden};
use crate::text::lookalike::{disguised_numbers, mixed};
use crate::text::prose::{count, listed, one_line};

pub(super) static RULE: Rule = Rule {
    code: "M006",
    name: "hidden-characters",
    severity: Severity::Warning,
    on: true,
    summary: "the response or a cited passage holds characters that cannot be seen",
    explain: "\
Some characters are invisible or change the direction of the text: controls, bidirectional overrides,
zero-width spaces, soft hyphens, tags, variation selectors. Words that contain them are not found by a
search, the text can read differently than it is stored, and a document can hide instructions for a
model. The same applies to a word of the response in which a Cyrillic or Greek letter stands for a Latin one
that looks the same, and to a number in mathematical digits or with the letter O: a negation or an amount
written so is none for a comparison.

Look at the place as pincite shows it: every such character is a visible token. Remove it from the
source or the answer, and find out where it came from. Joiners and selectors that are part of the
spelling (emoji, Persian, the Indic scripts) and a byte order mark at the start are not reported, nor
are the controls and zero-width characters that converters leave in a source.",
    fires: Example::refunds("Refunds take \u{202e}evif days.\u{e200}cite\u{e202}turn0file0\u{e201}"),
    passes: Example::refunds("Refunds \u{1f469}\u{200d}\u{1f4bb} take five days.\u{e200}cite\u{e202}turn0file0\u{e201}"),
    check,
};

/// The maximum number of kinds of characters that a message names.
const NAMED: usize = 5;

/// The maximum number of harmless hidden characters in a passage that are not reported.
const MAX_DEBRIS: usize = 32;

fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    in_response(subject, findings);
    disguised(subject, findings);
    in_passages(subject, findings);
}

/// Adds one finding for each line of the response.
fn in_response(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut all = hidden(subject.response);
    all.retain(|it| is_own(subject, it.span));
    let bytes = subject.response.as_bytes();
    let same_line = |left: &Hidden, right: &Hidden| {
        let between = bytes.get(left.span.end..right.span.start).unwrap_or_default();
        memchr::memchr(b'\n', between).is_none()
    };
    for group in all.chunk_by(same_line) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let span = Span::new(first.span.start, last.span.end);
        let message = describe(group, "the response");
        findings.push(Finding::new(&RULE, span, message));
    }
}

/// True for a part of the response that has no characters in the place of markup.
fn is_own(subject: &Subject<'_>, span: Span) -> bool {
    span.slice(&subject.case.response.text) == span.slice(subject.response)
}

/// Adds one finding for each word of the response in which letters of another script stand for Latin ones,
/// and for each number that is only one for the eye.
fn disguised(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    // In the name of a source too, which then is another one than it looks.
    let text = &subject.case.response.text;
    findings.extend(mixed(text).into_iter().map(|(span, letter)| {
        let word = one_line(span.slice(text).unwrap_or_default());
        let code = u32::from(letter);
        let message = format!("a letter of `{word}` only looks like a Latin one: U+{code:04X}");
        Finding::new(&RULE, span, message)
    }));
    let numbers = disguised_numbers(subject.response).into_iter();
    let numbers = numbers.filter(|(span, _)| is_own(subject, *span));
    findings.extend(numbers.map(|(span, character)| {
        let number = one_line(span.slice(subject.response).unwrap_or_default());
        let code = u32::from(character);
        let message = format!("`{number}` only looks like a number: U+{code:04X}");
        Finding::new(&RULE, span, message)
    }));
}

/// Adds one finding for each passage, at its first citation.
fn in_passages(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let mut by_source: BTreeMap<usize, Vec<Hidden>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (index, _, found) in subject.citations() {
        for (target, resolution) in found.targets.iter().enumerate() {
            let Some(passage) = resolution.passage() else { continue };
            let Some(text) = subject.texts.get(passage.source) else { continue };
            if !seen.insert((passage.source, passage.span)) {
                continue;
            }
            let all = by_source.entry(passage.source).or_insert_with(|| hidden(text));
            let from = all.partition_point(|one| one.span.start < passage.span.start);
            let to = all.partition_point(|one| one.span.start < passage.span.end);
            let Some(group @ [first, ..]) = all.get(from..to) else { continue };
            if is_debris(text, group) {
                continue;
            }
            let message = describe(group, "the cited passage");
            findings.push(Finding {
                target: Some(target),
                shown_by: Some((passage.source, first.span)),
                ..Finding::about(&RULE, subject, index, message)
            });
        }
    }
}

/// True if a source has only scattered controls and zero-width characters, as converters leave them.
/// Text that is hidden in such characters uses several kinds of them side by side.
fn is_debris(text: &str, group: &[Hidden]) -> bool {
    let is_harmless = |one: &Hidden| {
        one.span.slice(text).is_some_and(|piece| {
            let harmless = |c: char| {
                c.is_control()
                    || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{2029}' | '\u{2060}' | '\u{feff}')
            };
            piece.chars().all(harmless)
        })
    };
    let touch = |pair: &[Hidden]| matches!(pair, [one, next] if one.span.end == next.span.start && one.shown != next.shown);
    let touch = group.windows(2).any(touch);
    group.len() <= MAX_DEBRIS && !touch && group.iter().all(is_harmless)
}

fn describe(group: &[Hidden], place: &str) -> String {
    // Without the brackets of tokens, which would be made safe a second time.
    let name = |one: &'_ Hidden| one.shown.trim_matches(['\u{27e8}', '\u{27e9}']).to_owned();
    let names: BTreeSet<String> = group.iter().map(name).collect();
    let more = names.len().saturating_sub(NAMED);
    let names = names.into_iter().take(NAMED);
    let hidden = count(group.len(), "hidden character");
    format!("{hidden} in {place}: {}", listed(names, more, ", "))
}
