//! Line starts of a text held in memory.

use super::Span;

/// The line starts of a text.
///
/// A line ends at LF, CRLF or a lone CR, as editors and the citation guide count; U+2028, NEL and
/// form feed do not end a line. Lines are numbered from 1. There is no empty line after a final
/// line end; the empty text has no line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Finds the line starts of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::new();
        if !bytes.is_empty() {
            starts.push(0);
        }
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let carriage_return_of_crlf =
                bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
            if !carriage_return_of_crlf && at + 1 < bytes.len() {
                starts.push(at + 1);
            }
        }
        Self { starts, len: bytes.len() }
    }

    /// Returns the number of lines.
    pub fn count(&self) -> u64 {
        self.starts.len() as u64
    }

    /// Returns the line of `number` (1-based) with its line end; `None` if it does not exist.
    pub fn span(&self, number: u64) -> Option<Span> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.len);
        Some(Span::new(start, end))
    }

    /// Returns the number (1-based) of the line that holds byte `offset`; the last line for an
    /// offset at or past the end, 0 for the empty text.
    pub fn number(&self, offset: usize) -> u64 {
        self.starts.partition_point(|&start| start <= offset) as u64
    }
}

/// Returns `span` without the line end it closes with.
#[must_use]
pub fn without_line_end(text: &str, span: Span) -> Span {
    let slice = span.slice(text).unwrap_or_default();
    let kept = slice.strip_suffix('\n').unwrap_or(slice);
    let kept = kept.strip_suffix('\r').unwrap_or(kept);
    Span::new(span.start, span.start + kept.len())
}
