//! The visible tokens and the way back from them.

use std::fmt::Write;

use super::class::{Class, NAMES, class};

const OPEN: char = '⟨';
const CLOSE: char = '⟩';

/// Start of the pictures of C0; the picture of DEL does not follow its code.
const PICTURES: u32 = 0x2400;
const PICTURE_OF_DELETE: char = '␡';

/// The maximum number of characters between the brackets: `TAG:` and the tags of one token.
const MAX_NAME_LENGTH: usize = "TAG:".len() + TAGS_IN_TOKEN;

/// Maximum number of tag characters in one token.
pub(super) const TAGS_IN_TOKEN: usize = 24;

/// Tag characters are ASCII moved up by this much.
const TAGS: u32 = 0xE0000;

/// Appends the token of one character other than a tag.
pub(super) fn push(out: &mut String, c: char) {
    let code = u32::from(c);
    match class(c) {
        Class::Control if code < 0x20 => {
            out.extend(char::from_u32(PICTURES + code));
        }
        Class::Control if c == '\u{7F}' => out.push(PICTURE_OF_DELETE),
        Class::Named(name) => {
            out.push(OPEN);
            out.push_str(name);
            out.push(CLOSE);
        }
        Class::Selector(number) => format(out, format_args!("VS{number}")),
        Class::Coded if code < 0x100 => format(out, format_args!("{code:02X}")),
        Class::Plain | Class::Control | Class::Tag(_) | Class::Coded => {
            format(out, format_args!("U+{code:04X}"));
        }
    }
}

/// Appends the token of a run of tag characters, given as the ASCII they repeat.
pub(super) fn push_tags(out: &mut String, repeated: &str) {
    format(out, format_args!("TAG:{repeated}"));
}

fn format(out: &mut String, name: std::fmt::Arguments<'_>) {
    out.push(OPEN);
    // Writing to a string cannot fail.
    out.write_fmt(name).unwrap_or_default();
    out.push(CLOSE);
}

/// Returns the original of a shown text: tokens become their characters again.
///
/// `unescape(SafeText::new(text).as_str()) == text` for every text. A bracket `⟨` that opens no
/// token stays; it never occurs in a [`super::SafeText`].
pub fn unescape(shown: &str) -> String {
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown;
    while let Some(at) = rest.find(is_token_start) {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let mut chars = after.chars();
        let Some(first) = chars.next() else { break };
        rest = chars.as_str();
        if first == OPEN {
            match token_name(rest).and_then(|(name, rest)| Some((named(name)?, rest))) {
                Some((meant, after)) => {
                    text.push_str(&meant);
                    rest = after;
                }
                None => text.push(OPEN),
            }
        } else {
            text.extend(pictured(first));
        }
    }
    text.push_str(rest);
    text
}

/// Returns the name that ends at the next `⟩`, and the text after it; searches no further than the
/// longest name.
fn token_name(rest: &str) -> Option<(&str, &str)> {
    let (close, _) = rest.char_indices().take(MAX_NAME_LENGTH + 1).find(|(_, c)| *c == CLOSE)?;
    let (name, after) = rest.split_at_checked(close)?;
    Some((name, after.strip_prefix(CLOSE)?))
}

fn is_token_start(c: char) -> bool {
    c == OPEN || pictured(c).is_some()
}

fn pictured(c: char) -> Option<char> {
    if c == PICTURE_OF_DELETE {
        return Some('\u{7F}');
    }
    u32::from(c).checked_sub(PICTURES).filter(|&code| code < 0x20).and_then(char::from_u32)
}

fn named(name: &str) -> Option<String> {
    if let Some(repeated) = name.strip_prefix("TAG:") {
        return repeated
            .chars()
            .map(|c| char::from_u32(TAGS + u32::from(c)).filter(|_| c.is_ascii()))
            .collect();
    }
    if let Some((c, _)) = NAMES.iter().find(|(_, known)| *known == name) {
        return Some(c.to_string());
    }
    let code = if let Some(number) = name.strip_prefix("VS") {
        match number.parse::<u32>().ok()? {
            number @ 1..=16 => 0xFE00 + number - 1,
            number @ 17..=256 => 0xE0100 + number - 17,
            _ => return None,
        }
    } else {
        u32::from_str_radix(name.strip_prefix("U+").unwrap_or(name), 16).ok()?
    };
    char::from_u32(code).map(String::from)
}
