//! Amounts in two units: `2 hours and 30 minutes`, `1h 30min`, `5 ft 10 in`.

use super::{Meaning, Measure, Quantity};
use crate::evidence::numbers::decimal::Decimal;
use crate::evidence::numbers::units::Dimension;
use crate::text::Span;

/// The kinds of amounts that are written in two units.
const KINDS: [&str; 4] = ["s", "month", "m", "g"];

/// Texts between the two parts.
const JOINS: [&str; 8] = ["", " ", " and ", ", ", " und ", " et ", " y ", " e "];

/// Joins amounts of `text` that follow one another if the second is less than one of the first one's unit.
pub(super) fn joined(text: &str, found: Vec<Quantity>) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = Vec::with_capacity(found.len());
    for next in found {
        match all.last_mut().and_then(|last| sum(text, last, &next).map(|sum| (last, sum))) {
            Some((last, sum)) => *last = sum,
            None => all.push(next),
        }
    }
    all
}

fn sum(text: &str, one: &Quantity, two: &Quantity) -> Option<Quantity> {
    let (Meaning::Measure(large), Meaning::Measure(small)) = (&one.what, &two.what) else {
        return None;
    };
    let is_kind = matches!(large.kind, Dimension::Amount(kind) if KINDS.contains(&kind));
    let between = Span::new(one.span.end, two.span.start.max(one.span.end)).slice(text)?;
    let zero = Decimal::whole(0);
    let is_single = |it: &Measure| {
        it.high.is_none() && it.other.is_none() && it.per.is_none() && !it.value.at_most(zero)
    };
    let is_part = !large.step.at_most(small.value) && small.step.at_most(small.value);
    let fits = is_kind
        && large.kind == small.kind
        && JOINS.contains(&between)
        && is_single(large)
        && is_single(small)
        && is_part
        && two.bound.is_none()
        && !one.is_shadow
        && !two.is_shadow;
    let measure = Measure {
        value: large.value.plus(small.value)?,
        step: small.step,
        written: large.value.plus(small.value)?,
        written_step: small.step,
        ..*large
    };
    fits.then(|| Quantity {
        what: Meaning::Measure(measure),
        span: Span::new(one.span.start, two.span.end),
        shown_end: two.shown_end,
        ..one.clone()
    })
}
