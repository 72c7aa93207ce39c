//! The dimension of a number: scales, percent, currencies, units of measure and of time.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::decimal::Decimal;
use crate::evidence::word_lists::entries;

/// The dimension of a number. Numbers are compared within one kind, in its base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimension {
    /// A count of things that the words around name, or a bare number.
    Plain,
    /// Hundredths.
    Percent,
    /// Points on a scale that ends here: `7.5/10`.
    OutOf(u32),
    /// Money, by the currency's letters; `$` is any dollar, `¥` yen or yuan.
    Money(&'static str),
    /// A measure, by its base unit.
    Amount(&'static str),
}

/// A word or sign after a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Times ten to this power.
    Scale(i32),
    /// A kind, and the number of its base units in one.
    Unit(Dimension, Decimal),
    /// `m`: metres, or millions where money is counted.
    Metres,
}

pub(super) const fn unit(base: &'static str, mantissa: i128, exponent: i32) -> Suffix {
    Suffix::Unit(Dimension::Amount(base), Decimal::new(mantissa, exponent))
}

/// All suffixes whose capitals do not matter.
static UNITS: LazyLock<BTreeMap<&str, Suffix>> = LazyLock::new(|| {
    let file = include_str!("../../../assets/words/units.txt");
    entries(file).filter_map(|(name, word)| Some((word, named(name)?))).collect()
});

/// Those of several words or with signs.
static PHRASES: LazyLock<Vec<(&str, Suffix)>> = LazyLock::new(|| {
    let is_phrase = |word: &str| opens_word(word) && word.contains(|c: char| !c.is_alphabetic());
    UNITS
        .iter()
        .map(|(word, suffix)| (*word, *suffix))
        .filter(|(word, _)| is_phrase(word))
        .collect()
});

/// Signs and words of scripts without blanks: the next character may be anything.
static SIGNS: LazyLock<Vec<(&str, Suffix)>> = LazyLock::new(|| {
    UNITS
        .iter()
        .map(|(word, suffix)| (*word, *suffix))
        .filter(|(word, _)| !opens_word(word))
        .collect()
});

/// Reads the heading of a list.
fn named(heading: &'static str) -> Option<Suffix> {
    match heading.split_once(' ')? {
        ("scale", power) => power.parse().ok().map(Suffix::Scale),
        ("money", code) => Some(Suffix::Unit(Dimension::Money(code), Decimal::place(0))),
        ("m", "or million") => Some(Suffix::Metres),
        _ => {
            let mut parts = heading.rsplitn(3, ' ');
            let (exponent, mantissa) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let dimension = match parts.next()? {
                "%" => Dimension::Percent,
                base => Dimension::Amount(base),
            };
            Some(Suffix::Unit(dimension, Decimal::new(mantissa, exponent)))
        }
    }
}

/// True if a suffix begins as words do that are parted by blanks.
fn opens_word(suffix: &str) -> bool {
    suffix.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '°' | 'µ' | 'μ'))
}

/// Maximum length of a suffix of one word, in bytes.
const MAX_WORD: usize = 12;

/// Returns the suffix at the start of `text`, and its length in bytes.
pub(super) fn suffix(text: &str) -> Option<(usize, Suffix)> {
    if !opens_word(text) {
        let signs = SIGNS.iter().filter(|(sign, _)| text.starts_with(sign));
        let sign = signs.max_by_key(|(sign, _)| sign.len());
        return sign.map(|(sign, suffix)| (sign.len(), *suffix));
    }
    let byte = text.bytes().next()?.to_ascii_lowercase();
    let may_be = |(phrase, _): &&(&str, Suffix)| phrase.bytes().next() == Some(byte);
    let fits = |(phrase, _): &&(&str, Suffix)| {
        let head = text.get(..phrase.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(phrase)) && ends_at(text, phrase.len())
    };
    let phrases = PHRASES.iter().filter(may_be).filter(fits);
    if let Some((phrase, suffix)) = phrases.max_by_key(|(phrase, _)| phrase.len()) {
        return Some((phrase.len(), *suffix));
    }
    let inside = |c: char| c.is_alphabetic() && !is_unspaced(c);
    let len = text.find(|c| !inside(c)).unwrap_or(text.len());
    let word = text.get(..len).filter(|word| word.len() <= MAX_WORD && ends_at(text, len))?;
    let found = exact(word).or_else(|| folded(&word.to_lowercase()))?;
    let has_dot = matches!(word, "Mio" | "Mrd" | "Std" | "Min" | "hrs" | "min" | "sec")
        && text.get(len..).is_some_and(|rest| rest.starts_with('.'));
    Some((len + usize::from(has_dot), found))
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9fff}')
}

fn ends_at(text: &str, at: usize) -> bool {
    let mut rest = text.get(at..).unwrap_or_default().chars();
    let next = rest.next();
    // `L'Aquila` is no litre.
    let is_elided = at == 1
        && matches!(next, Some('\'' | '\u{2019}'))
        && rest.next().is_some_and(char::is_alphabetic);
    !is_elided && next.is_none_or(|c| (!c.is_alphanumeric() || is_unspaced(c)) && c != '_')
}

/// Looks up a word whose capitals matter.
pub(super) fn exact(word: &str) -> Option<Suffix> {
    static SYMBOLS: LazyLock<BTreeMap<&str, Suffix>> = LazyLock::new(|| {
        let file = include_str!("../../../assets/words/unit-symbols.txt");
        entries(file).filter_map(|(name, word)| Some((word, named(name)?))).collect()
    });
    SYMBOLS.get(word).copied()
}

/// Looks up a word in lower case.
pub(super) fn folded(word: &str) -> Option<Suffix> {
    UNITS.get(word).copied()
}

/// Letters before a dollar sign, and the currency that they name.
const DOLLARS: &[(&str, &str)] = &[
    ("US", "USD"),
    ("AU", "AUD"),
    ("CA", "CAD"),
    ("HK", "HKD"),
    ("NZ", "NZD"),
    ("A", "AUD"),
    ("C", "CAD"),
    ("S", "SGD"),
];

const CURRENCY_SIGNS: &[(&str, &str)] =
    &[("$", "$"), ("€", "EUR"), ("£", "GBP"), ("¥", "¥"), ("￥", "¥"), ("₹", "INR"), ("₩", "KRW")];

/// Returns the currency that `before` ends with, and where it begins.
pub(super) fn currency_before(before: &str) -> Option<(usize, Dimension)> {
    let bare = before.trim_end_matches([' ', '\u{a0}', '\u{202f}', '\\']);
    if let Some((sign, code)) = CURRENCY_SIGNS.iter().find(|(sign, _)| bare.ends_with(sign)) {
        let at = bare.len() - sign.len();
        let head = bare.get(..at).unwrap_or_default();
        let is_whole = |letters: &str| {
            let rest = head.strip_suffix(letters);
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
        };
        let dollar = DOLLARS.iter().find(|(letters, _)| *sign == "$" && is_whole(letters));
        return Some(match dollar {
            Some((letters, code)) => (at - letters.len(), Dimension::Money(code)),
            None => (at, Dimension::Money(code)),
        });
    }
    let at = bare.len().checked_sub(3)?;
    let word = bare.get(at..)?;
    let opens = bare.get(..at).is_some_and(|head| !head.ends_with(|c: char| c.is_alphanumeric()));
    match exact(word) {
        Some(Suffix::Unit(kind @ Dimension::Money(_), _)) if opens => Some((at, kind)),
        _ => None,
    }
}

impl Dimension {
    /// True if numbers of the two kinds may be the same: of one kind, or one of them bare.
    pub(super) fn fits(self, other: Self) -> bool {
        let is_yen = |code| matches!(code, "¥" | "JPY" | "CNY");
        let is_dollar = |code| matches!(code, "$" | "USD" | "AUD" | "CAD" | "NZD" | "SGD" | "HKD");
        let is_degree = |unit| matches!(unit, "degree" | "°C" | "°F");
        match (self, other) {
            (Self::Plain, _)
            | (_, Self::Plain)
            | (Self::Amount("pound"), Self::Money("GBP"))
            | (Self::Money("GBP"), Self::Amount("pound")) => true,
            (Self::Money(one), Self::Money(two)) => {
                one == two
                    || ((one == "¥" || two == "¥") && is_yen(one) && is_yen(two))
                    || ((one == "$" || two == "$") && is_dollar(one) && is_dollar(two))
            }
            (Self::Amount(one), Self::Amount(two)) if one == "degree" || two == "degree" => {
                is_degree(one) && is_degree(two)
            }
            _ => self == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_a_suffix() {
        for file in [
            include_str!("../../../assets/words/units.txt"),
            include_str!("../../../assets/words/unit-symbols.txt"),
        ] {
            for (heading, word) in entries(file) {
                assert!(named(heading).is_some(), "[{heading}] {word}");
            }
        }
    }

    #[test]
    fn the_longest_suffix_counts() {
        let found = |text: &'static str| {
            suffix(text).map(|(len, suffix)| (text.get(..len).unwrap(), suffix))
        };
        let amount = |base| Suffix::Unit(Dimension::Amount(base), Decimal::place(0));
        assert_eq!(found("degrees Celsius"), Some(("degrees Celsius", amount("°C"))));
        assert_eq!(found("degrees north"), Some(("degrees", amount("degree"))));
        assert_eq!(found("万亿元"), Some(("万亿", Suffix::Scale(12))));
        assert_eq!(found("m"), Some(("m", Suffix::Metres)));
        assert_eq!(found("M"), Some(("M", Suffix::Scale(6))));
    }
}
