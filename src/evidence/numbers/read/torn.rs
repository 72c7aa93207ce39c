//! Numbers that a text writes in pieces or begins with their point, and those in code.

use super::measure::Draft;
use super::{Meaning, NumberReader, Quantity};
use crate::evidence::numbers::context;
use crate::evidence::numbers::decimal::Decimal;
use crate::evidence::numbers::digits::{self, Numeral};
use crate::evidence::numbers::units;
use crate::text::Span;

impl NumberReader<'_> {
    /// Reads groups of digits with blanks between each by itself too: they may be columns.
    pub(super) fn columns(&mut self, len: usize) {
        let written = self.rest().get(..len).unwrap_or_default();
        let mut at = self.at;
        for group in written.split(' ') {
            self.shadow(at, group);
            at += group.len() + 1;
        }
    }

    /// Adds the number at the start of `group` as one that a claim's number may be found in.
    pub(super) fn shadow(&mut self, at: usize, group: &str) {
        let Some(numeral) = digits::numeral(group) else { return };
        let Some(value) = numeral.value else { return };
        self.add_shadow(Span::new(at, at + numeral.len), value);
    }

    fn add_shadow(&mut self, span: Span, value: Decimal) {
        let draft = Draft::new(self.text, span.start, span.len(), value);
        let what = Meaning::Measure(draft.measure());
        self.found.push(Quantity {
            span,
            shown_end: span.end,
            what,
            bound: None,
            is_weak: true,
            is_shadow: true,
        });
    }

    /// True if a point here begins a number: `r = .62`.
    pub(super) fn opens_fraction(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let is_free = before.is_empty() || before.ends_with(opens_number);
        is_free && self.rest().get(1..).is_some_and(|rest| rest.starts_with(is_digit))
    }

    /// Reads a number that begins with its point.
    pub(super) fn fraction(&mut self) -> usize {
        let written = format!("0{}", context::head(self.rest()));
        match digits::numeral(&written) {
            Some(numeral @ Numeral { value: Some(value), .. }) => {
                self.measure(&Numeral { len: numeral.len - 1, ..numeral }, value)
            }
            _ => 1,
        }
    }

    /// Reads a number again as the one that it may be a part of, where text of a PDF file has a blank inside
    /// a number: `2. 5`, `12, 500`, `- 3.6`. Elsewhere such blanks part two numbers.
    pub(super) fn torn(&mut self, numeral: &Numeral) {
        let written = self.rest().get(..numeral.len).unwrap_or_default();
        let is_minus = self.before().ends_with("- ") || self.before().ends_with("\u{2212} ");
        if is_minus {
            self.shadow_of(numeral.len, &format!("-{written}"));
        }
        let Some((mark @ (',' | '.'), rest)) = take_char(self.rest(), numeral.len) else { return };
        let Some(rest) = rest.strip_prefix(' ') else { return };
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_part = if mark == ',' { count == 3 } else { (1..=2).contains(&count) };
        if is_part && written.bytes().all(|byte| byte.is_ascii_digit()) {
            let part = rest.get(..count).unwrap_or_default();
            self.shadow_of(numeral.len + 2 + count, &format!("{written}{mark}{part}"));
        }
    }

    /// Adds the number that `len` bytes here mean as it is `written`, which a number of a claim may be found in.
    fn shadow_of(&mut self, len: usize, written: &str) {
        let bare = written.trim_start_matches('-');
        let Some(value) = digits::numeral(bare).and_then(|it| it.value) else { return };
        let value = if bare.len() < written.len() { value.negated() } else { value };
        self.add_shadow(Span::new(self.at, self.at + len), value);
    }
}

/// True for a sign or blank that a number may follow.
fn opens_number(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | '[' | '=' | '<' | '>' | '-' | '\u{2212}' | '~' | '|')
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns the character at byte `at` of a text, and what follows it.
fn take_char(text: &str, at: usize) -> Option<(char, &str)> {
    let mut rest = text.get(at..)?.chars();
    rest.next().map(|c| (c, rest.as_str()))
}

/// The maximum length of a number with its unit in a span of code, in bytes.
const MAX_IN_CODE: usize = 24;

/// True if a span of code that begins a text is a number, with its unit or without: `` `8081` ``,
/// `` `30 s` ``. Other code has numbers that mean something else than an amount.
pub(super) fn is_number_in_code(text: &str) -> bool {
    let end = text.bytes().take(MAX_IN_CODE).position(|byte| byte == b'`');
    let Some(code) = end.and_then(|end| text.get(..end)) else { return false };
    let number = code.trim_start_matches(['-', '+', '$', '\u{2212}', '€', '£']);
    let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let unit = unit.trim_start_matches(' ');
    let is_unit = unit.is_empty()
        || unit == "%"
        || units::suffix(unit).is_some_and(|(len, _)| len == unit.len());
    number.starts_with(is_digit) && is_unit
}

/// True if the digits after a text are the decimals of a number that was torn in two, as text of PDF files
/// is: `5 ,0 %`.
pub(super) fn is_torn_off(before: &str) -> bool {
    let number = before.strip_suffix([',', '.']).and_then(|it| it.strip_suffix(' '));
    number.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()))
}
