//! The text of one source, read in small pieces regardless of its size.
//!
//! A file is never mapped and never read whole: blocks are read by `pread` into reused buffers, and
//! the line index is one count of line ends per block, kept as a running sum (8 bytes for 16 KiB).
//! A line may have any length, so the unit of access is a *row*: a line, or a piece of an over-long
//! one. Left out: encodings other than UTF-8; bad bytes are shown as U+FFFD.

mod bytes;
mod find;
mod index;
mod records;
mod rows;
#[cfg(test)]
mod tests;
mod units;

use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::model::SourceText;
use crate::sources::lines::lossy;
use crate::sources::stamp::Change;
use crate::text::Span;
use crate::text::encoding::Foreign;

use bytes::{Bytes, Opened};
use index::Index;
pub use records::{Counted, RecordPlace, Records};

/// The maximum length of a row, in bytes; a longer line is divided into several rows.
pub const ROW_BYTES: usize = 64 * 1024;

/// The maximum length of a match, in bytes, that [`Store::matches`] is sure to see whole.
pub const MATCH_BYTES: usize = 64 * 1024;

/// Bytes at the start of a file that must hold no NUL for it to be taken as text.
pub const BINARY_LOOK_BYTES: usize = 8 * 1024;

/// Random access to a source's text by bytes and physical lines. All methods take `&self` and may
/// be called from several threads; only [`Store::count_lines`] and [`Store::matches`] take long.
///
/// The length is fixed at opening. A file that shrinks afterwards gives fewer rows, one that grows
/// gives no more; [`Store::changed`] detects both.
#[derive(Debug)]
pub struct Store {
    bytes: Bytes,
    len: usize,
    /// Length of the byte order mark at the start: 0 or 3.
    bom: usize,
    sizes: Sizes,
    index: Index,
}

/// Sizes of reads; tests use small values so that every border is met.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// Bytes whose line ends make one entry of the index.
    block: usize,
    /// The maximum length of a row.
    row: usize,
    /// The first, short look for a line's end: most lines are much shorter than a row.
    glance: usize,
    /// Bytes whose lines are counted without request, so that opening never waits.
    lazy: usize,
    /// Bytes searched between two questions to `go_on`.
    search: usize,
    /// Bytes a match may reach into the following piece.
    reach: usize,
}

const SIZES: Sizes = Sizes {
    block: 16 * 1024,
    row: ROW_BYTES,
    glance: 4 * 1024,
    lazy: 1024 * 1024,
    search: 1024 * 1024,
    reach: MATCH_BYTES,
};

/// A physical line of a source, or a piece of one longer than [`ROW_BYTES`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Physical line number from 1; `None` while the lines before it are not counted.
    pub line: Option<u64>,
    /// True if it continues the line of the row before.
    pub continued: bool,
    /// Its bytes in the source, without the line end. A byte order mark at the start of the source
    /// is not part of the first row, which then starts at 3.
    pub span: Span,
    /// Start of the next row.
    pub next: usize,
    /// Its text; invalid UTF-8 becomes U+FFFD, so it may be longer than the span.
    pub text: String,
}

/// The start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStart {
    /// Byte offset of the line.
    At(usize),
    /// The lines are not counted that far; [`Store::count_lines`] has to continue first.
    NotCounted,
    /// The line does not exist; the last line's number.
    PastEnd(u64),
}

impl Store {
    /// Opens a source's text; `Ok(None)` for a source without text, and for a document whose text
    /// is still to be got out of it.
    ///
    /// Fails on a file that is missing, unreadable, no regular file (a folder, pipe or device is
    /// never waited for) or binary (a NUL among the first [`BINARY_LOOK_BYTES`]).
    pub fn open(text: &SourceText) -> Result<Option<Self>> {
        Self::open_sized(text, SIZES)
    }

    fn open_sized(text: &SourceText, sizes: Sizes) -> Result<Option<Self>> {
        match text {
            SourceText::Absent(_) | SourceText::Unreadable(_) | SourceText::Document(_) => Ok(None),
            SourceText::Inline(text) => Ok(Some(Self::inline_sized(Arc::clone(text), sizes))),
            SourceText::File(path) => {
                let store = Self::file_sized(path, sizes)?;
                let refused = store.head(|head| {
                    is_binary(head).then(|| binary(&path.display().to_string(), head))
                });
                refused.map_or(Ok(Some(store)), Err)
            }
        }
    }

    /// Creates a text in memory.
    pub fn inline(text: Arc<str>) -> Self {
        Self::inline_sized(text, SIZES)
    }

    fn inline_sized(text: Arc<str>, sizes: Sizes) -> Self {
        let len = text.len();
        Self::new(Bytes::Inline(text), len, Sizes { lazy: usize::MAX, ..sizes })
    }

    /// Opens a regular file whatever it holds; fails as [`Store::open`] does but for binaries.
    pub fn file(path: &Path) -> Result<Self> {
        Self::file_sized(path, SIZES)
    }

    fn file_sized(path: &Path, sizes: Sizes) -> Result<Self> {
        let opened = Opened::new(path)?;
        let len = opened.len()?;
        Ok(Self::new(Bytes::File(opened), len, sizes))
    }

    fn new(bytes: Bytes, len: usize, sizes: Sizes) -> Self {
        let mut store = Self { bytes, len, bom: 0, sizes, index: Index::default() };
        store.bom = store.window(0, 3, |head| if head == b"\xEF\xBB\xBF" { 3 } else { 0 });
        store
    }

    /// Returns the length in bytes when opened.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True if there is no text; a byte order mark does not count.
    pub const fn is_empty(&self) -> bool {
        self.len <= self.bom
    }

    /// True if a place has no text but blanks; a longer one than 4 KiB is taken for text.
    pub fn is_blank(&self, span: Span) -> bool {
        const MAX_READ: usize = 4096;
        span.len() <= MAX_READ && self.read(span, MAX_READ).trim().is_empty()
    }

    /// Returns the text of `span`, at most `cap` bytes of it, lossily decoded; a character that
    /// `cap` would cut is left out.
    pub fn read(&self, span: Span, cap: usize) -> String {
        let cut = span.len() > cap;
        let end = if cut { span.start.saturating_add(cap) } else { span.end };
        self.window(span.start, end.max(span.start), |bytes| {
            let kept = if cut { rows::without_cut_character(bytes) } else { bytes };
            lossy(kept).into_owned()
        })
    }

    /// Returns the text of `span` with each byte of invalid UTF-8 replaced by one blank, so that
    /// every offset into it is also an offset into the source.
    pub fn read_in_place(&self, span: Span) -> String {
        self.window(span.start, span.end, |bytes| {
            if let Ok(text) = std::str::from_utf8(bytes) {
                return text.to_owned();
            }
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(std::iter::repeat_n(' ', chunk.invalid().len()));
            }
            text
        })
    }

    /// Shows the first [`BINARY_LOOK_BYTES`] to `see`.
    pub fn head<R>(&self, see: impl FnOnce(&[u8]) -> R) -> R {
        self.window(0, BINARY_LOOK_BYTES, see)
    }

    /// Returns the change of the file since it was opened. Inline text never changes.
    pub fn changed(&self) -> Option<Change> {
        match &self.bytes {
            Bytes::Inline(_) => None,
            Bytes::File(opened) => opened.changed(),
        }
    }

    /// Passes the bytes from `start` to `end`, as far as they exist, to `see`. Bytes that were cut
    /// off the file since its opening are missing at the end.
    fn window<R>(&self, start: usize, end: usize, see: impl FnOnce(&[u8]) -> R) -> R {
        let end = end.min(self.len);
        self.bytes.window(start.min(end), end, see)
    }
}

/// True if a source with this beginning is not text: stricter than for a response, because folders
/// contain many files that are not text.
pub(super) fn is_binary(head: &[u8]) -> bool {
    let head = head.get(..BINARY_LOOK_BYTES).unwrap_or(head);
    memchr::memchr(0, head).is_some() || Foreign::of(head).is_some()
}

/// Returns the error for a file that is not text; `head` is its beginning.
pub(super) fn binary(name: &str, head: &[u8]) -> Error {
    let what = Foreign::of(head).unwrap_or(Foreign::Binary);
    Error::new("read", name, what.description()).hint(what.advice())
}
