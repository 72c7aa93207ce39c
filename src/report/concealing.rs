//! A writer that leaves secrets out of what passes through it.

use std::io::{self, Write};

use memchr::memmem;

use super::secrets::{Concealer, KEYS, MAX_KEY, disjoint};
use crate::text::Span;
use crate::text::safe::mask;

/// The number of bytes that a writer searches at once.
const BLOCK: usize = 256 * 1024;

/// The maximum length of a secret that is held back until its end comes, in bytes.
const MAX_HELD: usize = 8 * 1024 * 1024;

/// A writer that leaves out secrets, wherever the text is cut: it holds back what may go on, and keeps some
/// of the text before, by which a secret is recognised. Reports are UTF-8; other bytes become U+FFFD.
#[derive(Debug)]
pub struct Concealing<W: Write> {
    inner: W,
    concealer: Concealer,
    /// Text of which the first part was passed on.
    held: String,
    /// Length of that part.
    passed: usize,
    /// The length of `held` from which on it is searched.
    due: usize,
    /// The beginning of a character.
    partial: Vec<u8>,
}

impl<W: Write> Concealing<W> {
    /// Writes to `inner`.
    pub fn new(inner: W, concealer: Concealer) -> Self {
        let (held, partial) = (String::new(), Vec::new());
        Self { inner, concealer, held, passed: 0, due: BLOCK, partial }
    }

    /// Passes on all that is held.
    pub fn finish(&mut self) -> io::Result<()> {
        self.pass(self.held.len())?;
        self.inner.flush()
    }

    /// Passes on what is held up to the byte `end`, without a secret that may go on there.
    fn pass(&mut self, end: usize) -> io::Result<()> {
        let (secrets, words) = self.concealer.find(&self.held);
        let places = disjoint(secrets.iter().chain(&words).copied());
        let is_across = |it: &&Span| it.start < end && end < it.end && end - it.start < MAX_HELD;
        let end = places.iter().find(is_across).map_or(end, |it| it.start).max(self.passed);
        let part = Span::new(self.passed, end);
        let within = |places: &[Span]| -> Vec<Span> {
            let parts = places.iter().filter_map(|it| it.intersect(part));
            parts.filter(|it| !it.is_empty()).collect()
        };
        for place in within(&secrets) {
            self.concealer.count_place(place.slice(&self.held).unwrap_or_default());
        }
        let own = within(&places);
        let own: Vec<Span> = own
            .into_iter()
            .map(|place| Span::new(place.start - part.start, place.end - part.start))
            .collect();
        let text = part.slice(&self.held).unwrap_or_default();
        self.inner.write_all(mask(text, &own).as_bytes())?;
        let known = self.held.floor_char_boundary(end.saturating_sub(MAX_KEY));
        self.held.drain(..known);
        self.passed = end - known;
        self.due = self.held.len() + BLOCK;
        Ok(())
    }
}

impl<W: Write> Write for Concealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        let mut rest = self.partial.utf8_chunks().peekable();
        let mut left = Vec::new();
        while let Some(chunk) = rest.next() {
            self.held.push_str(chunk.valid());
            match chunk.invalid() {
                [] => {}
                // What is shorter than a character may go on.
                begun if rest.peek().is_none() && is_begun(begun) => left = begun.to_vec(),
                _ => self.held.push(char::REPLACEMENT_CHARACTER),
            }
        }
        self.partial = left;
        if self.held.len() >= self.due {
            let end = self.held.floor_char_boundary(self.held.len().saturating_sub(MAX_KEY));
            self.pass(end)?;
        }
        Ok(bytes.len())
    }

    /// Writes everything up to the last line end; the rest waits for the end of its line, and a private
    /// key for its last line.
    fn flush(&mut self) -> io::Result<()> {
        let text = self.held.get(self.passed..).unwrap_or_default();
        let end = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1);
        let text = text.get(..end).unwrap_or_default().as_bytes();
        let begun = KEYS.iter().filter_map(|(begin, end)| {
            let at = memmem::rfind(text, begin)?;
            let body = text.get(at + begin.len()..).unwrap_or_default();
            (body.len() < MAX_KEY && memmem::find(body, end).is_none()).then_some(at)
        });
        let end = begun.min().map_or(end, |at| {
            let before = text.get(..at).unwrap_or_default();
            memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
        });
        if end > 0 {
            self.pass(self.passed + end)?;
        }
        self.inner.flush()
    }
}

/// True if bytes are the beginning of a character.
fn is_begun(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

impl<W: Write> Drop for Concealing<W> {
    fn drop(&mut self) {
        // Whoever wants to know of an error has called `finish`.
        drop(self.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_leaves_out_the_same_wherever_its_text_is_cut() {
        let token = format!("ghp_{}", "Zx9".repeat(13));
        let key = "MIIEpAIBAAKCAQEA0123456789".repeat(3);
        let key = format!("-----BEGIN PRIVATE KEY-----\n{key}\n{key}\n-----END PRIVATE KEY-----");
        let long = "Übrig ".repeat(BLOCK / 4);
        let lines = format!("{key}\nso\n{token}é{key}");
        let longer = format!("{long}{key}{long}\"password\": \"{token}\"{long}{token}");
        for (text, size) in [(&lines, 1), (&lines, 7), (&lines, 64), (&longer, 8191)] {
            let (whole, cut) = (Concealer::new(false), Concealer::new(false));
            let mut out = Vec::new();
            let mut writer = Concealing::new(&mut out, cut.clone());
            for piece in text.as_bytes().chunks(size) {
                writer.write_all(piece).unwrap();
                writer.flush().unwrap();
            }
            drop(writer);
            assert!(String::from_utf8(out).unwrap() == whole.conceal(text), "{size}");
            assert_eq!(cut.count(), whole.count(), "{size}");
        }
    }

    #[test]
    fn a_writer_sees_whole_lines() {
        let mut out = Vec::new();
        let concealer = Concealer::new(false);
        let mut writer = Concealing::new(&mut out, concealer.clone());
        let token = format!("ghp_{}", "Zx9".repeat(13));
        let (first, second) = token.split_at(9);
        for piece in ["a ", first, second, " b\nc"] {
            writer.write_all(piece.as_bytes()).unwrap();
            writer.flush().unwrap();
        }
        drop(writer);
        let shown = String::from_utf8(out).unwrap();
        assert!(shown.starts_with("a xxxx") && shown.ends_with("x b\nc"), "{shown}");
        assert_eq!(concealer.count(), 1);
    }
}
