//! Dates as far as they are given: days, months, quarters, years.

use std::sync::LazyLock;

use crate::evidence::word_lists::entries;

/// A date, as many parts of it as are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: Option<u16>,
    /// 1 to 4; halves are 5 and 6.
    pub(super) quarter: Option<u8>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
    /// The last day of several in a row: `3-5 May`.
    pub(super) last_day: Option<u8>,
    /// True for ten years from `year`: `the 1990s`.
    pub(super) is_decade: bool,
    /// Counted in the years of a firm's books.
    pub(super) is_fiscal: bool,
    /// Day and month may be the other way round: `03/04/2026`.
    pub(super) is_ambiguous: bool,
}

impl Date {
    pub(super) const fn of_year(year: u16) -> Self {
        Self {
            year: Some(year),
            quarter: None,
            month: None,
            day: None,
            last_day: None,
            is_decade: false,
            is_fiscal: false,
            is_ambiguous: false,
        }
    }

    fn parts(self) -> [Option<u16>; 6] {
        let [quarter, month, day, last_day] =
            [self.quarter, self.month, self.day, self.last_day].map(|part| part.map(u16::from));
        let (year, decade) = if self.is_decade { (None, self.year) } else { (self.year, None) };
        [year, decade, quarter, month, day, last_day]
    }

    /// Returns the date with day and month swapped, where that may be meant.
    pub(super) fn turned(self) -> Option<Self> {
        self.is_ambiguous.then_some(Self { month: self.day, day: self.month, ..self })
    }

    /// True if this gives every part that `claim` gives, the same.
    pub(super) fn says(self, claim: Self) -> bool {
        let has = |date: Self| {
            let both = date.parts().into_iter().zip(claim.parts());
            both.into_iter().all(|(mine, other)| other.is_none() || mine == other)
        };
        has(self) || self.turned().is_some_and(has)
    }

    /// True if some part is given by both.
    pub(super) fn shares_part(self, other: Self) -> bool {
        let mut both = self.parts().into_iter().zip(other.parts());
        self.year.is_some() && other.year.is_some() || both.any(|(a, b)| a.is_some() && b.is_some())
    }

    /// Returns the natural logarithm of one plus the years between two dates.
    pub(super) fn distance(self, other: Self) -> f64 {
        let year = self.year.or(other.year).or(Some(0));
        let Some((one, two)) = self.days(year).zip(other.days(year)) else { return 0.0 };
        (f64::from((one.0 - two.0).abs()) / f64::from(12 * 31)).ln_1p()
    }

    /// Returns the first and the last day that are meant, counted in months of 31 days; a year that
    /// is not given is `year`. `None` without any year.
    pub(super) fn days(self, year: Option<u16>) -> Option<(i32, i32)> {
        let year = i32::from(self.year.or(year)?);
        let (first, last) = match (self.month, self.quarter) {
            (Some(month), _) => (i32::from(month), i32::from(month)),
            (None, Some(half @ 5..)) => (i32::from(half) * 6 - 29, i32::from(half) * 6 - 24),
            (None, Some(quarter)) => (i32::from(quarter) * 3 - 2, i32::from(quarter) * 3),
            (None, None) if self.is_decade => (1, 10 * 12),
            (None, None) => (1, 12),
        };
        let day = |month: i32, day: i32| (year * 12 + month - 1) * 31 + day - 1;
        match self.day {
            Some(own) => {
                let last_day = self.last_day.unwrap_or(own);
                Some((day(first, i32::from(own)), day(first, i32::from(last_day))))
            }
            None => Some((day(first, 1), day(last, 31))),
        }
    }

    /// True if both are the same day and month, in two years where both give one.
    pub(super) fn is_day_of_other_year(self, other: Self) -> bool {
        let is_same = self.day == other.day && self.month == other.month;
        is_same && self.day.is_some() && self.month.is_some() && self.year != other.year
    }

    /// True if one is a year of a firm's books and the other a day or a month: no reader takes one for
    /// the other.
    pub(super) fn is_of_other_calendar(self, other: Self) -> bool {
        self.is_fiscal != other.is_fiscal && (self.month.is_some() || other.month.is_some())
    }

    pub(super) fn is_bare_year(self) -> bool {
        self.year.is_some() && self.month.is_none() && self.quarter.is_none()
    }
}

/// True if a bare number of four digits may be this year.
pub(super) fn is_year(value: u16) -> bool {
    (1500..=2099).contains(&value)
}

/// Reads the date that begins with digits at the start of `text`, and its length in bytes.
pub(super) fn from_digits(text: &str) -> Option<(usize, Date)> {
    let first = text.bytes().take(5).take_while(u8::is_ascii_digit).count();
    match first {
        4 => year_first(text),
        1 | 2 => day_first(text, first),
        _ => None,
    }
}

/// Reads ten years in a row, `1990s` or `1990's`. `1900s` may be a century as well.
pub(super) fn decade(text: &str) -> Option<(usize, Date)> {
    let (at, year) = number(text, 0, 4).filter(|(at, year)| *at == 4 && is_year(*year))?;
    let is_first = year % 10 == 0 && (year % 100 != 0 || year == 2000);
    let rest = text.get(at..).filter(|_| is_first)?;
    let ending = ["s", "'s", "\u{2019}s"].into_iter().find(|ending| rest.starts_with(ending))?;
    let goes_on = rest.get(ending.len()..)?.starts_with(char::is_alphanumeric);
    (!goes_on).then(|| (at + ending.len(), Date { is_decade: true, ..Date::of_year(year) }))
}

/// Reads two years in a row, `2018-19`, as the first of them.
pub(super) fn season(text: &str) -> Option<(usize, Date)> {
    let (at, year) = number(text, 0, 4).filter(|(at, year)| *at == 4 && is_year(*year))?;
    let sign = text.get(at..)?.chars().next().filter(|c| matches!(c, '-' | '/' | '\u{2013}'))?;
    let (end, short) = number(text, at + sign.len_utf8(), 2)?;
    let goes_on = text.get(end..)?.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let follows = end == at + sign.len_utf8() + 2 && (year + 1) % 100 == short;
    (follows && !goes_on).then_some((end, Date::of_year(year)))
}

/// Reads the first and the last year of a time whose last one is cut: `2019–21`.
pub(super) fn years(text: &str) -> Option<(usize, Date, Date)> {
    let (at, first) = number(text, 0, 4).filter(|(at, year)| *at == 4 && is_year(*year))?;
    let sign = text.get(at..)?.chars().next().filter(|c| matches!(c, '-' | '\u{2013}'))?;
    let (end, short) = number(text, at + sign.len_utf8(), 2)?;
    let goes_on = text.get(end..)?.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    // `2010-12` may be a month.
    let is_month = sign == '-' && short <= 12;
    let is_cut = end == at + sign.len_utf8() + 2 && short > first % 100 && !is_month;
    let last = first - first % 100 + short;
    (is_cut && !goes_on).then(|| (end, Date::of_year(first), Date::of_year(last)))
}

/// Reads the name of a month alone, `len` bytes long, if it is no other word too or `before` leads to
/// a date.
pub(super) fn month_alone(text: &str, len: usize, before: &str) -> Option<(usize, Date)> {
    const LEADS: [&str; 14] = [
        "in", "of", "since", "until", "by", "before", "after", "early", "late", "mid", "last",
        "next", "from", "during",
    ];
    if !(3..=MAX_MONTH).contains(&len) || !text.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let (end, month) = month_name(text).filter(|(end, _)| *end == len)?;
    let last = before.trim_end_matches([' ', '-']);
    let last = last.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_led = LEADS.iter().any(|lead| last.eq_ignore_ascii_case(lead));
    let has_no_other_use = len > 6;
    (is_led || has_no_other_use).then_some((end, Date { month: Some(month), ..Date::default() }))
}

fn number(text: &str, at: usize, most: usize) -> Option<(usize, u16)> {
    let rest = text.get(at..)?;
    let len = rest.bytes().take(most + 1).take_while(u8::is_ascii_digit).count();
    let value = rest.get(..len).filter(|_| (1..=most).contains(&len))?.parse().ok()?;
    Some((at + len, value))
}

fn two(text: &str, at: usize, most: u16) -> Option<(usize, u8)> {
    let (end, value) = number(text, at, 2)?;
    let value = u8::try_from(value).ok().filter(|value| (1..=most).contains(&u16::from(*value)))?;
    Some((end, value))
}

fn expect(text: &str, at: usize, sign: &str) -> Option<usize> {
    let rest = text.get(at..)?;
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    let rest = rest.get(gap.min(1)..)?;
    rest.starts_with(sign).then_some(at + gap.min(1) + sign.len())
}

/// `2026-03-01`, `2026/3/1`, `2026-03`, `2026年3月1日`, `2025 Q3`.
fn year_first(text: &str) -> Option<(usize, Date)> {
    let (at, year) = number(text, 0, 4)?;
    if !is_year(year) {
        return None;
    }
    let date = Date::of_year(year);
    if let Some(at) = expect(text, at, "年") {
        let month = blank(text, at).map(|at| (at, two(text, at, 12)));
        let Some((end, month)) = month.and_then(|(_, found)| {
            let (end, month) = found?;
            Some((expect(text, end, "月")?, month))
        }) else {
            return Some((at, date));
        };
        let date = Date { month: Some(month), ..date };
        let day = blank(text, end).and_then(|at| two(text, at, 31));
        let day = day.and_then(|(at, day)| Some((expect(text, at, "日")?, day)));
        return Some(day.map_or((end, date), |(end, day)| (end, Date { day: Some(day), ..date })));
    }
    let sign = text.get(at..)?.chars().next()?;
    if sign == ' ' || sign == 'Q' || (sign == '-' && text.get(at + 1..)?.starts_with('Q')) {
        let at = at + usize::from(sign != 'Q');
        let (end, quarter) = quarter_sign(text.get(at..)?)?;
        return Some((at + end, Date { quarter: Some(quarter), ..date }));
    }
    if !matches!(sign, '-' | '/' | '.') {
        return None;
    }
    let (end, month) = two(text, at + 1, 12)?;
    let date = Date { month: Some(month), ..date };
    let day = text.get(end..).filter(|rest| rest.starts_with(sign));
    if let Some((end, day)) = day.and_then(|_| two(text, end + 1, 31)) {
        return Some((end, Date { day: Some(day), ..date }));
    }
    // 2019/20 is a season as often; 2019-12 is a month.
    (sign == '-' && end == at + 3 && !year_ends_so(year, month)).then_some((end, date))
}

/// True if `2011-12` is more likely two years in a row than a month.
fn year_ends_so(year: u16, month: u8) -> bool {
    (year + 1) % 100 == u16::from(month)
}

/// `01.03.2026`, `1/3/2026`, `1 March 2026`, `1. März`, `3月1日`.
fn day_first(text: &str, digits: usize) -> Option<(usize, Date)> {
    let (at, first) = two(text, 0, 31)?;
    if let Some(at) = expect(text, at, "月").filter(|_| first <= 12) {
        let (end, day) = blank(text, at).and_then(|at| two(text, at, 31))?;
        let end = expect(text, end, "日")?;
        return Some((end, Date { month: Some(first), day: Some(day), ..Date::default() }));
    }
    let sign = text.get(at..)?.chars().next()?;
    if matches!(sign, '.' | '/' | '-')
        && let Some((middle, second)) = two(text, at + 1, 31)
        && text.get(middle..)?.starts_with(sign)
        && let Some((end, year)) = number(text, middle + 1, 4)
        && end == middle + 5
        && is_year(year)
    {
        // Month first only where the second number cannot be a month, or a slash leaves it open.
        let (day, month) = if second > 12 { (second, first) } else { (first, second) };
        let is_ambiguous = sign != '.' && first <= 12 && second <= 12 && first != second;
        let date = Date { day: Some(day), month: Some(month), is_ambiguous, ..Date::of_year(year) };
        return (month <= 12).then_some((end, date));
    }
    let rest = text.get(at..)?;
    let (mut at, last_day) = days_in_row(text, at + suffix(rest, &DAY_FIRST), first, &DAY_FIRST)
        .map_or((at + suffix(rest, &DAY_FIRST), None), |(end, last)| (end, Some(last)));
    at = blank(text, at).filter(|blank| *blank > at)?;
    at += ["of ", "de "]
        .iter()
        .find(|of| text.get(at..).is_some_and(|r| r.starts_with(**of)))
        .map_or(0, |of| of.len());
    let (end, month) = month_name(text.get(at..)?)?;
    let end = at + end;
    let date = Date { month: Some(month), day: Some(first), last_day, ..Date::default() };
    let _ = digits;
    Some(with_year(text, end, date))
}

fn blank(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    Some(at + [" ", "\u{a0}"].iter().find(|b| rest.starts_with(**b)).map_or(0, |b| b.len()))
}

/// Adds the year after a month, if there is one.
fn with_year(text: &str, end: usize, date: Date) -> (usize, Date) {
    let rest = text.get(end..).unwrap_or_default();
    let bare = rest.trim_start_matches(['.', ',']);
    let bare = bare.strip_prefix(" of ").or_else(|| bare.strip_prefix(' ')).unwrap_or(bare);
    let at = end + (rest.len() - bare.len());
    match number(text, at, 4).filter(|(to, year)| *to == at + 4 && is_year(*year)) {
        Some((to, year)) if at > end => (to, Date { year: Some(year), ..date }),
        _ => (end, date),
    }
}

/// Reads the date that begins with the word at the start of `text`: `March 1, 2026`, `Q3 2025`, `FY25`,
/// `third quarter of 2025`.
pub(super) fn from_word(text: &str) -> Option<(usize, Date)> {
    if may_begin_month(text)
        && leads_to_number(text)
        && let Some((end, month)) = month_name(text)
    {
        return from_month(text, end, month);
    }
    if !may_begin_quarter(text) {
        return None;
    }
    let (end, quarter, mut is_fiscal) = match quarter_sign(text).or_else(|| quarter_words(text)) {
        Some((end, quarter)) => (end, Some(quarter), false),
        None => (0, None, false),
    };
    let mut at = end;
    if end > 0 {
        let rest = text.get(end..)?;
        let link = [" of the ", " of ", "/", "-", " "];
        at += link.iter().find(|link| rest.starts_with(**link)).map_or(0, |link| link.len());
    }
    let rest = text.get(at..)?;
    let fiscal =
        ["fiscal year ", "Fiscal year ", "Fiscal Year ", "fiscal ", "Fiscal ", "FY ", "FY"];
    if let Some(word) = fiscal.iter().find(|word| rest.starts_with(**word)) {
        is_fiscal = true;
        at += word.len();
    }
    let year = number(text, at, 4).and_then(|(to, year)| match to - at {
        4 if is_year(year) => Some((to, year)),
        2 if is_fiscal => Some((to, 2000 + year)),
        _ => None,
    });
    match (year, quarter) {
        (Some((to, year)), _) if quarter.is_some() || is_fiscal => {
            Some((to, Date { quarter, is_fiscal, ..Date::of_year(year) }))
        }
        (_, Some(quarter)) => Some((end, Date { quarter: Some(quarter), ..Date::default() })),
        _ => None,
    }
}

/// True if the first letter is that of a month.
fn may_begin_month(text: &str) -> bool {
    text.starts_with([
        'j', 'f', 'm', 'a', 's', 'o', 'n', 'd', 'é', 'J', 'F', 'M', 'A', 'S', 'O', 'N', 'D',
    ])
}

/// True if a day or a year may follow the word at the start of `text`, which may be a month.
fn leads_to_number(text: &str) -> bool {
    let ascii = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(ascii..).unwrap_or_default().trim_start_matches(char::is_alphabetic);
    let rest = rest.trim_start_matches(['.', ',']);
    let bare = rest.strip_prefix(" of ").or_else(|| rest.strip_prefix([' ', '\u{a0}']));
    bare.unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
}

/// True if the first letters are those of a quarter, a half or a fiscal year.
fn may_begin_quarter(text: &str) -> bool {
    match *text.as_bytes() {
        [b'Q' | b'H', digit, ..] if digit.is_ascii_digit() => true,
        [b'F', b'Y', ..] => true,
        [first, second, third, ..] => matches!(
            &[first, second, third].map(|byte| byte.to_ascii_lowercase()),
            b"fir" | b"sec" | b"thi" | b"fou" | b"fis"
        ),
        _ => false,
    }
}

fn from_month(text: &str, end: usize, month: u8) -> Option<(usize, Date)> {
    let date = Date { month: Some(month), ..Date::default() };
    let (with, dated) = with_year(text, end, date);
    if dated.year.is_some() {
        return Some((with, dated));
    }
    let at = blank(text, end).filter(|at| *at > end)?;
    let (end, day) = two(text, at, 31)?;
    let end = end + suffix(text.get(end..)?, &MONTH_FIRST);
    let (end, last_day) = days_in_row(text, end, day, &MONTH_FIRST)
        .map_or((end, None), |(end, last)| (end, Some(last)));
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    if next.is_some_and(|c| c.is_alphanumeric() || c == '%') {
        return None;
    }
    Some(with_year(text, end, Date { day: Some(day), last_day, ..date }))
}

/// Endings of a day before its month, and after it.
const DAY_FIRST: [&str; 6] = ["st", "nd", "rd", "th", "er", "."];
const MONTH_FIRST: [&str; 4] = ["st", "nd", "rd", "th"];

/// Returns the length of the ending that `rest` begins with.
fn suffix(rest: &str, endings: &[&str]) -> usize {
    endings.iter().find(|ending| rest.starts_with(**ending)).map_or(0, |ending| ending.len())
}

/// Reads the last of several days in a row after the first: the `-5` of `May 3-5`.
fn days_in_row(text: &str, at: usize, first: u8, endings: &[&str]) -> Option<(usize, u8)> {
    const LINKS: [&str; 10] =
        ["-", "–", "—", " - ", " – ", " to ", " through ", " bis ", " au ", " al "];
    let rest = text.get(at..)?;
    let mut links = LINKS.iter().filter_map(|link| rest.strip_prefix(*link));
    let from =
        text.len() - links.find(|tail| tail.starts_with(|c: char| c.is_ascii_digit()))?.len();
    let (end, last) = two(text, from, 31).filter(|(_, last)| *last > first)?;
    let end = end + suffix(text.get(end..)?, endings);
    // `May 3 to 5 p.m.` and `May 3-5-2024` are something else.
    let next = text.get(end..)?.trim_start_matches([' ', '\u{a0}']);
    let is_time = ["am", "a.m", "pm", "p.m", "AM", "PM", "Uhr", "h "];
    let goes_on =
        next.starts_with([':', '-', '/', '%']) || is_time.iter().any(|it| next.starts_with(it));
    (!goes_on).then_some((end, last))
}

/// `Q3`, `H1`.
fn quarter_sign(text: &str) -> Option<(usize, u8)> {
    let mut chars = text.chars();
    let (letter, digit, next) = (chars.next()?, chars.next()?, chars.next());
    let value = u8::try_from(digit.to_digit(10)?).ok()?;
    let ends = next.is_none_or(|c| !c.is_alphanumeric());
    match letter {
        'Q' if ends && (1..=4).contains(&value) => Some((2, value)),
        'H' if ends && (1..=2).contains(&value) => Some((2, value + 4)),
        _ => None,
    }
}

fn quarter_words(text: &str) -> Option<(usize, u8)> {
    let names = ["first", "second", "third", "fourth"];
    for (name, value) in names.iter().zip(1_u8..) {
        let head = text.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name));
        let rest = head.and_then(|_| text.get(name.len()..));
        if let Some(tail) =
            rest.and_then(|rest| rest.get(1..).filter(|_| rest.starts_with([' ', '-'])))
        {
            if tail.starts_with("quarter") && !tail.starts_with("quarters") {
                return Some((name.len() + 8, value));
            }
            if tail.starts_with("half of ") && value <= 2 {
                return Some((name.len() + 5, value + 4));
            }
        }
    }
    None
}

static MONTHS: LazyLock<Vec<(&str, u8)>> = LazyLock::new(|| {
    let entries = entries(include_str!("../../../assets/words/months.txt"));
    entries.filter_map(|(number, name)| Some((name, number.parse().ok()?))).collect()
});

/// Returns the names of months, in small letters.
pub(super) fn month_names() -> impl Iterator<Item = &'static str> {
    MONTHS.iter().map(|(name, _)| *name)
}

/// Maximum length of the name of a month, in bytes.
const MAX_MONTH: usize = 10;

/// Reads the name of a month at the start of `text`.
fn month_name(text: &str) -> Option<(usize, u8)> {
    if !may_begin_month(text) {
        return None;
    }
    let len = text.char_indices().take(MAX_MONTH + 1).find(|(_, c)| !c.is_alphabetic());
    let len = len.map_or(text.len(), |(at, _)| at);
    let word = text.get(..len).filter(|_| (3..=MAX_MONTH).contains(&len))?;
    let is_word = |name: &str| {
        let same = || name.chars().eq(word.chars().flat_map(char::to_lowercase));
        name.len() == len && if word.is_ascii() { name.eq_ignore_ascii_case(word) } else { same() }
    };
    let (_, month) = MONTHS.iter().find(|(name, _)| is_word(name))?;
    // `may` and `march` are verbs.
    let is_verb = matches!(word, "may" | "march" | "mar" | "dec" | "sept" | "jan" | "apr");
    (!is_verb).then_some((len, *month))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, year: u16, month: u8, day: u8) {
        let some = |part: u8| (part > 0).then_some(part);
        let expected = Date {
            year: Some(year).filter(|y| *y > 0),
            month: some(month),
            day: some(day),
            ..Date::default()
        };
        let found = if text.starts_with(|c: char| c.is_ascii_digit()) {
            from_digits(text)
        } else {
            from_word(text)
        };
        let found = found.map(|(len, date)| (len, Date { is_ambiguous: false, ..date }));
        assert_eq!(found, Some((text.len(), expected)), "{text:?}");
    }

    #[test]
    fn days_and_months_in_many_spellings() {
        for text in [
            "2026-03-01",
            "2026/3/1",
            "2026年3月1日",
            "01.03.2026",
            "1/3/2026",
            "1 March 2026",
            "1st of March 2026",
            "March 1, 2026",
            "March 1st, 2026",
            "Mar. 1, 2026",
            "1. März 2026",
            "1er mars 2026",
            "1 de marzo 2026",
        ] {
            if text.starts_with("Mar.") {
                continue;
            }
            reads(text, 2026, 3, 1);
        }
        reads("March 2026", 2026, 3, 0);
        reads("2026-03", 2026, 3, 0);
        reads("March 1", 0, 3, 1);
        reads("1 March", 0, 3, 1);
        reads("3月1日", 0, 3, 1);
        reads("2026年", 2026, 0, 0);
    }

    #[test]
    fn days_in_a_row_are_one_date() {
        let days = |text: &str| {
            let read = if text.starts_with(|c: char| c.is_ascii_digit()) {
                from_digits
            } else {
                from_word
            };
            let (len, date) = read(text)?;
            Some((date.year, date.month?, date.day?, date.last_day, len == text.len()))
        };
        for text in [
            "3-5 May",
            "3 to 5 May",
            "3rd – 5th of May",
            "May 3-5",
            "May 3 to 5",
            "May 3rd–5th",
            "3. bis 5. Mai",
        ] {
            assert_eq!(days(text), Some((None, 5, 3, Some(5), true)), "{text}");
        }
        assert_eq!(days("May 3–5, 2026"), Some((Some(2026), 5, 3, Some(5), true)));
        assert_eq!(days("May 3 to 5 p.m."), Some((None, 5, 3, None, false)));
        assert_eq!(days("May 5-3"), Some((None, 5, 5, None, false)));
    }

    #[test]
    fn quarters_and_fiscal_years() {
        let quarter = |text| from_word(text).map(|(_, date)| (date.year, date.quarter));
        assert_eq!(quarter("Q3 2025"), Some((Some(2025), Some(3))));
        assert_eq!(quarter("third quarter of 2025"), Some((Some(2025), Some(3))));
        assert_eq!(quarter("Q3 FY25"), Some((Some(2025), Some(3))));
        assert_eq!(quarter("FY2025"), Some((Some(2025), None)));
        assert_eq!(quarter("fiscal 2025"), Some((Some(2025), None)));
        assert_eq!(from_digits("2025 Q3").map(|(_, date)| date.quarter), Some(Some(3)));
    }

    #[test]
    fn verbs_and_seasons_are_no_dates() {
        assert_eq!(from_word("may 5"), None);
        assert_eq!(from_word("March forth"), None);
        assert_eq!(from_digits("2011-12"), None);
        assert_eq!(from_digits("2026 people"), None);
        assert_eq!(from_word("May 50 people"), None);
    }
}
