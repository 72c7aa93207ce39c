//! Words that qualify the text before them.
//!
//! They are looked up in lists: compiling patterns of so many words would take longer than
//! everything else that a short answer needs.

use std::sync::LazyLock;

use super::word_lists::list;

const LISTS: &str = include_str!("../../assets/words/qualifiers.txt");

/// Sentence openings that qualify the sentence before, in any case.
static OPENING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "openings"));

/// The same in scripts without blanks between words.
static OPENING_UNSPACED: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "openings, unspaced"));

/// Words inside a sentence that qualify the text before them.
static INSIDE: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "inside"));

/// Words that qualify only at the head of a clause.
static INSIDE_AT_HEAD: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "inside, at the head"));

/// Words that turn `only` into a qualification: `only if`, `only on weekdays`. `The shop only
/// offers tea` qualifies nothing before it.
static AFTER_ONLY: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "after only"));

/// As [`INSIDE`], in scripts without blanks.
static INSIDE_UNSPACED: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "inside, unspaced"));

/// Signs that open a clause.
const CLAUSE_SIGNS: [char; 6] = [',', ';', ':', '(', '\u{2013}', '\u{2014}'];

/// Returns the qualifying word or phrase at the start of `text`, as written.
pub(super) fn opening(text: &str) -> Option<&str> {
    let after = |word: &&str| behind_in_any_case(text, word).filter(|rest| ends_word(rest));
    let unspaced = |word: &&str| text.strip_prefix(*word);
    let rest = OPENING.iter().find_map(after);
    let rest = rest.or_else(|| OPENING_UNSPACED.iter().find_map(unspaced))?;
    text.get(..text.len() - rest.len())
}

/// Returns the first qualifying word in `text`, the rest of a sentence.
pub(super) fn inside(text: &str) -> Option<&str> {
    text.char_indices().find_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let spaced = |word: &&&str| rest.strip_prefix(**word).is_some_and(ends_word);
        let parted = before.is_empty() || before.ends_with(char::is_whitespace);
        let at_head = before.is_empty() || before.trim_end().ends_with(CLAUSE_SIGNS);
        let word = INSIDE.iter().find(|word| parted && spaced(word));
        let at_head = |word: &&&str| at_head && spaced(word) && limits(word, rest);
        let word = word.or_else(|| INSIDE_AT_HEAD.iter().find(at_head));
        let unspaced = || INSIDE_UNSPACED.iter().find(|word| rest.starts_with(**word));
        word.or_else(unspaced).copied()
    })
}

/// True if `word`, at the start of `text`, qualifies: `not only … but also` adds, and `only`
/// qualifies with a preposition or a conjunction.
fn limits(word: &str, text: &str) -> bool {
    let rest = text.get(word.len()..).unwrap_or_default().trim_start();
    let next = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    match word {
        "but" => next != "also",
        "not" => next != "only",
        "only" => AFTER_ONLY.contains(&next),
        _ => true,
    }
}

/// Returns the text after `word`, a word in lower case, where `text` begins with it in any case.
fn behind_in_any_case<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    let same = |c: char| rest.next().is_some_and(|own| own.to_lowercase().eq([c]));
    word.chars().all(same).then_some(rest.as_str())
}

/// True if no word goes on at the start of `rest`.
fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_may_open_with_a_qualifier() {
        let cases = [
            ("However, not on Sundays.", Some("However")),
            ("EXCEPT on Sundays.", Some("EXCEPT")),
            ("Exceptions: none.", Some("Exceptions")),
            ("Außer sonntags.", Some("Außer")),
            ("НО не всегда.", Some("НО")),
            ("但周日除外。", Some("但")),
            ("Only if it rains.", Some("Only if")),
            ("but", Some("but")),
            ("Butter is not included.", None),
            ("It is, however, free.", None),
            ("", None),
        ];
        for (text, word) in cases {
            assert_eq!(opening(text), word, "{text}");
        }
    }

    #[test]
    fn the_rest_of_a_sentence_may_hold_one() {
        let cases = [
            ("unless the manager says no.", Some("unless")),
            ("in all towns, but not if new.", Some("but")),
            ("in all towns (not in May).", Some("not")),
            ("in all towns except ours.", Some("except")),
            ("但周日除外。", Some("但")),
            ("週末は除外する。", Some("除外")),
            ("in all towns but ours.", None),
            ("in all, button or not.", None),
            ("in Oslo, not only on Mondays, but also on Sundays.", None),
            ("only offers tea.", None),
            ("only on Mondays.", Some("only")),
            ("in Oslo, only if it rains.", Some("only")),
            ("in Oslo, but only for members.", Some("but")),
            ("the exception.", None),
        ];
        for (text, word) in cases {
            assert_eq!(inside(text), word, "{text}");
        }
    }
}
