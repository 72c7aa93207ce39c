//! Counts, ordinals and lists as people write them, for messages.

/// The English names of the months, in small letters.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns `1 source`, `3 sources`; `noun` is a word that takes an s.
pub fn count(number: impl TryInto<usize>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(usize::MAX);
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Runs of blanks and line ends as one blank.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same, cut off with `…` after `most` characters.
pub fn one_line_within(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most.saturating_mul(2)).map_or(text.len(), |(at, _)| at);
    let mut line = one_line(text.get(..end).unwrap_or(text));
    match line.char_indices().nth(most) {
        Some((at, _)) => line.replace_range(at.., "…"),
        None if end < text.len() => line.push('…'),
        None => {}
    }
    line
}

/// Describes words that are not at the stated place: `are 4 bytes earlier than stated`. `shift` is
/// the number of units by which they begin later, `far` the same without its sign, in words.
pub fn displaced(shift: i64, far: &str) -> String {
    match shift {
        0 => "begin as stated but end elsewhere".to_owned(),
        ..0 => format!("are {far} earlier than stated"),
        1.. => format!("are {far} later than stated"),
    }
}

/// Returns `first`, `second`, … `tenth`, `11th`, `22nd`; `number` counts from 1.
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    if let Some(word) = number.checked_sub(1).and_then(|index| WORDS.get(index)) {
        return (*word).to_owned();
    }
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns `` `a`, `b` and `c` ``; if there are more than `most` names, the rest is counted: ``
/// `a`, `b` and 5 more ``.
pub fn ticked<'n>(
    names: impl IntoIterator<Item = &'n str, IntoIter: ExactSizeIterator>,
    most: usize,
) -> String {
    let names = names.into_iter();
    let more = names.len().saturating_sub(most);
    listed(names.take(most).map(|name| format!("`{name}`")), more, ", ")
}

/// Returns `` `a`, `b` or `c` ``.
pub fn either<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// Returns `a, b and c`, or `a, b and 5 more` if `more` of them are not in `items`; the comma is
/// `between`.
pub fn listed(items: impl Iterator<Item = String>, more: usize, between: &str) -> String {
    let mut items: Vec<String> = items.collect();
    if more > 0 {
        items.push(format!("{more} more"));
    }
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(between)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_within_a_length_says_that_it_is_cut() {
        let all =
            [("a  b\nc", 5), ("a  b\nc", 4), ("é é é", 3), ("é", 1), ("", 0), ("        a", 2)];
        let cut = all.map(|(text, most)| one_line_within(text, most));
        assert_eq!(cut, ["a b c", "a b …", "é é…", "é", "", "…"]);
    }

    #[test]
    fn counts_have_the_right_plural() {
        assert_eq!(count(0, "source"), "0 sources");
        assert_eq!(count(1, "source"), "1 source");
        assert_eq!(count(2, "source"), "2 sources");
    }

    #[test]
    fn words_that_begin_as_stated_stand_no_way_off() {
        assert_eq!(displaced(-1, "1 byte"), "are 1 byte earlier than stated");
        assert_eq!(displaced(2, "2 bytes"), "are 2 bytes later than stated");
        assert_eq!(displaced(0, "0 bytes"), "begin as stated but end elsewhere");
    }

    #[test]
    fn ordinals_are_words_up_to_ten() {
        assert_eq!(ordinal(3), "third");
        assert_eq!(ordinal(11), "11th");
        assert_eq!(ordinal(22), "22nd");
        assert_eq!(ordinal(113), "113th");
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        assert_eq!(ticked(["a"], 3), "`a`");
        assert_eq!(ticked(["a", "b"], 3), "`a` and `b`");
        assert_eq!(ticked(["a", "b", "c", "d"], 2), "`a`, `b` and 2 more");
    }
}
