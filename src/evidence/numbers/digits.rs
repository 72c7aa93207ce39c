//! Numbers written in digits, with the thousands separators and decimal signs of several
//! countries: `1,000`, `1 000`, `1.000,5`, `1'000`, `1,00,000`, and with the digits of other scripts.

use super::decimal::Decimal;
pub(super) use crate::text::digit::value as digit;

/// A number as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numeral {
    /// Length in bytes.
    pub(super) len: usize,
    /// Its value; `None` if it is no quantity: too many digits, several points.
    pub(super) value: Option<Decimal>,
    /// The value in a country that writes the other decimal sign: `1.234`.
    pub(super) other: Option<Decimal>,
    /// The power of ten of the last digit.
    pub(super) last: i32,
    /// The number of digits, if they have no separators and do not begin with zero.
    pub(super) bare_digits: Option<usize>,
    /// True if blanks separate its groups, which may be columns of a table.
    pub(super) has_blanks: bool,
}

/// Maximum number of groups of digits in a quantity.
const MAX_GROUPS: usize = 10;

#[derive(Debug, Clone, Copy, Default)]
struct DigitGroup {
    /// The character before it.
    before: char,
    /// Bytes from the numeral's start.
    start: usize,
    end: usize,
    digits: usize,
}

/// Reads the number at the start of `text`; `None` without a digit there.
pub(super) fn numeral(text: &str) -> Option<Numeral> {
    let mut groups = [DigitGroup::default(); MAX_GROUPS];
    let mut count = 0;
    let mut at = 0;
    while count < MAX_GROUPS {
        let (before, len) = if count == 0 { ('\0', 0) } else { separator(text, at)? };
        let start = at + len;
        let (end, digits) = run(text, start);
        if digits == 0 {
            break;
        }
        let closes_group = !is_blank(before) || digits == 3;
        if !closes_group {
            break;
        }
        if let Some(slot) = groups.get_mut(count) {
            *slot = DigitGroup { before, start, end, digits };
        }
        count += 1;
        at = end;
        if separator(text, at).is_none() {
            break;
        }
    }
    read(text, groups.get(..count)?)
}

/// Returns the end of the digits at `start`, and their number.
fn run(text: &str, start: usize) -> (usize, usize) {
    let mut rest = text.get(start..).unwrap_or_default();
    let len = rest.len();
    let mut digits = 0;
    while let Some(c) = rest.chars().next().filter(|c| digit(*c).is_some()) {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        // On a key: `9️⃣`.
        rest = rest.strip_prefix("\u{fe0f}\u{20e3}").unwrap_or(rest);
        digits += 1;
    }
    (start + len - rest.len(), digits)
}

/// Returns the separator of groups of digits at `at`, and its length in bytes. Text of PDF files has blanks
/// before it: `5 ,0 %`.
fn separator(text: &str, at: usize) -> Option<(char, usize)> {
    let rest = text.get(at..)?;
    let torn = rest.strip_prefix(' ').filter(|rest| rest.starts_with([',', '.']));
    let mut chars = torn.unwrap_or(rest).chars();
    let c = chars.next()?;
    let is_separator = matches!(
        c,
        ',' | '.' | '\'' | '\u{2019}' | '_' | '\u{ff0c}' | '\u{ff0e}' | '\u{66b}' | '\u{66c}'
    ) || is_blank(c);
    let len = c.len_utf8() + usize::from(torn.is_some());
    (is_separator && chars.next().and_then(digit).is_some()).then_some((c, len))
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Decides which of the groups belong together, and which sign is the decimal one.
fn read(text: &str, groups: &[DigitGroup]) -> Option<Numeral> {
    let (first, others) = groups.split_first()?;
    if others.is_empty() {
        return Some(whole(text, groups));
    }
    let point = |c: char| match c {
        '\u{ff0c}' | '\u{66c}' => ',',
        '\u{ff0e}' | '\u{66b}' => '.',
        c if is_blank(c) => ' ',
        c => c,
    };
    let mark = point(others.first()?.before);
    let grouped = others.iter().take_while(|group| point(group.before) == mark).count();
    let (thousands, rest) = others.split_at_checked(grouped)?;
    let is_grouping = first.digits <= 3 && are_thousands(thousands);
    let together = groups.get(..=grouped)?;
    match (is_grouping, mark, rest.first()) {
        // 1,234.5 · 1.234,5 · 1 234,5
        (true, _, Some(decimals))
            if matches!(point(decimals.before), '.' | ',') && rest.len() == 1 =>
        {
            Some(decimal(text, together, decimals))
        }
        (true, '.' | ',', _) if thousands.len() == 1 => {
            let decimals = thousands.first()?;
            let as_decimal = decimal(text, &[*first], decimals);
            let as_whole = whole(text, together);
            let leads_with_zero = text.chars().next().and_then(digit) == Some(0);
            // Nobody writes 12 as `12,000`.
            let is_round = digits(text, std::slice::from_ref(decimals)).all(|digit| digit == 0);
            Some(match mark {
                _ if leads_with_zero => as_decimal,
                ',' if is_round => as_whole,
                '.' => Numeral { other: as_whole.value, ..as_decimal },
                _ => Numeral { other: as_decimal.value, ..as_whole },
            })
        }
        (true, ..) => Some(whole(text, together)),
        (false, '.' | ',', _) if grouped == 1 => Some(decimal(text, &[*first], others.first()?)),
        // A version, an address, a date: 1.2.3
        (false, '.', _) => Some(Numeral { value: None, ..whole(text, together) }),
        _ => Some(whole(text, &[*first])),
    }
}

/// True if groups are of three digits; of two before the last, as in India.
fn are_thousands(groups: &[DigitGroup]) -> bool {
    let Some((last, before)) = groups.split_last() else { return false };
    let size = before.first().map_or(3, |group| group.digits);
    let is_indian = size == 2 && last.before == ',';
    last.digits == 3 && (size == 3 || is_indian) && before.iter().all(|group| group.digits == size)
}

fn digits<'t>(text: &'t str, groups: &'t [DigitGroup]) -> impl Iterator<Item = u8> + 't {
    let written = groups.iter().filter_map(|group| text.get(group.start..group.end));
    written.flat_map(|group| group.chars().filter_map(digit))
}

fn whole(text: &str, groups: &[DigitGroup]) -> Numeral {
    let len = groups.last().map_or(0, |group| group.end);
    let is_bare = groups.len() == 1 && text.chars().next().and_then(digit) != Some(0);
    Numeral {
        len,
        value: Decimal::read(digits(text, groups), 0),
        other: None,
        last: 0,
        bare_digits: groups.first().filter(|_| is_bare).map(|group| group.digits),
        has_blanks: groups.iter().any(|group| group.before == ' '),
    }
}

fn decimal(text: &str, whole: &[DigitGroup], decimals: &DigitGroup) -> Numeral {
    let places = i32::try_from(decimals.digits).unwrap_or(i32::MAX);
    let all = digits(text, whole).chain(digits(text, std::slice::from_ref(decimals)));
    Numeral {
        len: decimals.end,
        value: Decimal::read(all, places),
        other: None,
        last: places.saturating_neg(),
        bare_digits: None,
        has_blanks: whole.iter().any(|group| group.before == ' '),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, mantissa: i128, exponent: i32) {
        let numeral = numeral(text).unwrap();
        assert_eq!(numeral.value, Some(Decimal::new(mantissa, exponent)), "{text:?}");
        assert_eq!(numeral.len, text.len(), "{text:?}");
    }

    #[test]
    fn separators_of_several_countries() {
        for text in [
            "1234567",
            "1,234,567",
            "1 234 567",
            "1.234.567",
            "1'234'567",
            "12,34,567",
            "1_234_567",
        ] {
            reads(text, 1_234_567, 0);
        }
        for text in
            ["1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5", "１２３４．５", "١٬٢٣٤٫٥"]
        {
            reads(text, 12_345, -1);
        }
        for text in ["९०", "٩٠", "9\u{fe0f}\u{20e3}0\u{fe0f}\u{20e3}", "9\u{ff10}"] {
            reads(text, 90, 0);
        }
        reads("0.125", 125, -3);
        reads("0,125", 125, -3);
    }

    #[test]
    fn numbers_that_were_torn_in_two_are_joined() {
        reads("5 ,0", 50, -1);
        reads("5 .25", 525, -2);
        reads("12 ,500", 12_500, 0);
        assert_eq!(numeral("5 , 0").unwrap().len, 1);
    }

    #[test]
    fn what_can_be_read_in_two_ways_is() {
        let numeral = numeral("1.234 Euro").unwrap();
        assert_eq!(numeral.value, Some(Decimal::new(1234, -3)));
        assert_eq!(numeral.other, Some(Decimal::new(1234, 0)));
        reads("12,000", 12_000, 0);
        assert_eq!(super::numeral("12,000 euros").unwrap().other, None);
    }

    #[test]
    fn lists_and_versions_are_no_quantity() {
        assert_eq!(numeral("1,2,3").unwrap().len, 1);
        assert_eq!(numeral("1.2.3").unwrap().value, None);
        assert_eq!(numeral("12.").unwrap().len, 2);
        let long = "9".repeat(100_000);
        assert_eq!(numeral(&long).unwrap().value, None);
    }
}
