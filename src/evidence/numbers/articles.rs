//! Lengths of time that an article counts: `for an hour`, `half a year`, `a quarter of an hour`.
//!
//! An article counts where a word before it measures (`lasts a year`); elsewhere it gives a rate
//! (`twice a week`), or just names a time.

use std::sync::LazyLock;

use super::decimal::Decimal;
use super::listed;
use super::numerals::last_word;

static BEFORE: LazyLock<Vec<&str>> = LazyLock::new(|| listed("before a length of time"));
static UNITS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("lengths of time"));
static BEHIND: LazyLock<Vec<&str>> = LazyLock::new(|| listed("behind a length of time"));

/// The parts of a unit that are written before its article, in hundredths.
const PARTS: [(&str, i128); 4] =
    [("", 100), ("half ", 50), ("a quarter of ", 25), ("three quarters of ", 75)];

/// Reads a number of the name of a length of time: the bytes up to that name with its blank, and the number.
/// `before` is the text in front of it.
pub(super) fn length(text: &str, before: &str) -> Option<(usize, Decimal)> {
    // Fast path: nearly every word is something else.
    if !text.starts_with(['a', 'h', 't', 'A', 'H']) {
        return None;
    }
    let (len, hundredths) = PARTS.into_iter().find_map(|(part, hundredths)| {
        let rest = strip(text, part)?;
        let rest = ["an ", "a "].into_iter().find_map(|article| strip(rest, article))?;
        let unit = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let and_half = if part.is_empty() && unit.starts_with(" and a half") { 50 } else { 0 };
        starts_unit(rest).then_some((text.len() - rest.len(), hundredths + and_half))
    })?;
    let measures = BEFORE.iter().any(|word| last_word(before).eq_ignore_ascii_case(word));
    // `half an hour` says how long by itself.
    (measures || hundredths < 100).then_some((len - 1, Decimal::new(hundredths, -2)))
}

/// True for the text of such a number.
pub(super) fn is_length(written: &str) -> bool {
    length(written, "for").is_some()
}

fn strip<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

/// True if the name of a length of time is at the start, and is no part of another noun: `day trip`.
fn starts_unit(text: &str) -> bool {
    let len = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let Some((unit, after)) = text.split_at_checked(len) else { return false };
    let next = after
        .strip_prefix(' ')
        .map(|rest| rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default());
    let is_part = after.starts_with(['-', '\'', '\u{2019}'])
        || next.is_some_and(|next| !next.is_empty() && !BEHIND.contains(&next));
    UNITS.contains(&unit) && !is_part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_counts_where_something_is_measured() {
        let cases = [
            ("an hour.", "is held for ", Some(100)),
            ("a year", "the guarantee lasts ", Some(100)),
            ("half a year in all", "it takes ", Some(50)),
            ("a quarter of an hour", "", Some(25)),
            ("a week", "open twice ", None),
            ("a day trip", "for ", None),
            ("an hour-long film", "for ", None),
            ("a table", "for ", None),
        ];
        for (text, before, hundredths) in cases {
            let found = length(text, before).map(|(_, number)| number);
            assert_eq!(found, hundredths.map(|it| Decimal::new(it, -2)), "{before}{text}");
        }
    }
}
