//! JSON that is safe on a terminal as well.
//!
//! `serde_json` escapes U+0000 to U+001F only. DEL, C1, bidi controls, tags, invisible and
//! private-use characters are written as `\uXXXX` here: the same value to every reader.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::class::is_unsafe;

/// `json` with every character that [`super::SafeText`] would not show escaped.
///
/// `json` must be valid JSON: outside ASCII and DEL, raw characters then stand in strings only.
/// Line ends and blanks between values stay. Joiners within emoji are escaped as well.
pub fn json_safe(json: &str) -> Cow<'_, str> {
    let Some(first) = json.find(needs_escape) else { return Cow::Borrowed(json) };
    let (safe, rest) = json.split_at_checked(first).unwrap_or((json, ""));
    let mut out = String::with_capacity(json.len() + json.len() / 8);
    out.push_str(safe);
    for c in rest.chars() {
        if needs_escape(c) {
            // Writing to a string cannot fail.
            write_escape(&mut out, c).unwrap_or_default();
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Writes `text` as a JSON string with its quotes, escaped as by [`json_safe`].
///
/// # Errors
/// Those of `out`.
pub fn write_json_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.find(|c| matches!(c, '"' | '\\') || is_unsafe(c)) {
        let (plain, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.write_str(plain)?;
        let mut chars = behind.chars();
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
    out.write_str(rest)?;
    out.write_char('"')
}

/// The text between the quotes that [`write_json_string`] would write.
pub fn json_escape(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    // Writing to a string cannot fail.
    write_json_string(&mut quoted, text).unwrap_or_default();
    let body = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    body.unwrap_or_default().to_owned()
}

fn needs_escape(c: char) -> bool {
    !matches!(c, '\0'..='~') && is_unsafe(c)
}

/// Characters past U+FFFF are written as their two surrogates, as JSON has it.
fn write_escape(out: &mut impl Write, c: char) -> fmt::Result {
    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
}
