//! JSON written straight into the output buffer, safe to look at in a terminal.
//!
//! Every character that is not plainly visible is escaped: controls, bidi controls, invisible and
//! tag characters, private use (a terminal may draw a marker's characters as icons). What a parser
//! reads back is the same.

/// Appends `bytes` as a JSON string; parts that are no UTF-8 become U+FFFD.
pub(super) fn push_string(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    push_text(out, bytes);
    out.push(b'"');
}

/// Appends what stands between the quotes of a JSON string.
pub(super) fn push_text(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest.iter().take_while(|byte| is_plain(**byte)).count();
        let (run, behind) = rest.split_at_checked(plain).unwrap_or((rest, &[]));
        out.extend_from_slice(run);
        rest = push_special(out, behind);
    }
}

/// Appends a number in decimal.
pub(super) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    for pair in digits.as_chunks_mut::<2>().0.iter_mut().rev() {
        // Two digits a division: numbers are most of a line that is not copied.
        let low = (number % 100).to_le_bytes()[0];
        number /= 100;
        *pair = [b'0' + low / 10, b'0' + low % 10];
        start -= if number == 0 && low < 10 { 1 } else { 2 };
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(start..).unwrap_or_default());
}

#[inline]
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

/// Appends the character that `bytes` begin with, and answers what follows it.
fn push_special<'t>(out: &mut Vec<u8>, bytes: &'t [u8]) -> &'t [u8] {
    let Some((first, rest)) = bytes.split_first() else { return bytes };
    if let [0xEE, 0x88, last @ 0x80..=0xBF, behind @ ..] = bytes {
        // The marks of markers, by far the most frequent.
        push_unit(out, 0xE200 + u16::from(last & 0x3F));
        return behind;
    }
    match first {
        b'"' | b'\\' => out.extend_from_slice(&[b'\\', *first]),
        b'\n' => out.extend_from_slice(b"\\n"),
        b'\r' => out.extend_from_slice(b"\\r"),
        b'\t' => out.extend_from_slice(b"\\t"),
        0..=0x7F => push_unit(out, u16::from(*first)),
        _ => {
            let Some(character) = first_character(bytes) else {
                out.extend_from_slice("\u{fffd}".as_bytes());
                return behind_broken(rest);
            };
            if is_hidden(character) {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    push_unit(out, *unit);
                }
            } else {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            return bytes.get(character.len_utf8()..).unwrap_or_default();
        }
    }
    rest
}

fn first_character(bytes: &[u8]) -> Option<char> {
    let len = match bytes.first()? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    };
    std::str::from_utf8(bytes.get(..len)?).ok()?.chars().next()
}

/// What follows a byte that begins no character: the bytes that would have continued one belong to
/// the same U+FFFD.
fn behind_broken(rest: &[u8]) -> &[u8] {
    let count = rest.iter().take(2).take_while(|byte| **byte & 0xC0 == 0x80).count();
    rest.get(count..).unwrap_or_default()
}

fn push_unit(out: &mut Vec<u8>, unit: u16) {
    let digit = |shift: u32| match unit.unbounded_shr(shift).to_le_bytes()[0] & 0xF {
        value @ 0..=9 => b'0' + value,
        value => b'a' + value - 10,
    };
    out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

/// Whether a character beyond ASCII is invisible, a control, or without a shape of its own.
const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::{push_number, push_string};

    #[test]
    fn every_character_comes_back_and_none_is_dangerous() {
        for character in '\0'..=char::MAX {
            let text = format!("a{character}b");
            let mut out = Vec::new();
            push_string(&mut out, text.as_bytes());
            let json = String::from_utf8(out).unwrap();
            assert!(!json.contains(char::is_control), "{character:?}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }

    #[test]
    fn broken_utf8_becomes_the_replacement_character() {
        let mut out = Vec::new();
        push_string(&mut out, b"a\xFFb\xE6\xBC\"\xF0\x9F\x98");
        assert_eq!(String::from_utf8(out).unwrap(), "\"a\u{fffd}b\u{fffd}\\\"\u{fffd}\"");
    }

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 9, 10, 1_234_567_890, u64::MAX] {
            let mut out = Vec::new();
            push_number(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }
}
