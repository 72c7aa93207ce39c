//! The lines of a text, and the beginnings of lines.

use std::borrow::Cow;

/// Returns the lines of `text` with their line ends (LF, CRLF or CR), and their starts.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let len = end.map_or(rest.len(), |at| at + line_end_len(rest, at));
        let line = (start, rest.get(..len)?);
        start += len;
        Some(line)
    })
}

fn line_end_len(text: &str, at: usize) -> usize {
    if text.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) { 2 } else { 1 }
}

/// Returns the text of `bytes`. Most are UTF-8, and checking that is much faster than searching for
/// errors.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Returns `line` without its line end.
pub(super) fn content(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// Counts the bytes of blanks and tabs at the start of `text`.
pub(super) fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Returns `text` after `prefix`, which is ASCII, in any case.
pub(super) fn strip_prefix_any_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Returns the number that `text` starts with, of at most 18 digits, and the rest.
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 18 {
        return None;
    }
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}
