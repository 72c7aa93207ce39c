//! Rules about whether the passage says it.

mod ambiguous_place;
mod better_elsewhere;
mod cut_before_qualification;
mod drifted_locator;
mod low_score;
mod nothing_in_passage;
mod number_absent;
mod number_differs;
mod range_too_wide;

use std::collections::BTreeSet;

use super::wording::{self, Weighed};
use super::{Finding, Group, Rule, Subject};
use crate::evidence::Window;
use crate::evidence::words::words;
use crate::text::Span;

pub(super) static GROUP: Group = Group {
    letter: 'E',
    title: "whether the passage says it",
    rules: &[
        &number_differs::RULE,
        &drifted_locator::RULE,
        &better_elsewhere::RULE,
        &nothing_in_passage::RULE,
        &range_too_wide::RULE,
        &cut_before_qualification::RULE,
        &low_score::RULE,
        &number_absent::RULE,
        &ambiguous_place::RULE,
    ],
};

/// From this share of the claim on, the passage cited has something of it.
const SOMETHING: f64 = 0.3;

/// From this share of the claim on, a place plainly has it.
const PLAIN: f64 = 0.65;

/// Whether a window plainly has the claim while what is cited has next to nothing of it. Where both
/// have a part, readers of real answers found the citation right as often as wrong.
fn is_plainly_better(it: &Weighed<'_>, window: &Window) -> bool {
    it.evidence.support < SOMETHING && window.support >= PLAIN
}

/// A finding about a weighed target.
fn about(rule: &'static Rule, subject: &Subject<'_>, it: &Weighed<'_>, message: String) -> Finding {
    let finding = Finding::about(rule, subject, it.index, message);
    Finding { target: Some(it.target), ..finding }
}

/// The numbers of the claims that some passage cited for them has, or that can be derived from one.
fn confirmed_numbers(subject: &Subject<'_>) -> BTreeSet<Span> {
    let numbers = wording::weighed(subject).flat_map(|it| &it.evidence.numbers);
    numbers.filter(|number| number.status.is_found()).map(|number| number.span).collect()
}

/// The claim's words that stand in a window and not in the cited passage; bytes of the response.
fn only_there(subject: &Subject<'_>, it: &Weighed<'_>, window: &Window) -> Vec<Span> {
    let text = subject.texts.get(window.source).and_then(|text| window.span.slice(text));
    let there: BTreeSet<_> = words(text.unwrap_or_default()).iter().map(|word| word.key).collect();
    let missing = it.evidence.words.missing.iter();
    let is_there = |span: &&Span| {
        let words = words(span.slice(subject.response).unwrap_or_default());
        words.iter().any(|word| there.contains(&word.key))
    };
    missing.filter(is_there).copied().collect()
}

/// A sentence that names the words which a window has and the cited passage lacks.
fn which_words(subject: &Subject<'_>, it: &Weighed<'_>, window: &Window) -> String {
    let spans = only_there(subject, it, window);
    let are = if spans.len() == 1 { "is" } else { "are" };
    match wording::words(subject, &spans) {
        words if words.is_empty() => String::new(),
        words => format!(" Of the claim's words {words} {are} there and not in what is cited."),
    }
}
