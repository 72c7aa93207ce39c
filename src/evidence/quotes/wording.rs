//! The length of a quote in words, and words as a note repeats them.

use std::borrow::Cow;

use crate::text::bare::is_unspaced;

/// The maximum length of the words that a note repeats from a source or a quote, in characters.
const MAX_SHOWN: usize = 80;

/// Returns the number of words in `text`; two characters of a script without blanks count as one.
pub(crate) fn word_count(text: &str) -> usize {
    let (mut words, mut characters, mut inside) = (0, 0, false);
    for c in text.chars() {
        if is_unspaced(c) {
            characters += 1;
            inside = false;
        } else if c.is_alphanumeric() {
            words += usize::from(!inside);
            inside = true;
        } else if c.is_whitespace() || matches!(c, '/' | '\u{2013}' | '\u{2014}') {
            inside = false;
        }
    }
    words + characters / 2
}

/// Returns words as a note repeats them: on one line and shortened.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let cut = text.char_indices().nth(MAX_SHOWN).map(|(at, _)| at);
    match cut.and_then(|at| text.get(..at)) {
        None if !text.contains(char::is_control) => Cow::Borrowed(text),
        None => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Some(start) => {
            let words = start.split_whitespace().collect::<Vec<_>>().join(" ");
            Cow::Owned(words + "\u{2026}")
        }
    }
}
