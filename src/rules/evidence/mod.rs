//! Rules about the evidence that a passage gives for its claim.

mod ambiguous_place;
mod better_elsewhere;
mod cut_before_qualification;
mod drifted_locator;
mod low_score;
mod nothing_in_passage;
mod number_absent;
mod number_differs;
mod range_too_wide;
mod unsupported;

use std::collections::BTreeSet;

use super::wording::{self, Weighed};
use super::{Finding, Group, Rule, Subject};
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
        &unsupported::RULE,
    ],
};

/// Returns a finding about a weighed target.
fn about(rule: &'static Rule, subject: &Subject<'_>, it: &Weighed<'_>, message: String) -> Finding {
    let finding = Finding::about(rule, subject, it.index, message);
    Finding { target: Some(it.target), ..finding }
}

/// Returns the numbers of the claims that a passage cited for them has, or that follow from one.
fn confirmed_numbers(subject: &Subject<'_>) -> BTreeSet<Span> {
    let numbers = wording::weighed(subject).flat_map(|it| &it.evidence.numbers);
    numbers.filter(|number| number.status.is_found()).map(|number| number.span).collect()
}

/// Returns the phrases of the claim that only the better place has, behind a colon; empty where
/// there are none.
fn which_words(subject: &Subject<'_>, it: &Weighed<'_>) -> String {
    match wording::words(subject, &it.evidence.reasons) {
        words if words.is_empty() => String::new(),
        words => format!(": {words}"),
    }
}
