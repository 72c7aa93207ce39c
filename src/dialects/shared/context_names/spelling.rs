//! Spellings of names under which contexts are found.

use crate::dialects::shared::key_family::words;

/// The minimum length of a name without its blanks and signs, in bytes.
const MIN_SQUEEZED: usize = 12;

/// The minimum length of the beginning of a title that was cut, in bytes.
const MIN_BEGINNING: usize = 16;

/// Words before a name that refer to it.
const REFERRING: &[&str] =
    &["see also ", "see ", "cf. ", "siehe ", "vgl. ", "voir ", "véase ", "ver "];

/// The last words of a key for the number of a part: `article_number`.
const NUMBERS: &[&str] = &["number", "no", "num"];

/// Returns a name as it is compared.
pub(super) fn plain(name: &str) -> String {
    trimmed(name).to_lowercase()
}

/// Returns a name without blanks and typography around it.
pub(super) fn trimmed(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || "\"'`*_“”".contains(c))
}

/// Returns a name with blanks for hyphens and underscores.
pub(super) fn spaced(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// Returns the beginning of a title that was cut, in lower case; `None` if it is whole, or too short to
/// tell titles apart.
pub(super) fn beginning(title: &str) -> Option<String> {
    let own = title.trim_end();
    let own = own.strip_suffix("...").or_else(|| own.strip_suffix('…'))?.trim_end();
    (own.len() >= MIN_BEGINNING).then(|| plain(own))
}

/// Returns the letters and digits of a name, if they are many enough to be its own: a copy may lose the blanks.
pub(super) fn squeezed(name: &str) -> Option<String> {
    Some(letters(name)).filter(|letters| letters.len() >= MIN_SQUEEZED)
}

/// Returns the words for a part that has a number in a field of its own: `article8` for
/// `"article_number": 8`.
pub(super) fn numbered_part(key: &str, value: &str) -> Option<String> {
    let words = words(key);
    let [word, number] = words.as_slice() else { return None };
    let value = letters(value);
    (NUMBERS.contains(&number.as_str()) && !value.is_empty()).then(|| format!("{word}{value}"))
}

/// Returns the letters and digits of a text, in lower case.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns what follows a word such as `see`, or all of it.
pub(crate) fn without_referring(inner: &str) -> &str {
    let after = |word: &&str| {
        let (head, rest) = inner.split_at_checked(word.len())?;
        head.eq_ignore_ascii_case(word).then_some(rest)
    };
    REFERRING.iter().find_map(after).unwrap_or(inner)
}
