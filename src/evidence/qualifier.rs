//! Words that qualify the text before them.
//!
//! They are looked up in lists: compiling patterns of so many words would take longer than
//! everything else that a short answer needs.

/// Sentence openings that qualify the sentence before, in any case.
const OPENING: &[&str] = &[
    "however",
    "but",
    "unless",
    "except",
    "excepting",
    "exception",
    "exceptions",
    "excluding",
    "provided that",
    "only if",
    "only when",
    "nevertheless",
    "nonetheless",
    "that said",
    "with the exception",
    "this does not apply",
    "jedoch",
    "allerdings",
    "aber",
    "ausnahme",
    "ausnahmen",
    "ausgenommen",
    "es sei denn",
    "außer",
    "sofern",
    "nur wenn",
    "sauf",
    "cependant",
    "toutefois",
    "mais",
    "néanmoins",
    "à moins que",
    "sin embargo",
    "pero",
    "excepto",
    "salvo",
    "a menos que",
    "excepciones",
    "однако",
    "но",
    "кроме",
    "исключения",
    "за исключением",
];

/// The same in scripts without blanks between words.
const OPENING_UNSPACED: &[&str] =
    &["但是", "但", "然而", "不过", "不過", "除非", "例外", "ただし", "しかし", "だが"];

/// Words inside a sentence that qualify the text before them.
const INSIDE: &[&str] = &[
    "unless",
    "except",
    "excluding",
    "provided that",
    "sofern",
    "es sei denn",
    "sauf",
    "à moins que",
    "salvo",
    "excepto",
    "кроме",
];

/// Words that qualify only at the head of a clause.
const INSIDE_AT_HEAD: &[&str] = &[
    "but",
    "however",
    "only",
    "not",
    "as long as",
    "jedoch",
    "aber",
    "nur",
    "außer",
    "mais",
    "pero",
    "но",
];

/// Words that turn `only` into a qualification: `only if`, `only on weekdays`. `The shop only
/// offers tea` qualifies nothing before it.
const AFTER_ONLY: &[&str] = &[
    "after", "as", "at", "before", "between", "by", "during", "for", "from", "if", "in", "on",
    "once", "through", "to", "under", "until", "upon", "when", "where", "while", "with", "within",
];

/// As [`INSIDE`], in scripts without blanks.
const INSIDE_UNSPACED: &[&str] = &["除非", "但", "除外", "ただし", "を除く", "以外"];

/// Signs that open a clause.
const CLAUSE_SIGNS: [char; 6] = [',', ';', ':', '(', '\u{2013}', '\u{2014}'];

/// Returns the qualifying word or phrase at the start of `text`, as written.
pub(super) fn opening(text: &str) -> Option<&str> {
    let behind = |word: &&str| behind_in_any_case(text, word).filter(|rest| ends_word(rest));
    let unspaced = |word: &&str| text.strip_prefix(*word);
    let rest = OPENING.iter().find_map(behind);
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

/// Returns the text behind `word`, a word in lower case, where `text` begins with it in any case.
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
