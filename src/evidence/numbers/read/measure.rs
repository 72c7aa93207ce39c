//! A number with its sign, currency, range, scale, unit and rate.

use super::Measure;
use crate::evidence::numbers::context;
use crate::evidence::numbers::decimal::Decimal;
use crate::evidence::numbers::digits;
use crate::evidence::numbers::numerals::{self, Worded};
use crate::evidence::numbers::rate::{self, Per};
use crate::evidence::numbers::units::{self, Dimension, Suffix};

/// A measure that is being read.
pub(super) struct Draft<'t> {
    text: &'t str,
    /// Bytes of the text, with currency and unit.
    pub(super) start: usize,
    pub(super) end: usize,
    value: Decimal,
    pub(super) other: Option<Decimal>,
    high: Option<Decimal>,
    pub(super) step: Decimal,
    pub(super) kind: Dimension,
    is_scaled: bool,
    /// True for `10+ million`.
    pub(super) is_limit: bool,
    /// The value before a unit turns it into base units, and the value of one in its last digit.
    written: Decimal,
    written_step: Option<Decimal>,
    per: Option<Per>,
    /// End of the words that give the rate; 0 where none follow.
    rate_end: usize,
}

/// Maximum number of scales and units in a row: `hundred thousand US dollars`.
const MAX_SUFFIXES: usize = 4;

/// Ends of common rating scales.
const RATING_SCALES: [u32; 6] = [4, 5, 6, 10, 20, 100];

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str, start: usize, len: usize, value: Decimal) -> Self {
        Self {
            text,
            start,
            end: start + len,
            value,
            other: None,
            high: None,
            step: Decimal::place(0),
            kind: Dimension::Plain,
            is_scaled: false,
            is_limit: false,
            written: value,
            written_step: None,
            per: None,
            rate_end: 0,
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        self.kind == Dimension::Plain && !self.is_scaled && self.high.is_none()
    }

    pub(super) fn measure(&self) -> Measure {
        Measure {
            kind: self.kind,
            value: self.value,
            other: self.other,
            high: self.high,
            written: self.written,
            step: self.step,
            written_step: self.written_step.unwrap_or(self.step),
            is_scaled: self.is_scaled,
            per: self.per,
        }
    }

    /// Returns the end of the number with its rate.
    pub(super) fn shown_end(&self) -> usize {
        self.end.max(self.rate_end)
    }

    /// Takes in a minus sign before the number: none that joins it to another word or number.
    pub(super) fn sign(&mut self) {
        let before = self.text.get(..self.start).unwrap_or_default();
        let signs = ['-', '\u{2212}', '\u{2013}', '\u{2012}', '\u{fe63}', '\u{ff0d}'];
        let Some(lead) = before.strip_suffix(signs) else { return };
        let is_free =
            lead.is_empty() || lead.ends_with([' ', '\n', '\t', '(', '\u{a0}', '|', ':', '~']);
        // A hyphen at the start of a line opens a list item, a dash between blanks a clause.
        if is_free && self.high.is_none() {
            self.start = lead.len();
            self.value = self.value.negated();
            self.written = self.value;
            self.other = self.other.map(Decimal::negated);
        }
    }

    /// Takes in `minus` before the number.
    pub(super) fn worded_sign(&mut self) {
        let before = self.text.get(..self.start).unwrap_or_default();
        let is_minus = |word: &str| {
            let at = before.len().checked_sub(word.len());
            at.and_then(|at| before.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
        };
        if is_minus(" minus ") && !self.value.is_negative() && self.high.is_none() {
            self.start -= "minus ".len();
            self.value = self.value.negated();
            self.written = self.value;
        }
    }

    /// Takes in the end of the scale that something is rated on: `/10`, `out of 100`.
    pub(super) fn rating(&mut self) {
        let rest = self.rest();
        let links = [" (out of ", " out of ", "/", " / ", "-out-of-"];
        let Some(link) = links.iter().find(|link| rest.starts_with(**link)) else { return };
        let tail = rest.get(link.len()..).unwrap_or_default();
        let Some(numeral) = digits::numeral(tail).filter(|it| it.bare_digits.is_some()) else {
            return;
        };
        let end = RATING_SCALES.into_iter().find(|end| numeral.value == Some(Decimal::whole(*end)));
        let after = tail.get(numeral.len..).unwrap_or_default();
        let goes_on =
            after.starts_with(['/', ':', '%']) || after.starts_with(char::is_alphanumeric);
        if let Some(end) = end
            && self.value.at_most(Decimal::whole(end))
            && self.kind == Dimension::Plain
            && !goes_on
        {
            self.kind = Dimension::OutOf(end);
            self.end += link.len() + numeral.len;
            self.end += usize::from(link.contains('(') && after.starts_with(')'));
        }
    }

    /// Takes in the unit of the second of two numbers: `14/22 °C`.
    pub(super) fn shared_unit(&mut self) {
        let rest = self.rest();
        let Some(tail) = rest.strip_prefix('/') else { return };
        let Some(numeral) = digits::numeral(tail) else { return };
        let Some(after) = tail.get(numeral.len..) else { return };
        let after = after.strip_prefix([' ', '\u{a0}']).unwrap_or(after);
        if let Some((_, Suffix::Unit(kind, factor))) = units::suffix(after) {
            self.unit(kind, factor);
        }
    }

    /// Takes in the rate.
    pub(super) fn rate(&mut self, before: &str) {
        if matches!(self.kind, Dimension::OutOf(_)) {
            return;
        }
        let found = rate::rate(self.rest(), self.kind);
        if let Some((len, times)) =
            rate::doses(self.rest()).filter(|_| self.kind != Dimension::Plain)
            && found.is_none()
        {
            self.other = self.value.times(times);
            self.per = Some(Per::Seconds(rate::DAY));
            self.rate_end = self.end + len;
            return;
        }
        match found {
            Some((len, per)) => {
                self.per = Some(per);
                self.rate_end = self.end + len;
            }
            None if matches!(self.kind, Dimension::Money(_)) => {
                self.per = rate::rate_before(before);
            }
            None => {}
        }
    }

    fn rest(&self) -> &'t str {
        context::head(self.text.get(self.end..).unwrap_or_default())
    }

    /// Takes in the currency before the number.
    pub(super) fn currency(&mut self, before: &str) {
        if let Some((at, kind)) = units::currency_before(before) {
            self.start -= before.len() - at;
            self.kind = kind;
        }
    }

    /// Takes in `(30)` after `thirty`.
    pub(super) fn repeated(&mut self) {
        let rest = self.rest();
        let Some(inside) = rest.strip_prefix(" (") else { return };
        let Some(numeral) = digits::numeral(inside) else { return };
        let closes = inside.get(numeral.len..).is_some_and(|tail| tail.starts_with(')'));
        if closes && numeral.value == Some(self.value) {
            self.end += numeral.len + 3;
        }
    }

    /// Takes in the upper end of a range: `3-5`, `3 to 5`, `between 3 and 5`.
    pub(super) fn range(&mut self, before: &str) {
        let rest = self.rest();
        let link = link(rest, before);
        let Some(tail) = link.and_then(|link| rest.get(link..)) else { return };
        let sign = tail.chars().next().filter(|c| matches!(c, '$' | '€' | '£' | '¥'));
        let bare = tail.get(sign.map_or(0, char::len_utf8)..).unwrap_or_default();
        let Some(numeral) = digits::numeral(bare) else { return };
        let Some(high) = numeral.value.filter(|high| !high.at_most(self.value)) else { return };
        let after = bare.get(numeral.len..).unwrap_or_default();
        // Years, and what goes on like a telephone number or a date, are no range.
        let are_years = self.end - self.start == 4 && numeral.bare_digits == Some(4);
        if are_years
            || after.starts_with(['-', '/'])
                && after.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
        {
            return;
        }
        self.high = Some(high);
        self.other = None;
        self.end += rest.len() - after.len();
    }

    /// The same in words: `three to five`.
    pub(super) fn worded_range(&mut self) {
        let rest = self.rest();
        let Some(tail) = rest.strip_prefix(" to ") else { return };
        let len = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let Some((len, Worded::Count(high))) = numerals::english(tail, len, "") else { return };
        if !high.at_most(self.value) {
            self.high = Some(high);
            self.end += 4 + len;
        }
    }

    /// Takes in the scales and the unit after the number.
    pub(super) fn suffixes(&mut self) {
        for count in 0..MAX_SUFFIXES {
            let rest = self.rest();
            // `10+ million`, and the end of a span of code: `` `30` seconds ``
            let passed = rest.strip_prefix(['+', '`']).filter(|_| count == 0);
            let (passed, rest) =
                (rest.len() - passed.unwrap_or(rest).len(), passed.unwrap_or(rest));
            let gap = rest.chars().next().filter(|c| {
                matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\\')
                    || (matches!(c, '-' | '\u{2011}') && count == 0)
            });
            let gap_len = gap.map_or(0, char::len_utf8);
            let Some(tail) = rest.get(gap_len..) else { return };
            let Some((len, suffix)) = units::suffix(tail) else { return };
            // `$271 million year-on-year`
            let is_money = |kind: Dimension| matches!(kind, Dimension::Money(_));
            if is_money(self.kind) && matches!(suffix, Suffix::Unit(kind, _) if !is_money(kind)) {
                return;
            }
            // A letter alone is a scale or a unit only where it touches its number.
            let is_letter = len == 1 && tail.starts_with(|c: char| "KMBTkxsd".contains(c));
            if is_letter && gap.is_some() && !matches!(self.kind, Dimension::Money(_)) {
                return;
            }
            let goes_on = match suffix {
                Suffix::Metres if matches!(self.kind, Dimension::Money(_)) => self.scale(6),
                Suffix::Metres if gap.is_some() => {
                    self.unit(Dimension::Amount("m"), Decimal::place(0))
                }
                Suffix::Metres => {
                    self.other = Some(self.value.shifted(6));
                    false
                }
                Suffix::Scale(power) => self.scale(power),
                Suffix::Unit(kind, factor) => self.unit(kind, factor),
            };
            self.is_limit |= rest.len() < self.rest().len() && self.rest().starts_with('+');
            self.end += passed + gap_len + len;
            if !goes_on {
                break;
            }
        }
        if self.kind != Dimension::Plain && self.high.is_none() && !self.value.is_negative() {
            self.below_zero();
        }
    }

    /// Takes in `below zero` after degrees.
    fn below_zero(&mut self) {
        const BELOW: &str = " below zero";
        let is_degree = matches!(self.kind, Dimension::Amount("degree" | "°C" | "°F"));
        if is_degree && self.rest().starts_with(BELOW) {
            self.end += BELOW.len();
            self.value = self.value.negated();
            self.written = self.written.negated();
        }
    }

    fn scale(&mut self, power: i32) -> bool {
        self.is_scaled = true;
        self.value = self.value.shifted(power);
        self.written = self.value;
        self.other = self.other.map(|value| value.shifted(power));
        self.high = self.high.map(|value| value.shifted(power));
        self.step = self.step.shifted(power);
        true
    }

    fn unit(&mut self, kind: Dimension, factor: Decimal) -> bool {
        let times = |value: Decimal| value.times(factor).unwrap_or(value);
        self.written_step.get_or_insert(self.step);
        self.value = times(self.value);
        self.other = self.other.map(times);
        self.high = self.high.map(times);
        self.step = times(self.step);
        if self.kind == Dimension::Plain {
            self.kind = kind;
        }
        false
    }
}

/// Returns the number of bytes between the lower and the upper end of a range.
fn link(rest: &str, before: &str) -> Option<usize> {
    const SIGNS: &[&str] = &["-", "–", "—", "~", "～", "〜", " - ", " – ", " — ", "‑", "至", "到"];
    const WORDS: &[&str] = &[" to ", " bis ", " à ", " through "];
    const ANDS: &[&str] = &[" and ", " und ", " et "];
    const BETWEEN: &[&str] = &["between", "zwischen", "entre"];
    // `from 87 to 112` is a change as often as a range: both ends are read by themselves.
    let lead = before.trim_end_matches([' ', '$', '€', '£']);
    let follows = |word: &str| {
        let end = lead.len().checked_sub(word.len()).and_then(|at| lead.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    let words = if follows("from") { &[] } else { WORDS };
    let first = rest.bytes().next()?;
    let may_be = |link: &&&str| link.bytes().next() == Some(first);
    let found = SIGNS.iter().chain(words).filter(may_be).find(|link| {
        let tail = rest.strip_prefix(**link);
        tail.is_some_and(|tail| {
            tail.starts_with(|c: char| digits::digit(c).is_some() || "$€£¥".contains(c))
        })
    });
    let and = || {
        let and = ANDS.iter().find(|and| rest.starts_with(**and))?;
        BETWEEN.iter().any(|word| follows(word)).then_some(and)
    };
    found.or_else(and).map(|link| link.len())
}
