//! Letters, and the ends of words and numbers.

use crate::evidence::numbers::digits;

/// True for letters of scripts with blanks between words.
pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c.is_alphabetic()
            && !matches!(c, '\u{e00}'..='\u{eff}' | '\u{3000}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// True if neither a letter nor a digit follows at byte `at`.
pub(super) fn ends_at(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !is_letter(c) && digits::digit(c).is_none())
}
