//! Small numbers in English words.

/// The words with their numbers. `one` is left out, because it stands for other words too.
const WORDS: [(&str, &str); 21] = [
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
];

/// Returns the digits of a number in one word; `None` for any other word.
pub fn digits_of(word: &str) -> Option<&'static str> {
    let known = WORDS.iter().find(|(own, _)| own.eq_ignore_ascii_case(word));
    known.map(|(_, digits)| *digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_numbers_are_known() {
        assert_eq!(digits_of("Ten"), Some("10"));
        assert_eq!(digits_of("often"), None);
    }
}
