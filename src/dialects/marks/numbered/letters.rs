//! The grammar of a number with a letter: `2a`.

/// The maximum number of digits of one.
pub(super) const MAX_DIGITS: usize = 3;

/// Returns the number with a letter at the start of `text`, and the rest.
pub(super) fn name(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letter = text.as_bytes().get(digits)?.is_ascii_lowercase();
    ((1..=MAX_DIGITS).contains(&digits) && letter).then(|| text.split_at_checked(digits + 1))?
}

/// Returns the number and the letter of `2` or `2a`, by which entries are in order.
pub(super) fn order(id: &str) -> Option<(u64, Option<char>)> {
    let letter = id.chars().last().filter(char::is_ascii_lowercase);
    let number = id.get(..id.len() - usize::from(letter.is_some()))?;
    Some((number.parse().ok()?, letter))
}

/// True for a number with a letter.
pub(super) fn is_name(text: &str) -> bool {
    name(text).is_some_and(|(_, rest)| rest.is_empty())
}
