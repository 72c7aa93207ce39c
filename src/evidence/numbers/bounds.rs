//! Words that turn a number into a bound: `more than`, `up to`, `before`, `or fewer`.

use std::sync::LazyLock;

use crate::evidence::word_lists::entries;

/// The limit that a number sets to the value that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    About,
    /// Greater than the number; later than the date.
    Above,
    /// The number or more: a lower limit.
    AtLeast,
    /// Less than the number; earlier than the date.
    Below,
    /// The number or less: an upper limit.
    AtMost,
    /// The deadline or distance that something keeps: an upper limit beside another one, else the figure
    /// itself.
    Within,
    /// The date is the first of a stretch of time.
    Since,
    /// The date is the last of a stretch of time.
    Until,
}

impl Bound {
    const ALL: [Self; 8] = [
        Self::About,
        Self::Above,
        Self::AtLeast,
        Self::Below,
        Self::AtMost,
        Self::Within,
        Self::Since,
        Self::Until,
    ];

    /// Returns the bound in words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Above => "more than",
            Self::AtLeast => "at least",
            Self::Below => "less than",
            Self::AtMost => "at most",
            Self::Within => "within",
            Self::Since => "since",
            Self::Until => "until",
        }
    }

    /// Returns the bound of a date or time in words.
    pub(super) const fn name_in_time(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Above => "after",
            Self::AtLeast => "not before",
            Self::Below => "before",
            Self::AtMost => "no later than",
            Self::Within => "within",
            Self::Since => "since",
            Self::Until => "until",
        }
    }

    pub(super) const fn is_lower(self) -> bool {
        matches!(self, Self::Above | Self::AtLeast)
    }

    pub(super) const fn is_upper(self) -> bool {
        matches!(self, Self::Below | Self::AtMost)
    }

    /// True if the bound says which end of a stretch of time the date is. It limits nothing else: what
    /// holds since 2010 may have begun in 2010 only.
    pub(super) const fn is_end(self) -> bool {
        matches!(self, Self::Since | Self::Until)
    }

    /// True if the bound excludes the number itself.
    pub(super) const fn is_strict(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }
}

/// Phrases before an amount.
static BEFORE_AMOUNT: LazyLock<Vec<(&str, Bound)>> =
    LazyLock::new(|| phrases(include_str!("../../../assets/words/bounds-of-amounts.txt")));

/// Phrases before a date or a time of day.
static BEFORE_DATE: LazyLock<Vec<(&str, Bound)>> =
    LazyLock::new(|| phrases(include_str!("../../../assets/words/bounds-of-dates.txt")));

/// Words that turn `until` into `since`.
const NOT: [&str; 4] = [" not ", "n't ", "n\u{2019}t ", "Not "];

/// Words and signs between a bound and its number that leave the bound as it is.
const PASSED_OVER: &[&str] = &[
    " a", " the", " ein", " eine", " einem", " einer", " die", " der", " un", " une", "'un", "’un",
    " la", " le", " el", " US", " early", " late", " mid", "花费", "需要", "支付", "需", "有",
    "要", "为", "是", "达", "~", "\u{223c}", "\u{2248}",
];

/// Reads the phrases of a file, whose headings are the names of the bounds.
fn phrases(file: &'static str) -> Vec<(&'static str, Bound)> {
    let named = |name: &str| Bound::ALL.into_iter().find(|bound| bound.name() == name);
    entries(file).filter_map(|(name, phrase)| Some((phrase, named(name)?))).collect()
}

/// Returns the bound of an amount that `before` ends with.
pub(super) fn before_amount(before: &str) -> Option<Bound> {
    ending(before, &BEFORE_AMOUNT).map(|(bound, _)| bound)
}

/// Returns the bound of a date or a time of day that `before` ends with.
pub(super) fn before_date(before: &str) -> Option<Bound> {
    // `did not open until 2010` means since then.
    let is_negated = || NOT.iter().any(|word| before.contains(word));
    let bound = ending(before, &BEFORE_DATE).map(|(bound, _)| bound);
    bound.filter(|bound| *bound != Bound::Until || !is_negated())
}

/// Returns how many bytes of `before` and of `after`, the texts beside a number, bound it. `is_time` is true
/// for dates and times of day.
pub(super) fn lengths(before: &str, after: &str, is_time: bool) -> (usize, usize) {
    let phrases = if is_time { &BEFORE_DATE } else { &BEFORE_AMOUNT };
    let lead = ending(before, phrases).map_or(0, |(_, at)| before.len() - at);
    (lead, phrase_after(after).map_or(0, |(_, phrase)| phrase.len()))
}

/// Returns the bound of the longest phrase that `before` ends with, and the byte at which that begins.
fn ending(before: &str, phrases: &[(&str, Bound)]) -> Option<(Bound, usize)> {
    let trimmed = before.trim_end_matches([' ', '\u{a0}', '*', '_', '$', '€', '£', '(', '-']);
    let bare = PASSED_OVER.iter().find_map(|word| trimmed.strip_suffix(word));
    // `below ~0.1`: the sign alone says *about*.
    let found = bare.and_then(|bare| longest(bare.trim_end(), phrases));
    found.or_else(|| longest(trimmed, phrases))
}

/// Returns the bound of the longest phrase that ends `bare`, and the byte at which that begins.
fn longest(bare: &str, phrases: &[(&str, Bound)]) -> Option<(Bound, usize)> {
    let last = bare.bytes().next_back()?.to_ascii_lowercase();
    let may_end = |(phrase, _): &&(&str, Bound)| phrase.bytes().next_back() == Some(last);
    let fits = |(phrase, _): &&(&str, Bound)| {
        let Some(at) = bare.len().checked_sub(phrase.len()) else { return false };
        let starts_word = || {
            let lead = bare.get(..at).unwrap_or_default();
            !phrase.starts_with(char::is_alphanumeric)
                || !phrase.is_ascii() && !phrase.contains(['ü', 'ö', 'à', 'á', 'è', 'é', 'í'])
                || !lead.ends_with(char::is_alphanumeric)
        };
        bare.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(phrase)) && starts_word()
    };
    let found = phrases.iter().filter(may_end).filter(fits).max_by_key(|(phrase, _)| phrase.len());
    found.map(|(phrase, bound)| (*bound, bare.len() - phrase.len()))
}

const AT_LEAST_AFTER: &[&str] = &[
    "+",
    " or more",
    " or above",
    " or over",
    " or higher",
    " or greater",
    " or longer",
    " or older",
    " and above",
    " and over",
    " or later",
    " minimum",
    " plus",
    "以上",
];

const AT_MOST_AFTER: &[&str] = &[
    " or less",
    " or fewer",
    " or below",
    " or under",
    " or lower",
    " or younger",
    " or earlier",
    " and under",
    " maximum",
    "以下",
    "以内",
];

/// Returns the bound that `after` begins with: `30+`, `30 or more`, 30以上.
pub(super) fn after_number(after: &str) -> Option<Bound> {
    phrase_after(after).map(|(bound, _)| bound)
}

/// Returns the phrase that `after` begins with, and its bound.
fn phrase_after(after: &str) -> Option<(Bound, &'static str)> {
    let begins =
        |list: &[&'static str]| list.iter().copied().find(|phrase| after.starts_with(phrase));
    let at_least = begins(AT_LEAST_AFTER).map(|phrase| (Bound::AtLeast, phrase));
    at_least.or_else(|| begins(AT_MOST_AFTER).map(|phrase| (Bound::AtMost, phrase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_on_both_sides_bound_a_number() {
        let cases = [
            ("grossed more than $ ", Some(Bound::Above)),
            ("no more than ", Some(Bound::AtMost)),
            ("Under ", Some(Bound::Below)),
            ("moreover ", None),
            ("rating of ", None),
            ("≥ ", Some(Bound::AtLeast)),
            ("不超过", Some(Bound::AtMost)),
            ("超过", Some(Bound::Above)),
            ("it cost an estimated ", Some(Bound::About)),
            ("below \u{223c}", Some(Bound::Below)),
            ("paid within ", Some(Bound::Within)),
            ("more than ~", Some(Bound::Above)),
            ("costs ~", Some(Bound::About)),
        ];
        for (before, bound) in cases {
            assert_eq!(before_amount(before), bound, "{before}");
        }
        assert_eq!(before_date("released before early "), Some(Bound::Below));
        assert_eq!(before_date("by "), Some(Bound::AtMost));
        assert_eq!(before_date("nearby "), None);
        assert_eq!(before_date("open until "), Some(Bound::Until));
        assert_eq!(before_date("did not open until "), None);
        assert_eq!(before_date("not before "), Some(Bound::AtLeast));
        assert_eq!(before_date("no earlier than "), Some(Bound::AtLeast));
        assert_eq!(after_number(" or fewer people"), Some(Bound::AtMost));
    }
}
