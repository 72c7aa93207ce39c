//! Finding the quantities of a text: numbers with what they count, dates, names with numbers.
//!
//! Passed over: web addresses, numbers in square brackets, and numbers that only count the items
//! of a list. Signs of value do not count: a loss of 5 and −5 are one number.

use super::dates::{self, Date};
use super::decimal::Decimal;
use super::digits::{self, Numeral};
use super::near::{self, Bound};
use super::numerals::{self, Worded};
use super::units::Kind;
use crate::text::Span;

mod measure;
mod name;

/// A number of a text with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// With its unit; bytes of the text.
    pub(super) span: Span,
    pub(super) what: What,
    /// What is said about its exactness.
    pub(super) bound: Option<Bound>,
    /// It may be something else than a quantity, so that only its being there says something.
    pub(super) is_weak: bool,
    /// Another reading of what is read already: columns of a table taken for groups of digits.
    pub(super) is_shadow: bool,
}

/// What a number says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    Measure(Measure),
    Date(Date),
    /// A time of day in minutes.
    Clock(u32),
    /// Part of a name, a version, an identifier: letters and digits in lower case.
    Name(String, Option<Decimal>),
}

/// An amount, in the base unit of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) kind: Kind,
    pub(super) value: Decimal,
    /// The value if the number is read in another way.
    pub(super) other: Option<Decimal>,
    /// The upper end of a range that begins at `value`.
    pub(super) high: Option<Decimal>,
    /// The value as written, in its own unit.
    pub(super) written: Decimal,
    /// What one of its last written digit is worth.
    pub(super) step: Decimal,
    /// Whether a scale (`million`, `k`, 万) is written.
    pub(super) is_scaled: bool,
    /// Whether it is so much for each of something: `10 mg/kg`.
    pub(super) is_rate: bool,
}

/// The quantities of `text`, in order.
pub(super) fn read(text: &str) -> Vec<Quantity> {
    let mut reader = Reader { text, at: 0, in_code: false, found: Vec::new() };
    while reader.at < text.len() {
        let took = reader.step();
        reader.at += took.max(1);
    }
    reader.found
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    in_code: bool,
    found: Vec<Quantity>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// What stands before the current place, a few words of it.
    fn before(&self) -> &'t str {
        near::tail(self.text, self.at)
    }

    /// Reads what stands at the current place; answers how many bytes it takes.
    fn step(&mut self) -> usize {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return 1 };
        match c {
            '`' => {
                self.in_code = !self.in_code;
                rest.len() - rest.trim_start_matches('`').len()
            }
            '[' | '(' => enumerator(rest).unwrap_or(1),
            ' ' => 1,
            c if c.is_ascii_alphabetic() => self.word(),
            c if digits::digit(c).is_some() => self.digits(),
            c if numerals::is_numeral(c) => self.unspaced(c),
            c if is_letter(c) => self.word(),
            c => c.len_utf8(),
        }
    }

    fn push(&mut self, len: usize, what: What) -> usize {
        let span = Span::new(self.at, self.at + len);
        let bound = near::bound(self.before());
        self.found.push(Quantity { span, what, bound, is_weak: self.in_code, is_shadow: false });
        len
    }

    fn digits(&mut self) -> usize {
        let rest = self.rest();
        if let Some(len) = list_number(self.before(), rest) {
            self.shadow(self.at, rest.get(..len - 1).unwrap_or_default());
            return len;
        }
        if let Some((len, date)) = dates::from_digits(rest).filter(|(len, _)| ends_at(rest, *len)) {
            return self.push(len, What::Date(date));
        }
        if let Some((len, minutes)) = clock(rest) {
            return self.push(len, What::Clock(minutes));
        }
        let Some(numeral) = digits::numeral(rest) else { return 1 };
        if let Some(len) = name::identifier(rest, &numeral) {
            let token = name::token(rest.get(..len).unwrap_or_default());
            return self.push(len, What::Name(token, None));
        }
        let Some(value) = numeral.value else { return numeral.len };
        let len = self.measure(&numeral, value);
        if numeral.has_blanks {
            self.columns(numeral.len);
        }
        len
    }

    /// A number in digits with everything around it that says what it counts.
    fn measure(&mut self, numeral: &Numeral, value: Decimal) -> usize {
        let before = self.before();
        let mut draft = measure::Draft::new(self.text, self.at, numeral.len, value);
        draft.step = Decimal::place(numeral.last);
        draft.other = numeral.other;
        draft.currency(before);
        draft.range(before);
        draft.suffixes();
        let end = draft.end;
        let is_plain = draft.is_plain();
        let year = numeral.bare_digits.filter(|digits| *digits == 4 && is_plain);
        let year = year.and_then(|_| bare_year(before, self.rest()));
        let token = match name::labelled(before).filter(|_| is_plain) {
            Some(label) if year.is_none() => {
                let number = self.rest().get(..numeral.len).unwrap_or_default();
                Some(name::token(&format!("{label}{number}")))
            }
            _ => None,
        };
        let is_named =
            is_plain && (name::follows_name(before) || before.ends_with(['-', '/', '#']));
        let what = match (year, token) {
            (Some(year), _) => What::Date(Date::of_year(year)),
            (None, Some(token)) => What::Name(token, Some(value)),
            (None, None) => What::Measure(draft.measure()),
        };
        let span = Span::new(draft.start, end);
        let bound = near::bound(near::tail(self.text, draft.start))
            .or_else(|| near::bound_after(self.text.get(end..).unwrap_or_default()));
        let is_weak = self.in_code || is_named;
        self.found.push(Quantity { span, what, bound, is_weak, is_shadow: false });
        end - self.at
    }

    /// Groups of digits with blanks between may be columns: each is read by itself too.
    fn columns(&mut self, len: usize) {
        let written = self.rest().get(..len).unwrap_or_default();
        let mut at = self.at;
        for group in written.split(' ') {
            self.shadow(at, group);
            at += group.len() + 1;
        }
    }

    /// Notes the number at the start of `group` as one that may stand for a claim's number, but is
    /// none to be asked for.
    fn shadow(&mut self, at: usize, group: &str) {
        let Some(numeral) = digits::numeral(group) else { return };
        let Some(value) = numeral.value else { return };
        let draft = measure::Draft::new(self.text, at, numeral.len, value);
        let span = Span::new(at, at + numeral.len);
        let what = What::Measure(draft.measure());
        self.found.push(Quantity { span, what, bound: None, is_weak: true, is_shadow: true });
    }

    fn unspaced(&mut self, c: char) -> usize {
        let rest = self.rest();
        // 第三 is an ordinal; a run that has been looked at is not looked at again.
        let follows = self.before().ends_with(|c: char| c == '第' || numerals::is_numeral(c));
        match numerals::unspaced(rest).filter(|_| !follows) {
            Some((len, worded)) => self.worded(len, worded),
            None => c.len_utf8(),
        }
    }

    fn word(&mut self) -> usize {
        let rest = self.rest();
        if rest.starts_with(['h', 'w'])
            && ["http://", "https://", "www."].iter().any(|start| rest.starts_with(start))
        {
            return rest.find(ends_address).unwrap_or(rest.len());
        }
        let letters = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        if let Some((len, date)) =
            dates::from_word(near::head(rest)).filter(|(len, _)| ends_at(rest, *len))
        {
            return self.push(len, What::Date(date));
        }
        if let Some(len) = name::glued(rest, letters) {
            let token = name::token(rest.get(..len).unwrap_or_default());
            return self.push(len, What::Name(token, None));
        }
        let before = self.before();
        match numerals::english(near::head(rest), letters, before) {
            Some((len, worded)) if !before.ends_with('-') => self.worded(len, worded),
            _ => letters,
        }
    }

    fn worded(&mut self, len: usize, worded: Worded) -> usize {
        let (value, kind, step) = match worded {
            Worded::Count(value) => (value, Kind::Plain, Decimal::place(0)),
            Worded::Times(value) => (value, Kind::Amount("times"), Decimal::place(0)),
            Worded::Share(value, step) => (value, Kind::Percent, step),
        };
        let mut draft = measure::Draft::new(self.text, self.at, len, value);
        draft.step = step;
        draft.kind = kind;
        let is_count = matches!(worded, Worded::Count(_));
        if is_count {
            draft.repeated();
            draft.worded_range();
            draft.suffixes();
        }
        let is_weak = self.in_code || !is_count;
        let span = Span::new(self.at, draft.end);
        let bound = near::bound(self.before());
        let what = What::Measure(draft.measure());
        self.found.push(Quantity { span, what, bound, is_weak, is_shadow: false });
        draft.end - self.at
    }
}

/// Letters of scripts with blanks between words.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c.is_alphabetic()
            && !matches!(c, '\u{e00}'..='\u{eff}' | '\u{3000}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

fn ends_at(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !is_letter(c) && digits::digit(c).is_none())
}

fn ends_address(c: char) -> bool {
    c.is_whitespace() || matches!(c, ')' | '>' | ']' | '"' | '|' | '`')
}

/// How long an enumerator or a reference in brackets is: `[1]`, `[2, 3]`, `[^4]`, `(2)`.
fn enumerator(rest: &str) -> Option<usize> {
    let (open, close) = if rest.starts_with('[') { ('[', ']') } else { ('(', ')') };
    let inside = rest.strip_prefix(open)?;
    let is_part =
        |c: char| c.is_ascii_digit() || (open == '[' && matches!(c, ',' | ' ' | '-' | '^'));
    let len = inside.chars().take(24).take_while(|c| is_part(*c)).count();
    let has_digit = inside.get(..len)?.bytes().any(|byte| byte.is_ascii_digit());
    let is_short = open == '[' || len <= 2;
    (has_digit && is_short && inside.get(len..)?.starts_with(close)).then_some(len + 2)
}

/// How long the number of a list item is, at the start of a line: `1. `, `2) `.
fn list_number(before: &str, rest: &str) -> Option<usize> {
    let lead = before.trim_end_matches([' ', '\t', '#', '>', '*', '-', '(']);
    if !lead.is_empty() && !lead.ends_with('\n') {
        return None;
    }
    let len = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let tail = rest.get(len..).filter(|_| len <= 3)?;
    let tail = tail.strip_prefix(['.', ')'])?;
    (tail.is_empty() || tail.starts_with([' ', '\n', '\t', '*'])).then_some(len + 1)
}

/// The halves of a day, and whether it is the second.
const HALVES: [(&str, bool); 4] = [("a.m.", false), ("am", false), ("p.m.", true), ("pm", true)];

/// A time of day: `9:00 am`, `10 a.m.`, `17:30`.
fn clock(rest: &str) -> Option<(usize, u32)> {
    let hours = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let mut hour: u32 = rest.get(..hours).filter(|_| hours <= 2)?.parse().ok()?;
    let (end, minute) = match rest.get(hours..)?.strip_prefix(':') {
        Some(tail) => {
            let minutes = tail.bytes().take(3).take_while(u8::is_ascii_digit).count();
            let goes_on = tail.get(minutes..)?.starts_with(':');
            let minute: u32 = tail.get(..2).filter(|_| minutes == 2 && !goes_on)?.parse().ok()?;
            (hours + 3, Some(minute))
        }
        None => (hours, None),
    };
    let after = rest.get(end..)?;
    let gap = usize::from(after.starts_with(' '));
    let half = near::head(after.get(gap..)?);
    let half = HALVES.iter().find(|(name, _)| {
        let head = half.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name)) && ends_at(half, name.len())
    });
    let end = end + half.map_or(0, |(name, _)| gap + name.len());
    match half {
        Some((_, true)) if hour < 12 => hour += 12,
        Some((_, false)) if hour == 12 => hour = 0,
        _ => {}
    }
    let is_clock = minute.or(half.map(|_| 0)).filter(|minute| hour < 25 && *minute < 60);
    is_clock.filter(|_| ends_at(rest, end)).map(|minute| (end, hour * 60 + minute))
}

/// The year that a bare number of four digits is, going by its size and the word before.
fn bare_year(before: &str, rest: &str) -> Option<u16> {
    let year: u16 = rest.get(..4)?.parse().ok()?;
    let word = before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let words = ["in", "since", "until", "by", "from", "of", "after", "before", "im", "seit", "en"];
    let is_dated = words.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_recent = (1900..2100).contains(&year);
    (is_recent || (is_dated && dates::is_year(year))).then_some(year)
}
