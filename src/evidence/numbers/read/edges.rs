//! Letters, and the ends of words and numbers.

use crate::evidence::numbers::digits;

/// True for letters of scripts with blanks between words.
pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c.is_alphabetic()
            && !matches!(c, '\u{e00}'..='\u{eff}' | '\u{3000}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Returns the length of the letters at the start of `text`, in bytes.
pub(super) fn letters(text: &str) -> usize {
    let plain = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    match text.as_bytes().get(plain) {
        Some(byte) if !byte.is_ascii() => text.find(|c| !is_letter(c)).unwrap_or(text.len()),
        _ => plain,
    }
}

/// True if neither a letter nor a digit follows at byte `at`.
pub(super) fn ends_at(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !is_letter(c) && digits::digit(c).is_none())
}
