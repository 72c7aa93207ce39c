//! The only text that may reach a terminal or a report.
//!
//! Most of what the program shows was written by someone else: answers, documents, file names,
//! messages. [`SafeText`] replaces every character that could control a terminal or deceive the eye
//! by a visible token, and nothing else: the original can be restored from the result.
//!
//! | characters | shown as |
//! |---|---|
//! | C0 and DEL | their pictures: `␛`, `␉`, `␡` |
//! | C1 | `⟨9B⟩` |
//! | bidi controls, common invisible characters | `⟨RLO⟩`, `⟨ZWSP⟩`, `⟨SHY⟩` |
//! | variation selectors that select nothing | `⟨VS17⟩` |
//! | tags that repeat ASCII | `⟨TAG:hello⟩` |
//! | private use, noncharacters, separators, other ignorable ones, marks without a base | `⟨U+E200⟩` |
//! | `⟨` and the pictures themselves | `⟨U+27E8⟩`, `⟨U+241B⟩` |
//!
//! Joiners, selectors and tags that are part of the spelling (emoji, flags, keycaps, Persian, the
//! Indic scripts) stay. Homoglyphs are not detected, and unassigned characters are shown literally.

mod class;
mod token;
mod pieces;
mod json;

use std::borrow::Cow;
use std::fmt;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub use class::{drives_terminal, joins};
pub(crate) use json::push_json_text;
pub use json::{json_safe, write_json_string};
pub use token::unescape;

use crate::text::span::Span;
use pieces::Pieces;

/// Text in which every control, bidi control, invisible or private-use character is a visible
/// token.
///
/// It has no line breaks except those that [`SafeText::multiline`] keeps.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SafeText(String);

impl SafeText {
    /// Makes `text` safe to show on one line; line ends become `␊` and `␍`.
    pub fn new(text: &str) -> Self {
        Self::escape(text, LineEnds::Tokens)
    }

    /// Makes `text` safe to show on several lines: LF stays. A CR is a token, in a CRLF too, so
    /// that nothing is lost; remove the line ends first if they do not matter.
    pub fn multiline(text: &str) -> Self {
        Self::escape(text, LineEnds::Kept)
    }

    /// Returns the safe text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the safe text as a string, for a widget that needs to own it.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Returns the same with every character of `places` replaced by as many `x` as it has bytes;
    /// slashes and line ends stay.
    #[must_use]
    pub fn masked(&self, places: &[Span]) -> Self {
        Self(mask(&self.0, places))
    }

    /// Returns its grapheme clusters and tokens.
    pub fn units(&self) -> impl Iterator<Item = &str> {
        units(&self.0)
    }

    /// Returns the number of terminal cells it takes, drawn one grapheme cluster after another.
    pub fn width(&self) -> usize {
        if printable_ascii_len(self.0.as_bytes()) == self.0.len() {
            return self.0.len();
        }
        units(&self.0).map(UnicodeWidthStr::width).sum()
    }

    /// Returns at most `cells` cells of it: the rest is replaced by `…`, and neither a grapheme
    /// cluster nor a token is cut in two. Reads no further than necessary.
    #[must_use]
    pub fn truncated(&self, cells: usize) -> Self {
        // No ASCII character is wider than its byte.
        if self.0.len() <= cells && self.0.is_ascii() {
            return self.clone();
        }
        let mut width = 0;
        let mut end = 0;
        // The part that leaves room for the ellipsis.
        let mut kept = 0;
        for unit in units(&self.0) {
            width += unit.width();
            if width > cells {
                let mut text = self.0.get(..kept).unwrap_or_default().to_owned();
                text.extend((cells > 0).then_some('…'));
                return Self(text);
            }
            end += unit.len();
            if width < cells {
                kept = end;
            }
        }
        self.clone()
    }

    /// Returns the same with the middle left out instead of the end: names often differ at their ends.
    /// The name of a case within its file, after the last `#`, stays whole if it fits.
    #[must_use]
    pub fn shortened(&self, cells: usize) -> Self {
        /// In fewer cells there is no room for both ends.
        const MIN_CELLS: usize = 12;
        if cells < MIN_CELLS || self.width() <= cells {
            return self.truncated(cells);
        }
        let fitting = |units: &mut dyn Iterator<Item = &str>, mut room: usize| {
            let mut bytes = 0;
            for unit in units {
                let Some(left) = room.checked_sub(unit.width()) else { break };
                (room, bytes) = (left, bytes + unit.len());
            }
            bytes
        };
        let within = self.0.rfind('#').filter(|at| *at > 0).and_then(|at| self.0.get(at..));
        let within = within.map(|it| Self(it.to_owned()));
        let room = match within.as_ref().map(Self::width) {
            Some(width) if width < cells => cells - 1 - width,
            Some(_) => return within.unwrap_or_default().shortened(cells),
            None => cells / 3,
        };
        let pieces: Vec<&str> = units(&self.0).collect();
        let start = fitting(&mut pieces.iter().copied(), room);
        let beginning = self.0.get(..start).unwrap_or_default();
        let room = cells - 1 - Self(beginning.to_owned()).width();
        let end = fitting(&mut pieces.iter().rev().copied(), room);
        let end = self.0.get(self.0.len() - end..).unwrap_or_default();
        Self(format!("{beginning}…{end}"))
    }

    fn escape(text: &str, line_ends: LineEnds) -> Self {
        let mut out = String::with_capacity(text.len());
        let mut pieces = Pieces::new(text);
        loop {
            let rest = text.get(pieces.at()..).unwrap_or_default();
            let mut plain = printable_ascii_len(rest.as_bytes());
            // A character before marks may be their base.
            if rest.as_bytes().get(plain).is_some_and(|byte| !byte.is_ascii()) {
                plain = plain.saturating_sub(1);
            }
            out.push_str(rest.get(..plain).unwrap_or_default());
            pieces.jump(pieces.at() + plain);
            // To the next stretch of ASCII.
            loop {
                let Some(piece) = pieces.next() else { return Self(out) };
                if piece.original == "\n" && line_ends == LineEnds::Kept {
                    out.push('\n');
                } else {
                    out.push_str(&piece.shown);
                }
                let next = text.as_bytes().get(pieces.at());
                if pieces.is_between_clusters() && next.is_some_and(u8::is_ascii) {
                    break;
                }
            }
        }
    }
}

/// Returns a text with the characters of `places`, which are in order and disjoint, replaced by as
/// many `x` as they have bytes, so that offsets stay. Separators stay, so that a path still looks like
/// one.
pub fn mask(text: &str, places: &[Span]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        out.push_str(Span::new(at, place.start).slice(text).unwrap_or_default());
        out.extend(place.slice(text).unwrap_or_default().chars().flat_map(|c| {
            let shown = if matches!(c, '/' | '\\' | '\n') { c } else { 'x' };
            std::iter::repeat_n(shown, c.len_utf8())
        }));
        at = place.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineEnds {
    Tokens,
    Kept,
}

impl From<&str> for SafeText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl<'t> FromIterator<&'t SafeText> for SafeText {
    /// Joins safe texts.
    fn from_iter<T: IntoIterator<Item = &'t SafeText>>(parts: T) -> Self {
        Self(parts.into_iter().map(SafeText::as_str).collect())
    }
}

impl AsRef<str> for SafeText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A piece of text in displayable form, with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece<'t> {
    /// Byte offset in the original text.
    pub start: usize,
    /// The original grapheme cluster, or the text of a token: one character, or a run of tags. A
    /// cluster with a token in it is several pieces.
    pub original: &'t str,
    /// Text to show for it: itself, or a token such as `␛` or `⟨RLO⟩`.
    pub shown: Cow<'t, str>,
    /// True if it is a token.
    pub token: bool,
}

/// Returns the pieces of `text` in order; their originals joined are `text`.
///
/// Time is linear in the text, whatever it holds; a piece that is shown as it is has at most 35
/// bytes, a token at most 30 cells.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    Pieces::new(text)
}

/// Returns the number of bytes of printable ASCII that come first. Checks whole chunks without a
/// branch per byte.
fn printable_ascii_len(bytes: &[u8]) -> usize {
    let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
    let whole = bytes
        .chunks_exact(32)
        .take_while(|chunk| chunk.iter().fold(true, |all, byte| all & is_printable(byte)))
        .count()
        * 32;
    let rest = bytes.get(whole..).unwrap_or_default();
    whole + rest.iter().take_while(|byte| is_printable(byte)).count()
}

/// Returns the grapheme clusters of a shown text, with tokens unbroken.
fn units(shown: &str) -> impl Iterator<Item = &str> {
    let mut rest = shown;
    std::iter::from_fn(move || {
        let length = match rest.strip_prefix('⟨').and_then(|_| rest.find('⟩')) {
            Some(close) => close + '⟩'.len_utf8(),
            None => rest.graphemes(true).next()?.len(),
        };
        let (unit, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(unit)
    })
}
