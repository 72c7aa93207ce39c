//! Numbers in words, with their units and bounds.

use super::{Meaning, NumberReader, Quantity, measure};
use crate::evidence::numbers::decimal::Decimal;
use crate::evidence::numbers::numerals::{self, Worded};
use crate::evidence::numbers::units::Dimension;
use crate::text::Span;

impl NumberReader<'_> {
    /// Reads a length of time after its article, `len` bytes long.
    pub(super) fn length_of_time(&mut self, len: usize, number: Decimal) -> usize {
        let mut draft = measure::Draft::new(self.text, self.at, len, number);
        draft.step = Decimal::place(-1);
        draft.suffixes();
        let span = Span::new(draft.start, draft.end);
        let what = Meaning::Measure(draft.measure());
        let bound = self.bound(&what, span);
        let (shown_end, is_weak) = (draft.shown_end(), self.in_code);
        self.found.push(Quantity { span, shown_end, what, bound, is_weak, is_shadow: false });
        draft.end - self.at
    }

    pub(super) fn worded(&mut self, len: usize, worded: Worded) -> usize {
        let (value, kind, step) = match worded {
            Worded::Count(value) => (value, Dimension::Plain, Decimal::place(0)),
            Worded::Times(value) => (value, Dimension::Amount("times"), Decimal::place(0)),
            Worded::Share(value, step) => (value, Dimension::Percent, step),
        };
        let point = numerals::of_point(self.rest().get(len..).unwrap_or_default());
        let (len, value, kind, step) = match point.filter(|_| kind == Dimension::Percent) {
            Some(more) => {
                (len + more, value.shifted(-2), Dimension::Amount("point"), Decimal::place(-2))
            }
            None => (len, value, kind, step),
        };
        let before = self.before();
        let mut draft = measure::Draft::new(self.text, self.at, len, value);
        draft.step = step;
        draft.kind = kind;
        let is_count = matches!(worded, Worded::Count(_));
        if is_count {
            draft.worded_sign();
            draft.repeated();
            draft.worded_range();
            draft.rating();
            draft.suffixes();
        }
        let is_multiple = matches!(worded, Worded::Times(_));
        if is_count || is_multiple {
            draft.rate(before);
        }
        // `Six Sigma` is a name.
        let is_upper = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
        let next = self.text.get(draft.end..).and_then(|rest| rest.strip_prefix(' '));
        let is_name = is_upper(self.rest()) && next.is_some_and(is_upper);
        let is_vague = is_multiple && !numerals::says_how_often(self.rest());
        let is_weak = self.in_code || is_name || is_vague;
        let shown_end = draft.shown_end();
        let span = Span::new(draft.start, draft.end);
        let what = Meaning::Measure(draft.measure());
        let bound = self.bound(&what, span);
        self.found.push(Quantity { span, shown_end, what, bound, is_weak, is_shadow: false });
        draft.end - self.at
    }
}
