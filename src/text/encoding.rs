//! Recognition of input that is not UTF-8 text.

/// Number of bytes of an input that are examined.
const LOOK_BYTES: usize = 8 * 1024;

/// Bytes that hold no text, or text in a way we do not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// UTF-16, by its byte order mark or by its many NULs.
    Utf16,
    /// Not text: NULs, and bytes that are not UTF-8.
    Binary,
}

impl Foreign {
    /// Returns the format of `bytes`, or their beginning, if they cannot be read as text. A few
    /// NULs or bad bytes in a text do not matter: they are shown as such.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..LOOK_BYTES).unwrap_or(bytes);
        if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
            return Some(Self::Utf16);
        }
        let nuls = memchr::memchr_iter(0, head).count();
        // The head may end inside a character, which is an error of another kind.
        let bad = std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some());
        if nuls > 0 && bad {
            Some(Self::Binary)
        } else if nuls * 3 > head.len() {
            Some(Self::Utf16)
        } else {
            None
        }
    }

    /// Describes it for an error.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Utf16 => "it is UTF-16 without a byte order mark, or damaged",
            Self::Binary => "it is a binary file",
        }
    }

    /// Returns advice.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Utf16 => "`iconv -f UTF-16 -t UTF-8` converts it",
            Self::Binary => "give a text version of it",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_and_binaries_differ_from_text_with_faults() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        assert_eq!(Foreign::of(&utf16("\u{feff}漢字")), Some(Foreign::Utf16));
        assert_eq!(Foreign::of(&utf16("plain words")), Some(Foreign::Utf16));
        assert_eq!(Foreign::of(b"\x7fELF\x02\0\0\0\xFF\xFE"), Some(Foreign::Binary));
        for text in [b"".as_slice(), b"words", b"a \0 among words", b"caf\xE9", b"caf\xC3"] {
            assert_eq!(Foreign::of(text), None);
        }
    }
}
