//! Characters in a text that a reader does not see or that deceive one.
//!
//! Meant are controls, bidirectional controls, characters without width or ink (fillers, joiners of
//! scripts that are not there), interlinear annotation, tags and the variation selectors that
//! letters are smuggled in. What is spelling is not: joiners and selectors in emoji
//! and in the scripts that need them, direction marks in a text that is written from right to left,
//! zero-width spaces in the scripts that write no blanks, a byte order mark at the start. Soft
//! hyphens, private use (icons, markers) and no-break spaces are harmless.

use super::Span;
use super::safe::pieces;

/// A hidden character, or a run of tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// Bytes of the text.
    pub span: Span,
    /// Its visible token, such as `⟨RLO⟩`.
    pub shown: String,
}

/// The hidden characters of `text`, in order.
///
/// Time is linear; a text without any costs one look at each byte.
pub fn hidden(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut right_to_left = None;
    while let Some(next) = bytes.get(at..).and_then(|rest| {
        rest.iter().position(|byte| MAY_BEGIN.get(usize::from(*byte)) == Some(&true))
    }) {
        at += next;
        if !text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_meant) {
            at += 1;
            continue;
        }
        // Whether it is spelling depends on its neighbours: the whole line is looked at.
        let before = bytes.get(..at).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let rest = bytes.get(at..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(text.len(), |end| at + end);
        let line = text.get(start..end).unwrap_or_default();
        for piece in pieces(line).filter(|piece| piece.token) {
            let Some(c) = piece.original.chars().next().filter(|c| is_meant(*c)) else { continue };
            let from = start + piece.start;
            let marks_direction = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
            if from == 0 && c == '\u{feff}'
                || c == '\u{200b}' && parts_words(line.get(..piece.start).unwrap_or_default())
                || marks_direction
                    && *right_to_left.get_or_insert_with(|| text.chars().any(is_right_to_left))
            {
                continue;
            }
            let span = Span::new(from, from + piece.original.len());
            found.push(Hidden { span, shown: piece.shown.into_owned() });
        }
        at = end;
    }
    found
}

/// The answers of [`may_begin`] for each byte.
const MAY_BEGIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &mut [bool] = &mut table;
    let mut byte = 0_u8;
    while let [first, behind @ ..] = rest {
        *first = may_begin(byte);
        rest = behind;
        byte = byte.wrapping_add(1);
    }
    table
};

/// True if a hidden character may begin with this byte of UTF-8.
const fn may_begin(byte: u8) -> bool {
    // All of them lie in U+0000.., U+0080.., U+0340.., U+0600.., U+1000.., U+2000.., U+3000..,
    // U+F000.., U+10000.. and U+E0000...
    match byte {
        b'\t' | b'\n' | b'\r' | 0x0C => false,
        0..=0x1F | 0x7F | 0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF0 | 0xF3 => true,
        _ => false,
    }
}

const fn is_meant(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{c}' => false,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180d}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e01ef}' => true,
        _ => false,
    }
}

/// True if the text before a zero-width space is of a script that writes no blanks between words:
/// Thai, Lao, Tibetan, Myanmar, Khmer.
fn parts_words(before: &str) -> bool {
    let last = before.chars().next_back();
    last.is_some_and(
        |c| matches!(c, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'),
    )
}

/// A Hebrew, Arabic, Syriac, Thaana or N'Ko letter.
const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let all = hidden(text);
        all.iter().flat_map(|one| [one.span.start.to_string(), one.shown.clone()]).collect()
    }

    #[test]
    fn what_deceives_is_found() {
        assert_eq!(shown("a\u{202e}b\u{200b}\nc\u{1b}[0m\u{85}"), "1⟨RLO⟩5⟨ZWSP⟩10␛14⟨85⟩");
        assert_eq!(shown("\u{feff}a\u{feff}"), "4⟨BOM⟩");
        assert_eq!(shown("hi\u{e0048}\u{e0049}"), "2⟨TAG:HI⟩");
        assert_eq!(shown("x\u{200f}y \u{e0101}"), "1⟨RLM⟩6⟨VS18⟩");
        assert_eq!(shown("a\u{3164}b\u{34f}c\u{fffa}"), "1⟨U+3164⟩5⟨U+034F⟩8⟨U+FFFA⟩");
        assert_eq!(shown("日本\u{ffa0}語 x\u{1d173}"), "6⟨U+FFA0⟩14⟨U+1D173⟩");
    }

    #[test]
    fn what_spells_is_not() {
        for text in [
            "👩\u{200d}💻 ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "می\u{200c}خواهم",
            "שלום\u{200f}!",
            "ภาษา\u{200b}ไทย",
            "ᠮᠣᠩᠭ\u{180e}ᠠ 한글 𝄞 日本語",
            "a\u{ad}b\u{a0}c\u{e200}d\te\r\n\u{c}",
        ] {
            assert_eq!(shown(text), "", "{text}");
        }
    }
}
