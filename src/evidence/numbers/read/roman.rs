//! Roman numbers of names: `World War II`, `Henry VIII`, `Part IV`; and before a unit: `XC days`.

use super::name;
use crate::evidence::numbers::units;

/// Maximum number of letters: `XXXVIII`.
const MAX_LETTERS: usize = 7;

/// Reads a word as the Roman number, up to 39, of the name that `before` ends with; returns it and the name in
/// the form it is compared by. A single letter is one only after a word such as `Part` or `War`.
pub(super) fn number(word: &str, before: &str) -> Option<(u32, String)> {
    let is_roman = (1..=MAX_LETTERS).contains(&word.len())
        && word.bytes().all(|letter| matches!(letter, b'I' | b'V' | b'X'));
    let value = is_roman.then(|| value(word)).flatten()?;
    let last = before.strip_suffix(' ')?.rsplit(|c: char| !c.is_alphanumeric()).next();
    let is_name = |last: &&str| last.starts_with(char::is_uppercase) && word.len() > 1;
    let name = last.filter(|last| is_name(last) || *last == "War");
    let label = name.or_else(|| name::labelled(before))?;
    Some((value, name::token(&format!("{label}{value}"))))
}

/// Reads a word as the Roman number of a unit in small letters. `after` is the text after it.
pub(super) fn counted(word: &str, after: &str, before: &str) -> Option<u32> {
    const LETTERS: [(&str, u32); 13] = [
        ("M", 1000),
        ("CM", 900),
        ("D", 500),
        ("CD", 400),
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let is_word = (2..=MAX_COUNT).contains(&word.len())
        && word.bytes().all(|letter| b"IVXLCDM".contains(&letter));
    if !is_word || before.trim_end().ends_with(|c: char| c.is_numeric()) {
        return None;
    }
    let unit = after.strip_prefix(' ').filter(|it| it.starts_with(|c: char| c.is_lowercase()))?;
    units::suffix(unit).filter(|(len, _)| *len >= MIN_UNIT)?;
    let (mut rest, mut value) = (word, 0);
    for (letters, worth) in LETTERS {
        let most = if worth.to_string().starts_with('1') { 3 } else { 1 };
        for _ in 0..most {
            let Some(after) = rest.strip_prefix(letters) else { break };
            (rest, value) = (after, value + worth);
        }
    }
    rest.is_empty().then_some(value)
}

/// The maximum number of letters of a Roman number that counts: `MMMDCCCLXXXVIII`.
const MAX_COUNT: usize = 15;

/// The minimum number of letters of a unit that it counts: `MM m` is none.
const MIN_UNIT: usize = 3;

fn value(word: &str) -> Option<u32> {
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let ones = word.trim_start_matches('X');
    let tens = word.len() - ones.len();
    // `IX` is left whole: nothing before its `X` is one.
    let one = ONES.iter().position(|it| *it == ones)?;
    let value = u32::try_from(10 * tens + one).ok()?;
    (tens <= 3 && value > 0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_units_are_read() {
        for (text, expected) in [
            ("XC days", Some(90)),
            ("XIV euros", Some(14)),
            ("MMXXIV hours", Some(2024)),
            ("CD years", Some(400)),
            ("IC days", None),
            ("XC Days", None),
            ("XC points", None),
            ("MM m", None),
            ("V days", None),
            ("IVX days", None),
        ] {
            let (word, _) = text.split_once(' ').unwrap();
            assert_eq!(
                counted(word, text.strip_prefix(word).unwrap(), "within "),
                expected,
                "{text}"
            );
        }
        assert_eq!(counted("MM", " euros", "about 5 "), None);
    }

    #[test]
    fn numbers_of_names_are_read() {
        let read = |text: &str| {
            let (before, word) = text.rsplit_once(' ').unwrap();
            number(word, &format!("{before} ")).map(|(value, _)| value)
        };
        for (text, expected) in [
            ("during World War I", Some(1)),
            ("during World War II", Some(2)),
            ("King Henry VIII", Some(8)),
            ("see Part X", Some(10)),
            ("the Super Bowl XXXIX", Some(39)),
            ("Louis XIV", Some(14)),
            ("Pope IX", Some(9)),
            ("when I", None),
            ("In March I", None),
            ("patients received IV", None),
            ("King IIX", None),
            ("King XXXX", None),
            ("Malcolm X", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
