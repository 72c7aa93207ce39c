//! The script and the language of a text.

use super::lists::LANGUAGES;
use super::{Language, Word};
use crate::text::bare::is_unspaced;

/// The script of most of a text, as far as it matters for comparing words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Latin letters.
    Latin,
    /// Scripts without blanks between words: Chinese, Japanese, Thai, …
    Unspaced,
    /// The same with Japanese syllables among them.
    Japanese,
    /// Any other.
    Other,
}

/// The number of Latin letters that carry about as much as one character of these scripts.
const LETTERS_A_SIGN: usize = 3;

/// Returns the script of most of `text`; `None` if it has no letters.
pub fn script(text: &str) -> Option<Script> {
    if text.is_ascii() {
        return text.bytes().any(|byte| byte.is_ascii_alphabetic()).then_some(Script::Latin);
    }
    let (mut latin, mut unspaced, mut other, mut kana) = (0, 0, 0, 0);
    for c in text.chars() {
        if c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}') {
            latin += 1;
        } else if c.is_ascii() {
            // A sign or a digit.
        } else if is_unspaced(c) {
            unspaced += LETTERS_A_SIGN;
            kana += u32::from(matches!(c, '\u{3041}'..='\u{3096}'));
        } else if c.is_alphabetic() {
            other += 1;
        }
    }
    let most = latin.max(unspaced).max(other);
    match most {
        0 => None,
        _ if most == latin => Some(Script::Latin),
        _ if most == unspaced && kana > 0 => Some(Script::Japanese),
        _ if most == unspaced => Some(Script::Unspaced),
        _ => Some(Script::Other),
    }
}

/// The minimum number of common words that identify a language, if no other has half as many.
const MIN_COMMON: usize = 2;

/// Returns the language of most of the words; `None` if it is unclear.
pub fn language(words: &[Word]) -> Option<Language> {
    let mut counts = LanguageCounts::default();
    for word in words {
        counts.add(word);
    }
    counts.language()
}

/// The numbers of common words of each language in a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct LanguageCounts([usize; 7]);

impl LanguageCounts {
    /// Counts a word of the text.
    pub fn add(&mut self, word: &Word) {
        if let Some(count) = word.language.and_then(|it| self.0.get_mut(it as usize)) {
            *count += 1;
        }
    }

    /// Returns the language of most of the words; `None` if it is unclear.
    pub fn language(&self) -> Option<Language> {
        let counts = &self.0;
        let (at, most) = counts.iter().copied().enumerate().max_by_key(|(_, count)| *count)?;
        let others = counts.iter().enumerate().filter(|(other, _)| *other != at);
        let second = others.map(|(_, count)| *count).max().unwrap_or(0);
        (most >= MIN_COMMON && second * 2 < most)
            .then(|| LANGUAGES.get(at).map(|(language, _)| *language))
            .flatten()
    }
}

/// Returns true if a text has several signs of a script without blanks, whatever else is in it.
pub fn has_signs_of(wanted: Option<Script>, text: &str) -> bool {
    const ENOUGH: usize = 4;
    matches!(wanted, Some(Script::Unspaced | Script::Japanese))
        && text.chars().filter(|c| is_unspaced(*c)).take(ENOUGH).count() == ENOUGH
}
