//! Characters in a text that a reader does not see or that deceive one.
//!
//! They are decided by Unicode property: controls, `Default_Ignorable_Code_Point` (bidirectional
//! controls, characters without width, fillers, tags, variation selectors, soft hyphens), line and
//! paragraph separators, interlinear annotation, and the blank Braille pattern. What is spelling is
//! ordinary: joiners and selectors in emoji and in the scripts that need them, direction marks in a
//! text that is written from right to left, zero-width spaces in the scripts that write no blanks,
//! registered variants of ideographs, variants of mathematical signs and of CJK punctuation, fillers in syllables of old
//! Korean, embeddings from right to left that hold only such words, a soft hyphen outside a word, a
//! byte order mark at the start. Private use
//! (icons, markers) and no-break spaces are harmless.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::char::is_combining_mark;

use super::Span;
use super::safe::{SafeText, joins, pieces};

/// A hidden character, or a run of tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// Bytes of the text.
    pub span: Span,
    /// Its visible token, such as `⟨RLO⟩`.
    pub shown: String,
}

/// Returns the hidden characters of `text`, in order.
///
/// Time is linear; a text without any costs one look at each byte.
pub fn hidden(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut right_to_left = None;
    let mut variants = Variants::default();
    while let Some(next) = bytes.get(at..).and_then(|rest| {
        rest.iter().position(|byte| MAY_BEGIN.get(usize::from(*byte)) == Some(&true))
    }) {
        at += next;
        if !text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_meant) {
            at += 1;
            continue;
        }
        // Its neighbours decide if it is part of the spelling, so the whole line is read.
        let before = bytes.get(..at).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let rest = bytes.get(at..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(text.len(), |end| at + end);
        let line = text.get(start..end).unwrap_or_default();
        let embedded = embedded(line);
        for piece in pieces(line) {
            let Some(c) = piece.original.chars().next().filter(|c| is_meant(*c)) else { continue };
            let is_braille_blank = c == BRAILLE_BLANK;
            let from = start + piece.start;
            if !(piece.token || is_braille_blank) || from == 0 && c == '\u{feff}' {
                continue;
            }
            let before = line.get(..piece.start).and_then(|text| text.chars().next_back());
            let after = line.get(piece.start + piece.original.len()..);
            let after = after.and_then(|text| text.chars().next());
            let marks_direction = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
            let is_ordinary = is_spelled(c, before, after)
                || embedded.binary_search(&piece.start).is_ok()
                || marks_direction
                    && *right_to_left.get_or_insert_with(|| text.chars().any(is_right_to_left));
            let span = Span::new(from, from + piece.original.len());
            if let Some(before) = before.filter(|before| is_ordinary && is_ideograph(*before)) {
                variants.add(before, c, span);
            }
            if is_ordinary {
                continue;
            }
            let shown = if is_braille_blank {
                "\u{27e8}U+2800\u{27e9}".to_owned()
            } else {
                piece.shown.into_owned()
            };
            found.push(Hidden { span, shown });
        }
        at = end;
    }
    if variants.are_message() {
        found.extend(variants.hidden());
        found.sort_by_key(|one| one.span.start);
    }
    found
}

/// The maximum number of different selectors of ideographs in a text, and of ideographs that have one
/// selector here and another there. Names and old prints need few, the bytes of a message many.
const MAX_SELECTORS: usize = 8;
const MAX_UNSTEADY: usize = 3;

/// The selectors of a text that choose variants of ideographs.
#[derive(Default)]
struct Variants {
    by_ideograph: BTreeMap<char, BTreeSet<char>>,
    places: Vec<(char, Span)>,
}

impl Variants {
    fn add(&mut self, ideograph: char, selector: char, place: Span) {
        self.by_ideograph.entry(ideograph).or_default().insert(selector);
        self.places.push((selector, place));
    }

    /// True if they are too many for a text in which each chooses how an ideograph looks.
    fn are_message(&self) -> bool {
        let selectors: BTreeSet<char> = self.by_ideograph.values().flatten().copied().collect();
        let unsteady = self.by_ideograph.values().filter(|selectors| selectors.len() > 1).count();
        selectors.len() > MAX_SELECTORS || unsteady > MAX_UNSTEADY
    }

    fn hidden(&self) -> impl Iterator<Item = Hidden> {
        self.places.iter().map(|(selector, span)| {
            let shown = SafeText::new(selector.encode_utf8(&mut [0; 4])).into_string();
            Hidden { span: *span, shown }
        })
    }
}

/// The answers of [`may_begin`] for each byte.
const MAY_BEGIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &mut [bool] = &mut table;
    let mut byte = 0_u8;
    while let [first, after @ ..] = rest {
        *first = may_begin(byte);
        rest = after;
        byte = byte.wrapping_add(1);
    }
    table
};

/// True if a hidden character may begin with this byte of UTF-8.
const fn may_begin(byte: u8) -> bool {
    // All of them are in U+0000.., U+0080.., U+0340.., U+0600.., U+1000.., U+2000.., U+3000..,
    // U+F000.., U+10000.. and U+E0000...
    match byte {
        b'\t' | b'\n' | b'\r' | 0x0C => false,
        0..=0x1F | 0x7F | 0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF0 | 0xF3 => true,
        _ => false,
    }
}

/// A Braille pattern without dots: wide, and without ink.
const BRAILLE_BLANK: char = '\u{2800}';

/// True for the characters that a reader cannot see, whatever their neighbours.
const fn is_meant(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{c}' => false,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{2028}'..='\u{2029}'
        | '\u{fff9}'..='\u{fffb}'
        | BRAILLE_BLANK => true,
        _ => is_default_ignorable(c),
    }
}

/// True for `Default_Ignorable_Code_Point` of Unicode 16, written out because a `regex` with the
/// class costs more at start-up; a test compares the two.
const fn is_default_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// True if `c` is part of how its neighbours are written.
fn is_spelled(c: char, before: Option<char>, after: Option<char>) -> bool {
    let beside = |is: fn(char) -> bool| before.is_some_and(is) || after.is_some_and(is);
    match c {
        '\u{ad}' => !before.is_some_and(|c| c.is_alphanumeric() || is_combining_mark(c)),
        '\u{200b}' => beside(is_written_without_blanks),
        '\u{17b4}'..='\u{17b5}' => before.is_some_and(|c| matches!(c, '\u{1780}'..='\u{17ff}')),
        '\u{180e}' => {
            before.is_some_and(|c| matches!(c, '\u{1820}'..='\u{18aa}' | '\u{180b}'..='\u{180d}'))
        }
        // Typists leave a joiner at the end of a word too; several in a row can hide a text.
        '\u{200c}' | '\u{200d}' => {
            before.is_some_and(joins)
                && !after.is_some_and(|c| matches!(c, '\u{200b}'..='\u{200d}'))
        }
        '\u{fe00}' => before.is_some_and(|c| is_ideograph(c) || has_variant(c)),
        // No variant of an ideograph is registered with another one, in `StandardizedVariation.txt`
        // and the Ideographic Variation Database.
        '\u{fe01}'..='\u{fe02}' | '\u{e0100}'..='\u{e011f}' => before.is_some_and(is_ideograph),
        // Fillers of a syllable of old Korean that lacks its first consonant or its vowel.
        '\u{115f}' => after.is_some_and(|c| matches!(c, '\u{1161}'..='\u{11a7}')),
        '\u{1160}' => before.is_some_and(|c| matches!(c, '\u{1100}'..='\u{115e}')),
        BRAILLE_BLANK => beside(|c| matches!(c, '\u{2801}'..='\u{28ff}')),
        _ => false,
    }
}

/// True for the scripts that write no blanks between words: Thai, Lao, Tibetan, Myanmar, Khmer, Tai,
/// Buginese, Balinese, Javanese and their kin.
fn is_written_without_blanks(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{1950}'..='\u{19ff}' | '\u{1a00}'..='\u{1aaf}' | '\u{1b00}'..='\u{1bff}'
        | '\u{a980}'..='\u{a9ff}' | '\u{aa60}'..='\u{aadf}')
}

/// True for Chinese ideographs, whose variants are chosen by selectors.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// True for the signs of which `StandardizedVariation.txt` has a variant with the first selector:
/// mathematical operators and CJK punctuation. A digit with one may be a watermark.
const fn has_variant(c: char) -> bool {
    matches!(
        c,
        '\u{2205}'
            | '\u{2229}'..='\u{222a}'
            | '\u{2268}'..='\u{2269}'
            | '\u{2272}'..='\u{2273}'
            | '\u{228a}'..='\u{228b}'
            | '\u{2293}'..='\u{2295}'
            | '\u{2297}'
            | '\u{229c}'
            | '\u{22da}'..='\u{22db}'
            | '\u{2a3c}'..='\u{2a3d}'
            | '\u{2a9d}'..='\u{2a9e}'
            | '\u{2aac}'..='\u{2aad}'
            | '\u{2acb}'..='\u{2acc}'
            | '\u{3001}'..='\u{3002}'
            | '\u{ff01}'
            | '\u{ff0c}'
            | '\u{ff0e}'
            | '\u{ff1a}'..='\u{ff1b}'
            | '\u{ff1f}'
    )
}

/// Returns the bytes of a line at which controls begin and end an embedding from right to left that
/// holds words of such a script and no others; in order. It changes the order of nothing.
fn embedded(line: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char, bool)> = None;
    for (at, c) in line.char_indices() {
        match (c, open) {
            ('\u{202b}', None) => open = Some((at, '\u{202c}', false)),
            ('\u{2067}', None) => open = Some((at, '\u{2069}', false)),
            (_, Some((begin, close, has_words))) if c == close => {
                if has_words {
                    found.extend([begin, at]);
                }
                open = None;
            }
            (_, Some((begin, close, _))) if is_right_to_left(c) => {
                open = Some((begin, close, true));
            }
            (_, Some(_)) if c.is_alphabetic() || is_default_ignorable(c) => open = None,
            _ => {}
        }
    }
    found
}

/// Returns a Hebrew, Arabic, Syriac, Thaana or N'Ko letter.
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
        assert_eq!(
            shown("خ\u{200c}\u{200c}\u{200d}\u{200c} a\u{200c}b"),
            "2⟨ZWNJ⟩5⟨ZWNJ⟩8⟨ZWJ⟩11⟨ZWNJ⟩16⟨ZWNJ⟩"
        );
        assert_eq!(shown("a\u{3164}b\u{34f}c\u{fffa}"), "1⟨U+3164⟩5⟨U+034F⟩8⟨U+FFFA⟩");
        assert_eq!(shown("日本\u{ffa0}語 x\u{1d173}"), "6⟨U+FFA0⟩14⟨U+1D173⟩");
    }

    #[test]
    fn what_is_hidden_in_words_is_found() {
        assert_eq!(shown("pass\u{ad}word"), "4⟨SHY⟩");
        assert_eq!(shown("e\u{301}\u{ad}e"), "3⟨SHY⟩");
        assert_eq!(shown("word\u{ad} and word\u{ad}.\nword\u{ad}"), "4⟨SHY⟩15⟨SHY⟩23⟨SHY⟩");
        assert_eq!(shown("שלום \u{202b}abc\u{202c} \u{202b}ש"), "9⟨RLE⟩15⟨PDF⟩19⟨RLE⟩");
        assert_eq!(
            shown("a\u{2268}\u{fe00}\u{fe00} \u{1160}a\u{1160}"),
            "7⟨VS1⟩11⟨U+1160⟩15⟨U+1160⟩"
        );
        assert_eq!(shown("a\u{fe0f}b\u{e0100}"), "1⟨VS16⟩5⟨VS17⟩");
        assert_eq!(shown("a\u{180e}b\u{2028}c\u{2800}"), "1⟨U+180E⟩5⟨U+2028⟩9⟨U+2800⟩");
        assert_eq!(shown("a\u{e01f0}\u{e0fff}"), "1⟨U+E01F0⟩5⟨U+E0FFF⟩");
    }

    #[test]
    fn selectors_of_ideographs_are_found_where_they_choose_no_variant() {
        assert_eq!(
            shown("葛\u{fe03}城\u{fe0f}市\u{e0120}\u{e0100}"),
            "3⟨VS4⟩9⟨VS16⟩15⟨VS49⟩19⟨VS17⟩"
        );
        let code = |selectors: &[u32]| {
            let ideographs = "葛城市辻祇園飴鯖鱗榊".chars().cycle();
            let selectors = selectors.iter().map(|it| char::from_u32(0xe0100 + it).unwrap());
            ideographs.zip(selectors).flat_map(|(c, selector)| [c, selector]).collect::<String>()
        };
        assert_eq!(hidden(&code(&[0, 1, 2, 3, 4, 5, 6, 7, 8])).len(), 9);
        let bits: Vec<u32> = b"Hello!"
            .iter()
            .flat_map(|it| (0..8).map(move |at| u32::from(*it) >> at & 1))
            .collect();
        assert_eq!(hidden(&code(&bits)).len(), bits.len());
        assert_eq!(shown(&code(&[0; 50])), "");
        assert_eq!(shown(&code(&[0, 1, 2, 0, 0, 1, 3, 0, 1, 0])), "");
    }

    #[test]
    fn every_default_ignorable_between_letters_is_found() {
        let property = regex::Regex::new(r"^\p{Default_Ignorable_Code_Point}$").unwrap();
        for c in '\0'..=char::MAX {
            let is_one = property.is_match(c.encode_utf8(&mut [0; 4]));
            assert_eq!(is_default_ignorable(c), is_one, "{c:?}");
            if is_one {
                assert!(!hidden(&format!("a{c}b")).is_empty(), "{c:?}");
            }
        }
    }

    #[test]
    fn what_spells_is_not() {
        for text in [
            "👩\u{200d}💻 ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "می\u{200c}خواهم",
            "שלום\u{200f}!",
            "ภาษา\u{200b}ไทย",
            "ᠮᠣᠩᠭ\u{180e}ᠠ ᠢ\u{180b}\u{180e}ᠢ 한글 𝄞 日本語",
            "خانه\u{200c} ها، این\u{200c}. വില\u{d7d}\u{200d} ka",
            "ᨕᨗ\u{200b}ᨅᨙ ᬓᬶ\u{200b}ᬯ",
            "ភាសា\u{200b}ខ្មែរ x\u{200b}ខ្មែរ",
            "葛\u{e0100}城 ⠃\u{2800}⠁",
            "עברית \u{202b}שלום, 12!\u{202c} וגם \u{2067}עולם\u{2069}",
            "a \u{2268}\u{fe00} b \u{222a}\u{fe00} c、\u{fe00}",
            "\u{1100}\u{1160}\u{11a8} \u{115f}\u{1161}",
            "end-\u{ad} b\u{a0}c\u{e200}d\te\r\n\u{c}",
        ] {
            assert_eq!(shown(text), "", "{text}");
        }
    }
}
