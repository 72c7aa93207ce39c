//! Characters that may not be shown literally, by Unicode property.
//!
//! The ranges are those of Unicode 16 as in the `regex` crate; a test compares the two over all
//! code points. They are written out because a `regex` with Unicode classes costs more at start-up
//! than everything else before the first screen.

/// The class of a character on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Shown as it is.
    Plain,
    /// C0, DEL, and characters that look like the program's tokens: the pictures of C0 and DEL, and
    /// `⟨`.
    Control,
    /// Bidi control or invisible character with a common short name.
    Named(&'static str),
    /// Variation selector, by its number from 1.
    Selector(u32),
    /// One of the tag characters that repeat printable ASCII, with the character it repeats.
    Tag(char),
    /// Shown by its code point only.
    Coded,
}

/// `Bidi_Control`, all twelve, and the invisible characters that have a name people know.
pub(super) const NAMES: [(char, &str); 18] = [
    ('\u{AD}', "SHY"),
    ('\u{61C}', "ALM"),
    ('\u{200B}', "ZWSP"),
    ('\u{200C}', "ZWNJ"),
    ('\u{200D}', "ZWJ"),
    ('\u{200E}', "LRM"),
    ('\u{200F}', "RLM"),
    ('\u{202A}', "LRE"),
    ('\u{202B}', "RLE"),
    ('\u{202C}', "PDF"),
    ('\u{202D}', "LRO"),
    ('\u{202E}', "RLO"),
    ('\u{2060}', "WJ"),
    ('\u{2066}', "LRI"),
    ('\u{2067}', "RLI"),
    ('\u{2068}', "FSI"),
    ('\u{2069}', "PDI"),
    ('\u{FEFF}', "BOM"),
];

/// Classifies one character without regard to its neighbours.
pub(super) fn class(c: char) -> Class {
    let code = u32::from(c);
    match code {
        0x20..=0x7E => Class::Plain,
        0..=0x1F | 0x7F | 0x2400..=0x241F | 0x2421 | 0x27E8 => Class::Control,
        0x80..=0x9F => Class::Coded,
        0xFE00..=0xFE0F => Class::Selector(code - 0xFE00 + 1),
        0xE0100..=0xE01EF => Class::Selector(code - 0xE0100 + 17),
        0xE0020..=0xE007E => char::from_u32(code - 0xE0000).map_or(Class::Coded, Class::Tag),
        _ if is_hidden(code) => match NAMES.iter().find(|(named, _)| *named == c) {
            Some((_, name)) => Class::Named(name),
            None => Class::Coded,
        },
        _ => Class::Plain,
    }
}

/// True if a character drives a terminal, turns text round, cannot be seen, or means nothing in
/// public: Cc, `Default_Ignorable_Code_Point` (which holds `Bidi_Control`, tags and variation
/// selectors), line and paragraph separator, interlinear annotation, `Noncharacter_Code_Point`, Co.
pub(super) fn is_unsafe(c: char) -> bool {
    let code = u32::from(c);
    matches!(code, 0..=0x1F | 0x7F..=0x9F) || is_hidden(code)
}

/// True if a character drives a terminal or turns text round. Tabs and line ends are parts of a text.
pub fn drives_terminal(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r') || is_bidi_control(c)
}

/// True for `Bidi_Control`.
const fn is_bidi_control(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// True for [`is_unsafe`] without Cc.
fn is_hidden(code: u32) -> bool {
    matches!(
        code,
        // Default_Ignorable_Code_Point
        0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
            | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F
            | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFF8 | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A
            | 0xE0000..=0xE0FFF
            // Zl, Zp and the interlinear annotation characters
            | 0x2028..=0x2029 | 0xFFF9..=0xFFFB
            // Co
            | 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD
            // Noncharacter_Code_Point below U+FFFE
            | 0xFDD0..=0xFDEF
    ) || code & 0xFFFE == 0xFFFE
}

/// True for `Extended_Pictographic`: characters of emoji sequences.
pub(super) fn is_pictographic(c: char) -> bool {
    matches!(
        u32::from(c),
        0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122 | 0x2139 | 0x2194..=0x2199 | 0x21A9..=0x21AA
            | 0x231A..=0x231B | 0x2328 | 0x2388 | 0x23CF | 0x23E9..=0x23F3 | 0x23F8..=0x23FA
            | 0x24C2 | 0x25AA..=0x25AB | 0x25B6 | 0x25C0 | 0x25FB..=0x25FE | 0x2600..=0x2605
            | 0x2607..=0x2612 | 0x2614..=0x2685 | 0x2690..=0x2705 | 0x2708..=0x2712 | 0x2714
            | 0x2716 | 0x271D | 0x2721 | 0x2728 | 0x2733..=0x2734 | 0x2744 | 0x2747 | 0x274C
            | 0x274E | 0x2753..=0x2755 | 0x2757 | 0x2763..=0x2767 | 0x2795..=0x2797 | 0x27A1
            | 0x27B0 | 0x27BF | 0x2934..=0x2935 | 0x2B05..=0x2B07 | 0x2B1B..=0x2B1C | 0x2B50
            | 0x2B55 | 0x3030 | 0x303D | 0x3297 | 0x3299 | 0x1F000..=0x1F0FF
            | 0x1F10D..=0x1F10F | 0x1F12F | 0x1F16C..=0x1F171 | 0x1F17E..=0x1F17F | 0x1F18E
            | 0x1F191..=0x1F19A | 0x1F1AD..=0x1F1E5 | 0x1F201..=0x1F20F | 0x1F21A | 0x1F22F
            | 0x1F232..=0x1F23A | 0x1F23C..=0x1F23F | 0x1F249..=0x1F3FA | 0x1F400..=0x1F53D
            | 0x1F546..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F774..=0x1F77F | 0x1F7D5..=0x1F7FF
            | 0x1F80C..=0x1F80F | 0x1F848..=0x1F84F | 0x1F85A..=0x1F85F | 0x1F888..=0x1F88F
            | 0x1F8AE..=0x1F8FF | 0x1F90C..=0x1F93A | 0x1F93C..=0x1F945 | 0x1F947..=0x1FAFF
            | 0x1FC00..=0x1FFFD
    )
}

/// True for `Emoji_Modifier`: the skin tones.
pub(super) fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

/// True for a letter, mark or digit of a script whose shapes depend on neighbours, where ZWNJ and
/// ZWJ are spelling: blocks of Arabic, Syriac, N'Ko, Mandaic, the Indic scripts, Tibetan, Myanmar,
/// Khmer, Mongolian, Brahmi and related scripts, Adlam.
pub fn joins(c: char) -> bool {
    let block = matches!(
        u32::from(c),
        0x600..=0x74F | 0x750..=0x77F | 0x7C0..=0x7FF | 0x840..=0x8FF | 0x900..=0xDFF
            | 0xF00..=0xFFF | 0x1000..=0x109F | 0x1780..=0x18AF | 0x1A20..=0x1AAF | 0x1B00..=0x1BFF
            | 0x1CD0..=0x1CFF | 0xA800..=0xA82F | 0xA8E0..=0xA8FF | 0xA980..=0xA9FF
            | 0xAA60..=0xAA7F | 0xABC0..=0xABFF | 0xFB50..=0xFDCF | 0xFDF0..=0xFDFF
            | 0xFE70..=0xFEFC | 0x11000..=0x11FFF | 0x1E900..=0x1E95F
    );
    block && !is_unsafe(c) && (c.is_alphanumeric() || is_zero_width(c))
}

/// True for `Canonical_Combining_Class` 9 in the Indic scripts in daily use: the signs that cancel
/// a vowel. A joiner after one chooses the letter's form even at the end of a word (Malayalam
/// chillus).
pub(super) fn is_virama(c: char) -> bool {
    matches!(
        u32::from(c),
        0x94D
            | 0x9CD
            | 0xA4D
            | 0xACD
            | 0xB4D
            | 0xBCD
            | 0xC4D
            | 0xCCD
            | 0xD3B
            | 0xD3C
            | 0xD4D
            | 0xDCA
    )
}

/// Returns a Mongolian letter, whose free variation selectors are spelling.
pub(super) fn is_mongolian(c: char) -> bool {
    matches!(c, '\u{1820}'..='\u{18AA}')
}

/// True if a character takes no cell: a mark, which is only shown literally on a base.
pub(super) fn is_zero_width(c: char) -> bool {
    unicode_width::UnicodeWidthChar::width(c) == Some(0)
}

/// True for a letter that is a grapheme cluster by itself unless a mark follows: the common letters
/// and punctuation of Latin, Greek, Cyrillic, Chinese, Japanese and Korean. Only a fast path.
pub(super) fn stands_alone(c: char) -> bool {
    matches!(
        u32::from(c),
        0xA1..=0xA8 | 0xC0..=0x24F | 0x386..=0x3FF | 0x400..=0x482 | 0x48A..=0x52F
            | 0x2010..=0x2027 | 0x3001..=0x3020 | 0x3041..=0x3096 | 0x30A1..=0x30FE
            | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF01..=0xFF60
    )
}
