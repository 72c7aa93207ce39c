//! Decoding of an input's bytes: UTF-8, UTF-16 with its mark, Windows-1252.

use crate::sources::western_text;
use crate::text::prose::count;

/// Returns bytes as text; invalid UTF-8 becomes U+FFFD.
pub(super) fn from_utf8(bytes: Vec<u8>, notes: &mut Vec<String>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let chunks = error.as_bytes().utf8_chunks();
        let bad = chunks.filter(|chunk| !chunk.invalid().is_empty()).count();
        notes.push(format!("{} not UTF-8 and shown as U+FFFD", are(bad, "byte sequence")));
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    })
}

/// Returns the text of a response in Windows-1252 if it looks like one. JSON is in UTF-8, so bad bytes
/// in it are faults.
pub(super) fn from_western(bytes: &[u8], notes: &mut Vec<String>) -> Option<String> {
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    let text = western_text(bytes).filter(|_| !is_json)?;
    notes.push("read as Windows-1252".to_owned());
    Some(text)
}

/// Returns the text of UTF-16 with a byte order mark.
pub(super) fn from_utf16(bytes: &[u8], notes: &mut Vec<String>) -> Option<String> {
    let (rest, name, from): (_, _, fn([u8; 2]) -> u16) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, "UTF-16LE", u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => (rest, "UTF-16BE", u16::from_be_bytes),
        _ => return None,
    };
    let units = rest.chunks(2).map(|pair| match *pair {
        [first, second] => from([first, second]),
        _ => 0xfffd,
    });
    notes.push(format!("read as {name}"));
    Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

fn are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}
