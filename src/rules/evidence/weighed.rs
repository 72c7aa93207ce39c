//! Findings about a target whose passage was compared with its claim.

use std::collections::BTreeSet;

use crate::rules::wording::{self, Weighed};
use crate::rules::{Finding, Rule, Subject};
use crate::text::Span;

/// Returns a finding about a weighed target.
pub(super) fn about(
    rule: &'static Rule,
    subject: &Subject<'_>,
    it: &Weighed<'_>,
    message: String,
) -> Finding {
    let finding = Finding::about(rule, subject, it.index, message);
    Finding { target: Some(it.target), ..finding }
}

/// Returns the numbers of the claims that a passage cited for them has, or that follow from one.
pub(super) fn confirmed_numbers(subject: &Subject<'_>) -> BTreeSet<Span> {
    let numbers = wording::weighed(subject).flat_map(|it| &it.evidence.numbers);
    numbers.filter(|number| number.status.is_found()).map(|number| number.span).collect()
}

/// Returns the phrases of the claim that only the better place has, after a colon; empty if
/// there are none.
pub(super) fn which_words(subject: &Subject<'_>, weighed: &Weighed<'_>) -> String {
    match wording::words(subject, &weighed.evidence.reasons) {
        words if words.is_empty() => String::new(),
        words => format!(": {words}"),
    }
}
