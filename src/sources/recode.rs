//! Texts in encodings other than UTF-8: UTF-16 by its byte order mark; Windows-1252, which includes
//! Latin-1, by its look; web pages by their declaration. All have line ends at the same places as
//! in UTF-8, so lines keep their numbers. Other eight-bit encodings look alike and are not guessed.

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The largest text that is recoded, in bytes: it is held in memory. 64 MiB.
pub(super) const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// An encoding that is not UTF-8.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// Returns the encoding of a text that begins with `head` (`whole`: that is all of it); `None`
    /// for UTF-8, for anything but text, and if it is uncertain.
    pub(super) fn of(head: &[u8], whole: bool) -> Option<Self> {
        for (mark, encoding) in [(b"\xFF\xFE", UTF_16LE), (b"\xFE\xFF", UTF_16BE)] {
            if head.starts_with(mark) {
                let even = head.get(..head.len() / 2 * 2).unwrap_or_default();
                let (text, _) = encoding.decode_with_bom_removal(even);
                // The head may end inside a pair of surrogates.
                let text = text.strip_suffix('\u{fffd}').filter(|_| !whole).unwrap_or(&text);
                return (!text.contains(['\0', '\u{fffd}'])).then_some(Self(encoding));
            }
        }
        let bad = std::str::from_utf8(head).is_err_and(|it| it.error_len().is_some() || whole);
        (bad && is_western(head)).then_some(Self(WINDOWS_1252))
    }

    /// Returns the encoding of a web page that declares the one called `declared`, as browsers find
    /// it: by a byte order mark, by the declaration, else UTF-8 if it is valid, else Windows-1252.
    /// `None` for UTF-8.
    pub(super) fn of_page(page: &[u8], declared: Option<&[u8]>) -> Option<Self> {
        let marked = encoding_rs::Encoding::for_bom(page).map(|(marked, _)| marked);
        let declared = declared.and_then(encoding_rs::Encoding::for_label);
        // A declaration that can be read byte by byte is not in UTF-16.
        let declared = declared.filter(|it| *it != UTF_16LE && *it != UTF_16BE);
        let looks = || if std::str::from_utf8(page).is_ok() { UTF_8 } else { WINDOWS_1252 };
        let found = marked.or(declared).unwrap_or_else(looks);
        (found != UTF_8).then_some(Self(found))
    }

    /// Returns the one that is called `label`, by any of the names in the Encoding Standard.
    pub(super) fn labelled(label: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Self)
    }

    /// Returns its name in the Encoding Standard.
    pub(super) fn label(self) -> &'static str {
        self.0.name()
    }

    /// Returns its name for people.
    pub(super) fn name(self) -> &'static str {
        match self.0 {
            it if it == UTF_16LE => "UTF-16 LE",
            it if it == UTF_16BE => "UTF-16 BE",
            it if it == WINDOWS_1252 => "Windows-1252",
            other => other.name(),
        }
    }

    /// True if the ASCII part can be read without recoding.
    pub(super) fn holds_ascii(self) -> bool {
        self.0.is_ascii_compatible()
    }

    /// Returns the text of `bytes`, without a byte order mark.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_with_bom_removal(bytes).0.into_owned()
    }

    /// Describes why nothing can be shown of a text that is too large to be recoded and not
    /// [ASCII](Self::holds_ascii) in part, as the end of a message.
    pub(super) fn not_shown(self) -> String {
        let most = MAX_BYTES / (1024 * 1024);
        format!("it is {} and larger than {most} MiB; give it in UTF-8", self.name())
    }

    /// Describes a text that is too large to be recoded.
    pub(super) fn too_large(self) -> String {
        let most = MAX_BYTES / (1024 * 1024);
        format!(
            "{} and larger than {most} MiB, so characters other than ASCII are shown as U+FFFD",
            self.name()
        )
    }
}

/// Returns the text of `bytes` in Windows-1252, which includes Latin-1, if they are not UTF-8 and look
/// like a text in a Western language.
pub(crate) fn western_text(bytes: &[u8]) -> Option<String> {
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    (!is_utf8 && is_western(bytes)).then(|| Encoding(WINDOWS_1252).decode(bytes))
}

/// True if bytes that are not UTF-8 look like a text in a Western language: mostly ASCII letters,
/// with single eight-bit letters among them. A damaged UTF-8 text has more intact characters.
fn is_western(bytes: &[u8]) -> bool {
    let (mut faults, mut wide, mut high) = (0_usize, 0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        faults += usize::from(!chunk.invalid().is_empty());
        high += chunk.invalid().len();
        let marks = chunk.valid().bytes().filter(|byte| !byte.is_ascii());
        high += marks.clone().count();
        wide += marks.filter(|byte| byte & 0xC0 == 0xC0).count();
    }
    // Bytes without a meaning in it, and those that do not occur in text.
    let strange = |byte: &u8| matches!(byte, 0..=8 | 14..=26 | 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    faults > wide && high <= letters && !bytes.iter().any(strange)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], whole: bool) -> Option<(&'static str, String)> {
        Encoding::of(bytes, whole).map(|it| (it.name(), it.decode(bytes)))
    }

    #[test]
    fn encodings_are_recognised_by_their_bytes() {
        let one = Some(("Windows-1252", "Gebühr: 5 €\r\n".to_owned()));
        assert_eq!(read(b"Geb\xFChr: 5 \x80\r\n", true), one);
        assert_eq!(read(b"caf\xE9", true), Some(("Windows-1252", "café".to_owned())));
        let little = [0xFF, 0xFE, b'a', 0, 0xE9, 0, b'\n', 0];
        assert_eq!(read(&little, true), Some(("UTF-16 LE", "aé\n".to_owned())));
        let big = [0xFE, 0xFF, 0, b'a', 0xD8, 0x3D, 0xDE, 0x00];
        assert_eq!(read(&big, true), Some(("UTF-16 BE", "a😀".to_owned())));
        assert!(
            Encoding::of(&big[..6], false).is_some() && Encoding::of(&big[..6], true).is_none()
        );
    }

    #[test]
    fn what_is_no_such_text_is_left_alone() {
        let sjis = b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8A\x45";
        let cyrillic = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0 ok";
        let damaged = "größer, schöner \u{e9}".as_bytes();
        let damaged = [damaged, b" \xFF more"].concat();
        for bytes in [
            b"plain".as_slice(),
            "é".as_bytes(),
            sjis,
            cyrillic,
            &damaged,
            b"\xFF\xFE\0\0",
            b"nul\0 \xE9 text",
        ] {
            assert!(read(bytes, true).is_none(), "{}", String::from_utf8_lossy(bytes));
        }
        // A character that the head cuts is none that is broken.
        assert!(read(b"caf\xC3", false).is_none());
    }
}
