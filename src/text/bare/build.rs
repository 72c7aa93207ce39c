//! Reading a text into its bare form.

use unicode_normalization::UnicodeNormalization as _;

use super::Bare;
use super::chars::{
    counts, is_apostrophe, is_dash, is_mark, is_raised, is_silent, is_unspaced, look_alike,
};
use crate::text::entities::entity;

/// The maximum length of a link target or HTML tag that is skipped, in bytes.
const MAX_TARGET_LENGTH: usize = 2048;
const MAX_TAG_LENGTH: usize = 200;

/// The marks upon one letter that are read with it: hostile texts pile up more.
const MAX_MARKS: usize = 16;

/// Returns the bare form of `text`.
pub(super) fn build(text: &str) -> Bare {
    let mut bare = Bare::default();
    bare.text.reserve(text.len());
    bare.from.reserve(text.len());
    let mut reader = BareReader { text, bare, at: 0, opens_line: true };
    while reader.step() {}
    reader.bare
}

/// Returns the bytes of the letter at the start of `rest` with the marks upon it.
pub(super) fn width(rest: &str) -> usize {
    let mut chars = rest.chars();
    let first = chars.next().map_or(0, char::len_utf8);
    let marks = chars.take(MAX_MARKS).take_while(|c| is_mark(*c));
    first + marks.map(char::len_utf8).sum::<usize>()
}

struct BareReader<'t> {
    text: &'t str,
    bare: Bare,
    at: usize,
    /// True if only blanks and quoting signs precede on this line.
    opens_line: bool,
}

impl BareReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn before(&self) -> Option<char> {
        self.text.get(..self.at)?.chars().next_back()
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// Reads one character; `false` at the end.
    fn step(&mut self) -> bool {
        let byte = self.byte(self.at);
        let next = self.byte(self.at + 1);
        if byte.is_ascii_alphanumeric() && next.is_ascii() && self.at + 1 < self.text.len() {
            self.letter(char::from(byte.to_ascii_lowercase()));
            self.opens_line = false;
            self.at += 1;
            return true;
        }
        let Some(c) = self.rest().chars().next() else { return false };
        self.at += self.character(c);
        if c == '\n' {
            self.opens_line = true;
        } else if !c.is_whitespace() && c != '>' {
            self.opens_line = false;
        }
        true
    }

    /// Reads the element that begins with `c`; returns the number of bytes read.
    fn character(&mut self, c: char) -> usize {
        if c.is_whitespace() || is_silent(c) {
            return c.len_utf8();
        }
        if is_dash(c) {
            self.dash(c);
            return c.len_utf8();
        }
        if is_apostrophe(c) {
            let after = self.rest().chars().nth(1);
            let letter =
                |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
            if letter(self.before()) && letter(after) {
                self.bare.push('\'', self.at);
            }
            return c.len_utf8();
        }
        if c.is_ascii() && !c.is_ascii_alphanumeric() {
            return self.sign(c);
        }
        let width = width(self.rest());
        if is_unspaced(c) && width == c.len_utf8() && matches!(c, '\u{3040}'..='\u{9fff}') {
            self.bare.push(c, self.at);
            return width;
        }
        self.cluster(width);
        width
    }

    /// Reads an ASCII sign; the number of bytes read.
    fn sign(&mut self, c: char) -> usize {
        let before = self.at.checked_sub(1).map_or(0, |at| self.byte(at));
        let after = self.byte(self.at + 1);
        match c {
            '.' | ',' | ':' | '*' if before.is_ascii_digit() && after.is_ascii_digit() => {
                self.bare.push(c, self.at);
            }
            '_' if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric() => {
                self.bare.push(c, self.at);
            }
            '#' if before.is_ascii_alphanumeric() => self.bare.push(c, self.at),
            '!' if after == b'=' => self.bare.push(c, self.at),
            ']' if after == b'(' => return 1 + self.target(),
            '<' => return self.tag(),
            '&' => return self.entity(),
            '>' if self.opens_line => {}
            _ if counts(c) => self.bare.push(c, self.at),
            _ => {}
        }
        1
    }

    /// Reads a dash, which counts before a digit: a minus, a range, the number of a name, whose line may end
    /// at it (`GPT-` and `4` on the next line).
    fn dash(&mut self, c: char) {
        let after = self.text.get(self.at + c.len_utf8()..).unwrap_or_default();
        let joins = self.before().is_some_and(char::is_alphanumeric);
        let is_blank = |c: char| {
            matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
                || joins && matches!(c, '\n' | '\r')
        };
        let next = after.trim_start_matches(is_blank).chars().next();
        let is_list_sign = self.opens_line && after.starts_with(' ');
        if next.is_some_and(|next| next.is_ascii_digit()) && !is_list_sign {
            self.bare.push('-', self.at);
        }
    }

    /// Returns the bytes of a link's target in round brackets after `]`.
    fn target(&self) -> usize {
        let rest = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        let mut depth = 0_usize;
        for (index, byte) in rest.iter().take(MAX_TARGET_LENGTH).enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return index + 1,
                b')' => depth -= 1,
                // A target holds no `]`; stopping there keeps hostile texts linear.
                b'\n' | b']' => return 0,
                _ => {}
            }
        }
        0
    }

    /// Passes over an HTML tag, or takes `<` as the sign it is; the number of bytes read.
    fn tag(&mut self) -> usize {
        let rest = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        if rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'/') {
            let mut inner = rest.iter().take(MAX_TAG_LENGTH);
            let end = inner.position(|byte| matches!(byte, b'>' | b'<' | b'\n'));
            if let Some(end) = end.filter(|end| rest.get(*end) == Some(&b'>')) {
                return end + 2;
            }
        }
        self.bare.push('<', self.at);
        1
    }

    fn entity(&mut self) -> usize {
        let (c, length) = entity(self.rest()).unwrap_or(('&', 1));
        if c.is_alphanumeric() {
            c.to_lowercase().for_each(|small| self.letter(small));
        } else if matches!(c, '&' | '<' | '>') || counts(c) {
            self.bare.push(c, self.at);
        }
        length
    }

    /// Reads a letter with its marks in its plain, small, composed form.
    fn cluster(&mut self, width: usize) {
        let text = self.text;
        let cluster = text.get(self.at..self.at + width).unwrap_or_default();
        if let Some(raised) = cluster.chars().next().filter(|c| is_raised(*c)) {
            self.bare.push(raised, self.at);
            return;
        }
        for plain in cluster.chars().filter(|c| !is_silent(*c)).nfkc() {
            if !plain.is_alphanumeric() && !is_mark(plain) && !counts(plain) {
                continue;
            }
            for small in plain.to_lowercase() {
                match small {
                    '\u{df}' => {
                        self.letter('s');
                        self.letter('s');
                    }
                    '\u{3c2}' => self.letter('\u{3c3}'),
                    '\u{131}' => self.letter('i'),
                    // The remainder of the Turkish capital I with a dot.
                    '\u{307}' => {}
                    small => self.letter(look_alike(small).unwrap_or(small)),
                }
            }
        }
    }

    /// Adds a letter or digit; a blank between two numbers stays.
    fn letter(&mut self, c: char) {
        if c.is_ascii_digit()
            && let Some(last) = self.bare.text.bytes().next_back()
            && last.is_ascii_digit()
            && self.before().is_some_and(|before| !before.is_alphanumeric() && !is_silent(before))
        {
            self.bare.push(' ', self.at);
        }
        self.bare.push(c, self.at);
    }
}
