//! Division of text into literal parts and tokens.
//!
//! A grapheme cluster is shown literally if every character of it may be shown. For a joiner, a
//! variation selector or a tag, its neighbours decide: in an emoji, in Persian or Hindi it is
//! spelling, elsewhere it hides something.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::class::{self, Class, class};
use super::{Piece, token};

/// Maximum bytes of a grapheme cluster that is shown literally: the longest emoji in common use, a
/// kiss of two people with skin tones. A longer one is a base with marks that cover other text, or
/// that fill a terminal cell with megabytes.
pub(super) const CLUSTER_LIMIT: usize = 35;

/// ZERO WIDTH JOINER.
const ZWJ: char = '\u{200D}';
/// The waving black flag that a flag's tag sequence starts with.
const FLAG: char = '\u{1F3F4}';
/// COMBINING ENCLOSING KEYCAP.
const KEYCAP: char = '\u{20E3}';
/// The end of a flag's tag sequence.
const CANCEL_TAG: char = '\u{E007F}';

/// The iterator of [`super::pieces()`].
pub(super) struct Pieces<'t> {
    text: &'t str,
    at: usize,
    cluster: Cluster,
}

/// The grapheme cluster being parted.
#[derive(Clone, Copy, Default)]
struct Cluster {
    start: usize,
    end: usize,
    /// True if the last piece was a token, which cannot carry marks.
    after_token: bool,
}

impl Cluster {
    fn is_oversize(self) -> bool {
        self.end - self.start > CLUSTER_LIMIT
    }
}

impl<'t> Pieces<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, cluster: Cluster::default() }
    }

    /// Returns the byte offset before the next piece.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on at `at`, which must be the start of a grapheme cluster.
    pub(super) fn jump(&mut self, at: usize) {
        self.at = at;
        self.cluster = Cluster { start: at, end: at, after_token: false };
    }

    /// True if the last cluster is done.
    pub(super) fn is_between_clusters(&self) -> bool {
        self.at >= self.cluster.end
    }

    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn open_cluster(&mut self) {
        let rest = self.rest(self.at);
        let length = short_cluster(rest)
            .or_else(|| rest.graphemes(true).next().map(str::len))
            .unwrap_or_default();
        self.cluster = Cluster { start: self.at, end: self.at + length, after_token: false };
    }

    /// Returns the number of bytes of the cluster that can be shown literally from here.
    fn shown_len(&self) -> usize {
        let oversize = self.cluster.is_oversize();
        let rest = self.text.get(self.at..self.cluster.end).unwrap_or_default();
        let mut length = 0;
        let mut chars = rest.char_indices();
        while let Some((offset, c)) = chars.next() {
            if offset < length {
                continue;
            }
            let bare = offset == 0 && (self.at == self.cluster.start || self.cluster.after_token);
            if !self.is_shown(c, self.at + offset, bare) || (oversize && offset > 0) {
                break;
            }
            length = offset + c.len_utf8();
            if c == FLAG {
                length += flag_tags(chars.as_str());
            }
        }
        length
    }

    /// True if `c` at byte `at` may be shown; `bare` means that there is no base before it.
    fn is_shown(&self, c: char, at: usize, bare: bool) -> bool {
        let in_long_tail = self.cluster.is_oversize() && at > self.cluster.start;
        if in_long_tail && !(bare && class::is_pictographic(c)) {
            return false;
        }
        match class(c) {
            Class::Plain => !bare || !class::is_zero_width(c) || self.stands_before(c, at),
            Class::Named(_) | Class::Selector(_) | Class::Coded => !bare && self.is_spelling(c, at),
            Class::Control | Class::Tag(_) => false,
        }
    }

    /// True if a zero-width character belongs to a base after it, like the signs around Arabic
    /// numbers.
    fn stands_before(&self, c: char, at: usize) -> bool {
        let after = self.text.get(at + c.len_utf8()..self.cluster.end).unwrap_or_default();
        at == self.cluster.start && after.chars().next().is_some_and(|c| !class::is_zero_width(c))
    }

    /// True if an invisible character is part of how something is written.
    fn is_spelling(&self, c: char, at: usize) -> bool {
        let end = at + c.len_utf8();
        let next = self.rest(end).chars().next();
        let before = self.text.get(..at).and_then(|before| before.chars().next_back());
        let Some(before) = before else { return false };
        match c {
            ZWJ if end < self.cluster.end && next.is_some_and(class::is_pictographic) => {
                class::is_pictographic(before)
                    || class::is_skin_tone(before)
                    || before == '\u{FE0F}'
            }
            '\u{200C}' | ZWJ => {
                let joins_on = class::joins(before) && next.is_some_and(class::joins);
                joins_on || class::is_virama(before) || (c == ZWJ && is_arabic(before))
            }
            '\u{FE0E}' | '\u{FE0F}' => {
                class::is_pictographic(before)
                    || (matches!(before, '0'..='9' | '#' | '*') && next == Some(KEYCAP))
            }
            '\u{180B}'..='\u{180F}' => class::is_mongolian(before),
            _ => false,
        }
    }

    fn token(&self) -> (usize, String) {
        let mut shown = String::new();
        let tags: String = self
            .text
            .get(self.at..self.cluster.end)
            .unwrap_or_default()
            .chars()
            .map_while(|c| match class(c) {
                Class::Tag(repeated) => Some(repeated),
                _ => None,
            })
            .take(token::TAGS_IN_TOKEN)
            .collect();
        if !tags.is_empty() {
            token::push_tags(&mut shown, &tags);
            return (tags.len() * CANCEL_TAG.len_utf8(), shown);
        }
        let Some(c) = self.rest(self.at).chars().next() else { return (0, shown) };
        token::push(&mut shown, c);
        (c.len_utf8(), shown)
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let start = self.at;
        if start >= self.text.len() {
            return None;
        }
        if self.is_between_clusters() {
            if let Some(letter) = plain_letter(self.rest(start)) {
                self.jump(start + letter.len());
                let shown = Cow::Borrowed(letter);
                return Some(Piece { start, original: letter, shown, token: false });
            }
            self.open_cluster();
        }
        let shown = self.shown_len();
        let token = shown == 0;
        let (length, shown) = if token {
            let (length, shown) = self.token();
            (length, Cow::Owned(shown))
        } else {
            (shown, Cow::Borrowed(self.text.get(start..start + shown).unwrap_or_default()))
        };
        self.at = start + length;
        self.cluster.after_token = token;
        let original = self.text.get(start..self.at).unwrap_or_default();
        Some(Piece { start, original, shown, token })
    }
}

/// Returns the first character if it is printable ASCII and nothing can join it: the most common
/// case, and the cheapest to detect.
fn plain_letter(rest: &str) -> Option<&str> {
    match rest.as_bytes() {
        [b' '..=b'~'] | [b' '..=b'~', 0..=0x7F, ..] => rest.get(..1),
        _ => None,
    }
}

/// Returns the length of the first cluster if it is clearly one character, as a fast path.
fn short_cluster(rest: &str) -> Option<usize> {
    let mut chars = rest.chars();
    let first = chars.next()?;
    let next = chars.next();
    let alone = first.is_ascii() && first != '\r' || class::stands_alone(first);
    let next_alone = next.is_none_or(|next| next.is_ascii() || class::stands_alone(next));
    (alone && next_alone).then(|| first.len_utf8())
}

/// Returns the length of the tags of a flag such as England's at the start of `rest`: three to six
/// letters or digits and the end; 0 if there is none.
fn flag_tags(rest: &str) -> usize {
    let tags = rest.chars().take_while(|c| {
        matches!(class(*c), Class::Tag(repeated) if repeated.is_ascii_lowercase() || repeated.is_ascii_digit())
    });
    let count = tags.take(7).count();
    let ended = rest.chars().nth(count) == Some(CANCEL_TAG);
    if ended && (3..=6).contains(&count) { (count + 1) * CANCEL_TAG.len_utf8() } else { 0 }
}

/// True for Arabic letters, where a joiner at a word's end chooses the shape (the Persian `ه` of
/// dates).
fn is_arabic(c: char) -> bool {
    class::joins(c) && matches!(c, '\u{620}'..='\u{6FF}')
}
