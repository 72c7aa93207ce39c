//! Which script a text is written in.

use super::is_unspaced;

/// The script that most of a text is written in, as far as words can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Latin letters.
    Latin,
    /// Scripts without blanks between words: Chinese, Japanese, Thai, …
    Unspaced,
    /// Any other.
    Other,
}

/// A Latin word has about as many letters as one of these scripts' characters says.
const LETTERS_A_SIGN: usize = 3;

/// The script of most of `text`; `None` where it has no letters.
pub fn script(text: &str) -> Option<Script> {
    let (mut latin, mut unspaced, mut other) = (0, 0, 0);
    for c in text.chars() {
        if c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}') {
            latin += 1;
        } else if is_unspaced(c) {
            unspaced += LETTERS_A_SIGN;
        } else if c.is_alphabetic() {
            other += 1;
        }
    }
    let most = latin.max(unspaced).max(other);
    match most {
        0 => None,
        _ if most == latin => Some(Script::Latin),
        _ if most == unspaced => Some(Script::Unspaced),
        _ => Some(Script::Other),
    }
}
