//! The characters of markers, as bytes.
//!
//! Each mark has two spellings: the private-use character itself (three bytes of UTF-8) and the six
//! ASCII characters of its escape, `\ue200`, as JSON encoders write it. Everything here works on
//! bytes, so that text with invalid UTF-8 is read like any other; a mark always begins and ends on
//! a character boundary of the surrounding text.

use memchr::{memchr, memchr2};

use crate::text::Span;

/// The maximum length of a mark, in bytes.
pub(crate) const MAX_LENGTH: usize = 6;

/// The close as a character.
pub(crate) const CLOSE: &[u8; 3] = b"\xEE\x88\x81";

/// The separator as a character.
pub(crate) const SEPARATOR: &[u8; 3] = b"\xEE\x88\x82";

/// The effect of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// U+E200.
    Open,
    /// U+E201.
    Close,
    /// U+E202.
    Separator,
    /// U+E20B, seen in place of the close at the end of a `navlist`.
    ListClose,
}

/// A mark in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    /// Bytes of the text.
    pub(crate) span: Span,
}

/// Returns the first mark at or after byte `from`; `escapes` says whether escapes are marks too.
#[inline]
pub(crate) fn next_mark(bytes: &[u8], from: usize, escapes: bool) -> Option<Mark> {
    let mut at = from;
    loop {
        let rest = bytes.get(at..)?;
        let found = if escapes { memchr2(0xEE, b'\\', rest) } else { memchr(0xEE, rest) }?;
        let start = at + found;
        if let Some(mark) = mark_at(bytes, start) {
            return Some(mark);
        }
        at = start + 1;
    }
}

/// Like [`next_mark`], for a place inside a marker: the next mark is a few bytes away, so testing
/// eight bytes in a word is cheaper than starting a vector search.
#[inline]
pub(crate) fn next_mark_near(bytes: &[u8], from: usize, escapes: bool) -> Option<Mark> {
    let mut at = from;
    while at < from + 32
        && let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>)
    {
        let word = u64::from_le_bytes(*word);
        let escape = if escapes { first_equal(word, b'\\') } else { 8 };
        let first = first_equal(word, 0xEE).min(escape);
        at += first;
        if first < 8 {
            if let Some(mark) = mark_at(bytes, at) {
                return Some(mark);
            }
            at += 1;
        }
    }
    next_mark(bytes, at, escapes)
}

/// Returns the index of the first of the eight bytes of a word, lowest first, that equals `byte`; 8
/// if none does.
#[inline]
const fn first_equal(word: u64, byte: u8) -> usize {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = LOWEST << 7;
    let zero_where_equal = word ^ u64::from_le_bytes([byte; 8]);
    // Exact for the lowest hit; a borrow can make false ones only above it.
    let hits = zero_where_equal.wrapping_sub(LOWEST) & !zero_where_equal & HIGHEST;
    (hits.trailing_zeros() / 8) as usize
}

/// Returns the place at the end of `bytes` that may become an opening once more bytes arrive; the
/// length of `bytes` if there is none.
pub(crate) fn undecided(bytes: &[u8], escapes: bool) -> usize {
    let len = bytes.len();
    for start in len.saturating_sub(MAX_LENGTH - 1)..len {
        let tail = bytes.get(start..).unwrap_or_default();
        let begins_character = b"\xEE\x88".starts_with(tail);
        let begins_escape = escapes
            && tail
                .iter()
                .zip(br"\ue200")
                .all(|(byte, wanted)| byte == wanted || (*wanted == b'e' && *byte == b'E'));
        if begins_character || begins_escape {
            return start;
        }
    }
    len
}

/// True if a mark of this length is written as an escape.
pub(crate) const fn is_escape(span: Span) -> bool {
    span.len() == MAX_LENGTH
}

#[inline]
fn mark_at(bytes: &[u8], start: usize) -> Option<Mark> {
    let (kind, len) = match bytes.get(start..)? {
        [0xEE, 0x88, last, ..] => (character(*last)?, 3),
        [b'\\', b'u', b'e' | b'E', b'2', b'0', last, ..] => (escape(*last)?, MAX_LENGTH),
        _ => return None,
    };
    Some(Mark { kind, span: Span::new(start, start + len) })
}

const fn character(last: u8) -> Option<MarkKind> {
    match last {
        0x80 => Some(MarkKind::Open),
        0x81 => Some(MarkKind::Close),
        0x82 => Some(MarkKind::Separator),
        0x8B => Some(MarkKind::ListClose),
        _ => None,
    }
}

const fn escape(last: u8) -> Option<MarkKind> {
    match last {
        b'0' => Some(MarkKind::Open),
        b'1' => Some(MarkKind::Close),
        b'2' => Some(MarkKind::Separator),
        b'b' | b'B' => Some(MarkKind::ListClose),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::dialects::shared::markers::marks::{MarkKind, next_mark, next_mark_near, undecided};

    #[test]
    fn both_spellings_in_any_case() {
        let text = "a\u{e200}\\uE202\\ue201\\ue2ff\u{e20b}";
        let mut at = 0;
        let mut kinds = Vec::new();
        while let Some(mark) = next_mark(text.as_bytes(), at, true) {
            kinds.push(mark.kind);
            at = mark.span.end;
        }
        let expected = [MarkKind::Open, MarkKind::Separator, MarkKind::Close, MarkKind::ListClose];
        assert_eq!(kinds, expected);
        assert!(next_mark(br"\ue200", 0, false).is_none());
    }

    #[test]
    fn near_marks_are_found_like_all_others() {
        let text = "ab\u{ee00}\\\\ue20\u{e202}cdefghijklmnopqrstuvwxyz0123456789\\ue201x\u{e200}";
        for escapes in [false, true] {
            for from in 0..=text.len() {
                let near = next_mark_near(text.as_bytes(), from, escapes).map(|mark| mark.span);
                let any = next_mark(text.as_bytes(), from, escapes).map(|mark| mark.span);
                assert_eq!(near, any, "{from}");
            }
        }
    }

    #[test]
    fn only_the_start_of_an_opening_is_held() {
        assert_eq!(undecided(b"abc", true), 3);
        assert_eq!(undecided(b"abc\xEE", true), 3);
        assert_eq!(undecided(b"abc\xEE\x88", true), 3);
        assert_eq!(undecided(br"abc\uE20", true), 3);
        assert_eq!(undecided(br"abc\uE20", false), 8);
        assert_eq!(undecided(br"abc\n", true), 5);
        assert_eq!(undecided(br"\\", true), 1);
    }
}
