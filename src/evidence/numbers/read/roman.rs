//! Roman numbers of names: `World War II`, `Henry VIII`, `Part IV`.

use super::name;

/// Maximum number of letters: `XXXVIII`.
const MAX_LETTERS: usize = 7;

/// Reads a word as the Roman number, up to 39, of the name that `before` ends with; returns it and the name in
/// the form it is compared by. A single letter is one only behind a word such as `Part` or `War`.
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
