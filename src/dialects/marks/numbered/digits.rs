//! Raised digits: `¹²³`.

/// The raised digits, by value.
const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The maximum number of digits of a raised number.
const MAX_LENGTH: usize = 3;

/// True for a raised digit.
pub(super) fn is_raised(sign: char) -> bool {
    DIGITS.contains(&sign)
}

/// Returns the value of a raised digit.
pub(super) fn value(sign: char) -> Option<u32> {
    (0..).zip(DIGITS).find(|(_, digit)| *digit == sign).map(|(value, _)| value)
}

/// Returns the raised number that a text begins with, and the rest.
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let length = text.chars().take(MAX_LENGTH + 1).take_while(|sign| is_raised(*sign)).count();
    let digits = text.chars().take(length).filter_map(value);
    let number = digits.fold(0, |number, digit| number * 10 + u64::from(digit));
    let fits = (1..=MAX_LENGTH).contains(&length) && number > 0;
    fits.then(|| (number, text.trim_start_matches(is_raised)))
}
