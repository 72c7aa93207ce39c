//! The fields of a marker: ids, locators, and the blanks around them.
//!
//! The strict reading is the citation guide's: fields are trimmed, empty ones dropped, a locator
//! counts only in the last one, and everything else must be an id. Locators keep their spelling;
//! their numbers are checked separately, because the guide reads them in any case.

use crate::model::ProblemKind;
use crate::text::Span;

use crate::dialects::shared::markers::marker::{Ending, Marker};

/// Numbers with more digits are not line numbers.
pub(crate) const MAX_DIGITS: usize = 18;

/// The fields of one marker by the guide's rules; reused from marker to marker.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The fields that are ids, as bytes of the text.
    pub(crate) ids: Vec<Span>,
    /// The last field, if it is a locator.
    pub(crate) locator: Option<Span>,
    /// True if the guide's helpers take it for a citation.
    pub(crate) sound: bool,
    /// Its fault. A sound one may have a doubtful locator.
    pub(crate) problem: Option<ProblemKind>,
}

impl Reading {
    /// Reads the fields of `marker`, which is in `bytes`.
    pub(crate) fn read(&mut self, bytes: &[u8], marker: &Marker) {
        self.ids.clear();
        self.locator = None;
        let mut all_ids = true;
        for field in marker.fields.iter().skip(1) {
            if is_id(slice(bytes, *field)) {
                self.ids.push(*field);
                continue;
            }
            let part = trimmed(bytes, *field);
            if !part.is_empty() {
                all_ids &= is_id(slice(bytes, part));
                self.ids.push(part);
            }
        }
        let numbers = self.ids.last().and_then(|last| line_numbers(slice(bytes, *last)));
        if numbers.is_some() {
            self.locator = self.ids.pop();
        }
        if !all_ids {
            self.ids.retain(|part| is_id(slice(bytes, *part)));
        }
        let fault = match marker.ending {
            Ending::Unclosed => Some(ProblemKind::Unclosed),
            Ending::SecondOpening => Some(ProblemKind::SecondOpening),
            Ending::Closed if !all_ids => Some(ProblemKind::BadId),
            Ending::Closed if self.ids.is_empty() => Some(ProblemKind::NoId),
            Ending::Closed => None,
        };
        self.sound = fault.is_none();
        self.problem = fault.or_else(|| numbers.and_then(|(first, last)| doubt_about(first, last)));
    }
}

/// Returns the bytes of a span; empty if it is outside.
#[inline]
pub(crate) fn slice(bytes: &[u8], span: Span) -> &[u8] {
    bytes.get(span.start..span.end).unwrap_or_default()
}

/// True if it is an id by the guide: `[A-Za-z0-9_-]+`.
///
/// Tests sixteen bytes at a time in one vector register, because this is most of the work on a
/// marker.
#[inline]
pub(crate) fn is_id(field: &[u8]) -> bool {
    let (blocks, rest) = field.as_chunks::<16>();
    let mut last = [b'a'; 16];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    !field.is_empty() && blocks.iter().all(all_id_bytes) && all_id_bytes(&last)
}

fn all_id_bytes(block: &[u8; 16]) -> bool {
    block.iter().fold(0, |bad, byte| bad | u8::from(!is_id_byte(*byte))) == 0
}

/// True if the byte is allowed in an id; without branches, or [`is_id`] would test byte by byte.
#[inline]
pub(crate) fn is_id_byte(byte: u8) -> bool {
    let letter = u8::from((byte | 0x20).wrapping_sub(b'a') < 26);
    let digit = u8::from(byte.wrapping_sub(b'0') < 10);
    letter | digit | u8::from(byte == b'_') | u8::from(byte == b'-') == 1
}

/// Returns the digits of a line locator, `L8` or `L8-L13`: first and last, the same for a single
/// line.
#[inline]
pub(crate) fn line_numbers(field: &[u8]) -> Option<(&[u8], &[u8])> {
    let (b'L', rest) = field.split_first()? else { return None };
    let (first, rest) = digits(rest)?;
    if rest.is_empty() {
        return Some((first, first));
    }
    let (last, rest) = digits(rest.strip_prefix(b"-L")?)?;
    rest.is_empty().then_some((first, last))
}

/// Returns the ASCII digits at the start of `bytes`, at least one, and the rest.
pub(crate) fn digits(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { None } else { bytes.split_at_checked(count) }
}

/// Returns the fault of the numbers of a range.
pub(crate) fn doubt_about(first: &[u8], last: &[u8]) -> Option<ProblemKind> {
    let (Some(first), Some(last)) = (number(first), number(last)) else {
        return Some(ProblemKind::TooManyDigits);
    };
    if first == 0 || last == 0 {
        Some(ProblemKind::LineZero)
    } else if last < first {
        Some(ProblemKind::ReversedRange)
    } else {
        None
    }
}

/// Returns the number that `digits` write; `None` for more than [`MAX_DIGITS`].
pub(crate) fn number(digits: &[u8]) -> Option<u64> {
    if digits.len() > MAX_DIGITS {
        return None;
    }
    Some(digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit.wrapping_sub(b'0'))))
}

/// Returns a span without the white space at its ends.
pub(crate) fn trimmed(bytes: &[u8], span: Span) -> Span {
    let mut start = span.start;
    let mut end = span.end;
    loop {
        let blank = blank_at(slice(bytes, Span::new(start, end)));
        if blank == 0 {
            break;
        }
        start += blank;
    }
    loop {
        let blank = blank_before(slice(bytes, Span::new(start, end)));
        if blank == 0 {
            return Span::new(start, end);
        }
        end -= blank;
    }
}

/// Returns the length of the white-space character at the beginning of `bytes`; 0 if there is none.
///
/// White space is Unicode's `White_Space`, tested by bytes because the text may not be UTF-8.
#[inline]
pub(crate) const fn blank_at(bytes: &[u8]) -> usize {
    match bytes {
        [0x09..=0x0D | b' ', ..] => 1,
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// As [`blank_at`], for the character that `bytes` end with.
#[inline]
const fn blank_before(bytes: &[u8]) -> usize {
    match bytes {
        [.., 0x09..=0x0D | b' '] => 1,
        [.., 0xC2, 0x85 | 0xA0] => 2,
        [.., 0xE1, 0x9A, 0x80]
        | [.., 0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF]
        | [.., 0xE2, 0x81, 0x9F]
        | [.., 0xE3, 0x80, 0x80] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::dialects::shared::markers::fields::{
        blank_at, blank_before, is_id_byte, line_numbers,
    };

    #[test]
    fn blanks_are_those_of_unicode() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let expected = if character.is_whitespace() { text.len() } else { 0 };
            assert_eq!(blank_at(text.as_bytes()), expected, "{character:?}");
            assert_eq!(blank_before(text.as_bytes()), expected, "{character:?}");
        }
    }

    #[test]
    fn id_bytes_are_those_of_the_guide() {
        for byte in 0..=u8::MAX {
            let expected = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
            assert_eq!(is_id_byte(byte), expected, "{byte}");
        }
    }

    #[test]
    fn locators_are_exact() {
        assert_eq!(line_numbers(b"L8"), Some((&b"8"[..], &b"8"[..])));
        assert_eq!(line_numbers(b"L8-L13"), Some((&b"8"[..], &b"13"[..])));
        for other in ["", "L", "8", "l8", "L8-", "L8-13", "L8-L", "L8-L13x", "L\u{ff18}"] {
            assert_eq!(line_numbers(other.as_bytes()), None, "{other}");
        }
    }
}
