//! Words that turn a number into a bound: `more than`, `up to`, `before`, `or fewer`.

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
}

impl Bound {
    /// Returns the bound in words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Above => "more than",
            Self::AtLeast => "at least",
            Self::Below => "less than",
            Self::AtMost => "at most",
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
        }
    }

    pub(super) const fn is_lower(self) -> bool {
        matches!(self, Self::Above | Self::AtLeast)
    }

    pub(super) const fn is_upper(self) -> bool {
        matches!(self, Self::Below | Self::AtMost)
    }

    /// True if the bound excludes the number itself.
    pub(super) const fn is_strict(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }
}

/// Phrases before an amount; of two that both fit, the longer comes first.
const BEFORE_AMOUNT: &[(&str, Bound)] = &[
    ("no more than", Bound::AtMost),
    ("not more than", Bound::AtMost),
    ("not exceeding", Bound::AtMost),
    ("not exceed", Bound::AtMost),
    ("no greater than", Bound::AtMost),
    ("no higher than", Bound::AtMost),
    ("no less than", Bound::AtLeast),
    ("not less than", Bound::AtLeast),
    ("no fewer than", Bound::AtLeast),
    ("no lower than", Bound::AtLeast),
    ("less than or equal to", Bound::AtMost),
    ("greater than or equal to", Bound::AtLeast),
    ("at least", Bound::AtLeast),
    ("a minimum of", Bound::AtLeast),
    ("minimum of", Bound::AtLeast),
    ("minimum", Bound::AtLeast),
    ("more than", Bound::Above),
    ("greater than", Bound::Above),
    ("higher than", Bound::Above),
    ("larger than", Bound::Above),
    ("bigger than", Bound::Above),
    ("longer than", Bound::Above),
    ("older than", Bound::Above),
    ("better than", Bound::Above),
    ("in excess of", Bound::Above),
    ("upwards of", Bound::Above),
    ("north of", Bound::Above),
    ("over", Bound::Above),
    ("above", Bound::Above),
    ("exceeding", Bound::Above),
    ("exceeds", Bound::Above),
    ("exceeded", Bound::Above),
    ("exceed", Bound::Above),
    ("surpassing", Bound::Above),
    ("surpassed", Bound::Above),
    ("surpasses", Bound::Above),
    ("mindestens", Bound::AtLeast),
    ("mehr als", Bound::Above),
    ("über", Bound::Above),
    ("plus de", Bound::Above),
    ("au moins", Bound::AtLeast),
    ("más de", Bound::Above),
    ("al menos", Bound::AtLeast),
    (">=", Bound::AtLeast),
    (">", Bound::Above),
    ("≥", Bound::AtLeast),
    ("超过", Bound::Above),
    ("至少", Bound::AtLeast),
    ("at most", Bound::AtMost),
    ("up to", Bound::AtMost),
    ("a maximum of", Bound::AtMost),
    ("maximum of", Bound::AtMost),
    ("maximum", Bound::AtMost),
    ("less than", Bound::Below),
    ("fewer than", Bound::Below),
    ("lower than", Bound::Below),
    ("smaller than", Bound::Below),
    ("shorter than", Bound::Below),
    ("younger than", Bound::Below),
    ("worse than", Bound::Below),
    ("short of", Bound::Below),
    ("less", Bound::Below),
    ("fewer", Bound::Below),
    ("under", Bound::Below),
    ("below", Bound::Below),
    ("höchstens", Bound::AtMost),
    ("maximal", Bound::AtMost),
    ("bis zu", Bound::AtMost),
    ("weniger als", Bound::Below),
    ("unter", Bound::Below),
    ("jusqu'à", Bound::AtMost),
    ("au plus", Bound::AtMost),
    ("moins de", Bound::Below),
    ("hasta", Bound::AtMost),
    ("menos de", Bound::Below),
    ("<=", Bound::AtMost),
    ("<", Bound::Below),
    ("≤", Bound::AtMost),
    ("最多", Bound::AtMost),
    ("不超过", Bound::AtMost),
    ("about", Bound::About),
    ("around", Bound::About),
    ("approximately", Bound::About),
    ("approx.", Bound::About),
    ("roughly", Bound::About),
    ("nearly", Bound::About),
    ("almost", Bound::About),
    ("circa", Bound::About),
    ("ca.", Bound::About),
    ("close to", Bound::About),
    ("some", Bound::About),
    ("estimated", Bound::About),
    ("etwa", Bound::About),
    ("rund", Bound::About),
    ("fast", Bound::About),
    ("environ", Bound::About),
    ("casi", Bound::About),
    ("~", Bound::About),
    ("≈", Bound::About),
    ("约", Bound::About),
    ("約", Bound::About),
];

/// Phrases before a date or a time of day.
const BEFORE_DATE: &[(&str, Bound)] = &[
    ("on or before", Bound::AtMost),
    ("no later than", Bound::AtMost),
    ("not later than", Bound::AtMost),
    ("by", Bound::AtMost),
    ("before", Bound::Below),
    ("prior to", Bound::Below),
    ("earlier than", Bound::Below),
    ("ahead of", Bound::Below),
    ("vor", Bound::Below),
    ("avant", Bound::Below),
    ("antes de", Bound::Below),
    ("on or after", Bound::AtLeast),
    ("no earlier than", Bound::AtLeast),
    ("not before", Bound::AtLeast),
    ("after", Bound::Above),
    ("later than", Bound::Above),
    ("nach", Bound::Above),
    ("après", Bound::Above),
    ("después de", Bound::Above),
    ("around", Bound::About),
    ("about", Bound::About),
    ("circa", Bound::About),
];

/// Words between a bound and its number that leave the bound as it is.
const PASSED_OVER: &[&str] = &[" a", " the", " US", " early", " late", " mid"];

/// Returns the bound of an amount that `before` ends with.
pub(super) fn before_amount(before: &str) -> Option<Bound> {
    ending(before, BEFORE_AMOUNT)
}

/// Returns the bound of a date or a time of day that `before` ends with.
pub(super) fn before_date(before: &str) -> Option<Bound> {
    ending(before, BEFORE_DATE)
}

fn ending(before: &str, phrases: &[(&str, Bound)]) -> Option<Bound> {
    let trimmed = before.trim_end_matches([' ', '\u{a0}', '*', '_', '$', '€', '£', '(', '-']);
    let bare = PASSED_OVER.iter().find_map(|word| trimmed.strip_suffix(word)).unwrap_or(trimmed);
    let last = bare.bytes().next_back()?.to_ascii_lowercase();
    let may_end = |(phrase, _): &&(&str, Bound)| phrase.bytes().next_back() == Some(last);
    let found = phrases.iter().filter(may_end).find(|(phrase, _)| {
        let Some(at) = bare.len().checked_sub(phrase.len()) else { return false };
        let starts_word = || {
            let lead = bare.get(..at).unwrap_or_default();
            !phrase.starts_with(char::is_alphanumeric)
                || !phrase.is_ascii() && !phrase.contains(['ü', 'ö', 'à', 'á', 'è', 'é'])
                || !lead.ends_with(char::is_alphanumeric)
        };
        bare.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(phrase)) && starts_word()
    });
    found.map(|(_, bound)| *bound)
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
    let begins = |list: &[&str]| list.iter().any(|phrase| after.starts_with(phrase));
    if begins(AT_LEAST_AFTER) {
        return Some(Bound::AtLeast);
    }
    begins(AT_MOST_AFTER).then_some(Bound::AtMost)
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
            ("it cost an estimated ", Some(Bound::About)),
        ];
        for (before, bound) in cases {
            assert_eq!(before_amount(before), bound, "{before}");
        }
        assert_eq!(before_date("released before early "), Some(Bound::Below));
        assert_eq!(before_date("by "), Some(Bound::AtMost));
        assert_eq!(before_date("nearby "), None);
        assert_eq!(after_number(" or fewer people"), Some(Bound::AtMost));
    }
}
