//! Reading the quantities of a text: amounts, dates, times, ordinals, names with numbers.
//!
//! Left out: web addresses, numbers in square brackets, and numbers that only count the items of a
//! list.

use super::articles;
use super::bounds::{self, Bound};
use super::context;
use super::dates::{self, Date};
use super::decimal::Decimal;
use super::digits::{self, Numeral};
use super::foreign;
use super::numerals::{self, Worded};
use super::rate::Per;
use super::units::Dimension;
use crate::text::Span;
use crate::text::backticks::{Backticks, FENCE};

mod clock;
mod edges;
mod compound;
mod measure;
mod name;
mod ordinal;
mod ordinary;
mod roman;
mod torn;
mod worded;

pub(super) use clock::{Clock, HALF_DAY};
use edges::{ends_at, is_letter, letters};
use ordinary::is_ordinary;

/// A number of a text with its unit and bound.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// With its unit; bytes of the text.
    pub(super) span: Span,
    /// The end of the words that give its rate; the end of the span without any.
    pub(super) shown_end: usize,
    pub(super) what: Meaning,
    pub(super) bound: Option<Bound>,
    /// True if it may not be a quantity: it can be found, but not contradict.
    pub(super) is_weak: bool,
    /// True for a second reading of another quantity (columns of a table taken for groups of digits),
    /// and for names: nothing of the claim.
    pub(super) is_shadow: bool,
}

/// The meaning of a number.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "most quantities are measures")]
pub(super) enum Meaning {
    Measure(Measure),
    Date(Date),
    Clock(Clock),
    /// A place in an order: `third`, `21st`.
    Ordinal(u32, Form),
    /// Part of a name, a version, an identifier: letters and digits in lower case.
    Name(String, Option<Decimal>),
}

/// The form in which a place in an order is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `third`, `3rd`, 第三.
    Ordinal,
    /// `number 3`, `# 3`.
    Number,
}

/// An amount, in the base unit of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) kind: Dimension,
    pub(super) value: Decimal,
    /// The value if the number is read in another way.
    pub(super) other: Option<Decimal>,
    /// The upper end of a range that begins at `value`.
    pub(super) high: Option<Decimal>,
    /// The value as written, in its own unit.
    pub(super) written: Decimal,
    /// The value of one in its last written digit.
    pub(super) step: Decimal,
    /// The same in its own unit.
    pub(super) written_step: Decimal,
    /// True if a scale (`million`, `k`, 万) is written.
    pub(super) is_scaled: bool,
    /// Its rate: `10 mg/kg`, `5 per minute`.
    pub(super) per: Option<Per>,
}

impl Quantity {
    /// Leaves out the reading that the number has in countries with another decimal sign.
    pub(super) fn read_in_english(&mut self) {
        if let Meaning::Measure(measure) = &mut self.what
            && let Some(other) = measure.other
            && [3, -3].into_iter().any(|power| measure.value.shifted(power) == other)
        {
            measure.other = None;
        }
    }

    /// Returns the quantity with the other sign.
    pub(super) fn negated(&self) -> Self {
        let Meaning::Measure(measure) = self.what else { return self.clone() };
        let measure = Measure {
            value: measure.value.negated(),
            written: measure.written.negated(),
            other: measure.other.map(Decimal::negated),
            ..measure
        };
        Self { what: Meaning::Measure(measure), ..self.clone() }
    }
}

/// Returns the quantities of `text`, in order.
pub(super) fn read(text: &str) -> Vec<Quantity> {
    let mut reader = NumberReader::new(text);
    while reader.at < text.len() {
        let took = reader.step();
        reader.at += took.max(1);
    }
    compound::joined(text, reader.found)
}

struct NumberReader<'t> {
    text: &'t str,
    at: usize,
    /// The contents of code in backticks, in order.
    code: Vec<Span>,
    /// True in code that is more than a number.
    in_code: bool,
    found: Vec<Quantity>,
}

impl<'t> NumberReader<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, code: Backticks::of(text).code, in_code: false, found: Vec::new() }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the few words before the current place.
    fn before(&self) -> &'t str {
        context::tail(self.text, self.at)
    }

    /// Reads the current place; returns the number of bytes read.
    fn step(&mut self) -> usize {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return 1 };
        match c {
            '`' => self.backticks(),
            '.' if self.opens_fraction() => self.fraction(),
            '[' | '(' => enumerator(rest).unwrap_or(1),
            ' ' => 1,
            c if c.is_ascii_alphabetic() => self.word(),
            c if digits::digit(c).is_some() => self.digits(),
            c if numerals::is_numeral(c) => self.unspaced(c),
            c if is_letter(c) => self.word(),
            c => c.len_utf8(),
        }
    }

    /// Passes a run of backticks, which may open or close code. A fence without its partner does both: what
    /// is cited may begin or end in a block of code.
    fn backticks(&mut self) -> usize {
        let rest = self.rest();
        let inner = rest.trim_start_matches('`');
        let len = rest.len() - inner.len();
        let end = self.at + len;
        if self.code.binary_search_by_key(&end, |span| span.start).is_ok() {
            self.in_code = !torn::is_number_in_code(inner);
        } else if self.code.binary_search_by_key(&self.at, |span| span.end).is_ok() {
            self.in_code = false;
        } else if len >= FENCE {
            self.in_code = !self.in_code;
        }
        len
    }

    fn push(&mut self, len: usize, what: Meaning) -> usize {
        let span = Span::new(self.at, self.at + len);
        let bound = match what {
            Meaning::Date(_) | Meaning::Clock(_) => bounds::before_date(self.before()),
            _ => None,
        };
        let bound = bound.or_else(|| {
            bounds::after_number(self.text.get(span.end..).unwrap_or_default())
                .filter(|_| matches!(what, Meaning::Date(_) | Meaning::Clock(_)))
        });
        let is_weak = self.in_code;
        self.found.push(Quantity {
            span,
            shown_end: span.end,
            what,
            bound,
            is_weak,
            is_shadow: false,
        });
        len
    }

    fn digits(&mut self) -> usize {
        let rest = self.rest();
        if let Some(len) = list_number(self.before(), rest) {
            self.shadow(self.at, rest.get(..len - 1).unwrap_or_default());
            return len;
        }
        if torn::is_torn_off(self.before()) {
            return rest.bytes().take_while(u8::is_ascii_digit).count();
        }
        let date = dates::decade(rest)
            .or_else(|| dates::from_digits(rest).filter(|(len, _)| ends_at(rest, *len)));
        if let Some((len, date)) = date {
            return self.push(len, Meaning::Date(date));
        }
        if let Some((len, date)) = dates::season(rest) {
            self.push(len, Meaning::Date(date));
            if let Some(last) = self.found.last_mut() {
                last.is_weak = true;
            }
            return len;
        }
        if let Some((len, first, last)) = dates::years(rest) {
            for year in [first, last] {
                self.push(len, Meaning::Date(year));
            }
            return len;
        }
        if let Some((len, clock)) = clock::clock(rest) {
            return self.push(len, Meaning::Clock(clock));
        }
        if let Some((len, value)) = ordinal::in_digits(rest) {
            return self.push(len, Meaning::Ordinal(value, Form::Ordinal));
        }
        let Some(numeral) = digits::numeral(rest) else { return 1 };
        let ratio = numeral.value.and_then(|value| numerals::ratio(rest, numeral.len, value));
        if let Some((len, share)) = ratio {
            return self.worded(len, share);
        }
        let is_rated = || {
            let mut draft = measure::Draft::new(self.text, self.at, numeral.len, Decimal::ZERO);
            draft.rating();
            draft.shared_unit();
            !draft.is_plain()
        };
        if let Some(len) = name::identifier(rest, &numeral).filter(|_| !is_rated()) {
            let token = name::token(rest.get(..len).unwrap_or_default());
            return self.push(len, Meaning::Name(token, None));
        }
        let Some(value) = numeral.value else { return numeral.len };
        let len = self.measure(&numeral, value);
        if numeral.has_blanks {
            self.columns(numeral.len);
        }
        self.torn(&numeral);
        len
    }

    /// Reads a number in digits with its currency, range, unit and rate.
    fn measure(&mut self, numeral: &Numeral, value: Decimal) -> usize {
        let before = self.before();
        let mut draft = measure::Draft::new(self.text, self.at, numeral.len, value);
        draft.step = Decimal::place(numeral.last);
        draft.other = numeral.other;
        draft.currency(before);
        draft.sign();
        draft.worded_sign();
        draft.range(before);
        draft.rating();
        draft.suffixes();
        if draft.is_plain() {
            draft.shared_unit();
        }
        draft.rate(context::tail(self.text, draft.start));
        let end = draft.end;
        let is_plain = draft.is_plain();
        let year = numeral.bare_digits.filter(|digits| *digits == 4 && is_plain);
        let year = year.and_then(|_| bare_year(before, self.rest()));
        let name = name::name_before(before).filter(|_| is_plain);
        // `Italy 3-1`
        let goes_on = self.text.get(end..).unwrap_or_default();
        let is_score = goes_on.starts_with(['-', '\u{2013}']);
        let label = name::labelled(before).or(name.filter(|_| !is_score));
        let token = match label.filter(|_| is_plain) {
            Some(label) if year.is_none() => {
                let number = self.rest().get(..numeral.len).unwrap_or_default();
                Some(name::token(&format!("{label}{number}")))
            }
            _ => None,
        };
        let is_named = name.is_some() || is_plain && before.ends_with(['-', '/', '#']);
        let shown_end = draft.shown_end();
        let place = u32::try_from(numeral.len).ok().filter(|_| is_plain && name::is_ranked(before));
        let place = place.and_then(|_| self.rest().get(..numeral.len)?.parse().ok());
        let what = match (year, token) {
            (None, _) if place.is_some() => {
                Meaning::Ordinal(place.unwrap_or_default(), Form::Number)
            }
            (Some(year), _) => Meaning::Date(Date::of_year(year)),
            (None, Some(token)) => Meaning::Name(token, Some(value)),
            (None, None) => Meaning::Measure(draft.measure()),
        };
        let span = Span::new(draft.start, end);
        let limit = draft.is_limit.then_some(Bound::AtLeast);
        let bound = self.bound(&what, span).or(limit);
        let is_weak = self.in_code || is_named && bound.is_none();
        self.found.push(Quantity { span, shown_end, what, bound, is_weak, is_shadow: false });
        end - self.at
    }

    fn bound(&self, what: &Meaning, span: Span) -> Option<Bound> {
        let before = context::tail(self.text, span.start);
        match what {
            Meaning::Date(_) | Meaning::Clock(_) => bounds::before_date(before),
            Meaning::Measure(_) => bounds::before_amount(before)
                .or_else(|| bounds::after_number(self.text.get(span.end..).unwrap_or_default())),
            Meaning::Ordinal(..) | Meaning::Name(..) => None,
        }
    }

    fn unspaced(&mut self, c: char) -> usize {
        let rest = self.rest();
        if self.before().ends_with('第')
            && let Some((len, value)) = numerals::place(rest)
        {
            return self.push(len, Meaning::Ordinal(value, Form::Ordinal));
        }
        // A run that has been looked at is not looked at again.
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
        let letters = letters(rest);
        let is_ordinary =
            rest.split_at_checked(letters).is_some_and(|(word, after)| is_ordinary(word, after));
        if is_ordinary { letters } else { self.word_that_may_begin(letters) }
    }

    /// Reads a word, `letters` bytes long, that may begin a number.
    fn word_that_may_begin(&mut self, letters: usize) -> usize {
        let rest = self.rest();
        let (head, before) = (context::head(rest), self.before());
        if let Some((len, date)) = dates::from_word(head)
            .or_else(|| dates::month_alone(rest, letters, before))
            .filter(|(len, _)| ends_at(rest, *len))
        {
            return self.push(len, Meaning::Date(date));
        }
        if let Some(len) = name::glued(rest, letters) {
            let token = name::token(rest.get(..len).unwrap_or_default());
            self.push(len, Meaning::Name(token, None));
            // `PM2` is a name like any other: nothing in it is counted.
            if let Some(last) = self.found.last_mut() {
                last.is_shadow = name::is_bare_name(rest, letters);
            }
            return len;
        }
        if let Some((value, token)) = roman::number(rest.get(..letters).unwrap_or_default(), before)
        {
            return self.push(letters, Meaning::Name(token, Some(Decimal::whole(value))));
        }
        if let Some((word, after)) = rest.split_at_checked(letters)
            && let Some(value) = roman::counted(word, after, before)
        {
            return self.worded(letters, Worded::Count(Decimal::whole(value)));
        }
        if let Some((len, value)) = ordinal::worded(head, letters, before)
            .or_else(|| ordinal::foreign(rest, letters, before))
        {
            return self.push(len, Meaning::Ordinal(value, Form::Ordinal));
        }
        if let Some((len, number)) = articles::length(head, before) {
            return self.length_of_time(len, number);
        }
        let in_other = || foreign::foreign(head, letters, before);
        match numerals::english(head, letters, before).or_else(in_other) {
            Some((len, worded)) if !before.ends_with('-') => self.worded(len, worded),
            _ => letters,
        }
    }
}

fn ends_address(c: char) -> bool {
    c.is_whitespace() || matches!(c, ')' | '>' | ']' | '"' | '|' | '`')
}

/// Returns the length of an enumerator or a reference in brackets: `[1]`, `[2, 3]`, `[^4]`, `(2)`.
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

/// Returns the length of the number of a list item, at the start of a line: `1. `, `2) `.
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

/// Returns the year that a bare number of four digits is, by its size and the word before.
fn bare_year(before: &str, rest: &str) -> Option<u16> {
    let year: u16 = rest.get(..4)?.parse().ok()?;
    let word = before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let words = ["in", "since", "until", "by", "from", "of", "after", "before", "im", "seit", "en"];
    let is_dated = words.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_recent = (1900..2100).contains(&year);
    (is_recent || (is_dated && dates::is_year(year))).then_some(year)
}
