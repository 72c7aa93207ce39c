//! Decimal digits of all scripts.

/// The zeros of scripts with digits of their own, sorted; the nine others follow each. The digits of mathematical
/// alphabets and of old computers are symbols.
const ZEROS: [u32; 61] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60, 0x16ac0,
    0x16b50, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950,
];

/// Returns the value of a digit.
pub fn value(c: char) -> Option<u8> {
    let c = match c {
        '0'..='9' => return u8::try_from(u32::from(c) - u32::from('0')).ok(),
        c if c.is_ascii() => return None,
        c => u32::from(c),
    };
    let before = ZEROS.partition_point(|zero| *zero <= c).checked_sub(1)?;
    let value = u8::try_from(c - ZEROS.get(before)?).ok()?;
    (value < 10).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_their_value() {
        assert!(ZEROS.is_sorted());
        let property = regex::Regex::new(r"^\p{Nd}$").unwrap();
        for zero in ZEROS.map(|zero| char::from_u32(zero).unwrap()) {
            assert!(property.is_match(zero.encode_utf8(&mut [0; 4])), "{zero:?}");
        }
        for (c, expected) in [
            ('7', Some(7)),
            ('\u{669}', Some(9)),
            ('\u{96d}', Some(7)),
            ('\u{ff10}', Some(0)),
            ('\u{66a}', None),
            ('\u{1d7ce}', None),
            ('\u{b2}', None),
            ('x', None),
        ] {
            assert_eq!(value(c), expected, "{c:?}");
        }
    }
}
