//! JSON that is also safe on a terminal.
//!
//! `serde_json` escapes only U+0000 to U+001F. DEL, C1, bidi controls, tags, invisible and
//! private-use characters are written as `\uXXXX` here, which every reader takes for the same
//! value.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::class::is_unsafe;
use super::printable_ascii_len;

/// A Braille pattern without dots, which looks like a space.
const BRAILLE_BLANK: char = '\u{2800}';

/// Returns `json` with escapes for all characters that [`super::SafeText`] would not show.
///
/// `json` must be valid JSON, so that raw characters beyond ASCII, and DEL, occur only in strings.
/// Line ends and blanks between values stay. Joiners within emoji are escaped as well.
pub fn json_safe(json: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = json;
    while let Some((safe, special)) = find_escape(rest).and_then(|at| rest.split_at_checked(at)) {
        if out.is_empty() {
            out.reserve(json.len() + json.len() / 8);
        }
        out.push_str(safe);
        let mut special = special.chars();
        if let Some(c) = special.next() {
            // Writing to a string cannot fail.
            write_escape(&mut out, c).unwrap_or_default();
        }
        rest = special.as_str();
    }
    if out.is_empty() {
        return Cow::Borrowed(json);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the place of the first character that needs an escape.
fn find_escape(json: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += printable_ascii_len(json.as_bytes().get(at..)?);
        let mut others = json.get(at..)?.char_indices();
        let (after, c) = others.find(|(_, c)| needs_escape(*c) || (' '..='~').contains(c))?;
        at += after;
        if needs_escape(c) {
            return Some(at);
        }
    }
}

/// Writes `text` as a JSON string with its quotes, escaped as by [`json_safe`].
///
/// # Errors
/// Those of `out`.
pub fn write_json_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    write_body(out, text)?;
    out.write_char('"')
}

/// Appends the content of the JSON string for `bytes`, without quotes and escaped as by
/// [`json_safe`]; invalid UTF-8 becomes U+FFFD.
pub(crate) fn push_json_text(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let (plain, after) = split_where(rest, |byte| !stands_alone(byte));
        out.extend_from_slice(plain);
        let (special, after) = split_where(after, stands_alone);
        rest = after;
        for chunk in special.utf8_chunks() {
            // Writing to a vector cannot fail.
            write_body(&mut Bytes(out), chunk.valid()).unwrap_or_default();
            if !chunk.invalid().is_empty() {
                out.extend_from_slice("\u{FFFD}".as_bytes());
            }
        }
    }
}

/// A buffer of UTF-8, as `fmt` writes to it.
struct Bytes<'b>(&'b mut Vec<u8>);

impl Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

fn write_body(out: &mut impl Write, text: &str) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(in_escape) {
        let (plain, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.write_str(plain)?;
        let mut chars = after.chars();
        match chars.next() {
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some('\u{8}') => out.write_str("\\b")?,
            Some('\u{C}') => out.write_str("\\f")?,
            Some(c) => write_escape(out, c)?,
            None => {}
        }
        rest = chars.as_str();
    }
    out.write_str(rest)
}

fn needs_escape(c: char) -> bool {
    match c {
        '\0'..='~' => false,
        BRAILLE_BLANK => true,
        _ => is_unsafe(c),
    }
}

/// True if a character has to be escaped in a string. Most are ASCII letters, which do not.
#[inline]
fn in_escape(c: char) -> bool {
    match c {
        '"' | '\\' | '\0'..='\u{1f}' => true,
        _ => needs_escape(c),
    }
}

#[inline]
fn stands_alone(byte: u8) -> bool {
    byte.is_ascii() && !in_escape(byte.into())
}

/// Splits before the first byte that `ends`.
#[inline]
fn split_where(bytes: &[u8], ends: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let at = bytes.iter().take_while(|byte| !ends(**byte)).count();
    bytes.split_at_checked(at).unwrap_or((bytes, &[]))
}

/// Characters past U+FFFF are written as their two surrogates, as JSON has it.
fn write_escape(out: &mut impl Write, c: char) -> fmt::Result {
    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| {
        out.write_str("\\u")?;
        let digits = [12, 8, 4, 0].map(|shift| u32::from(unit >> shift) & 0xF);
        digits
            .iter()
            .filter_map(|digit| char::from_digit(*digit, 16))
            .try_for_each(|digit| out.write_char(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::{json_safe, push_json_text};

    fn json(bytes: &[u8]) -> String {
        let mut out = b"\"".to_vec();
        push_json_text(&mut out, bytes);
        out.push(b'"');
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_character_comes_back_and_none_is_dangerous() {
        for character in '\0'..=char::MAX {
            let text = format!("a{character}b");
            let json = json(text.as_bytes());
            assert!(!json.contains(char::is_control), "{character:?}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert_eq!(json_safe(&serde_json::to_string(&text).unwrap()), json);
        }
    }

    #[test]
    fn broken_utf8_becomes_the_replacement_character() {
        let json = json(b"a\xFFb\xE6\xBC\"\xF0\x9F\x98");
        assert_eq!(json, "\"a\u{fffd}b\u{fffd}\\\"\u{fffd}\"");
    }
}
